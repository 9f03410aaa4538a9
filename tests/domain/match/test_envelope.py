"""The bytes of a recorded event: they come back as they were, and those of former versions still load."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from domain.match.chance import Source
from domain.match.envelope import Codec, Entry, Recorded, Unreadable
from domain.match.game import Event
from domain.match.sides import Side
from tests.toy import TOY, Coin, CoinTossed, CornerHidden, HideCorner, Toy

NOW = datetime(2026, 3, 4, 5, 6, 7, 890123, tzinfo=UTC)


def recorded(event: Event, **entry: Any) -> Recorded:
    codec = Codec([TOY])
    return Recorded("m", 3, codec.name(type(event)), Entry(at=NOW, by="home", data=event, **entry))


@pytest.mark.parametrize(
    "event",
    [
        recorded(CornerHidden(side=Side.HOME, clause="TOY-1.2", corner=2), audience="home", token="t", command_id="c"),
        recorded(CoinTossed(face=1), source=Source.DEALT, draw=7),
    ],
)
def test_an_event_comes_back_as_it_was(event: Recorded) -> None:
    codec = Codec([TOY])
    assert codec.decode(codec.topic(event), codec.encode(event.entry)) == (event.type, event.entry)


def test_the_topic_is_a_stable_name_with_the_schema_and_no_module_path() -> None:
    assert Codec([TOY]).topic(recorded(CoinTossed(face=1))) == "toy.CoinTossed@1"


def test_the_stored_form_is_plain_json_in_camel_case_with_a_utc_time() -> None:
    codec = Codec([TOY])
    stored = recorded(CoinTossed(face=1), source=Source.REPORTED, draw=0, command_id="c")
    assert msgspec.json.decode(codec.encode(stored.entry)) == {
        "at": "2026-03-04T05:06:07.890123Z",
        "by": "home",
        "data": {"side": None, "clause": "", "face": 1},
        "commandId": "c",
        "source": "reported",
        "draw": 0,
    }


@pytest.mark.parametrize("act", [HideCorner(side=Side.AWAY, corner=3), Coin(face=1)])
def test_what_was_submitted_comes_back_as_it_was(act) -> None:
    codec = Codec([TOY])
    assert codec.decode_act("toy", codec.encode_act(act)) == act


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("toy.CoinTossed@1", b"{"),
        ("toy.CoinTossed@1", b"\xff\xfe"),
        ("toy.CoinTossed@1", b'{"at":"2026-03-04T05:06:07Z","by":"home","data":{"face":"one"}}'),
        ("toy.CoinTossed@2", b"{}"),
        ("toy.CoinTossed@0", b"{}"),
        ("toy.CoinTossed", b"{}"),
        ("toy.Nothing@1", b"{}"),
        ("", b""),
    ],
)
def test_bytes_that_are_no_such_event_are_refused(topic, state) -> None:
    with pytest.raises(Unreadable):
        Codec([TOY]).decode(topic, state)


class PitchInvaded(Event, frozen=True, kw_only=True):
    """An event in its third schema: `count` was `number` at first, `reason` came later."""

    count: int
    reason: str

    schema = 3
    former_names = ("PitchEntered",)

    @classmethod
    def upcast(cls, data: dict[str, Any], schema: int) -> dict[str, Any]:
        if schema == 1:
            data["count"] = data.pop("number")
        if schema == 2:
            data["reason"] = "unknown"
        return data


class LaterToy(Toy):
    events = (*Toy.events, PitchInvaded)


class TestFormerVersions:
    codec = Codec([LaterToy()])
    head = b'{"at":"2026-03-04T05:06:07Z","by":"home","data":'

    def test_an_event_of_the_first_schema_is_brought_up_step_by_step(self) -> None:
        name, entry = self.codec.decode("toy.PitchInvaded@1", self.head + b'{"number":4}}')
        assert (name, entry.data) == ("toy.PitchInvaded", PitchInvaded(count=4, reason="unknown"))

    def test_an_event_under_its_former_name_still_loads(self) -> None:
        name, entry = self.codec.decode("toy.PitchEntered@2", self.head + b'{"count":5}}')
        assert (name, entry.data) == ("toy.PitchInvaded", PitchInvaded(count=5, reason="unknown"))
        name, entry = self.codec.decode("toy.PitchEntered@3", self.head + b'{"count":5,"reason":"joy"}}')
        assert (name, entry.data) == ("toy.PitchInvaded", PitchInvaded(count=5, reason="joy"))

    @pytest.mark.parametrize("data", [b"{}", b"7", b'{"number":"four"}'])
    def test_old_data_that_cannot_be_brought_up_is_refused(self, data) -> None:
        with pytest.raises(Unreadable):
            self.codec.decode("toy.PitchInvaded@1", self.head + data + b"}")
