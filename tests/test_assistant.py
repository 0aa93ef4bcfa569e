"""``cpsudoku mcp``: the SDK's own client talks to it over standard input and output."""

from __future__ import annotations

import base64
import doctest
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, ImageContent, TextContent

from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.web import schemas
from cpsudoku.web.resources import SCHEME, resource_text, topics
from cpsudoku.web.tools import TOOLS
from cpsudoku.web.tools.base import LARGEST, LONGEST, error_data
from tests.chance import Chance
from tests.command import COMMAND, ENVIRONMENT
from tests.puzzles import ROOT

SMALL, SOLVED = "1..4..1.2......3", "1234341223414123"
PAGE = (ROOT / "docs" / "assistants.md").read_text()
CALL = re.compile(r"(\w+) (\{.*\})\n((?:error )?)(\{.*)\n")


@dataclass(frozen=True)
class Assistant:
    """A client of the SDK, connected to the command in a process of its own."""

    client: Client
    portal: BlockingPortal
    messages: Path

    def call(self, tool: str, /, **arguments: Any) -> tuple[Any, bool]:
        """The content of the answer of a tool, and whether it is an error."""
        done = self.portal.call(self.client.call_tool, tool, arguments)
        (content,) = done.content
        if isinstance(content, ImageContent):
            return base64.b64decode(content.data), done.is_error
        assert isinstance(content, TextContent)
        assert json.loads(content.text) == done.structured_content
        return done.structured_content, done.is_error

    def ask(self, tool: str, /, **arguments: Any) -> Any:
        """The answer of a tool, which must not be refused."""
        answer, is_error = self.call(tool, **arguments)
        assert not is_error, answer
        return answer

    def refusal(self, tool: str, /, **arguments: Any) -> Any:
        """The error of a tool."""
        answer, is_error = self.call(tool, **arguments)
        assert is_error, answer
        return answer


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """A client that talks to ``cpsudoku mcp``. The server writes no traceback."""
    path = tmp_path_factory.mktemp("mcp") / "stderr.txt"
    command = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp"], env=ENVIRONMENT)
    with path.open("w+") as messages, start_blocking_portal() as portal:
        joined = Client(stdio_client(command, errlog=messages))
        with portal.wrap_async_context_manager(joined) as client:
            yield Assistant(client, portal, path)
    assert path.read_text() == ""


def test_it_offers_every_tool_with_the_shape_of_its_request(assistant: Assistant) -> None:
    tools = assistant.portal.call(assistant.client.list_tools).tools
    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        assert tool.input_schema == TOOLS[tool.name].request
        assert tool.description == TOOLS[tool.name].summary
        assert f"| `{tool.name}` |" in PAGE


def test_the_transcript_of_the_page_is_what_it_answers(assistant: Assistant) -> None:
    blocks = re.findall(r"^```mcp\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        match = CALL.fullmatch(block)
        assert match is not None, block
        tool, arguments, error, expected = match.groups()
        answer, is_error = assistant.call(tool, **json.loads(arguments))
        said = json.dumps(answer, ensure_ascii=False)
        same = doctest.OutputChecker().check_output(expected, said, doctest.ELLIPSIS)
        assert (same, is_error) == (True, bool(error)), said


def test_each_tool_answers(assistant: Assistant) -> None:
    read = assistant.ask("read", puzzle=f"{SMALL}\nkiller 5: r1c2 r1c3")["puzzles"][0]
    assert (read["puzzle"], read["rules"]) == (SMALL, ["killer 5: r1c2 r1c3"])
    assert "source" not in read
    assert "killer" in read["meanings"][0] or "cage" in read["meanings"][0]
    assert assistant.ask("solve", puzzle=json.dumps(read))["solutions"] == [SOLVED]
    assert "solutions" not in assistant.ask("check", puzzle=SMALL)
    assert assistant.ask("candidates", puzzle=SMALL)["cells"]["r1c2"] == "2"
    assert assistant.ask("diagnose", puzzle=SMALL)["status"] == "unique"
    assert len(assistant.ask("hint", puzzle=SMALL, level=2)["levels"]) == 2
    assert assistant.ask("hint", puzzle=SMALL)["effect"] == "r1c3 = 3"
    steps = assistant.ask("explain", puzzle=SMALL, first=2, most=3)
    assert (steps["outcome"], [step["step"] for step in steps["steps"]]) == ("solved", [2, 3, 4])
    assert assistant.ask("rate", puzzle=SMALL)["level"] == "easy"
    made = assistant.ask("generate", size=4, seed=1, count=2)
    assert (len(made["puzzles"]), made["seed"], made["complete"]) == (2, 1, True)
    assert assistant.ask("convert", puzzle=SMALL, to="line")["text"] == f"{SMALL}\n"


def test_it_draws(assistant: Assistant) -> None:
    assert assistant.ask("draw", puzzle=SMALL)["text"].startswith("<svg")
    assert assistant.ask("draw", puzzle=SMALL, to="png", solved=True).startswith(b"\x89PNG")


def test_an_error_names_the_place_and_what_is_allowed(assistant: Assistant) -> None:
    error = assistant.refusal("read", puzzle=f"{SMALL}\nkiler 5: r1c2 r1c3")
    assert (error["line"], error["column"]) == (2, 1)
    assert error["error"].endswith("'kiler' is not a rule; did you mean killer?")
    assert "choose one of" in assistant.refusal("convert", puzzle=SMALL, to="nothing")["error"]
    killer = f"{SMALL}\nkiller 5: r1c2 r1c3"
    assert "try to json" in assistant.refusal("convert", puzzle=killer, to="sdm")["error"]
    short = "https://sudokupad.app/abcd1234"
    assert "use 'cpsudoku convert --online'" in assistant.refusal("read", puzzle=short)["error"]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("solve", {}, "needs 'puzzle'"),
        ("solve", {"puzzle": 1}, "'puzzle' is 1, needs a text"),
        ("solve", {"puzzle": SMALL, "limit": LONGEST + 1}, f"allowed are 1 to {LONGEST}"),
        ("solve", {"puzzle": SMALL, "file": "/etc/passwd"}, "'file' is not a key; allowed are"),
        ("solve", {"puzzle": "." * (LARGEST + 1)}, f"at most {LARGEST:,}"),
        ("solve", {"puzzle": f"{SMALL}\n{SMALL}"}, "holds several puzzles; send one"),
        ("read", {"puzzle": f"{SMALL}\n" * 51}, "more than 50 puzzles; send fewer"),
        ("solve", {"puzzle": "README.md"}, "no puzzle is recognised in it"),
        ("generate", {"count": 21}, "allowed are 1 to 20"),
        ("draw", {"puzzle": SMALL, "to": "pdf"}, "choose one of svg, png"),
    ],
)
def test_a_request_has_limits(tool: str, arguments: Any, said: str) -> None:
    assert said in refused(tool, arguments)["error"]


def refused(tool: str, arguments: Any) -> Any:
    """The error of a tool in this process."""
    with pytest.raises(CpsudokuError) as caught:
        answered(tool, arguments)
    return error_data(caught.value)


def answered(tool: str, arguments: Any) -> Any:
    """The answer of a tool in this process."""
    schemas.check(TOOLS[tool].request, arguments)
    return TOOLS[tool].work(arguments)


VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 10**30, 1.5, "", "x", "\0", "\ud800", "9" * 400, [], [1], {}, {"a": 1}),
    *(SMALL, f"{SMALL}\nkiller 5: r1c2 r1c3", f"{SMALL}\nkiller", "{" * 99, "1....4....3....2"),
    *('{"puzzle": [[1]], "rules": 5}', "https://sudokupad.app/scl\ud83dx", "hard", "killer", "4x"),
)


def fuzzed(random: Random) -> Iterator[tuple[str, Any]]:
    """Calls of all tools with values that fit, and with values that do not."""
    for tool in TOOLS:
        known = TOOLS[tool].request["properties"]
        for _ in range(12):
            chosen = {key: random.choice(VALUES) for key in known if random.random() < 0.5}
            right = {"puzzle": random.choice([each for each in VALUES if isinstance(each, str)])}
            yield tool, chosen | (right if "puzzle" in known and random.random() < 0.7 else {})


def test_no_call_makes_it_fail(chance: Chance) -> None:
    done = {"answered": 0, "refused": 0}
    for tool, arguments in fuzzed(chance.random("assistant")):
        try:
            json.dumps(answered(tool, {"limit": 1} | arguments))
            done["answered"] += 1
        except CpsudokuError as error:
            (error_data(error)["error"]).encode()
            done["refused"] += 1
    assert chance.is_enough(min(done.values()) > 5), done


def is_sent(call: object) -> bool:
    """Whether the client can send a call: it can't send half a character."""
    return "\\ud8" not in json.dumps(call)


def test_no_call_over_the_wire_makes_it_fail(assistant: Assistant, chance: Chance) -> None:
    calls = [call for call in fuzzed(chance.random("wire")) if is_sent(call)]
    for tool, arguments in chance.some(calls, 25):
        answer, _ = assistant.call(tool, **{"limit": 1} | arguments)
        assert "internal error" not in str(answer)
    for wrong in ("", "solve\n", "nothing"):
        with pytest.raises(MCPError, match="choose one of read, solve"):
            assistant.call(wrong)
    assert assistant.ask("check", puzzle=SMALL)["status"] == "unique"


HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
RAW = (
    *("", "{", "[]", "5", "\0", "\x80" * 9, '{"jsonrpc": "2.0"}', "[" * 5000, "x" * 100_000),
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":5}}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"\\ud800","arguments":{}}}',
    '{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"\\ud800"}}',
    '{"jsonrpc":"2.0","id":5,"method":"nothing"}',
    '{"jsonrpc":"2.0","id":6,"method":"tools/list"}',
)


def test_whatever_is_on_the_wire_it_answers_and_ends_well() -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    lines = [json.dumps(hello), json.dumps(ready), *RAW, ""]
    answers: dict[object, Any] = {}
    with subprocess.Popen(
        [*COMMAND, "mcp"],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("\n".join(lines))
        process.stdin.flush()
        while 6 not in answers:  # it drops what it has not answered when its input ends
            answer = json.loads(process.stdout.readline())
            answers[answer.get("id")] = answer
        process.stdin.close()
        assert (process.wait(), process.stderr.read()) == (0, "")
    assert len(answers[6]["result"]["tools"]) == len(list(TOOLS))
    assert answers[2]["error"]["code"] == INVALID_PARAMS
    assert answers[5]["error"]["message"] == "Method not found"


def test_every_rule_and_technique_has_a_page(assistant: Assistant) -> None:
    listed = assistant.portal.call(assistant.client.list_resources).resources
    addresses = {str(each.uri) for each in listed}
    assert addresses == {each.address for each in topics()}
    assert {f"{SCHEME}rules/{name}" for name in CONSTRAINTS} < addresses
    assert {f"{SCHEME}techniques/{name}" for name in TECHNIQUES} < addresses
    (page,) = assistant.portal.call(
        assistant.client.read_resource, f"{SCHEME}rules/killer"
    ).contents
    assert "Syntax: `killer [SUM]: CELLS`" in str(page)
    with pytest.raises(MCPError, match="cpsudoku://rules lists them"):
        assistant.portal.call(assistant.client.read_resource, f"{SCHEME}rules/kiler")


@pytest.mark.parametrize("topic", ["rules", "techniques", "formats", "rules/regions"])
def test_a_page_is_text(topic: str) -> None:
    assert resource_text(f"{SCHEME}{topic}").startswith("# ")


@pytest.mark.parametrize("address", ["", "x://rules", f"{SCHEME}x", f"{SCHEME}formats/line"])
def test_an_address_that_does_not_exist_is_refused(address: str) -> None:
    with pytest.raises(CpsudokuError, match="choose one of cpsudoku://rules"):
        resource_text(address)


def test_every_page_of_a_technique_shows_its_examples() -> None:
    text = resource_text(f"{SCHEME}techniques/x-wing")
    assert text.count("\nExample, in `") == 2
