"""Editions: checked on load with errors that help, known by the digest of their content."""

from pathlib import Path

import pytest

from domain.match import editions
from domain.match.editions import EditionError, Fault, Shelf, UnknownEdition
from tests.toy import TOY_EDITION, ToyEdition

MODELS = {"toy": ToyEdition}
TOML = 'id = "toy/one"\ngame = "toy"\ninvented = true\ncoin = [0, 1]\n'


def write(folder: Path, text: str, name: str = "toy.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(path: Path) -> tuple[Fault, ...]:
    with pytest.raises(EditionError) as caught:
        editions.load(path, MODELS)
    assert caught.value.source == str(path)
    assert str(path) in str(caught.value)
    return caught.value.faults


def test_a_sound_file_loads(tmp_path) -> None:
    edition = editions.load(write(tmp_path, TOML), MODELS)
    assert (edition.id, edition.game, edition.content) == ("toy/one", "toy", TOY_EDITION)


def test_the_digest_is_of_the_content_not_of_its_layout(tmp_path) -> None:
    one = editions.load(write(tmp_path, TOML, "a.toml"), MODELS)
    lines = TOML.splitlines(keepends=True)
    other = editions.load(write(tmp_path, "# a remark\n" + "".join(reversed(lines)), "b.toml"), MODELS)
    changed = editions.load(write(tmp_path, TOML.replace("[0, 1]", "[0, 2]"), "c.toml"), MODELS)
    assert one.digest == other.digest == editions.digest(TOY_EDITION)
    assert changed.digest != one.digest


@pytest.mark.parametrize(
    ("text", "path", "found", "allowed"),
    [
        (TOML.replace("[0, 1]", "[0]"), "coin[1]", "nothing", "Field required"),
        (TOML.replace("[0, 1]", '[0, "1"]'), "coin[1]", '"1"', "valid integer"),
        (TOML.replace("[0, 1]", "[0, 1, 2]"), "coin", "[0, 1, 2]", "at most 2 items"),
        (TOML.replace("[0, 1]", "[1, 1]"), "(edition)", "{", "faces of the coin must differ"),
        (TOML.replace("invented = true", ""), "invented", "nothing", "Field required"),
        (TOML + "colour = 3\n", "colour", "3", "not permitted"),
        (TOML.replace('game = "toy"', 'game = "chess"'), "game", "'chess'", "one of toy"),
        (TOML.replace('game = "toy"', ""), "game", "nothing", "one of toy"),
        ("id = ", "(file)", "no TOML", "TOML is needed"),
        (f"id = {'9' * 5000}", "(file)", "no TOML", "TOML is needed"),
        (f"{TOML}x = {'[' * 5000}{']' * 5000}", "(file)", "TOML is nested too deeply", "a few levels"),
        (f"{TOML}x{'.x' * 5000} = 1", "(file)", "TOML is nested too deeply", "a few levels"),
    ],
)
def test_a_fault_names_file_path_what_was_found_and_what_is_allowed(tmp_path, text, path, found, allowed) -> None:
    fault = faults(write(tmp_path, text))[0]
    assert fault.path == path
    assert found in fault.found
    assert allowed in fault.allowed


def test_every_fault_is_named_not_just_the_first(tmp_path) -> None:
    text = TOML.replace("[0, 1]", '["x", "y"]').replace("true", "1")
    assert [fault.path for fault in faults(write(tmp_path, text))] == ["invented", "coin[0]", "coin[1]"]


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path) -> None:
    assert faults(tmp_path / "nowhere.toml")[0].path == "(file)"
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in faults(binary)[0].found


def test_a_value_that_no_json_can_hold_is_a_fault(tmp_path) -> None:
    assert faults(write(tmp_path, TOML + "extra = nan\n"))[0].path


def test_a_shelf_offers_what_is_sound_and_names_what_is_not(tmp_path) -> None:
    write(tmp_path, TOML)
    write(tmp_path, "nonsense", "broken.toml")
    shelf = Shelf(MODELS, [tmp_path])
    assert [edition.id for edition in shelf] == ["toy/one"]
    assert shelf.get("toy/one").content == TOY_EDITION
    assert [Path(fault.source).name for fault in shelf.faults] == ["broken.toml"]
    with pytest.raises(UnknownEdition, match="there are toy/one"):
        shelf.get("toy/two")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("coin = [0, 9223372036854775807]", "coin[1]"),
        ("coin = [0, -10001]", "coin[1]"),
        ('coin = [0, 1]\nname = "two\\nlines"', "name"),
        (f'coin = [0, 1]\nname = "{"x" * 201}"', "name"),
        ('coin = [0, 1]\nname = "\\u0000"', "name"),
    ],
)
def test_figures_and_texts_that_no_match_could_be_shown_with_are_faults(tmp_path, line, path) -> None:
    assert [fault.path for fault in faults(write(tmp_path, TOML.replace("coin = [0, 1]", line)))] == [path]


def test_a_second_edition_of_the_same_id_is_a_fault_and_the_first_stays(tmp_path) -> None:
    write(tmp_path, TOML, "a.toml")
    write(tmp_path, TOML.replace("[0, 1]", "[0, 2]"), "b.toml")
    shelf = Shelf(MODELS, [tmp_path])
    assert shelf.get("toy/one").content["coin"] == [0, 1]
    assert [(Path(error.source).name, error.faults[0].path) for error in shelf.faults] == [("b.toml", "id")]


def test_an_edition_in_a_match_does_not_follow_a_later_edit_of_its_file(tmp_path) -> None:
    path = write(tmp_path, TOML)
    edition = editions.load(path, MODELS)
    write(tmp_path, TOML.replace("[0, 1]", "[3, 4]"))
    assert edition.content == TOY_EDITION
