"""The schema over HTTP and WebSockets, to the letter of GraphQL over HTTP and graphql-transport-ws."""

from datetime import timedelta
from typing import Any

import msgspec
from cross_web import AsyncHTTPRequestAdapter, HTTPException
from fastapi import WebSocketException, status
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from strawberry.exceptions import ConnectionRejectionError
from strawberry.fastapi import GraphQLRouter
from strawberry.http import GraphQLHTTPResponse
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.unset import UNSET, UnsetType

from api.graphql.context import Context, Services, Unauthenticated, bearer, bearer_of_payload
from api.graphql.schema import Schema

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"

INIT_WITHIN = timedelta(seconds=10)
"""How long a new socket may take to say who it is."""
FEEDS = 50
"""Subscriptions of one socket."""


def refusal(status_code: int, code: str, message: str, **headers: str) -> JSONResponse:
    """An HTTP answer to a request that GraphQL never saw."""
    body = {"errors": [{"message": message, "extensions": {"code": code}}]}
    return JSONResponse(body, status_code, headers=headers)


class Router(GraphQLRouter[Context, None]):
    """Serves the schema."""

    def __init__(self, schema: Schema, services: Services, path: str = "/graphql") -> None:
        async def context(connection: HTTPConnection) -> Context:
            try:
                return Context(services, bearer(connection.headers.get("authorization")))
            except Unauthenticated as error:
                if connection.scope["type"] == "websocket":
                    raise WebSocketException(status.WS_1008_POLICY_VIOLATION, str(error)) from error
                raise

        super().__init__(
            schema,
            path,
            context_getter=context,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=INIT_WITHIN,
            max_subscriptions_per_connection=FEEDS,
        )

    async def run(self, request: Any, context: Any = UNSET, root_value: Any = UNSET) -> Any:
        """Answer a request. What is no GraphQL request gets a JSON answer that says why."""
        try:
            return await super().run(request, context, root_value)
        except HTTPException as error:
            return refusal(error.status_code, "BAD_REQUEST", error.reason)

    async def get_sub_response(self, request: Request) -> Response:
        """The response that headers and status are set on: one of this request's own."""
        return Response()

    async def execute_operation(self, request: Request, request_adapter: AsyncHTTPRequestAdapter, **others: Any) -> Any:  # type: ignore[override]
        """Execute an operation. One that is not executed at all is answered 400 where the client knows GRAPHQL."""
        result = await super().execute_operation(request=request, request_adapter=request_adapter, **others)
        response: Response = others["sub_response"]
        response.media_type = GRAPHQL if _prefers_graphql(request.headers.get("accept", "")) else JSON
        if response.media_type == GRAPHQL and isinstance(result, ExecutionResult) and _unexecuted(result):
            response.status_code = status.HTTP_400_BAD_REQUEST
        return result

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        """The body of an answer; without data where nothing was executed."""
        body = await super().process_result(request, result)
        if _unexecuted(result):
            body.pop("data", None)
        return body

    def create_response(self, response_data: Any, sub_response: Response) -> Response:
        """The answer in the media type that was asked for."""
        return Response(
            self.encode_json(response_data),
            sub_response.status_code,
            media_type=f"{sub_response.media_type}; charset=utf-8",
        )

    def decode_json(self, data: str | bytes) -> object:
        """Read a JSON object. Raises HTTPException for whatever is none."""
        try:
            decoded = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise HTTPException(400, f"the request is not JSON: {error}") from error
        if not isinstance(decoded, dict):
            raise HTTPException(400, "the request is not a JSON object; one request at a time is taken")
        return decoded

    def encode_json(self, data: object) -> str:
        """Write JSON; as text, because a socket sends bytes as a binary frame."""
        return msgspec.json.encode(data).decode()

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """Learn who a socket speaks for. Raises ConnectionRejectionError."""
        try:
            token = bearer_of_payload(context.connection_params or {})
        except Unauthenticated as error:
            raise ConnectionRejectionError from error
        context.token = token or context.token
        return UnsetType()


def _unexecuted(result: ExecutionResult) -> bool:
    return result.data is None and bool(result.errors) and all(error.path is None for error in result.errors or ())


def _prefers_graphql(accept: str) -> bool:
    """Whether a client that accepts this would rather have GraphQL's own media type. Old ones do not know it."""
    weights = {JSON: 0.0, GRAPHQL: 0.0}
    for part in accept.split(","):
        media_type, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((_weight(piece[2:]) for piece in parameters if piece.startswith("q=")), 1.0)
        if media_type in weights:
            weights[media_type] = weight
    return weights[GRAPHQL] > 0 and weights[GRAPHQL] >= weights[JSON]


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
