"""``cpsudoku serve --api`` and ``cpsudoku mcp --http``: real servers, and requests to them."""

from __future__ import annotations

import doctest
import io
import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from typer.main import get_command

from cpsudoku.cli.app import app
from cpsudoku.web import openapi
from cpsudoku.web.tools import TOOLS
from tests.command import invoke
from tests.patience import PATIENCE
from tests.puzzles import ROOT
from tests.served import Served, running, served

SMALL, SOLVED = "1..4..1.2......3", "1234341223414123"
TOKEN = "a token of the tests".replace(" ", "-")
PAGE = (ROOT / "docs" / "http.md").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The interface for programs."""
    with served(tmp_path_factory.mktemp("api"), "--api", CPSUDOKU_TOKEN=TOKEN) as server:
        yield server


def ask(server: Served, tool: str, data: Any, **headers: str) -> httpx.Response:
    """The response to a request with the token, unless ``headers`` have another one."""
    kind = {"content-type": "application/json", "authorization": f"Bearer {TOKEN}"}
    address = f"{server.address}v1/{tool}"
    return httpx.post(address, json=data, headers=kind | headers, timeout=PATIENCE)


def test_every_tool_is_described_and_needs_the_token(server: Served) -> None:
    described = httpx.get(f"{server.address}openapi.json").json()
    assert described == json.loads(json.dumps(openapi.document(openapi.OF_PROGRAMS)))
    assert list(described["paths"]) == [f"/v1/{name}" for name in TOOLS]
    assert described["security"] == [{"token": []}]
    for path in described["paths"]:
        assert f"`{path.removeprefix('/v1/')}`" in PAGE


def test_it_answers(server: Served) -> None:
    answer = ask(server, "solve", {"puzzle": SMALL})
    assert (answer.status_code, answer.json()["solutions"]) == (200, [SOLVED])
    refused = ask(server, "solve", {"puzzle": f"{SMALL}\nkiler 3: r1c1"})
    assert (refused.status_code, refused.json()["line"]) == (422, 2)
    assert ask(server, "nothing", {}).status_code == 404
    assert ask(server, "solve", {"puzzle": 1}).json()["error"] == "'puzzle' is 1, needs a text"


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer x", f"Basic {TOKEN}", f"Bearer {TOKEN}x"])
def test_a_request_without_the_token_is_refused(sent: str, server: Served) -> None:
    answer = ask(server, "check", {"puzzle": SMALL}, authorization=sent)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert TOKEN not in answer.text


def test_a_request_with_the_token_may_name_any_host(server: Served) -> None:
    assert ask(server, "check", {"puzzle": SMALL}, host="solver.example").status_code == 200
    other = ask(server, "check", {"puzzle": SMALL}, origin="https://other.example")
    assert other.status_code == 403


def test_the_curl_of_the_page_prints_what_it_says(server: Served) -> None:
    (block,) = re.findall(r"^```curl\n\$ (.*?\n.*?)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    command = block[0].replace("http://127.0.0.1:8765/", server.address)
    variables = {**os.environ, "CPSUDOKU_TOKEN": TOKEN}
    said = subprocess.run(
        ["sh", "-c", command], env=variables, capture_output=True, text=True, check=True
    ).stdout
    assert doctest.OutputChecker().check_output(block[1].strip(), said, doctest.ELLIPSIS), said


def test_the_python_of_the_page_runs(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = re.findall(r"^```py\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    monkeypatch.setenv("CPSUDOKU_TOKEN", TOKEN)
    with redirect_stdout(io.StringIO()) as said:
        exec(block.replace("http://127.0.0.1:8765/", server.address), {})
    first, second = said.getvalue().splitlines()
    assert first == "easy"
    assert second.startswith("['Look at ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--api", "--online"), "--api takes no PUZZLE and no --online"),
        (("serve", "--host", "0.0.0.0"), "--host works only with --api"),
        (("mcp", "--port", "8000"), "--port works only with --http"),
    ],
)
def test_options_that_do_not_fit_are_refused(words: tuple[str, ...], said: str) -> None:
    done = invoke(*words)
    assert (done.code, said in done.err) == (2, True)


@pytest.mark.parametrize("token", ["short", "with a blank in it", "ééééééééééééééééé"])
def test_a_weak_token_is_refused(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPSUDOKU_TOKEN", token)
    done = invoke("serve", "--api")
    assert (done.code, "at least 16 ASCII characters" in done.err) == (2, True)


def test_the_container_file_names_what_there_is() -> None:
    lines = (ROOT / "docs" / "Containerfile").read_text().splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY")]
    assert all((ROOT / name).exists() for names in copied for name in names)
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", "\n".join(lines))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    words = json.loads(lines[-1].removeprefix("ENTRYPOINT "))
    program: Any = get_command(app)
    known = {each for option in program.get_command(None, words[1]).params for each in option.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_an_assistant_is_served_over_http(tmp_path: Path) -> None:
    with running(tmp_path, "mcp", "--http", CPSUDOKU_TOKEN=TOKEN) as server:
        anyio.run(_ask_over_http, f"{server.address}mcp")


async def _ask_over_http(address: str) -> None:
    """The client of the SDK gets an answer with the token, and none without."""
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with (
        create_mcp_http_client(headers) as with_token,
        Client(streamable_http_client(address, http_client=with_token)) as client,
    ):
        done = await client.call_tool("solve", {"puzzle": SMALL})
        assert done.structured_content["solutions"] == [SOLVED]
    assert httpx.post(address, json={}).status_code == 401
