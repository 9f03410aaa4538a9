"""Archives: what is sound is found sound, and what was cut, moved or changed is named with its first event."""

import sqlite3
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec
import pytest

from domain.match import archive
from domain.match.answers import Accepted, NotPermitted
from domain.match.archive import AlreadyRecorded, ArchiveError, Verdict
from domain.match.chance import Mode, Source
from domain.match.engines import StoreUnavailable
from domain.match.envelope import Act
from domain.match.keys import Keyring, new_keys
from domain.match.leaves import chain_start, chained, leaf_of
from domain.match.record import DamagedRecord
from domain.match.recorder import Opened, Recorder
from domain.match.registry import Games
from domain.match.sides import Side, Viewer
from tests.domain.match.conftest import GAMES, opened
from tests.forging import resealed
from tests.toy import Coin, CoinTossed, HideCorner, Toy

Lines = list[str]


def play_out(recorder: Recorder, match: Opened, rounds: int = 2) -> None:
    """Play a toy match; of a reported one every coin falls on 1."""
    reported = recorder.match(match.match_id).opening.mode is Mode.REPORTED
    for number in range(rounds):
        acts: list[Act] = [HideCorner(side=Side.HOME, corner=1), HideCorner(side=Side.AWAY, corner=3)]
        for act in (*acts, *([Coin(face=1)] if reported else [])):
            seat = Viewer(act.side) if act.side else Viewer.REFEREE
            answer = recorder.submit(match.match_id, match.tokens[seat], f"{number}-{seat}", act)
            assert isinstance(answer, Accepted), answer


@pytest.fixture
def dealt_lines(recorder, dealt) -> Lines:
    play_out(recorder, dealt)
    return list(archive.export(recorder, dealt.match_id))


@pytest.fixture
def reported_lines(recorder, reported) -> Lines:
    play_out(recorder, reported)
    return list(archive.export(recorder, reported.match_id))


def verdict(lines: Lines) -> Verdict:
    return archive.verify(archive.read(lines), GAMES)


def test_the_header_names_format_match_game_rules_mode_house_rules_and_edition(dealt_lines, dealt, edition) -> None:
    header = msgspec.json.decode(dealt_lines[0])
    assert header["match"] == dealt.match_id
    assert header["format"] == archive.FORMAT
    assert (header["game"], header["rulesVersion"], header["mode"]) == ("toy", 1, "dealt")
    assert (header["houseRules"], header["names"]) == ({"rounds": 2}, {"home": "Reds", "away": "Blues"})
    assert (header["edition"], header["editionDigest"]) == (edition.content, edition.digest)
    assert header["events"] == len(dealt_lines) - 1


def test_an_archive_as_it_was_exported_is_sound_and_its_draws_are_derived_again(dealt_lines) -> None:
    found = verdict(dealt_lines)
    assert (found.sound, found.events, found.draws) == (True, len(dealt_lines) - 1, 2)


def test_a_reported_archive_is_sound_and_has_no_draws_to_derive(reported_lines) -> None:
    found = verdict(reported_lines)
    assert (found.sound, found.draws) == (True, 0)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_match_that_still_runs_can_be_archived_and_checked(recorder, edition, mode) -> None:
    match = opened(recorder, edition, mode)
    play_out(recorder, match, rounds=1)
    assert verdict(list(archive.export(recorder, match.match_id))).sound


def forged(lines: Lines, change: Callable[[list[dict[str, Any]]], None]) -> Lines:
    """A forgery by someone who knows the format: events changed, and all digests made anew."""
    header, *events = [msgspec.json.decode(line) for line in lines]
    change(events)
    return resealed(header, events)


class TestForgeries:
    """Each forger here makes all digests anew; the rules find them out."""

    def test_resealing_alone_changes_nothing(self, dealt_lines) -> None:
        assert verdict(forged(dealt_lines, lambda events: None)).sound

    def test_another_face_of_a_dealt_coin(self, dealt_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            event = next(event for event in events if event["type"] == "toy.CoinTossed")
            event["entry"]["data"]["face"] = 1 - event["entry"]["data"]["face"]

        found = verdict(forged(dealt_lines, change))
        assert found.version == 5
        assert "face of toy.CoinTossed must be" in found.reason

    def test_an_impossible_face_of_a_reported_coin(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            for event in events:
                if event["type"] == "toy.CoinTossed":
                    event["entry"]["data"]["face"] = event["entry"]["command"]["face"] = 6

        found = verdict(forged(reported_lines, change))
        assert found.version == 5
        assert "cannot happen now" in found.reason

    def test_a_goal_that_nobody_scored(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[5]["entry"]["data"]["side"] = "home"

        found = verdict(forged(reported_lines, change))
        assert (found.version, found.reason) == (6, 'side of toy.RoundScored must be "away", not "home"')

    def test_a_move_that_the_rules_forbid(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[1]["entry"]["data"]["corner"] = events[1]["entry"]["command"]["corner"] = 4

        found = verdict(forged(reported_lines, change))
        assert found.version == 2
        assert "TOY-1.2: there is no corner 4" in found.reason

    def test_a_move_by_the_wrong_seat(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[1]["entry"]["by"] = "away"

        found = verdict(forged(reported_lines, change))
        assert (found.version, found.reason) == (2, "its command is refused: the away seat does not act for home")

    def test_a_seed_that_was_not_committed_to(self, dealt_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[-1]["entry"]["data"]["seed"] = "00" * 32

        found = verdict(forged(dealt_lines, change))
        assert found.version == len(dealt_lines) - 1
        assert "committed to" in found.reason

    def test_a_match_cut_in_the_middle_of_a_commit(self, dealt_lines) -> None:
        found = verdict(forged(dealt_lines, lambda events: events.__delitem__(slice(4, None))))
        assert found.version == 5
        assert "must follow here" in found.reason

    def test_an_event_left_out(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            del events[5]
            for number, event in enumerate(events, start=1):
                event["version"] = number

        found = verdict(forged(reported_lines, change))
        assert (found.version, found.reason) == (6, "toy.RoundScored must follow here, and does not")

    def test_an_event_too_many(self, reported_lines) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events.insert(6, msgspec.json.decode(msgspec.json.encode(events[5])))
            for number, event in enumerate(events, start=1):
                event["version"] = number

        found = verdict(forged(reported_lines, change))
        assert (found.version, found.reason) == (7, "toy.RoundScored does not follow from the command before it")

    @pytest.mark.parametrize(
        ("field", "value"),
        [("draw", 9), ("source", "dealt"), ("audience", "home"), ("by", "home"), ("token", "x"), ("commandId", "x")],
    )
    def test_an_envelope_that_says_something_else(self, reported_lines, field, value) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            assert events[4]["type"] == "toy.CoinTossed"
            events[5 if field in ("by", "token", "commandId") else 4]["entry"][field] = value

        assert verdict(forged(reported_lines, change)).version in (5, 6)


class TestDamage:
    """What happens to files: without new digests the first changed event is named."""

    def test_a_changed_event(self, reported_lines) -> None:
        reported_lines[3] = reported_lines[3].replace('"corner":3', '"corner":2')
        found = verdict(reported_lines)
        assert (found.version, found.reason) == (
            3,
            "its digest does not follow from what it says and from the events before",
        )

    def test_two_events_in_each_others_place(self, reported_lines) -> None:
        reported_lines[3], reported_lines[4] = reported_lines[4], reported_lines[3]
        assert verdict(reported_lines).reason == "version 3 is due here, not 4"

    def test_an_end_that_is_missing(self, reported_lines) -> None:
        found = verdict(reported_lines[:-3])
        assert found.version == len(reported_lines) - 3
        assert found.reason.startswith("the archive ends after")

    def test_a_last_line_cut_short(self, reported_lines) -> None:
        with pytest.raises(ArchiveError) as caught:
            verdict([*reported_lines[:-1], reported_lines[-1][:40]])
        assert caught.value.line == len(reported_lines)

    def test_a_match_of_no_events(self, reported_lines) -> None:
        assert verdict(reported_lines[:1]).reason == "the archive holds no event"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("houseRules", {"rounds": 3}),
            ("names", {"home": "Reds", "away": "Greens"}),
            ("mode", "dealt"),
            ("editionDigest", "sha256:00"),
            ("edition", {}),
            ("events", 3),
            ("digest", "00"),
            ("match", "another"),
        ],
    )
    def test_a_header_that_says_something_else(self, reported_lines, field, value) -> None:
        header = msgspec.json.decode(reported_lines[0])
        header[field] = value
        assert not verdict([msgspec.json.encode(header).decode(), *reported_lines[1:]]).sound

    @pytest.mark.parametrize(
        ("lines", "line"),
        [
            ([], 1),
            ([""], 1),
            (["[]"], 1),
            (['{"format":"other"}'], 1),
            ([b"\xff\xfe"], 1),
            (["x" * (archive.LONGEST_LINE + 1)], 1),
            ([b"\x1f\x8b\x08"], 1),
            ([b"\xef\xbb\xbf{}"], 1),
            ([b"\xff\xfe{\x00"], 1),
        ],
    )
    def test_what_is_no_archive_is_unreadable(self, lines, line) -> None:
        with pytest.raises(ArchiveError) as caught:
            archive.read(lines)
        assert caught.value.line == line

    @pytest.mark.parametrize(
        ("field", "value"), [("format", "touchline-match/9"), ("game", "chess"), ("rulesVersion", 9)]
    )
    def test_an_archive_of_what_is_not_known_here_is_unreadable(self, reported_lines, field, value) -> None:
        header = msgspec.json.decode(reported_lines[0])
        header[field] = value
        with pytest.raises(ArchiveError) as caught:
            verdict([msgspec.json.encode(header).decode(), *reported_lines[1:]])
        assert caught.value.line == 1

    @pytest.mark.parametrize("place", [0, 1, 5])
    def test_a_key_that_stands_there_twice_is_refused_whatever_a_reader_makes_of_it(
        self, reported_lines, place
    ) -> None:
        reported_lines[place] = reported_lines[place].replace("{", '{"version":9,"names":{"home":"X","away":"Y"},', 1)
        with pytest.raises(ArchiveError) as caught:
            verdict(reported_lines)
        assert caught.value.line == place + 1

    def test_a_key_twice_within_an_event_is_refused_too(self, reported_lines) -> None:
        def change(line: str) -> str:
            return line.replace('"by":"home"', '"by":"away","by":"home"', 1)

        digest = chain_start(match_id := msgspec.json.decode(reported_lines[0])["match"])
        forged = [reported_lines[0]]
        for line in map(change, reported_lines[1:]):
            event = msgspec.json.decode(line, type=archive.Line)
            leaf = leaf_of(match_id, event.version, event.topic, bytes.fromhex(event.salt), bytes(event.entry))
            digest = chained(digest, leaf)
            forged.append(msgspec.json.encode(msgspec.structs.replace(event, digest=digest.hex())).decode())
        found = verdict(forged)
        assert found.version == 2
        assert "a key twice" in found.reason

    def test_a_blank_line_is_named(self, reported_lines) -> None:
        with pytest.raises(ArchiveError, match="a blank line"):
            verdict([*reported_lines, ""])

    def test_line_ends_of_another_system_are_no_damage(self, reported_lines) -> None:
        assert verdict([f"{line}\r\n" for line in reported_lines]).sound

    @pytest.mark.parametrize("bit", [0, 5])
    def test_every_single_flipped_byte_is_caught_and_none_by_a_crash(self, dealt_lines, bit) -> None:
        assert (
            unnoticed("\n".join(dealt_lines).encode(), range(sum(len(line) + 1 for line in dealt_lines) - 1), bit) == []
        )


def unnoticed(whole: bytes, places: Iterable[int], bit: int, games: Games = GAMES) -> list[int]:
    """The places of an archive at which a flipped bit makes no difference to what `verify` says."""
    found = []
    for place in places:
        flipped = whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]
        try:
            if archive.verify(archive.read(flipped.split(b"\n")), games).sound:
                found.append(place)
        except ArchiveError:
            pass
    return found


class TestTheLog:
    """What the checkpoint and the proof of an archive show, and what nobody can make them show."""

    @pytest.fixture
    def two(self, recorder, edition) -> tuple[Lines, Lines]:
        """The archives of two matches that were played in turns."""
        one, other = opened(recorder, edition, Mode.REPORTED), opened(recorder, edition, Mode.REPORTED)
        play_out(recorder, one, rounds=1)
        play_out(recorder, other)
        play_out(recorder, one)
        return list(archive.export(recorder, one.match_id)), list(archive.export(recorder, other.match_id))

    def test_an_archive_shows_its_events_in_the_log_by_a_proof_shorter_than_a_path_for_each(
        self, two, recorder
    ) -> None:
        for lines in two:
            found = verdict(lines)
            assert found.sound
            assert found.checkpoint is not None
            assert found.checkpoint.checkpoint.size == recorder.position()
            assert found.signers == recorder.notary.keys().known
            assert not found.trusted
            assert len(header_of(lines)["log"]["proof"]) < len(lines) - 1

    def test_a_key_that_is_trusted_must_have_signed(self, two, recorder) -> None:
        trusted = archive.verify(archive.read(two[0]), GAMES, recorder.notary.keys().known)
        assert (trusted.sound, trusted.trusted) == (True, True)
        stranger = new_keys(recorder.notary.keys().signing.name).known
        found = archive.verify(archive.read(two[0]), GAMES, stranger)
        assert (found.version, "not signed by a key that is trusted" in found.reason) == (0, True)

    def test_a_match_that_is_forged_whole_and_signed_with_another_key_is_sound_only_to_who_trusts_that_key(
        self, two, recorder, tmp_path, edition
    ) -> None:
        # The forger has the code, and plays another match under the same id in a store of their own.
        match_id, origin = header_of(two[0])["match"], recorder.notary.keys().signing.name
        ids = iter([bytes.fromhex(match_id)])
        entropy = lambda length: next(ids) if length == 8 else bytes(range(length))  # noqa: E731
        keyring = Keyring(tmp_path / "forged.key")
        keyring.put(new_keys(origin))
        with Recorder(f"sqlite:///{tmp_path}/f.db", GAMES, entropy=entropy, key=keyring.path) as forger:
            match = opened(forger, edition, Mode.REPORTED)
            play_out(forger, match)
            forged_lines = list(archive.export(forger, match_id))
        assert verdict(forged_lines).sound
        assert not verdict(forged_lines).trusted
        assert not archive.verify(archive.read(forged_lines), GAMES, recorder.notary.keys().known).sound

    def test_a_change_that_the_rules_allow_is_found_by_the_log(self, two) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[1]["entry"]["at"] = "2020-01-01T00:00:00Z"

        found = verdict(forged(two[0], change))
        assert (found.version, "do not lead to the root" in found.reason) == (0, True)

    def test_a_change_is_not_found_by_an_archive_that_shows_no_log_and_verify_says_that_it_shows_none(
        self, two
    ) -> None:
        def change(events: list[dict[str, Any]]) -> None:
            events[1]["entry"]["at"] = "2020-01-01T00:00:00Z"
            for event in events:
                del event["index"]

        header = header_of(two[0])
        header["log"] = None
        found = verdict(forged([msgspec.json.encode(header).decode(), *two[0][1:]], change))
        assert (found.sound, found.checkpoint) == (True, None)

    def test_without_its_checkpoint_an_archive_is_refused_by_who_trusts_a_key(self, recorder, two) -> None:
        bare = list(archive.export(recorder, header_of(two[0])["match"], evidence=False))
        assert verdict(bare).sound
        assert not archive.verify(archive.read(bare), GAMES, recorder.notary.keys().known).sound

    @pytest.mark.parametrize("seed", range(40))
    def test_events_that_are_swapped_dropped_doubled_or_spliced_in_are_found_though_all_is_resealed(
        self, two, seed
    ) -> None:
        rng = Random(seed)
        others = [msgspec.json.decode(line) for line in two[1][1:]]

        def change(events: list[dict[str, Any]]) -> None:
            at, to = rng.sample(range(len(events)), 2)
            match rng.choice(["swap", "drop", "double", "splice", "insert"]):
                case "swap":
                    events[at], events[to] = events[to], events[at]
                case "drop":
                    del events[at]
                case "double":
                    events.insert(to, msgspec.json.decode(msgspec.json.encode(events[at])))
                case "splice":
                    events[at:] = others[at:]
                case "insert":
                    events.insert(at, rng.choice(others))
            if rng.random() < 0.7:
                for number, event in enumerate(events, start=1):
                    event["version"] = number

        assert not verdict(forged(two[0], change)).sound
        header, *events = map(msgspec.json.decode, two[0])
        change(events)
        assert not verdict([msgspec.json.encode(part).decode() for part in (header, *events)]).sound

    @pytest.mark.parametrize(
        "change",
        [
            lambda log, other: log.update(checkpoint=other["checkpoint"].replace("0", "1")),
            lambda log, other: log.update(checkpoint=log["checkpoint"][:-30]),
            lambda log, other: log.update(checkpoint=""),
            lambda log, other: log.update(keys=[]),
            lambda log, other: log.update(keys=["x+y+z"]),
            lambda log, other: log.update(proof=log["proof"][:-1]),
            lambda log, other: log.update(proof=[*log["proof"], "00" * 32]),
            lambda log, other: log.update(proof=["00" * 31]),
            lambda log, other: log.update(proof=["zz" * 32]),
            lambda log, other: log.update(proof=[one.upper() for one in log["proof"]]),
            lambda log, other: log.update(proof=other["proof"]),
        ],
    )
    def test_evidence_that_was_forged_cut_or_taken_from_elsewhere_is_found_in_the_header(self, two, change) -> None:
        header = header_of(two[0])
        change(header["log"], header_of(two[1])["log"])
        found = verdict([msgspec.json.encode(header).decode(), *two[0][1:]])
        assert (found.version, found.events) == (0, 0)

    def test_a_checkpoint_of_a_foreign_log_does_not_hold_these_events(self, two, tmp_path, edition) -> None:
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            foreign = list(archive.export(other, opened(other, edition, Mode.DEALT).match_id))
        header = header_of(two[0])
        header["log"] = header_of(foreign)["log"]
        assert not verdict([msgspec.json.encode(header).decode(), *two[0][1:]]).sound

    def test_a_stored_event_that_does_not_fit_its_leaf_is_not_exported(self, recorder, reported, tmp_path) -> None:
        with sqlite3.connect(tmp_path / "matches.db") as connection:
            connection.execute("UPDATE stored_events SET salt = x'00'")
        connection.close()
        with pytest.raises(DamagedRecord, match="its leaf is not that of its bytes"):
            list(archive.export(recorder, reported.match_id))

    def test_what_is_archived_is_what_is_stored_to_the_byte(self, recorder, dealt) -> None:
        play_out(recorder, dealt)
        read = archive.read(archive.export(recorder, dealt.match_id))
        rows = recorder.stored(dealt.match_id)
        assert [(line.topic, bytes(line.entry), bytes.fromhex(line.salt)) for line in read.lines] == [
            row[2:5] for row in rows
        ]

    def test_a_restored_event_keeps_its_leaf_if_its_bytes_stay_the_same_and_only_then(
        self, dealt_lines, tmp_path
    ) -> None:
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            restored = archive.restore(other, archive.read(dealt_lines))
            again = archive.read(archive.export(other, restored.match_id))
        for now, before in zip(again.lines, archive.read(dealt_lines).lines, strict=True):
            same = bytes(now.entry) == bytes(before.entry)
            assert same == (now.type != "toy.CoinTossed")
            assert (now.salt == before.salt) == same

    def test_a_hostile_archive_that_its_game_cannot_even_fold_is_found_and_crashes_nothing(
        self, reported_lines, monkeypatch
    ) -> None:
        monkeypatch.setattr(Toy, "decide", lambda *_: 1 / 0)
        found = verdict(reported_lines)
        assert (found.version, "ZeroDivisionError" in found.reason) == (2, True)


def header_of(lines: Lines) -> dict[str, Any]:
    header: dict[str, Any] = msgspec.json.decode(lines[0])
    return header


class TestImport:
    def test_a_restored_match_is_the_same_match_with_chance_marked_as_imported(
        self, dealt_lines, recorder, tmp_path
    ) -> None:
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            restored = archive.restore(other, archive.read(dealt_lines))
            record, original = other.match(restored.match_id), recorder.match(restored.match_id)
            assert [event.event for event in record.events()] == [event.event for event in original.events()]
            assert record.state == original.state
            sources = {event.entry.source for event in record.events() if isinstance(event.event, CoinTossed)}
            assert sources == {Source.IMPORTED}
            again = archive.verify(archive.read(archive.export(other, restored.match_id)), GAMES)
            assert (again.sound, again.draws) == (True, 2)

    def test_a_match_is_taken_in_once(self, dealt_lines, recorder) -> None:
        with pytest.raises(AlreadyRecorded):
            archive.restore(recorder, archive.read(dealt_lines))

    def test_what_does_not_follow_is_refused_with_its_line_and_nothing_is_kept(self, reported_lines, tmp_path) -> None:
        changed = forged(reported_lines, lambda events: events[5]["entry"]["data"].update(side="home"))
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            with pytest.raises(ArchiveError) as caught:
                archive.restore(other, archive.read(changed))
            assert caught.value.line == 7
            assert other.matches() == []

    def test_a_reported_match_goes_on_with_new_seats(self, recorder, reported, tmp_path) -> None:
        play_out(recorder, reported, rounds=1)
        lines = list(archive.export(recorder, reported.match_id))
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            restored = archive.restore(other, archive.read(lines))
            act = HideCorner(side=Side.HOME, corner=1)
            old = other.submit(restored.match_id, reported.tokens[Viewer.HOME], "c", act)
            assert isinstance(old, NotPermitted)
            assert isinstance(other.submit(restored.match_id, restored.tokens[Viewer.HOME], "c", act), Accepted)

    def test_a_dealt_match_cannot_go_on_without_its_seed(self, recorder, dealt, tmp_path) -> None:
        play_out(recorder, dealt, rounds=1)
        lines = list(archive.export(recorder, dealt.match_id))
        with Recorder(f"sqlite:///{tmp_path}/other.db", GAMES) as other:
            restored = archive.restore(other, archive.read(lines))
            with pytest.raises(StoreUnavailable, match="seed"):
                other.submit(restored.match_id, restored.tokens[Viewer.HOME], "c", HideCorner(side=Side.HOME, corner=1))
