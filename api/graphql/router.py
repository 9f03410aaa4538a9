"""The schema over HTTP and WebSockets, to the letter of GraphQL over HTTP and graphql-transport-ws."""

from datetime import timedelta
from typing import Any

import msgspec
from cross_web import AsyncHTTPRequestAdapter, HTTPException
from fastapi import status
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from strawberry.fastapi import GraphQLRouter
from strawberry.http import GraphQLHTTPResponse, GraphQLRequestData
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.unset import UNSET

from api.graphql.context import Context, Services, bearer
from api.graphql.errors import shortened
from api.graphql.requests import Incoming, read_json, read_object, request_of
from api.graphql.schema import Schema
from api.graphql.sockets import OPERATIONS, Frames, Socket

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"

INIT_WITHIN = timedelta(seconds=10)
"""How long a new socket may take to say who it is."""

WITHOUT_INTERNET = 'GraphiQL comes from unpkg.com. Without internet take <a href="/">the plain page</a>.'
"""What its page says until GraphiQL is there."""


def refusal(status_code: int, code: str, message: str, **headers: str) -> JSONResponse:
    """An HTTP answer to a request that GraphQL never saw."""
    body = {"errors": [{"message": shortened(message), "extensions": {"code": code}}]}
    return JSONResponse(body, status_code, headers=headers)


class Router(GraphQLRouter[Context, None]):
    """Serves the schema."""

    request_adapter_class = Incoming
    websocket_adapter_class = Frames
    graphql_transport_ws_handler_class = Socket

    def __init__(self, schema: Schema, services: Services, path: str = "/graphql") -> None:
        async def context(connection: HTTPConnection) -> Context:
            return Context(services, bearer(connection.headers.get("authorization")))

        super().__init__(
            schema,
            path,
            context_getter=context,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,),
            connection_init_wait_timeout=INIT_WITHIN,
            max_subscriptions_per_connection=OPERATIONS,
        )

    async def run(self, request: Any, context: Any = UNSET, root_value: Any = UNSET) -> Any:
        """Answer a request. What is no GraphQL request gets a JSON answer that says why."""
        try:
            return await super().run(request, context, root_value)
        except HTTPException as error:
            code = "TOO_MUCH" if error.status_code == status.HTTP_413_CONTENT_TOO_LARGE else "BAD_REQUEST"
            return refusal(error.status_code, code, error.reason)

    @property
    def graphql_ide_html(self) -> str:
        """GraphiQL, which its page loads from elsewhere."""
        return super().graphql_ide_html.replace("Loading...", WITHOUT_INTERNET)

    async def parse_http_body(self, request: AsyncHTTPRequestAdapter) -> GraphQLRequestData:
        """Read a request. Raises HTTPException where it is none."""
        if request.method == "GET":
            sent: dict[str, Any] = {
                name: value for name, value in request.query_params.items() if isinstance(value, str) and value
            }
            sent |= {part: read_json(sent[part]) for part in ("variables", "extensions") if part in sent}
            return request_of(sent)
        if (request.content_type or "").partition(";")[0].strip().lower() != JSON:
            raise HTTPException(415, f"the content type of a request is {JSON}")
        return request_of(read_object(await request.get_body()))

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
        """Read what came over a socket: a JSON object. Raises HTTPException for whatever is none."""
        return read_object(data)

    def encode_json(self, data: object) -> str:
        """Write JSON; as text, because a socket sends bytes as a binary frame."""
        return msgspec.json.encode(data).decode()


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
