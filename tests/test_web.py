"""The server of the page: its actions, what it refuses, and how it stays up."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from cpsudoku.play.saves import Saves
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.web import openapi, schemas, workers
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.guard import LARGEST
from cpsudoku.web.workers import MOST_WAITING, Busy, Stopped, TooLong, Worker, Workers
from tests.command import run
from tests.puzzles import WIKIPEDIA
from tests.served import Served, served
from tests.texts import STATIC

SMALL: dict[str, Any] = {"puzzle": "1..4..1.2......3", "size": 4}
SOLVED = [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3]
SEVERAL: dict[str, Any] = {"puzzle": "1....4....3....2", "size": 4}
NONE = {"puzzle": "12....34........", "size": 4}
# Explaining it takes seconds.
HARD = {
    "puzzle": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server saves its games."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    """One server for the tests of this module."""
    with served(folder, WIKIPEDIA) as running:
        yield running


# Actions


def test_verdicts(server: Served) -> None:
    unique = server.ask("check", puzzle=SMALL)
    assert (unique["status"], unique["solutions"]) == ("unique", [SOLVED])
    several = server.ask("check", puzzle=SEVERAL)
    assert several["status"] == "multiple"
    first, second = several["solutions"]
    assert several["differing"] == [cell for cell in range(16) if first[cell] != second[cell]]
    clash = server.ask("check", puzzle=NONE)
    assert clash["status"] == "none"
    assert server.ask("check", puzzle=SMALL, givens=[1, 1, *[0] * 14])["conflicts"]


def test_a_wrong_solution_that_came_with_the_puzzle_is_named_with_its_cells(server: Served) -> None:
    answer = SOLVED[1::-1] + SOLVED[2:]  # the first two cells changed places
    lines = {"answer": "".join(map(str, answer))}
    found = server.ask("check", puzzle=SMALL | lines)
    assert found["wrong_answer"] == [0, 1]
    assert found["warning"] == "the solution that came with it is wrong in r1c1 r1c2"
    assert server.ask("check", puzzle=SMALL)["warning"] == ""


def test_the_board_has_what_the_page_draws(server: Served) -> None:
    board = server.ask("board", puzzle=SMALL | {"rules": [{"rule": "diagonals"}]})
    assert board["givens"] == [1, 0, 0, 4, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 3]
    assert [cell["name"] for cell in board["cells"][:2]] == ["r1c1", "r1c2"]
    assert len(board["houses"]) == 14  # with the two diagonals
    assert 15 in board["peers"][0]
    assert "diagonal" in board["words"][0]
    assert "<rect" in board["drawing"]["lines"]


def test_rules_are_added_and_removed(server: Served) -> None:
    added = server.ask("change", puzzle=SMALL, add=["killer 3: r1c1 r1c2", "diagonals"])
    assert [rule["line"] for rule in added["rules"]] == ["killer 3: r1c1 r1c2", "diagonals"]
    left = server.ask("change", puzzle=added["puzzle"], remove=[0])
    assert [rule["line"] for rule in left["rules"]] == ["diagonals"]
    assert "kiler" in server.refusal("change", puzzle=SMALL, add=["kiler 3: r1c1 r1c2"])
    other = server.ask("change", puzzle={"puzzle": "." * 36, "size": 6}, add=["boxes: 3x2"])
    assert other["puzzle"]["box"] == "3x2"


def test_rules_are_drawn_and_changed(server: Served) -> None:
    drawn = server.ask("draft", puzzle=SMALL, rule="product", strokes=[[0, 1]])
    assert (drawn["line"], drawn["lacks"]) == ("", "value")
    assert "24×" not in drawn["picture"]  # the number of the example
    drawn = server.ask("draft", puzzle=SMALL, rule="product", strokes=[[0, 1]], words="6")
    assert drawn["line"] == "product 6: r1c1 r1c2"
    assert "6×" in drawn["picture"]
    drawn = server.ask("draft", puzzle=SMALL, rule="killer", strokes=[[0]], words="99")
    assert drawn["problem"] == "there is no way to make 99 in 1 cell"
    added = server.ask("change", puzzle=SMALL, add=["diagonals", "killer 3: r1c1 r1c2"])
    assert added["chosen"] == 1
    for change, line in (
        ({"words": "4"}, "killer 4: r1c1 r1c2"),
        ({"down": 1}, "killer 4: r2c1 r2c2"),
        ({"stroke": [6]}, "killer 4: r2c1 r2c2 r2c3"),
    ):
        added = server.ask("change", puzzle=added["puzzle"], number=1, **change)
        assert (added["rules"][1]["line"], added["chosen"]) == (line, 1)
    assert "leave the board" in server.refusal("change", puzzle=added["puzzle"], number=1, down=9)
    assert "no rule 5" in server.refusal("change", puzzle=SMALL, number=5)
    known = {rule["name"]: rule for rule in server.ask("rules")["rules"]}
    assert known["killer"]["needs"] == "cells"
    assert known["star-battle"]["needs"] == "value"
    assert known["windows"]["needs"] == ""
    assert "<svg" in known["thermo"]["picture"]


def test_clashes_name_the_rule(server: Served) -> None:
    puzzle = SMALL | {"rules": [{"rule": "thermo", "cells": ["r2c1", "r2c2"]}]}
    entries = [0, 1, 0, 0, 3, 2, *[0] * 10]
    found = server.ask("clashes", puzzle=puzzle, entries=entries)
    cells = {each["cell"]: each["with"] for each in found["clashes"]}
    assert cells == {0: [1], 1: [0], 4: [5], 5: [4]}
    assert [each["rule"] for each in found["rules"]] == ["thermometer from r2c1 to r2c2"]


def test_true_candidates(server: Served) -> None:
    found = server.ask("candidates", puzzle=SEVERAL)
    assert found["complete"]
    assert found["digits"][:3] == [[1], [2, 3], [2, 4]]
    narrowed = server.ask("candidates", puzzle=SEVERAL, entries=[0, 2, *[0] * 14])
    assert narrowed["digits"][1] == [2]


def test_a_diagnosis_offers_what_mends_the_puzzle(server: Served) -> None:
    several = server.ask("diagnose", puzzle=SEVERAL)
    clue = several["settling"][0]
    givens = [int(symbol) if symbol != "." else 0 for symbol in SEVERAL["puzzle"]]
    givens[clue["cell"]] = clue["digit"]
    assert server.ask("check", puzzle=SEVERAL, givens=givens)["status"] == "unique"
    none = server.ask("diagnose", puzzle=NONE)
    assert none["words"]
    assert none["marks"]
    killer = SMALL | {"rules": [{"rule": "killer", "sum": 3, "cells": ["r1c1", "r1c2"]}]}
    assert server.ask("diagnose", puzzle=killer, unnecessary=True)["verdict"]["word"] == "unique"
    killer["rules"] = [{"rule": "killer", "sum": 4, "cells": ["r1c1", "r1c2"]}]
    broken = server.ask("diagnose", puzzle=killer)
    assert broken["rules"] == [0]
    mended = broken["repairs"][0]["puzzle"]
    assert server.ask("check", puzzle=mended)["status"] == "unique"


def test_hints_have_four_levels_and_a_drawing(server: Served) -> None:
    found = server.ask("hint", puzzle=SMALL)
    assert len(found["levels"]) == len(found["names"]) == 4
    assert found["placements"] == [[2, 3]]
    assert "<circle" in found["layers"]["shapes"]
    wrong = server.ask("hint", puzzle=SMALL, entries=[0, 3, *[0] * 14])
    assert wrong["wrong"] == [1]
    assert "r1c2" in wrong["problem"]
    assert server.ask("hint", puzzle=SMALL, entries=SOLVED)["problem"] == ""


def test_an_explanation_leads_to_the_solution(server: Served) -> None:
    found = server.ask("explain", puzzle=SMALL)
    assert found["outcome"] == "solved"
    assert found["end"] == SOLVED
    assert {"title", "effect", "text", "digits", "layers"} <= found["steps"][0].keys()


def test_an_exercise_is_answered_with_reasons(server: Served) -> None:
    exercise = server.ask("practise", technique="naked-pair", seed=3)
    assert exercise == server.ask("practise", technique="naked-pair", seed=3)
    asked = {key: exercise[key] for key in ("puzzle", "technique", "entries", "crossed")}
    [solution] = server.ask("check", puzzle=exercise["puzzle"])["solutions"]
    cell = exercise["digits"].index(0)
    wrong = server.ask("attempt", **asked, eliminations=[[cell, solution[cell]]])
    assert wrong["outcome"] == "wrong"
    assert "can't be removed" in wrong["text"]
    puzzle = exercise["puzzle"]
    hint = server.ask("hint", puzzle=puzzle, entries=asked["entries"], crossed=asked["crossed"])
    right = server.ask("attempt", **asked, eliminations=hint["eliminations"])
    assert (right["outcome"], hint["technique"]) == ("right", "naked-pair")
    assert "<circle" in right["layers"]["shapes"]
    assert "first" in server.refusal("attempt", **asked)
    for cell, digit in hint["eliminations"]:
        asked["crossed"][cell] |= 1 << (digit - 1)
    again = server.ask("hint", puzzle=puzzle, entries=asked["entries"], crossed=asked["crossed"])
    assert again["levels"] != hint["levels"]
    assert "unknown technique" in server.refusal("practise", technique="guess")


def test_a_chain_is_shown_in_full(server: Served) -> None:
    exercise = server.ask("practise", technique="xy-chain", seed=2)
    asked = {key: exercise[key] for key in ("puzzle", "entries", "crossed")}
    found = server.ask("branches", **asked)["branches"]
    assert found
    for branch in found:
        assert branch["lines"][0]["reason"] == "assumed"
        assert branch["layers"][-1]["links"]
    assert server.ask("branches", puzzle=SMALL) == {"branches": []}


def test_a_film_shows_the_search(server: Served) -> None:
    found = server.ask("film", puzzle=SEVERAL, engine="backtrack")
    assert [frame["event"] for frame in found["frames"]][-1] == "solution"
    assert found["frames"][1]["words"].startswith("try ")


def test_puzzles_are_opened_from_texts_and_files(server: Served, tmp_path: Path) -> None:
    found = server.ask("open", text="1..4..1.2......3\n1....4....3....2\n1..4..1.2.....93\n")
    assert [each["puzzle"]["puzzle"] for each in found["puzzles"]] == [
        SMALL["puzzle"],
        SEVERAL["puzzle"],
    ]
    assert len(found["problems"]) == 1
    book = tmp_path / "book.xlsx"
    assert run("convert", str(SMALL["puzzle"]), "-o", book).code == 0
    content = base64.b64encode(book.read_bytes()).decode()
    [opened] = server.ask("open", content=content, name="book.xlsx")["puzzles"]
    assert opened["puzzle"]["puzzle"] == SMALL["puzzle"]
    assert "base64" in server.refusal("open", content="%%%", name="x")
    assert server.ask("open", text="nothing here")["problems"]


def test_a_text_is_never_the_name_of_a_file(server: Served) -> None:
    for text in ("/etc/passwd", "README.md", str(Path(__file__)), "-", "https://example.com/x"):
        found = server.ask("open", text=text)
        assert not found["puzzles"], text


@pytest.mark.parametrize("name", ["line", "json", "grid", "svg", "xlsx", "f-puzzles", "iss"])
def test_a_puzzle_is_written_in_a_format(server: Served, name: str) -> None:
    found = server.ask("write", puzzle=SMALL, format=name)
    content = found["content"]
    [opened] = (
        server.ask("open", content=content, name=found["name"])["puzzles"]
        if name != "svg"
        else [{"puzzle": SMALL}]
    )
    assert opened["puzzle"]["puzzle"] == SMALL["puzzle"]
    assert base64.b64decode(content)


def test_one_entry_of_a_list_is_read_again(server: Served) -> None:
    text = f"{SMALL['puzzle']}\n12\n{SEVERAL['puzzle']}"
    found = server.ask("open", text=text)
    assert [each["number"] for each in found["puzzles"]] == [1, 3]
    again = server.ask("open", text=text, number=3)
    assert [each["puzzle"]["puzzle"] for each in again["puzzles"]] == [SEVERAL["puzzle"]]
    assert again["problems"] == []
    wrong = server.ask("open", text=text, number=3, without=["sentence 1"])
    assert "is not a sentence of the rules" in wrong["problems"][0]


def test_the_page_can_not_ask_the_server_to_fetch(server: Served) -> None:
    link = "https://sudokupad.app/0htle6wxey"
    assert "online" in server.refusal("open", text=link, online=True)
    answer = server.ask("open", text=link)
    assert answer["puzzles"] == []
    assert "use the option online of 'cpsudoku serve' to fetch it" in answer["problems"][0]


def test_an_unknown_format_is_refused(server: Served) -> None:
    assert "choose one of" in server.refusal("write", puzzle=SMALL, format="papyrus")


def test_a_game_is_saved_where_play_finds_it(server: Served, folder: Path) -> None:
    game = {
        "saved": "cpsudoku game",
        "version": 1,
        **SMALL,
        "seconds": 12.5,
        "done": 1,
        "moves": [{"move": "enter", "cells": {"r1c2": {"digit": 2}}}],
    }
    name = server.ask("save", game=game)["name"]
    assert server.ask("save", game=game, name=name)["name"] == name
    found = Saves(folder / "cpsudoku" / "games").latest()
    assert found is not None
    assert found[1].written(1).digit == 2
    assert server.ask("saved")["game"]["moves"] == game["moves"]
    for bad in ("../x.json", "/tmp/x.json", "x"):
        assert "not the name" in server.refusal("save", game=game, name=bad)
    damaged = game | {"moves": [{"move": "enter"}]}
    assert "move 1" in server.refusal("save", game=damaged)


def test_new_puzzles_come_from_a_seed(server: Served) -> None:
    first, again = (server.ask("new", level="easy", seed=7) for _ in range(2))
    assert first == again
    assert server.ask("check", puzzle=first["puzzle"])["status"] == "unique"
    assert "choose one of" in server.refusal("new", level="impossible")


def test_the_page_begins_with_the_puzzle_of_the_command(server: Served) -> None:
    first = httpx.get(f"{server.address}api/start").json()
    assert [each["puzzle"]["puzzle"] for each in first["puzzles"]] == [WIKIPEDIA]


# What is refused


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:8765"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_other_sites_are_refused(server: Served, headers: dict[str, str], status: int) -> None:
    response = server.send("check", {"puzzle": SMALL}, **headers)
    assert response.status_code == status
    assert response.json()["error"]


def test_the_page_itself_is_refused_to_other_names(server: Served) -> None:
    assert httpx.get(server.address, headers={"host": "evil.example"}).status_code == 421
    page = httpx.get(server.address)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("content", "status", "found"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "not JSON"),
        (b"\xff\xfe", 400, "not JSON"),
        (b"[" * 100_000, 400, "not JSON"),
        (b"[]", 422, "an object"),
        (b"{}", 422, "needs 'puzzle'"),
        (b'{"puzzle": 3}', 422, "an object"),
        (b'{"puzzle": {}}', 422, "no puzzle"),
        (b'{"puzzle": {"puzzle": "1"}}', 422, ""),
        (b'{"puzzle": {"puzzle": "1..4..1.2......3"}, "givens": [9]}', 422, "16 cells"),
        (b'{"puzzle": {"puzzle": "1..4..1.2......3"}, "givens": [true]}', 422, "a whole number"),
        (b'{"puzzle": {"puzzle": "1..4..1.2......3"}, "more": 1}', 422, "not a key"),
        (json.dumps({"puzzle": {"puzzle": "1" * 10_000}}).encode(), 422, ""),
    ],
)
def test_bad_requests_are_refused_with_a_reason(
    server: Served, content: bytes, status: int, found: str
) -> None:
    response = server.send("check", content)
    assert response.status_code == status
    assert found in response.json()["error"]


@pytest.mark.parametrize(
    "path",
    ["static/../server.py", "static/..%2fserver.py", "static/nothing.js", "static/", "x", "api/x"],
)
def test_only_the_files_of_the_page_are_served(server: Served, path: str) -> None:
    response = httpx.get(server.address + path)
    assert response.status_code in (404, 405)
    assert "import" not in response.text


def test_a_request_that_is_too_large_is_not_read(server: Served) -> None:
    response = server.send("open", b" " * (LARGEST + 1))
    assert response.status_code == 413
    assert server.ask("check", puzzle=SMALL)["status"] == "unique"


def test_many_requests_at_once_are_all_answered(server: Served) -> None:
    async def together() -> list[int]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(timeout=60, limits=limits) as client:
            asked = [
                client.post(f"{server.address}api/check", json={"puzzle": SMALL})
                for _ in range(200)
            ]
            return [response.status_code for response in await asyncio.gather(*asked)]

    codes = asyncio.run(together())
    assert set(codes) <= {200, 503}
    assert codes.count(200) >= 2
    assert server.ask("check", puzzle=SMALL)["status"] == "unique"


# Workers


def test_a_question_is_stopped_and_the_worker_goes_on() -> None:
    worker, stop = Worker(), threading.Event()
    stop.set()
    try:
        with pytest.raises(Stopped):
            worker.ask("check", {"puzzle": SMALL}, 60, stop)
        loading = worker.process
        assert worker.ask("check", {"puzzle": SMALL}, 60, threading.Event())["status"] == "unique"
        assert worker.process is loading  # it was not asked, so it was not interrupted
        stop.clear()
        threading.Timer(0.3, stop.set).start()
        with pytest.raises(Stopped):
            worker.ask("explain", {"puzzle": HARD}, 60, stop)
        assert worker.ask("check", {"puzzle": SMALL}, 60, threading.Event())["status"] == "unique"
        with pytest.raises(TooLong):
            worker.ask("explain", {"puzzle": HARD}, 0.1, threading.Event())
        assert worker.ask("check", {"puzzle": SMALL}, 60, threading.Event())["status"] == "unique"
    finally:
        worker.end()


class Line:
    """A line with a last answer on it, or with a process that has ended."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def close(self) -> None:
        self.answer = EOFError

    def poll(self, seconds: float) -> bool:
        return self.answer is not None

    def recv(self) -> object:
        if self.answer is EOFError:
            raise EOFError
        return self.answer


@pytest.mark.parametrize(
    ("answer", "is_kept"),
    [
        (("interrupted", "", False), True),
        (("interrupted", "", True), False),  # anywhere but in a search
        (("done", {}, False), False),  # it may have lost the interrupt in a destructor
        (("broken", "a bug", True), False),
        (EOFError, False),
        (None, False),  # it has not answered
    ],
)
def test_a_worker_is_replaced_unless_the_interrupt_ended_a_search(
    answer: object, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, sent = Worker(), []
    worker.line, worker.process = cast(Any, Line(answer)), Mock(pid=0)
    monkeypatch.setattr(Worker, "_replace", Worker._close)
    monkeypatch.setattr("os.kill", lambda *signal: sent.append(signal))
    worker._interrupt()
    assert (worker.line is not None, len(sent)) == (is_kept, 1)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What a worker does to SIGINT is undone."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


INTERRUPT = "import os, signal; os.kill(os.getpid(), signal.SIGINT); sum(range(9))"


@pytest.mark.parametrize(
    ("module", "source", "is_whole"),
    [
        ("cpsudoku.engines.backtrack", INTERRUPT, True),
        ("cpsudoku.engines.backtrack", "import interrupted_in_import", False),
        ("cpsudoku.techniques.walk", INTERRUPT, False),
        ("numba.core", INTERRUPT, False),
    ],
)
@pytest.mark.usefixtures("interruptible")
def test_a_worker_knows_where_it_was_interrupted(
    module: str, source: str, is_whole: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "interrupted_in_import.py").write_text(INTERRUPT)
    monkeypatch.syspath_prepend(tmp_path)
    code = compile(source, module, "exec")

    def work(data: JsonObject) -> JsonObject:
        exec(code, {"__name__": module})
        return data

    check = replace(ACTIONS["check"], work=work)
    actions: Any = {"check": check}
    assert workers._answer(actions, "check", {}, "en") == ("interrupted", "", is_whole)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("interruptible")
def test_a_worker_with_a_bug_is_replaced() -> None:
    def work(data: JsonObject) -> JsonObject:
        raise AttributeError("module 'numba' has no attribute 'core'")

    actions: Any = {"x": replace(ACTIONS["check"], work=work)}
    kind, _, is_whole = workers._answer(actions, "x", {}, "en")
    assert (kind, is_whole) == ("broken", False)


@pytest.mark.parametrize("code", [130, -signal.SIGTERM])
def test_a_server_ends_quietly_with_questions_open(code: int, tmp_path: Path) -> None:
    with served(tmp_path) as running, ThreadPoolExecutor() as asking:
        asked = [asking.submit(running.send, "explain", {"puzzle": HARD}) for _ in range(3)]
        running.send("choices", {})  # the others have probably arrived
        running.process.send_signal(signal.SIGINT if code == 130 else -code)
        assert running.process.wait(60) == code
        assert running.process.stderr is not None
        assert running.process.stderr.read() == ("cpsudoku: interrupted\n" if code == 130 else "")
        assert all(each.exception() or each.result().status_code == 499 for each in asked)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_a_worker_is_its_own() -> None:
    """The peak that Linux reports with ``getrusage`` includes that of the parent process."""
    child = "from cpsudoku.web.workers import _memory; print(_memory())"
    parent = f"""
import subprocess, sys
large = bytearray(b"x") * (300 << 20)
subprocess.run([sys.executable, "-c", {child!r}], check=True)
"""
    said = subprocess.run(
        [sys.executable, "-c", parent], capture_output=True, text=True, check=True
    ).stdout
    assert 0 < int(said) < 250 << 20


def test_too_many_questions_are_refused() -> None:
    async def ask() -> None:
        few = Workers(number=1)
        few.waiting = MOST_WAITING
        with pytest.raises(Busy):
            await few.ask("check", {"puzzle": SMALL}, 1)

    asyncio.run(ask())


@pytest.mark.parametrize("depth", [400, 900, 100_000])
def test_a_deeply_nested_request_is_refused(depth: int, server: Served) -> None:
    text = f'{{"puzzle": {"[" * depth}{"]" * depth}}}'
    assert server.send("check", text.encode()).status_code in (400, 422)


# Schemas


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        (schemas.text(3), ["", "abc"], ["abcd", 1, None]),
        (schemas.whole(0, 9), [0, 9], [-1, 10, True, 1.0, "1"]),
        (schemas.flag(), [True, False], [0, None]),
        (schemas.choice("a", "b"), ["a"], ["c", ""]),
        (schemas.listed(schemas.flag(), 2), [[], [True]], [[True] * 3, [1], {}]),
        (schemas.fields({"a": schemas.flag()}, "a"), [{"a": True}], [{}, {"b": 1}, {"a": 1}]),
    ],
)
def test_schemas_accept_what_they_describe(
    schema: schemas.Schema, good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        schemas.check(schema, value)
    for value in bad:
        with pytest.raises(InputError):
            schemas.check(schema, value)


def test_a_puzzle_has_links_of_other_programs(server: Served) -> None:
    link = server.ask("link", puzzle=SMALL, program="sudokumaker")["link"]
    assert link.startswith("https://sudokumaker.app/")
    knights = SMALL | {"rules": [{"rule": "box-indexer", "cells": ["r1c3"]}]}
    assert "box-indexer" in server.refusal("link", puzzle=knights, program="f-puzzles")


def test_every_action_is_in_the_openapi_document(server: Served) -> None:
    document = httpx.get(f"{server.address}openapi.json").json()
    assert document == json.loads(json.dumps(openapi.document(openapi.OF_THE_PAGE)))
    assert set(document["paths"]) == {f"/api/{name}" for name in ACTIONS}
    page = httpx.get(f"{server.address}api").text
    assert all(f"POST /api/{name}" in page for name in ACTIONS)


def test_the_files_of_the_page_are_small_and_fetch_nothing_from_elsewhere() -> None:
    files = [each for each in STATIC.iterdir() if each.is_file()]
    assert sum(len(each.read_bytes()) for each in files) < 200_000
    for each in files:
        text = each.read_text()
        for line in text.splitlines():
            assert "http" not in line.replace("http://www.w3.org/", ""), (each.name, line)


@pytest.mark.parametrize("name", list(ACTIONS))
def test_requests_of_every_shape_are_answered_or_refused(
    server: Served, name: str, request: pytest.FixtureRequest
) -> None:
    import schemathesis  # takes a second

    schema = schemathesis.openapi.from_dict(openapi.document(openapi.OF_THE_PAGE))
    exhaustive = request.config.getoption("--exhaustive")

    @settings(
        max_examples=200 if exhaustive else 4,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[f"/api/{name}"]["POST"].as_strategy())
    def ask(case: Any) -> None:
        response = server.send(name, case.body)
        assert response.status_code in (200, 400, 422), response.text

    ask()


# The command


def test_a_port_in_use_is_an_error(server: Served) -> None:
    port = server.address.rstrip("/").rpartition(":")[2]
    done = run("serve", "--no-open", "--port", port)
    assert done.code == 2
    assert "address already in use" in done.err


def test_the_second_name_of_the_command_is_not_listed() -> None:
    assert "cpsudoku web [OPTIONS] [PUZZLE]" in run("web", "--help").out
    for listed in (run("--help").out, run("man").out):
        assert "cpsudoku web" not in listed
        assert not re.search(r"^\s+web\s", listed, re.MULTILINE)


@pytest.mark.parametrize("text", ["1..4", "nothing.txt"])
def test_a_bad_puzzle_is_an_error(text: str) -> None:
    assert run("serve", "--no-open", text).code == 2
