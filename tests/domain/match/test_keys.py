"""The file of the signing key: who may read it, what is refused, and how keys follow each other."""

import os
import stat
import threading
from pathlib import Path

import pytest

from domain.match.keys import KeyFault, Keyring, new_keys


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db.key"


def test_a_key_is_made_when_it_is_needed_and_only_its_owner_may_read_it(path: Path) -> None:
    umask = os.umask(0)
    try:
        made = Keyring(path).keys(make=True)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Keyring(path).keys() == made
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_none_is_made_if_it_is_only_looked_for(path: Path) -> None:
    assert Keyring(path).keys() is None
    assert not path.exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o700])
def test_a_key_that_others_may_use_is_refused(path: Path, mode: int) -> None:
    Keyring(path).keys(make=True)
    path.chmod(mode)
    with pytest.raises(KeyFault, match=f"mode {mode:04o}.*chmod 600"):
        Keyring(path).keys()


def test_a_key_that_its_owner_alone_may_only_read_is_taken(path: Path) -> None:
    made = Keyring(path).keys(make=True)
    path.chmod(0o400)
    assert Keyring(path).keys() == made


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"no key\n", b"\xff\xfe", b"PRIVATE+KEY+a+b+c\n", b"a+b+c\n"])
def test_what_is_no_key_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(KeyFault):
        Keyring(path).keys(make=True)
    assert path.read_bytes() == content


def test_keys_of_different_logs_in_one_file_are_refused(path: Path) -> None:
    foreign = new_keys("another")
    keys = new_keys("one")
    path.write_text(f"{keys.signing.kept()}\n{foreign.signing.verifier}\n")
    path.chmod(0o600)
    with pytest.raises(KeyFault, match="different logs"):
        Keyring(path).keys()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyFault, match="cannot be written"):
        Keyring(tmp_path / "nowhere" / "key").keys(make=True)


def test_a_new_key_takes_the_name_and_keeps_the_old_ones_public_half(path: Path) -> None:
    ring, running = Keyring(path), Keyring(path)
    first = ring.keys(make=True)
    assert first is not None
    assert running.keys() == first
    second = first.succeeded()
    ring.put(second, replace=True)
    assert running.keys() == second, "a process that runs must take up the new key"
    assert second.signing.name == first.signing.name
    assert second.known == (second.signing.verifier, first.signing.verifier)
    assert first.signing.kept() not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_of_many_that_make_a_key_at_once_one_is_the_key(path: Path) -> None:
    made = []
    threads = [threading.Thread(target=lambda: made.append(Keyring(path).keys(make=True))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({str(keys.signing.verifier) for keys in made if keys}) == 1
    assert len(made) == 8


def test_without_a_path_a_key_lives_in_memory() -> None:
    ring = Keyring(None)
    assert ring.keys() is None
    assert ring.keys(make=True) == ring.keys()
