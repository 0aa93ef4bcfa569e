"""One real use of each command, tried wherever a release is installed.

The uses are run one after another in an empty folder; later ones read what earlier ones wrote.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASHING = EASY.replace("53", "55", 1)
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "release", "version": "1"},
    },
}  # the first request of an assistant
SECONDS = 300  # of a use; the first one may compile


@dataclass(frozen=True)
class Use:
    """A command line, and what shows that it did what was asked."""

    words: tuple[str, ...]
    says: str = ""
    makes: str = ""
    code: int = 0
    stdin: str = ""


USES = (
    Use(("solve", HARD), "unique"),
    Use(("check", CLASHING), "conflict", code=1),
    Use(("check", EASY, "--proof", "proofs"), "unique", "proofs"),
    Use(("verify", "proofs"), "unique"),
    Use(("diagnose", CLASHING), "should be 3", code=1),
    Use(("candidates", EASY), "unique"),
    Use(("rate", EASY), "ER 1.2"),
    Use(("explain", EASY), "Single"),
    Use(("explain", EASY, "--html", "steps.html"), makes="steps.html"),
    Use(("hint", EASY, "--level", "4"), "Single"),
    Use(("techniques", "x-wing"), "X-Wing"),
    Use(("practise", "x-wing", "--plain"), stdin="quit\n"),
    Use(("play", EASY, "--plain"), stdin="r1c3 = 4\nquit\n"),
    Use(("watch-search", EASY, "--trace", "trace.jsonl"), makes="trace.jsonl"),
    Use(("watch-search", EASY, "--gif", "search.gif"), makes="search.gif"),
    Use(("generate", "--count", "2", "--seed", "1", "-o", "made.pdf"), makes="made.pdf"),
    Use(("convert", EASY, "-o", "puzzle.png"), makes="puzzle.png"),
    Use(("convert", EASY, "-o", "puzzle.parquet"), makes="puzzle.parquet"),
    Use(("check", "puzzle.parquet", "-o", "verdicts.csv"), makes="verdicts.csv"),
    Use(("convert", EASY, "-o", "puzzle.pdf"), makes="puzzle.pdf"),
    Use(("solve", "puzzle.pdf"), "unique"),
    Use(("new", "book.xlsx", "--givens", EASY), makes="book.xlsx"),
    Use(("grids", "book.xlsx"), "B3:J11"),
    Use(("solve", "book.xlsx"), "unique", "book.solved.xlsx"),
    Use(("clear", "book.solved.xlsx")),
    Use(("watch", ".", "--once")),
    Use(("rules", "thermo"), "thermo"),
    Use(("engines",), "cpsat"),
    Use(("formats",), "xlsx"),
    Use(("man",), ".TH"),
    Use(("mcp",), '"serverInfo"', stdin=f"{json.dumps(INITIALIZE)}\n"),
)
ALONE = {"serve", "compile"}  # a server is tried by ``served``; compiling takes a minute


def failing(command: Sequence[str]) -> Iterator[str]:
    """Run every use with this command, and say which ones fail and how."""
    with tempfile.TemporaryDirectory() as folder:
        for use in USES:
            done = subprocess.run(
                [*command, *use.words],
                cwd=folder,
                input=use.stdin,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            said = f"{' '.join(use.words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
            if done.returncode != use.code or "Traceback" in done.stderr:
                yield f"{said}expected {use.code}"
            elif use.says not in done.stdout:
                yield f"{said}expected to see {use.says!r}"
            elif use.makes and not Path(folder, use.makes).exists():
                yield f"{said}expected the file {use.makes}"


def served(command: Sequence[str]) -> str | None:
    """Open the page of ``serve`` and stop it. None if that works, or what went wrong."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "serve", "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                address = next((word for word in line.split() if word.startswith("http://")), None)
                if address is not None:
                    with urlopen(address, timeout=SECONDS) as page:
                        return None if b"<html" in page.read() else f"{address} shows no page"
            return "serve named no address"
        finally:
            server.terminate()
