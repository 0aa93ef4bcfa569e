"""Measures the cost of the hook for observers, and the delay from a key to the screen."""

from __future__ import annotations

import argparse
import ast
import fcntl
import importlib.util
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import backtrack
from cpsudoku.engines.base import Engine
from cpsudoku.solving import settle

ROOT = Path(__file__).resolve().parent.parent
SEARCHED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
QUIET = 0.03  # seconds without output, after which the picture is complete
SLOWEST = 1.0
ARROWS = ("\x1b[C", "\x1b[B")  # right, down


class _WithoutHook(ast.NodeTransformer):
    """Removes every call of ``self._report`` from a module."""

    def __init__(self) -> None:
        self.taken = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Replace a statement that contains such a call with ``pass``."""
        match node.value:
            case ast.Call(func=ast.Attribute(attr="_report")):
                self.taken += 1
                return ast.copy_location(ast.Pass(), node)
        return node


def without_hook() -> Engine:
    """The reference backtracker, compiled from its source without the calls to the hook."""
    source = Path(backtrack.__file__).read_text()
    hook = _WithoutHook()
    tree = ast.fix_missing_locations(hook.visit(ast.parse(source)))
    if not hook.taken:
        sys.exit("the hook was not found in the source of the backtracker")
    spec = importlib.util.spec_from_loader("backtrack_without_hook", loader=None)
    assert spec is not None
    module = ModuleType(spec.name)
    sys.modules[spec.name] = module
    exec(compile(tree, backtrack.__file__, "exec"), module.__dict__)
    return cast(Engine, module.ENGINE)


def bench_watch(options: argparse.Namespace) -> None:
    """Compare the unobserved reference backtracker with a version without the hook."""
    puzzle = Puzzle(Grid.from_line(SEARCHED))
    bare, ours = without_hook(), backtrack.ENGINE
    if bare.search(puzzle) != ours.search(puzzle):
        sys.exit("the two searches differ")
    rivals: dict[str, Callable[[], object]] = {
        "backtrack without the hook": lambda: bare.search(puzzle),
        "backtrack, nobody watches": lambda: ours.search(puzzle),
        "backtrack, someone watches": lambda: ours.watch(puzzle, lambda moment: None, 2),
        "cpsat (has no hook)": lambda: settle(puzzle),
    }
    took: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(4 * options.rounds):
        for name, rival in rivals.items():
            start = time.process_time()
            rival()
            took[name].append((time.process_time() - start) * 1000)
    print(f"\nA search that can be watched, ms of CPU, {4 * options.rounds} rounds in turn")
    print(f"  {'':28}{'median':>10}{'least':>10}")
    for name, times in took.items():
        print(f"  {name:28}{statistics.median(times):10.2f}{min(times):10.2f}")
    one, other = (took[name] for name in list(rivals)[:2])
    ratio = statistics.median(b / a for a, b in zip(one, other, strict=True))
    print(f"  nobody watches : without the hook   {ratio:.3f}")


class _Screen:
    """``cpsudoku play`` on a pseudo-terminal of a given size."""

    def __init__(self, line: str, width: int, height: int, state: str) -> None:
        self.fd, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": state}
        command = [sys.executable, "-m", "cpsudoku", "play", line]
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=environment
        )
        os.close(inside)

    def frame(self, key: str) -> float:
        """The milliseconds from a key to the last byte of the new picture."""
        start = time.perf_counter()
        os.write(self.fd, key.encode())
        last, wait = start, SLOWEST
        while select.select([self.fd], [], [], wait)[0]:
            os.read(self.fd, 1 << 20)
            last, wait = time.perf_counter(), QUIET
        return (last - start) * 1000

    def end(self) -> None:
        """Quit."""
        os.write(self.fd, b"q")
        while self.process.poll() is None:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    os.read(self.fd, 1 << 20)
                except OSError:
                    break
        self.process.wait()
        os.close(self.fd)


def bench_play(options: argparse.Namespace) -> None:
    """Time a key press to the complete picture, as a terminal sees it, on a 16x16."""
    lines = (ROOT / "data" / "verdicts.txt").read_text().splitlines()
    cells = (line.split(":")[0] for line in lines if ":1:" in line)
    line = next(each for each in cells if len(each) == 256)
    print("\nA 16x16 on the screen: ms from a key to the last byte of its picture")
    print(f"  {'':28}{'median':>10}{'p90':>10}")
    for width, height in ((80, 24), (200, 90)):
        with tempfile.TemporaryDirectory() as state:
            screen = _Screen(line, width, height, state)
            time.sleep(3)
            screen.frame("c")
            for _ in range(5):
                screen.frame(ARROWS[0])
            moves = [screen.frame(ARROWS[n % 2]) for n in range(10 * options.rounds)]
            digits = [screen.frame("1u"[n % 2]) for n in range(4 * options.rounds)]
            screen.end()
        for name, times in (("arrows", moves), ("digit, undo", digits)):
            p90 = sorted(times)[len(times) * 9 // 10]
            print(f"  {f'{width}x{height}, {name}':28}{statistics.median(times):10.1f}{p90:10.1f}")
