"""Checks folders and ZIP files of proofs with ``verify.py``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from cpsudoku.proving import verify as program
from cpsudoku.proving.proof import dimacs
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.json_text import TOO_DEEP, JsonObject
from cpsudoku.runtime.printable import one_line
from cpsudoku.runtime.processes import processes, shared
from cpsudoku.solving.many import Progress, counted


@dataclass(frozen=True)
class Checked:
    """The result of one proof: what it proves (``claim``), or why it is refused (``problem``)."""

    name: str
    claim: str
    problem: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the proof is correct."""
        return not self.problem

    @property
    def is_doubtful(self) -> bool:
        """Whether the puzzle has parts that were not interpreted."""
        return ";" in self.claim


@dataclass(frozen=True)
class Verification:
    """The result of all proofs in a folder, and the puzzles that have no proof."""

    path: str
    proofs: tuple[Checked, ...]
    without_proof: tuple[str, ...]

    @property
    def is_accepted(self) -> bool:
        """Whether every proof is correct, and there is at least one."""
        return bool(self.proofs) and all(each.is_accepted for each in self.proofs)


def verify(
    path: str | Path, *, jobs: int | None = None, progress: Progress | None = None
) -> Verification:
    """Check each proof of a folder or ZIP file that ``write_proofs`` wrote.

    This does what the program ``verify.py`` in the folder does, on ``jobs`` processes [default: one
    per core]. Raises InputError if ``path`` holds no proofs.

    >>> import cpsudoku, os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "proofs")
    >>> cpsudoku.write_proofs([cpsudoku.prove("1..4..1.2......3")], folder)
    1
    >>> verify(folder).is_accepted
    True
    """
    manifest = manifest_of(path)
    without = tuple(one_line(str(each)) for each in manifest["without_proof"])
    checked = tuple(verify_each(path, manifest, jobs, progress))
    return Verification(str(path), checked, without)


def manifest_of(path: str | Path) -> JsonObject:
    """The manifest of a folder or ZIP file of proofs. Raises InputError."""
    source = Source(str(path))
    if not Path(path).exists():
        raise InputError("there is no such folder or ZIP file", source)
    try:
        manifest, _ = program.opened(Path(path))
    except OSError as error:
        where = f" {Path(error.filename).name}:" if error.filename else ""
        raise InputError(
            "it holds no proofs:{where} {error}", source, where=where, error=reason(error)
        ) from None
    except program.FAULTS as fault:
        raise InputError("it holds no proofs: {why}", source, why=_why(fault)) from None
    ours: JsonObject = manifest
    return ours


def verify_each(
    path: str | Path,
    manifest: JsonObject,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Checked]:
    """Yield the result of each proof of the manifest, in order."""
    names = [name for name in manifest["sha256"] if name.startswith("puzzle-")]
    done = shared(partial(_checked, str(path), _state(path)), names, processes(jobs))
    return counted((each for _, each in done), progress)


def formula_text(path: str | Path, number: int) -> str:
    """The clauses that a proof refutes, in the DIMACS format: the rules, the givens, no solution.

    Raises InputError if there is no such proof.
    """
    manifest_of(path)
    source = Source(str(path))
    try:
        read = _opened(str(path), _state(path))
        puzzle = json.loads(read(f"puzzle-{number}.json"))
        rules, clauses, variables = program.rules_of(puzzle["rules"], read)
        size, symbols = len(rules["digits"]), "." + rules["digits"]
        givens, *others = [
            [
                cell * size + symbols.index(symbol)
                for cell, symbol in enumerate(line)
                if symbol != "."
            ]
            for line in (puzzle["givens"], *puzzle["solutions"])
        ]
    except program.FAULTS as fault:
        raise InputError("puzzle {number}: {why}", source, number=number, why=_why(fault)) from None
    if puzzle["claim"] == "multiple":
        raise InputError(
            "puzzle {number} has two solutions and needs no refutation", source, number=number
        )
    refuted = [[-literal for literal in solution] for solution in others]
    return dimacs([*clauses, *([literal] for literal in givens), *refuted], variables)


State = tuple[int, ...]


def _state(path: str | Path) -> State:
    """What changes when other proofs replace those at the path."""
    at = Path(path)
    status = (at / "manifest.json" if at.is_dir() else at).stat()
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size


def _opened(path: str, state: State) -> Callable[[str], str]:
    """The reader of the files of proofs."""
    return _opened_by(os.getpid(), path, state)


@lru_cache(maxsize=2)
def _opened_by(_: int, path: str, __: State) -> Callable[[str], str]:
    # each process opens the file: two that read from one open file disturb each other
    read: Callable[[str], str] = program.opened(Path(path))[1]
    return read


def _checked(path: str, state: State, name: str) -> Checked:
    try:
        return Checked(name, program.check(name, _opened(path, state)))
    except program.FAULTS as fault:
        return Checked(name, "", _why(fault))


def _why(fault: Exception) -> str:
    """Why a file is refused, in one line without signs that control a terminal."""
    if isinstance(fault, RecursionError):
        return TOO_DEEP
    return one_line(str(fault)) or type(fault).__name__
