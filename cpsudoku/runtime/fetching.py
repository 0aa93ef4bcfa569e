"""Fetches a short text from a few known hosts: by HTTPS, bounded in time and size, no cookies."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPSHandler, OpenerDirector, ProxyHandler, Request

from cpsudoku.runtime.errors import InputError, reason
from cpsudoku.runtime.printable import printable
from cpsudoku.runtime.version import __version__

SECONDS = 15.0  # for a whole reply
MOST = 4 << 20  # bytes of a reply, and of its text
_PIECE = 1 << 16
_MOVED = (301, 302, 303, 307, 308)
_KINDS = ("application/json", "application/octet-stream")  # besides text
_GZIP = 16 + zlib.MAX_WBITS

Open = Callable[[Request, float], HTTPResponse]
"""A function that sends a request. Each wait for the host takes at most that many seconds."""


@dataclass(frozen=True)
class Reply:
    """What a host answers: a text, or the address to which it redirects."""

    text: str = ""
    moved_to: str = ""


def by_https(request: Request, seconds: float) -> HTTPResponse:
    """Send a request by HTTPS, through the proxy of the environment if it names one.

    Nothing is redirected, and no other scheme is known.
    """
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPSHandler()):
        opener.add_handler(handler)
    response = opener.open(request, timeout=seconds)
    assert isinstance(response, HTTPResponse)
    return response


@dataclass(frozen=True)
class Fetcher:
    """Asks some hosts, and no others. ``seconds`` bound a reply as a whole."""

    hosts: Collection[str]
    open: Open = by_https
    seconds: float = SECONDS

    def get(self, address: str) -> Reply:
        """The reply to one GET. Raises InputError."""
        host = self._known_host(address)
        replies: SimpleQueue[Reply | InputError] = SimpleQueue()
        # In a thread, because the system bounds neither the search for a host nor a slow reply.
        Thread(target=self._put_reply, args=(address, host, replies), daemon=True).start()
        try:
            reply = replies.get(timeout=self.seconds)
        except Empty:
            raise InputError(
                "{host} did not answer within {seconds} s", host=host, seconds=f"{self.seconds:g}"
            ) from None
        if isinstance(reply, InputError):
            raise reply
        return reply

    def _known_host(self, address: str) -> str:
        """The host of an address; raises InputError if it is not to be asked."""
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise InputError(
                "{address} is not an address", address=printable(address[:60])
            ) from None
        if parts.scheme != "https":
            found = printable(parts.scheme[:20])
            raise InputError(
                "the link leads to an address of {found}; only https is used", found=repr(found)
            )
        if host not in self.hosts or port not in (None, 443) or "@" in parts.netloc:
            found = printable(parts.netloc[:60])
            raise InputError(
                "the link leads to {found}; only {hosts} are asked",
                found=found,
                hosts=", ".join(self.hosts),
            )
        return host

    def _put_reply(self, address: str, host: str, replies: SimpleQueue[Reply | InputError]) -> None:
        try:
            replies.put(self._reply(address, host))
        except InputError as error:
            replies.put(error)
        except OSError as error:
            replies.put(
                InputError(
                    "{host} can't be reached: {reason}", host=host, reason=printable(_reason(error))
                )
            )
        except (HTTPException, ValueError):
            replies.put(InputError("the reply of {host} is not correct HTTP", host=host))

    def _reply(self, address: str, host: str) -> Reply:
        end = monotonic() + self.seconds
        headers = {"User-Agent": f"cpsudoku/{__version__}", "Accept-Encoding": "gzip"}
        with self.open(Request(address, headers=headers), self.seconds) as response:
            if response.status in _MOVED and response.headers["location"]:
                return Reply(moved_to=urljoin(address, response.headers["location"]))
            if response.status == 404:
                raise InputError("{host} has no such puzzle", host=host)
            if response.status != 200:
                raise InputError(
                    "{host} answers with the error {status}", host=host, status=response.status
                )
            kind = response.headers.get_content_type()
            if not kind.startswith("text/") and kind not in _KINDS:
                raise InputError(
                    "{host} answers with {kind}, not with text",
                    host=host,
                    kind=printable(kind[:60]),
                )
            return Reply(_decoded(_body(response, host, end), host))


def _reason(error: OSError) -> str:
    cause = getattr(error, "reason", None)  # of a URLError
    return reason(cause) if isinstance(cause, OSError) else reason(error)


def _body(response: HTTPResponse, host: str, end: float) -> bytes:
    """The bytes of a reply, decompressed."""
    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing not in ("identity", "gzip"):
        raise InputError(
            "the reply of {host} is compressed as {packing}",
            host=host,
            packing=printable(packing[:20]),
        )
    unpacked, found, size = zlib.decompressobj(_GZIP), bytearray(), 0
    while piece := response.read1(_PIECE):
        size += len(piece)
        if packing == "gzip":
            try:
                piece = unpacked.decompress(piece, MOST + 1 - len(found))
            except zlib.error:
                raise InputError("the reply of {host} is damaged", host=host) from None
        found += piece
        if max(size, len(found)) > MOST:
            raise InputError(
                "the reply of {host} is larger than {most} MiB", host=host, most=MOST >> 20
            )
        if monotonic() > end:  # nobody waits for it any more
            break
    if response.length or (packing == "gzip" and not unpacked.eof):
        raise InputError("the reply of {host} is not complete", host=host)
    return bytes(found)


def _decoded(body: bytes, host: str) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("the reply of {host} is not text in UTF-8", host=host) from None
