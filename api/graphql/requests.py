"""What a client sends, read: over HTTP the body or the parameters, over a socket the payload.

What cannot be read raises HTTPException, with a reason that is fit for its sender: plain words, and nothing of Python.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from cross_web import HTTPException, StarletteRequestAdapter
from strawberry.http import GraphQLRequestData

from api.graphql.limits import BODY


class Incoming(StarletteRequestAdapter):
    """An HTTP request, of whose body no more is read than is allowed."""

    async def get_body(self) -> bytes:
        """The body. Raises HTTPException where it is beyond the limit."""
        announced = self.headers.get("content-length", "")
        body = bytearray()
        if not (announced.isdecimal() and int(announced) > BODY):
            async for chunk in self._request.stream():
                body += chunk
                if len(body) > BODY:
                    break
            else:
                return bytes(body)
        raise HTTPException(413, f"the request is too large: {BODY} bytes is the limit")


def read_json(sent: str | bytes) -> object:
    """Any JSON value. Raises HTTPException for whatever is none."""
    try:
        return msgspec.json.decode(sent)
    except RecursionError as error:
        raise HTTPException(400, "what was sent is nested too deeply") from error
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise HTTPException(400, "what was sent is not JSON: it is not UTF-8") from error
    except msgspec.DecodeError as error:
        raise HTTPException(400, f"what was sent is not JSON: {error}") from error


def read_object(sent: str | bytes) -> dict[str, Any]:
    """A JSON object. Raises HTTPException for whatever is none."""
    read = read_json(sent)
    if not isinstance(read, dict):
        raise HTTPException(400, "what was sent is not a JSON object; one is taken at a time")
    return read


def request_of(sent: Mapping[str, Any]) -> GraphQLRequestData:
    """A GraphQL request. Raises HTTPException where its parts are not of their types."""
    query, name = sent.get("query"), sent.get("operationName")
    if not isinstance(query, str) or not query:
        raise HTTPException(400, "query: a text is needed, the document")
    if not isinstance(name, str | None):
        raise HTTPException(400, "operationName: a text is needed, or null")
    for part in ("variables", "extensions"):
        if not isinstance(sent.get(part), dict | None):
            raise HTTPException(400, f"{part}: an object is needed, or null")
    return GraphQLRequestData(
        query=query,
        variables=sent.get("variables"),
        operation_name=name or None,
        extensions=sent.get("extensions"),
        protocol="http",
    )
