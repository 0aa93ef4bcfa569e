"""``cpsudoku verify``."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli.groups import OptionGroup, argument, option
from cpsudoku.cli.options import Jobs, JsonLines, Language, Quiet
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes_to_use
from cpsudoku.cli.say import say
from cpsudoku.runtime.errors import EXIT_IMPROPER, EXIT_OK, EXIT_UNDECIDED
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.proving.verifying import Checked


@dataclass(frozen=True)
class Folder(OptionGroup):
    """The proofs to check."""

    title = "Input"
    path: str = argument(MISSING, "PATH", "Check the proofs in this folder or ZIP file.")


@dataclass(frozen=True)
class Formula(OptionGroup):
    """What another checker needs."""

    title = "Output"
    cnf: int | None = option(
        None,
        "--cnf",
        metavar="N",
        least=1,
        help="Write the clauses that proof-N.drat refutes, for another checker.",
    )


def verify(
    folder: Folder,
    written: JsonLines,
    formula: Formula,
    workers: Jobs,
    language: Language,
    messages: Quiet,
) -> None:
    """Check the proofs that 'cpsudoku check --proof' wrote.

    For each puzzle, this checks the solutions, the clauses of the rules, and each clause of the
    refutation. The program verify.py in PATH does the same without cpsudoku.

    Exit code: 0 if every proof is correct, 1 if some proof is refused, 2 if PATH holds no proofs, 3
    if some puzzle has no proof or has parts that were not interpreted.
    """
    from cpsudoku.proving.verifying import formula_text, manifest_of, verify_each

    if formula.cnf is not None:
        print(formula_text(folder.path, formula.cnf), end="")
        return
    manifest = manifest_of(folder.path)
    jobs, counts = processes_to_use(workers.jobs, messages.quiet), {True: 0, False: 0}
    is_doubtful = bool(manifest["without_proof"])
    with Counter(not messages.quiet) as counter:
        for checked in verify_each(folder.path, manifest, jobs, counter.update):
            print(_json(checked) if written.json else _line(checked), flush=True)
            counts[checked.is_accepted] += 1
            is_doubtful |= checked.is_doubtful
    if not messages.quiet:
        for each in manifest["without_proof"]:
            say(worded("no proof: {reason}", reason=each))
        say(
            worded(
                "{proofs} accepted, {counts} refused",
                proofs=plural(counts[True], "proof"),
                counts=f"{counts[False]:,}",
            )
        )
    problem = EXIT_UNDECIDED if is_doubtful else EXIT_OK
    raise typer.Exit(EXIT_IMPROPER if counts[False] or not counts[True] else problem)


def _line(checked: Checked) -> str:
    """What is proved, or why it is refused, in the words of the program ``verify.py``."""
    if checked.problem:
        return translated("{name}: refused: {problem}", name=checked.name, problem=checked.problem)
    claim, _, left = checked.claim.partition("; ")
    said = f"{checked.name}: {translated(claim)}"
    return f"{said}; {_left(left)}" if left else said


def _left(said: str) -> str:
    """``parts that were not interpreted: 2``, in the present language."""
    count = said.rpartition(" ")[2]
    return translated("parts that were not interpreted: {count}", count=count)


def _json(checked: Checked) -> str:
    data = {
        "name": checked.name,
        "accepted": checked.is_accepted,
        "claim": checked.claim,
        "problem": checked.problem,
    }
    return json.dumps(data)
