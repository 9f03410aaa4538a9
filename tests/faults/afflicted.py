"""`python -m tests.faults.afflicted ILLS ...` is `touchline ...` on a machine whose clock and disks a file rules.

The clock is the recorder's own parameter. A full disk is SQLite's own: the file may have no more pages than it has,
so that whatever needs one more fails as on a disk without room.
"""

import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

NO_LIMIT = 2**32 - 2
"""Pages that a file of SQLite has at the most."""


class Ill(msgspec.Struct, frozen=True):
    """What is wrong with a machine. clock: seconds that it is wrong by. full: the end of the names of files that can
    not grow, because the disk that they lie on is full.
    """

    clock: float = 0.0
    full: str | None = None


class Ills:
    """What is wrong with the machine of a process; it can change while that runs."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def become(self, ill: Ill) -> None:
        """Let something else be wrong from now on."""
        new = self.file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(ill))
        new.replace(self.file)

    @property
    def now(self) -> Ill:
        """What is wrong now."""
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Ill)
        except FileNotFoundError:
            return Ill()


def afflict(ills: Ills) -> None:
    """Let this process have a clock and disks that are as wrong as the file says."""
    from domain.match.recorder import Recorder

    class Connection(sqlite3.Connection):
        def __init__(self, database: Any, *arguments: Any, **options: Any) -> None:
            super().__init__(database, *arguments, **options)
            self._file = str(database)

        def cursor(self, *arguments: Any, **options: Any) -> Any:
            # The limit is never below what the file has: 1 leaves it no room to grow.
            full = ills.now.full
            pages = NO_LIMIT if full is None or not self._file.endswith(full) else 1
            self.execute(f"PRAGMA max_page_count={pages}").close()
            return super().cursor(*arguments, **options)

    connect = sqlite3.connect

    def connect_afflicted(*arguments: Any, **options: Any) -> Any:
        return connect(*arguments, **{"factory": Connection, **options})

    sqlite3.connect = connect_afflicted
    sqlite3.dbapi2.connect = connect_afflicted
    defaults: Any = Recorder.__init__.__kwdefaults__
    defaults["clock"] = lambda: datetime.now(UTC) + timedelta(seconds=ills.now.clock)


if __name__ == "__main__":
    afflict(Ills(Path(sys.argv.pop(1))))
    from api.cli.main import app

    app(prog_name="touchline")
