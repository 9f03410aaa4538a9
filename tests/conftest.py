"""What tests of every layer share."""

from collections.abc import Iterator

import pytest

from tests import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """One private server for each test process."""
    with postgres.server() as server:
        yield server
