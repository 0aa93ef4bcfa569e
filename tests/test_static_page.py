"""The page without a server: the files that are made, and their use in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import static_page
from web_assembly import linker

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.language import languages
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.actions.base import data_of_puzzle
from tests.browser import PROGRAM
from tests.chance import Chance
from tests.hosted import Hosted, hosted
from tests.puzzles import WIKIPEDIA
from tests.rules import every_rule

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EXPORTED = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)
PATIENCE = 120_000  # milliseconds, for a machine that is busy


def test_both_transports_have_the_same_functions() -> None:
    both = static_page.STATIC / "transport.js", static_page.OURS / "transport.js"
    names = [EXPORTED.findall(path.read_text()) for path in both]
    assert names[0] == names[1] == ["Refused", "send", "start", "words"]


def test_the_page_has_no_address_outside_its_folder() -> None:
    index = static_page.index()
    links = re.findall(r'(?:src|href)="([^"]+)"', index)
    assert len(links) > 30
    assert [link for link in links if link.startswith(("/", "http"))] == []
    assert "'wasm-unsafe-eval'" in index
    assert "'unsafe-eval'" not in index
    assert "'unsafe-inline'" not in index


def test_what_everybody_asks_first_is_answered_in_each_language(tmp_path: Path) -> None:
    static_page.write_answers(tmp_path / "answers")
    for language in languages():
        data = json.loads((tmp_path / "answers" / f"{language}.json").read_text())
        assert data["language"] == language
        assert bool(data["words"]) == (language != "en")
        assert [each["name"] for each in data["answers"]] == ["choices", "board"]
        for each in data["answers"]:
            assert each["answer"], each
    seconds = (tmp_path / "answers" / "seconds.js").read_text()
    named = json.loads(re.findall(r"\{.*\}", seconds)[0])
    assert named == {name: ACTIONS[name].seconds for name in ACTIONS if ACTIONS[name].seconds}


def test_the_service_worker_keeps_every_file_and_notices_each_change(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    for name in ("index.html", "static/main.js"):
        (tmp_path / name).write_text("1")
    first = static_page.service(tmp_path)
    assert 'const FILES = ["./", "index.html", "static/main.js"];' in first
    (tmp_path / "index.html").write_text("2")
    assert static_page.service(tmp_path) != first
    assert "VERSION" not in first


def test_the_libraries_of_the_page_are_plain_python_with_their_licences() -> None:
    names = [name for _, name in static_page.libraries()]
    assert {name.split("/")[0] for name in names} >= {"openpyxl", "et_xmlfile", "segno"}
    assert len([name for name in names if "LICEN" in name.upper()]) >= 3
    assert all(path.is_file() for path, _ in static_page.libraries())
    for library in static_page.LIBRARIES:
        of_library = files(library)
        assert of_library is not None
        assert not [path for path in of_library if path.suffix in {".so", ".pyd"}], library


def test_a_page_opened_as_a_file_is_used_at_once(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its board, its words and its first answers; Python is tried below."""

    def write_no_python(folder: Path, _: Path) -> None:
        folder.mkdir()
        (folder / "pyodide.mjs").write_text('throw new Error("no Python here")')

    monkeypatch.setattr(static_page, "write_python", write_no_python)
    static_page.make(tmp_path / "page", tmp_path)
    assert "from-file" not in (tmp_path / "page" / "service.js").read_text()
    page = browser.new_page(locale="de")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((tmp_path / "page" / "cpsudoku.html").as_uri())
    page.wait_for_selector("html[data-ready=yes][lang=de]")
    page.click("#r1c1")
    page.keyboard.press("5")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    assert page.locator("[aria-invalid=true]").count() == 2
    assert page.inner_text("#tab-play") == "Spielen"
    page.wait_for_selector("#verdict.unknown:has-text('no Python here')")
    page.close()
    assert errors == []


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """The page on a host."""
    with hosted(tmp_path_factory.mktemp("host")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of this module."""
    if PROGRAM is None:
        pytest.skip("no Chromium is installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        yield started
        started.close()


# Runs in both Pythons: what propagators find, and how many nodes they need.
SEARCHING = """
import json
from cpsudoku.core.verdict import Limit
from cpsudoku.engines.propagate import forms
from cpsudoku.engines.propagate.layout import NODES
from cpsudoku.engines.propagate.lowering import NoFamily, lowered
from cpsudoku.engines.propagate.searching import Search
from cpsudoku.web.actions.base import requested_puzzle

def evidence(text):
    found = [forms.form().__name__]
    for data in json.loads(text):
        puzzle = requested_puzzle({"puzzle": data})
        try:
            search = Search(puzzle, lowered(puzzle), Limit(nodes=500))
        except NoFamily:
            continue
        solutions = [[*grid.every] for grid in search.run(20).solutions]
        found.append([solutions, search.program[NODES]])
    return json.dumps(found)
"""
IN_NODE = """
import { readFileSync } from "node:fs";
const [folder, script, ours] = process.argv.slice(1);
const { unpacked, withRoomFor, writeFiles } = await import(ours);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const { default: create } = await import(`${folder}/pyodide.asm.mjs`);
const content = (name) => unpacked(new Blob([readFileSync(`${folder}/${name}`)]).stream());
const _loadSnapshot = await content("snapshot.bin");
const createPyodideModule = withRoomFor(_loadSnapshot, create);
const python = await loadPyodide({ indexURL: `${folder}/`, _loadSnapshot, createPyodideModule });
writeFiles(python, await content("cpsudoku.bin"));
python.runPython(script);
console.log(python.globals.get("evidence")(readFileSync(0, "utf8")));
"""


def test_web_assembly_finds_what_machine_code_finds(host: Hosted, chance: Chance) -> None:
    if linker() is None:
        pytest.skip("no wasm-ld and no ziglang is installed")
    rules = chance.part([rule for _, rule in every_rule()], 4)
    puzzles = [Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,)) for rule in rules]
    text = json.dumps([data_of_puzzle(puzzle) for puzzle in puzzles])
    known: dict[str, Any] = {}
    exec(SEARCHING, known)
    given = str(host.folder / "python"), SEARCHING, str(static_page.OURS / "python.js")
    node = ["node", "--input-type=module", "-e", IN_NODE, *given]
    done = subprocess.run(node, input=text, capture_output=True, text=True, check=True)
    there, here = json.loads(done.stdout), json.loads(known["evidence"](text))
    assert [there.pop(0), here.pop(0)] == ["_linked", "_compiled"]
    assert there == here
    assert len(here) > 100
    assert sum(nodes for _, nodes in here) > 1000


def open_text(page: Page, text: str) -> None:
    """Open a text by the dialog."""
    page.click("#open-button")
    page.fill("#open-text", text)
    page.click("#open-go")


def test_a_page_opened_as_a_file_proves(host: Hosted, browser: Browser) -> None:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto((host.folder / "cpsudoku.html").as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    open_text(page, WIKIPEDIA)
    page.wait_for_selector("#verdict.unique")
    page.keyboard.press("h")
    page.wait_for_selector("#help li:has-text('Look at')")
    page.keyboard.press("s")
    page.wait_for_selector("#share-body .code svg")
    page.close()


def test_it_opens_proves_and_works_without_a_network(host: Hosted, browser: Browser) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(host.address)
    page.wait_for_selector("html[data-ready=yes]")
    assert not page.evaluate("crossOriginIsolated")
    open_text(page, WIKIPEDIA)
    page.wait_for_selector("#verdict.unique")
    open_text(page, f"{WIKIPEDIA[:80]}1")
    page.wait_for_selector("#verdict.none")
    page.click("text=Why?")
    page.wait_for_selector(".diagnosis:has-text('twice in')")
    page.evaluate("navigator.serviceWorker.ready")
    host.server.shutdown()
    host.server.server_close()
    page.goto(host.address)
    page.wait_for_selector("html[data-ready=yes]")
    open_text(page, WIKIPEDIA)
    page.wait_for_selector("#verdict.unique")
    context.close()
    assert errors == []
