"""Refuses requests that do not come from the page itself, and requests that are too large.

Any site that a person visits can send requests to this computer. So the server accepts only its
own host name, and changes nothing for a page of another origin.
"""

from __future__ import annotations

from collections.abc import Collection
from hmac import compare_digest
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 24 << 20  # bytes of a request
HOSTS = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class Guard:
    """The outermost layer of a server.

    With a ``token``, each request needs it, except those for the ``free`` addresses. Then any host
    name is accepted: another site does not know the token.
    """

    def __init__(self, app: ASGIApp, token: str | None = None, free: Collection[str] = ()) -> None:
        self.app, self.token, self.free = app, token, free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is refused; pass on every other one."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        headers = Headers(scope=scope)
        if self.token is None or scope["path"] in self.free:
            refusal = _of_another_host(headers) if self.token is None else None
        else:
            refusal = _without_token(headers, self.token)
        refusal = refusal or refused(headers, scope["method"])
        if refusal is not None:
            await refusal(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)


def _of_another_host(headers: Headers) -> JSONResponse | None:
    """The answer to a request that does not name this computer, or None."""
    if _host_name(headers.get("host", "")) in HOSTS:
        return None
    return answer(421, "this server answers only to its own name, such as 127.0.0.1")


def _without_token(headers: Headers, token: str) -> JSONResponse | None:
    """The answer to a request without the token, or None."""
    kind, _, sent = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and compare_digest(sent.strip().encode(), token.encode()):
        return None
    refusal = answer(401, "the request needs the header 'Authorization: Bearer TOKEN'")
    refusal.headers["www-authenticate"] = "Bearer"
    return refusal


def refused(headers: Headers, method: str) -> JSONResponse | None:
    """The answer to a request of another site, or of a wrong kind or size, or None."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and urlsplit(origin).netloc != host:
        return answer(403, "another site may not use this server")
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return answer(403, "another site may not use this server")
    if method == "POST":
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return answer(415, "the content type must be application/json")
        length = headers.get("content-length", "")
        if not length.isdigit():
            return answer(411, "the request does not say how long it is")
        if int(length) > LARGEST:
            return answer(413, f"the request is too large; at most {LARGEST >> 20} MB")
    return None


def _host_name(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and (port.isdigit() or not port) else host


def answer(status: int, problem: str) -> JSONResponse:
    """An error as JSON."""
    return JSONResponse({"error": problem}, status)
