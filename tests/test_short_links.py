"""Short links: fetched when asked, from known hosts, by a server on the loopback."""

from __future__ import annotations

import gzip
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest

import cpsudoku
from cpsudoku.formats import online
from cpsudoku.formats.short_links import address_of
from cpsudoku.runtime import fetching
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.fetching import Fetcher
from cpsudoku.runtime.kept_texts import DAY, KeptTexts
from cpsudoku.web.actions.files import opened
from tests.command import run
from tests.puzzles import WIKIPEDIA
from tests.test_cli import invoke
from tests.test_sudokupad import link_of, scl

LONG = link_of(scl())
PAYLOAD = LONG.split("/", 3)[3]
SHORT = "https://sudokupad.app/0htle6wxey"
TINY = "https://tinyurl.com/abc"

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Hosts:
    """A server on the loopback that answers for all hosts. It notes what was asked.

    answers: by host and path. Requests for others are answered with 404.
    """

    port: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def open(self, request: Request, seconds: float) -> HTTPResponse:
        """Send a request for https to the loopback."""
        assert request.type == "https"
        assert request.get_method() == "GET"
        connection = HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        headers = {**dict(request.header_items()), "X-Host": request.host}
        connection.request("GET", request.selector, headers=headers)
        return connection.getresponse()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request as a test has asked for."""
        key = f"{handler.headers['X-Host']}{handler.path}"
        self.asked.append(key)
        self.headers.append(dict(handler.headers.items()))
        self.answers.get(key, sent(b"no", status=404))(handler)


def sent(body: bytes, status: int = 200, **headers: str) -> Answer:
    """An answer with a body. ``content_type`` is sent as ``content-type``."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"content-type": "text/plain", "content-length": str(len(body)), **named}
        for name, value in named.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def moved(place: str) -> Answer:
    """An answer that redirects."""
    return sent(b"", 301, location=place)


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hosts]:
    """All hosts, on the loopback, and an empty cache."""
    found = Hosts()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.answer(self)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    found.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    monkeypatch.setattr(online, "FETCHER", Fetcher(online.HOSTS, found.open, 5.0))
    monkeypatch.setattr(online, "KEPT", KeptTexts(tmp_path / "kept", fetching.MOST))
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


def puzzle(link: str) -> cpsudoku.Puzzle:
    """The puzzle of a link, fetched."""
    (found,) = cpsudoku.read(link, online=True)
    return found


def problem(link: str) -> str:
    """Why the puzzle of a link can't be fetched."""
    with pytest.raises(InputError) as error:
        puzzle(link)
    return error.value.problem


@pytest.mark.parametrize(
    ("link", "address"),
    [
        (SHORT, "https://sudokupad.app/api/puzzle/0htle6wxey"),
        (
            "sudokupad.app/0htle6wxey?setting-nogrid=1",
            "https://sudokupad.app/api/puzzle/0htle6wxey",
        ),
        ("https://sudokupad.app/?puzzleid=a-b", "https://sudokupad.app/api/puzzle/a-b"),
        ("https://beta.sudokupad.app/sudoku/x9", "https://sudokupad.app/api/puzzle/x9"),
        ("https://sudokupad.app/setter/a title", None),
        ("https://sudokupad.app/setter/title", "https://sudokupad.app/api/puzzle/setter/title"),
        ("https://app.crackingthecryptic.com/sudoku/Ab12", "https://sudokupad.app/api/puzzle/Ab12"),
        (
            "https://cracking-the-cryptic.web.app/sudoku/Ab12",
            "https://firebasestorage.googleapis.com/v0/b/sudoku-sandbox.appspot.com/o/Ab12?alt=media",
        ),
        ("https://f-puzzles.com/?id=y4abc", "https://tinyurl.com/y4abc"),
        ("https://www.f-puzzles.com/?a=1&id=y4abc", "https://tinyurl.com/y4abc"),
        ("https://tinyurl.com/y4abc", "https://tinyurl.com/y4abc"),
        ("https://bit.ly/3xyz", "https://bit.ly/3xyz"),
        ("https://sudokupad.app/../x", None),
        ("https://sudokupad.app/a/../x", None),
        ("https://f-puzzles.com/?load=N4Ig", None),
        ("https://example.com/abc", None),
        (LONG, None),
        (WIKIPEDIA, None),
    ],
)
def test_a_short_link_has_an_address(link: str, address: str | None) -> None:
    assert address_of(link) == address


def test_an_id_of_sudokupad_takes_one_request_without_cookies(hosts: Hosts) -> None:
    hosts.answers["sudokupad.app/api/puzzle/0htle6wxey"] = sent(PAYLOAD.encode())
    assert puzzle(SHORT) == puzzle(LONG)
    assert hosts.asked == ["sudokupad.app/api/puzzle/0htle6wxey"]
    assert hosts.headers[0]["User-agent"] == f"cpsudoku/{cpsudoku.__version__}"
    assert not hosts.headers[0].keys() & {"Cookie", "Referer", "Authorization"}


def test_a_puzzle_is_kept_for_a_day(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts.answers["sudokupad.app/api/puzzle/0htle6wxey"] = sent(PAYLOAD.encode())
    assert puzzle(SHORT) == puzzle(SHORT)
    assert len(hosts.asked) == 1
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + DAY + 60)
    puzzle(SHORT)
    assert len(hosts.asked) == 2


def test_a_cache_that_can_not_be_written_changes_nothing(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    hosts.answers["sudokupad.app/api/puzzle/0htle6wxey"] = sent(PAYLOAD.encode())
    for folder in (None, tmp_path / "file" / "kept"):
        monkeypatch.setattr(online, "KEPT", KeptTexts(folder, fetching.MOST))
        assert puzzle(SHORT) == puzzle(LONG)


def test_a_shortened_link_that_holds_its_puzzle_is_not_followed(hosts: Hosts) -> None:
    hosts.answers["tinyurl.com/abc"] = moved(LONG)
    assert puzzle(TINY) == puzzle(LONG)
    assert puzzle("https://f-puzzles.com/?id=abc") == puzzle(LONG)
    assert hosts.asked == ["tinyurl.com/abc"]


def test_a_shortened_link_may_name_a_short_one(hosts: Hosts) -> None:
    hosts.answers["tinyurl.com/abc"] = moved("https://app.crackingthecryptic.com/sudoku/x1")
    hosts.answers["sudokupad.app/api/puzzle/x1"] = sent(PAYLOAD.encode())
    assert puzzle(TINY) == puzzle(LONG)


def test_a_reply_may_be_json_or_compressed_or_redirected_to_a_known_host(hosts: Hosts) -> None:
    text = str(scl()).replace("'", '"').replace("True", "true").replace("None", "null")
    packed = gzip.compress(PAYLOAD.encode())
    hosts.answers["sudokupad.app/api/puzzle/x1"] = sent(
        text.encode(), content_type="application/json"
    )
    hosts.answers["sudokupad.app/api/puzzle/x2"] = sent(packed, content_encoding="gzip")
    hosts.answers["sudokupad.app/api/puzzle/x3"] = moved("//www.sudokupad.app/api/puzzle/x1")
    hosts.answers["www.sudokupad.app/api/puzzle/x1"] = sent(PAYLOAD.encode())
    for name in ("x1", "x2", "x3"):
        assert puzzle(f"https://sudokupad.app/{name}").givens == puzzle(LONG).givens


def test_nothing_is_fetched_unless_it_is_asked_for(hosts: Hosts) -> None:
    for link in (SHORT, TINY, "https://f-puzzles.com/?id=abc"):
        with pytest.raises(InputError, match="use online to fetch it"):
            list(cpsudoku.read(link))
    assert "option online of 'cpsudoku serve' to fetch it" in opened([SHORT])["problems"][0]
    done = run("check", SHORT)
    assert (done.code, "use --online to fetch it" in done.err) == (2, True)
    assert hosts.asked == []


def test_the_command_line_the_environment_and_the_page_ask_for_it(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts.answers["sudokupad.app/api/puzzle/0htle6wxey"] = sent(PAYLOAD.encode())
    assert invoke("check", SHORT, "--online").exit_code == 0
    monkeypatch.setenv("CPSUDOKU_ONLINE", "1")
    assert invoke("check", SHORT).exit_code == 0
    monkeypatch.setenv("CPSUDOKU_ONLINE", "0")
    assert invoke("check", SHORT).exit_code == 2
    assert len(opened([SHORT], online=True)["puzzles"]) == 1


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"scl" * 10_000)
    except OSError:
        pass


def dripping(handler: BaseHTTPRequestHandler) -> None:
    try:
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n")
        for number in range(100):
            handler.wfile.write(b"X-%d: drip\r\n" % number)
            time.sleep(0.1)
    except OSError:
        pass


def dripping_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(b"s")
            time.sleep(0.1)
    except OSError:
        pass


def large_header(handler: BaseHTTPRequestHandler) -> None:
    _unless_closed(handler, b"HTTP/1.0 200 OK\r\nX: " + b"x" * (1 << 20) + b"\r\n\r\nscl")


def many_headers(handler: BaseHTTPRequestHandler) -> None:
    lines = b"".join(b"X-%d: x\r\n" % number for number in range(10_000))
    _unless_closed(handler, b"HTTP/1.0 200 OK\r\n" + lines + b"\r\nscl")


def _unless_closed(handler: BaseHTTPRequestHandler, content: bytes) -> None:
    with suppress(OSError):
        handler.wfile.write(content)


def nonsense(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(random.Random(0).randbytes(5000))


BOMB = gzip.compress(b"s" * (200 << 20), 1)
HOSTILE: dict[str, tuple[Answer, str]] = {
    "an endless body": (endless, "larger than 4 MiB"),
    "a slow head": (dripping, "did not answer within 1 s"),
    "a slow body": (dripping_body, "did not answer within 1 s"),
    "a large header": (large_header, "not correct HTTP"),
    "many headers": (many_headers, "not correct HTTP"),
    "a wrong type": (sent(b'{"a": 1}', content_type="application/pdf"), "application/pdf, not"),
    "no HTTP": (nonsense, "not correct HTTP"),
    "a bomb": (sent(BOMB, content_encoding="gzip"), "larger than 4 MiB"),
    "damaged gzip": (sent(b"\x1f\x8bxx", content_encoding="gzip"), "is damaged"),
    "cut gzip": (sent(gzip.compress(b"scl" * 99)[:-9], content_encoding="gzip"), "not complete"),
    "cut": (sent(b"scl", content_length="99"), "not complete"),
    "brotli": (sent(b"x", content_encoding="br"), "compressed as br"),
    "an image": (sent(b"scl", content_type="image/png"), "image/png, not with text"),
    "a page": (sent(b"<html>", content_type="text/html"), "'<html>', which is not a puzzle"),
    "not UTF-8": (sent(b"scl\xff\xfe"), "not text in UTF-8"),
    "nothing": (sent(b""), "leads to nothing"),
    "a short link": (sent(b"https://sudokupad.app/x"), "which is not a puzzle"),
    "the name of a file": (sent(b"/etc/passwd"), "'/etc/passwd', which is not a puzzle"),
    "escapes": (sent(b"\x1b[31mred"), "x1b[31mred', which is not a puzzle"),
    "an error": (sent(b"no", 500), "the error 500"),
    "no puzzle": (sent(b"no", 404), "has no such puzzle"),
    "a loop": (moved("https://sudokupad.app/api/puzzle/0htle6wxey"), "redirected too often"),
    "another host": (moved("https://example.com/x"), "leads to example.com; only sudokupad.app"),
    "another port": (moved("https://sudokupad.app:8080/x"), "leads to sudokupad.app:8080"),
    "a user": (moved("https://a@sudokupad.app/x"), "leads to a@sudokupad.app"),
    "http": (moved("http://sudokupad.app/x"), "address of 'http'; only https"),
    "a file": (moved("file:///etc/passwd"), "address of 'file'; only https"),
    "no address": (moved("https://[x"), "not correct HTTP"),
    "the loopback": (moved("https://127.0.0.1/x"), "leads to 127.0.0.1"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_reply_is_an_error(
    kind: str, hosts: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, said = HOSTILE[kind]
    seconds = 1.0 if "slow" in kind else 60.0
    monkeypatch.setattr(online, "FETCHER", Fetcher(online.HOSTS, hosts.open, seconds))
    hosts.answers["sudokupad.app/api/puzzle/0htle6wxey"] = answer
    assert said in problem(SHORT)
    assert online.KEPT.get("https://sudokupad.app/api/puzzle/0htle6wxey") is None


def test_a_shortener_leads_to_links_only(hosts: Hosts) -> None:
    for place in ("file:///x", "http://sudokupad.app/sclN4Ig", "https://example.com/x"):
        hosts.answers["tinyurl.com/abc"] = moved(place)
        assert "not to a link of sudokupad.app" in problem(TINY)
    hosts.answers["tinyurl.com/abc"] = moved(TINY)
    assert "redirected too often" in problem(TINY)


def test_damaged_replies_are_errors_or_the_puzzle(hosts: Hosts) -> None:
    chance, refused = random.Random(1), 0
    for number in range(150):
        data = bytearray(PAYLOAD.encode())
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        del data[chance.randrange(len(data)) if number % 3 == 0 else len(data) :]
        hosts.answers[f"sudokupad.app/api/puzzle/x{number}"] = sent(bytes(data))
        (found,) = cpsudoku.read_many([f"https://sudokupad.app/x{number}"], online=True)
        refused += isinstance(found, InputError)
    assert refused > 50


@pytest.mark.parametrize("options", [(), ("--online",)])
def test_a_link_of_another_site_is_answered_with_those_that_are_read(
    options: tuple[str, ...],
) -> None:
    done = run("check", "https://example.com/puzzle?id=5", *options)
    assert done.code == 2
    assert "links of this site are not read; cpsudoku reads links of sudokupad, " in done.err
    assert "and with --online also short ones" in done.err
