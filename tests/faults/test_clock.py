"""A server whose clock is put back by hours, and forward again, in the middle of matches."""

from itertools import pairwise
from pathlib import Path

from domain.games import GAMES
from domain.match.recorder import Recorder
from tests.faults.afflicted import Ill
from tests.faults.load import Load
from tests.faults.services import running
from tests.faults.soundness import assert_sound, every_match

HOUR = 3600.0


def test_matches_go_on_whatever_the_clock_shows_and_their_time_never_goes_back(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/matches.db"  # the clock is the server's own, whatever the engine
    with running(tmp_path, store) as touchline, Load(touchline) as load:
        (server,) = touchline.servers
        for wrong_by in (-3 * HOUR, HOUR):
            load.goes_on()
            server.ills.become(Ill(clock=wrong_by))
        load.goes_on()
        assert_sound(touchline, load)
    with Recorder(store, GAMES) as recorder:
        for match_id in every_match(recorder):
            times = [event.entry.at for event in recorder.match(match_id).events()]
            assert all(earlier <= later for earlier, later in pairwise(times))
