"""A GraphQL server whose one mutation does nothing: the floor under `submit`.

It runs as the real one does, on the same libraries; it prints its address and serves until it is ended.
"""

import socket

import strawberry
import uvicorn
from fastapi import FastAPI
from strawberry.extensions import ParserCache, ValidationCache
from strawberry.fastapi import GraphQLRouter


@strawberry.type
class Query:
    """There must be one."""

    nothing: int = 0


@strawberry.type
class Mutation:
    """One mutation with the arguments of `submit`."""

    @strawberry.mutation
    async def nothing(self, match_id: str, command_id: str, expected_version: int) -> int:
        """Does nothing."""
        return expected_version


def main() -> None:
    """Serve."""
    schema = strawberry.Schema(Query, Mutation, extensions=[ParserCache, ValidationCache])
    app = FastAPI()
    app.include_router(GraphQLRouter(schema), prefix="/graphql")
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[listener])


if __name__ == "__main__":
    main()
