"""Sockets: graphql-transport-ws to the letter.

A message that is none closes the socket with its reason. Whatever is wrong with one operation is told of that one, and
the others go on.
"""

from collections.abc import Mapping
from typing import Any

from cross_web import HTTPException
from graphql import GraphQLError
from starlette.websockets import WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler

from api.graphql.context import Context, Unauthenticated, bearer_of_payload
from api.graphql.errors import incident, masked
from api.graphql.requests import request_of

KINDS = ("connection_init", "ping", "pong", "subscribe", "complete")
"""The types of message that a client sends."""

OPERATIONS = 50
"""Operations of one socket at a time."""

REASON = 123
"""Bytes that the protocol of sockets leaves for the reason of a close."""


class Frames(ASGIWebSocketAdapter):
    """Sends and closes while the socket is open; what comes too late is dropped."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message. Raises WebSocketDisconnected where the socket is closed."""
        if self._closed:
            raise WebSocketDisconnected
        await super().send_json(message)

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, with as much of the reason as there is room for."""
        if not self._closed:
            await super().close(code, reason.encode()[:REASON].decode(errors="ignore"))

    @property
    def _closed(self) -> bool:
        return self.ws.application_state is WebSocketState.DISCONNECTED


class Socket(BaseGraphQLTransportWSHandler[Context, None]):
    """Speaks graphql-transport-ws with one client."""

    async def handle(self) -> None:
        """Take messages until the socket is closed."""
        try:
            await super().handle()
        except HTTPException as error:  # a message that could not be read
            await self.handle_invalid_message(error.reason)

    async def handle_message(self, message: Any) -> None:
        """Take a message, or close the socket where it is none."""
        if fault := _fault(message):
            await self.handle_invalid_message(fault)
        else:
            await super().handle_message(message)

    async def handle_connection_init(self, message: Any) -> None:
        """Learn who the socket speaks for."""
        payload = message.get("payload") or {}
        try:
            token = bearer_of_payload(payload)
        except Unauthenticated as error:
            await self.websocket.close(4403, str(error))
            return
        if not self.connection_init_received:
            self.context.token = token or self.context.token
        message["payload"] = payload
        await super().handle_connection_init(message)

    async def handle_subscribe(self, message: Any) -> None:
        """Begin an operation, or say why not."""
        if self.connection_acknowledged and message["id"] not in self.operations:
            try:
                message["payload"]["operationName"] = request_of(message["payload"]).operation_name
            except HTTPException as error:
                return await self._refuse(message["id"], "BAD_REQUEST", error.reason)
            if len(self.operations) >= OPERATIONS:
                reason = f"a socket carries {OPERATIONS} operations at a time; complete one of them, or open another"
                return await self._refuse(message["id"], "TOO_MUCH", reason)
        return await super().handle_subscribe(message)

    async def handle_task_exception(self, error: Exception) -> None:
        """Log what nobody expected; a client that has gone is none of that."""
        if not isinstance(error, WebSocketDisconnected):
            incident(error, "a socket")

    async def _send_result_stream(self, operation: Any, result_source: Any) -> None:
        try:
            await super()._send_result_stream(operation, result_source)
        except (TypeError, ValueError, OverflowError) as error:  # an answer that is no JSON
            number = incident(error, "an answer over a socket")
            extensions = {"code": "INTERNAL", "incident": number}
            await operation.send_initial_errors([GraphQLError(masked(number), extensions=extensions)])

    async def _refuse(self, operation: str, code: str, reason: str) -> None:
        error = GraphQLError(reason, extensions={"code": code}).formatted
        await self.send_message({"id": operation, "type": "error", "payload": [error]})

    @staticmethod
    def _get_pre_execution_close_reason(error: GraphQLError) -> str | None:  # noqa: ARG004
        return None  # nothing that is wrong with one operation closes the socket


def _fault(message: Mapping[str, Any]) -> str:
    """What is wrong with the form of a message; empty for nothing."""
    kind, identity, payload = message.get("type"), message.get("id"), message.get("payload")
    if kind not in KINDS:
        return f"the type of a message is one of {', '.join(KINDS)}"
    if kind in ("subscribe", "complete") and not (isinstance(identity, str) and identity):
        return f"the id of a {kind} message is a text that is not empty"
    if kind == "subscribe" and payload is None:
        return "the payload of a subscribe message is an object with the query"
    if not isinstance(payload, dict | None):
        return f"the payload of a {kind} message is an object"
    return ""
