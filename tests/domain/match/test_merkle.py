"""The Merkle tree against published values, and against the definitions of RFC 6962 as they stand there."""

import json
from base64 import b64decode
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.match.merkle import (
    EMPTY_ROOT,
    Tree,
    leaf_hash,
    node_hash,
    root_of_cover,
    verify_consistency,
    verify_inclusion,
)

LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
"""The leaves of the reference tests of Certificate Transparency, of which the following values are published."""

ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSION = {
    (0, 1): [],
    (0, 2): ["96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"],
    (1, 2): ["6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
PROBES = [json.loads(line) for line in Path(__file__).with_name("rfc6962_probes.jsonl").read_text("utf-8").splitlines()]
"""Right and wrong proofs from github.com/transparency-dev/merkle (testdata, Apache-2.0), one a line."""


@pytest.fixture(scope="module")
def published() -> Tree:
    return grown([leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES])


def grown(leaves: list[bytes]) -> Tree:
    tree = Tree()
    tree.extend(leaves)
    return tree


def some(count: int) -> list[bytes]:
    return [leaf_hash(str(number).encode()) for number in range(count)]


class TestPublishedValues:
    @pytest.mark.parametrize("size", range(9))
    def test_the_roots_of_certificate_transparency(self, published: Tree, size: int) -> None:
        assert published.root(size).hex() == ROOTS[size]

    @pytest.mark.parametrize("of", INCLUSION)
    def test_its_inclusion_proofs(self, published: Tree, of: tuple[int, int]) -> None:
        index, size = of
        proof = published.inclusion_proof(index, size)
        assert [one.hex() for one in proof] == INCLUSION[of]
        assert verify_inclusion(published.leaf(index), index, size, proof, bytes.fromhex(ROOTS[size]))

    @pytest.mark.parametrize("of", CONSISTENCY)
    def test_its_consistency_proofs(self, published: Tree, of: tuple[int, int]) -> None:
        old, new = of
        proof = published.consistency_proof(old, new)
        assert [one.hex() for one in proof] == CONSISTENCY[of]
        assert verify_consistency(old, new, bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new]), proof)

    def test_the_example_of_rfc_6962_section_2_1_3(self) -> None:
        a, b, c, d, e, f, j = leaves = some(7)
        g, h, i = node_hash(a, b), node_hash(c, d), node_hash(e, f)
        k, l = node_hash(g, h), node_hash(i, j)  # noqa: E741
        tree = grown(leaves)
        assert tree.root() == node_hash(k, l)
        assert tree.inclusion_proof(0, 7) == [b, h, l]
        assert tree.inclusion_proof(3, 7) == [c, g, l]
        assert tree.inclusion_proof(4, 7) == [f, j, k]
        assert tree.inclusion_proof(6, 7) == [i, k]
        assert tree.consistency_proof(3, 7) == [c, d, g, l]
        assert tree.consistency_proof(4, 7) == [l]
        assert tree.consistency_proof(6, 7) == [i, j, k]

    @pytest.mark.parametrize("probe", PROBES, ids=lambda probe: f"{probe['kind']}: {probe['case']}")
    def test_right_and_wrong_proofs_that_others_test_with(self, probe: dict[str, Any]) -> None:
        proof = [b64decode(one) for one in probe["proof"] or ()]
        named = {name: b64decode(probe[name] or "") for name in ("root", "leafHash", "root1", "root2") if name in probe}
        if probe["kind"] == "inclusion":
            right = verify_inclusion(named["leafHash"], probe["leafIdx"], probe["treeSize"], proof, named["root"])
        else:
            right = verify_consistency(probe["size1"], probe["size2"], named["root1"], named["root2"], proof)
        assert right == (not probe["wantErr"])


# The definitions of RFC 6962, section 2.1, word for word.


def mth(leaves: list[bytes]) -> bytes:
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY_ROOT
    k = split(len(leaves))
    return node_hash(mth(leaves[:k]), mth(leaves[k:]))


def path(m: int, leaves: list[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m: int, leaves: list[bytes], whole: bool) -> list[bytes]:
    if m == len(leaves):
        return [] if whole else [mth(leaves)]
    k = split(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], whole), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], False), mth(leaves[:k])]


def split(n: int) -> int:
    k = 1
    while 2 * k < n:
        k *= 2
    return k


sizes = st.integers(1, 130)


class TestAgainstTheDefinition:
    @given(st.lists(st.integers(0, 20), max_size=8))
    def test_a_tree_that_grows_in_any_steps_has_the_defined_roots(self, steps: list[int]) -> None:
        leaves = some(sum(steps))
        tree, taken = Tree(), 0
        for step in steps:
            tree.extend(leaves[taken : taken + step])
            taken += step
        assert [tree.root(size) for size in range(len(leaves) + 1)] == [
            mth(leaves[:size]) for size in range(len(leaves) + 1)
        ]

    @given(sizes, st.data())
    def test_inclusion_proofs_are_the_defined_ones_and_hold(self, size: int, data: st.DataObject) -> None:
        leaves = some(size + data.draw(st.integers(0, 20)))
        tree, index = grown(leaves), data.draw(st.integers(0, size - 1))
        proof = tree.inclusion_proof(index, size)
        assert proof == path(index, leaves[:size])
        assert verify_inclusion(leaves[index], index, size, proof, tree.root(size))

    @given(sizes, st.data())
    def test_consistency_proofs_are_the_defined_ones_and_hold(self, new: int, data: st.DataObject) -> None:
        leaves, old = some(new + data.draw(st.integers(0, 20))), data.draw(st.integers(1, new))
        tree = grown(leaves)
        proof = tree.consistency_proof(old, new)
        assert proof == subproof(old, leaves[:new], True)
        assert verify_consistency(old, new, tree.root(old), tree.root(new), proof)

    @given(sizes, st.data())
    def test_what_a_proof_shows_it_shows_of_nothing_else(self, size: int, data: st.DataObject) -> None:
        leaves, index = some(size), data.draw(st.integers(0, size - 1))
        tree = grown(leaves)
        proof, root = tree.inclusion_proof(index, size), tree.root()
        other = data.draw(st.integers(0, size + 2).filter(lambda other: other != index))
        assert not verify_inclusion(leaves[index], other, size, proof, root)
        assert not verify_inclusion(leaf_hash(b"x"), index, size, proof, root)
        assert not verify_inclusion(leaves[index], index, size, [*proof, root], root)
        assert not proof or not verify_inclusion(leaves[index], index, size, proof[:-1], root)

    @given(sizes, st.data())
    def test_a_tree_with_another_beginning_is_not_consistent(self, new: int, data: st.DataObject) -> None:
        leaves, old = some(new), data.draw(st.integers(1, new))
        changed = data.draw(st.integers(0, old - 1))
        tree, forged = grown(leaves), grown([*leaves[:changed], leaf_hash(b"x"), *leaves[changed + 1 :]])
        for proof in (tree.consistency_proof(old, new), forged.consistency_proof(old, new)):
            assert not verify_consistency(old, new, tree.root(old), forged.root(new), proof)

    @given(sizes, st.data())
    def test_a_cover_shows_many_leaves_at_once_and_nothing_else(self, size: int, data: st.DataObject) -> None:
        leaves = some(size)
        tree = grown(leaves)
        indexes = sorted(data.draw(st.sets(st.integers(0, size - 1), min_size=1)))
        proof = tree.cover(indexes, size)
        known = {index: leaves[index] for index in indexes}
        assert root_of_cover(known, size, proof) == tree.root()
        assert len(proof) <= sum(len(tree.inclusion_proof(index, size)) for index in indexes)
        changed = data.draw(st.sampled_from(indexes))
        assert root_of_cover({**known, changed: leaf_hash(b"x")}, size, proof) != tree.root()
        assert root_of_cover(known, size, [*proof, EMPTY_ROOT]) is None
        assert not proof or root_of_cover(known, size, proof[:-1]) is None

    def test_leaves_that_are_shown_at_the_place_of_others_do_not_give_the_root(self) -> None:
        leaves = some(11)
        tree = grown(leaves)
        for indexes in combinations(range(11), 3):
            proof = tree.cover(indexes, 11)
            for places in combinations(range(11), 3):
                shown = dict(zip(places, (leaves[index] for index in indexes), strict=True))
                assert (root_of_cover(shown, 11, proof) == tree.root()) == (places == indexes)


class TestLimits:
    def test_the_cover_of_a_run_of_leaves_is_no_longer_than_two_proofs(self) -> None:
        tree = grown(some(1000))
        assert len(tree.cover(range(300, 700), 1000)) < 20

    @pytest.mark.parametrize("leaf", [b"", b"short", b"x" * 33])
    def test_what_is_no_hash_is_no_leaf(self, leaf: bytes) -> None:
        tree = Tree()
        with pytest.raises(ValueError, match="32 bytes"):
            tree.extend([leaf_hash(b""), leaf])
        assert tree.size == 0

    def test_sizes_and_indexes_that_a_tree_does_not_have_are_refused(self) -> None:
        tree = grown(some(5))
        for wrong in (
            lambda: tree.root(6),
            lambda: tree.root(-1),
            lambda: tree.leaf(5),
            lambda: tree.leaf(-1),
            lambda: tree.inclusion_proof(3, 3),
            lambda: tree.inclusion_proof(-1, 3),
            lambda: tree.inclusion_proof(0, 6),
            lambda: tree.consistency_proof(4, 3),
            lambda: tree.consistency_proof(0, 3),
            lambda: tree.consistency_proof(3, 6),
            lambda: tree.cover([], 5),
            lambda: tree.cover([2, 1], 5),
            lambda: tree.cover([4], 4),
        ):
            with pytest.raises(IndexError):
                wrong()
