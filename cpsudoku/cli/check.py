"""``cpsudoku check``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import typer

from cpsudoku.cli.bulk import Bulk, compare, is_bulk, lines_for_pipe, print_lines, tabulate
from cpsudoku.cli.diagnoses import Ask, Extras, run_diagnosis
from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.job import Step
from cpsudoku.cli.options import (
    EngineOptions,
    Input,
    Language,
    Listening,
    MaxSolutions,
    Quiet,
    WrittenOptions,
)
from cpsudoku.cli.photos import PhotoOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import plain_verdict, processes_to_use
from cpsudoku.cli.say import say
from cpsudoku.cli.verdicts import Job, run_verdicts
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded


@dataclass(frozen=True)
class Proofs(OptionGroup):
    """Where proofs are written."""

    title = "Proof"
    proof: Path | None = option(
        None,
        "--proof",
        metavar="PATH",
        help="Write proofs that anyone can check to a new folder, or to a file PATH.zip.",
    )
    force: bool = option(False, "--force", help="Replace older proofs at PATH.")


@dataclass(frozen=True)
class Reasons(OptionGroup):
    """Whether to explain verdicts."""

    title = "Output"
    why: bool = option(
        False, "--why", help="Report why a puzzle is not proper, as 'cpsudoku diagnose' does."
    )
    publish: bool = option(
        False,
        "--publish",
        help="Also report what to look at before publishing, such as a rule that is not needed.",
    )

    @property
    def name(self) -> str:
        """The option that was given, or empty."""
        return "--publish" if self.publish else "--why" if self.why else ""


def check(
    source: Input,
    written: WrittenOptions,
    reasons: Reasons,
    engine: EngineOptions,
    counting: MaxSolutions,
    proofs: Proofs,
    bulk: Bulk,
    photos: PhotoOptions,
    language: Language,
    listening: Listening,
    messages: Quiet,
) -> None:
    """Check whether puzzles have no, one or several solutions.

    The status of a puzzle is unique, multiple, none, conflict or unknown.

    With -o FILE.csv, .jsonl or .parquet, write a table of verdicts with one row per puzzle. Files
    with one puzzle per line (also .gz, .xz, .zst, Parquet, folders and globs) are checked on all
    cores, hundreds of thousands of puzzles per second. With --to, -o writes puzzles instead.

    With --proof PATH, also write proofs of the verdicts. 'cpsudoku verify PATH' checks them, and so
    does the small program verify.py in PATH, which needs only Python.

    Exit code: 0 if every puzzle has exactly one solution, 1 if some puzzle has no or several
    solutions, 2 for bad input, 3 if the limit ran out, parts of a puzzle were not interpreted, or
    --proof can't prove a rule. With several puzzles, it is that of the worst one (2, 3, 1, 0).
    """
    job = Job(source, written, engine, messages.quiet)
    count = counting.max_solutions
    if proofs.force and proofs.proof is None:
        raise Unsupported("--force works only with --proof")
    if photos.show is not None:
        _refuse_with_show(job, proofs, reasons, bulk)
        drawing = photos.drawing(source, answers=False)
        step = job.settling(count)
        code = run_verdicts(job, step, plain_verdict, both=True, photos=drawing)
    elif proofs.proof is not None:
        _refuse_with_proof(job, reasons, bulk, count)
        code = run_verdicts(job, _proving(job, proofs, bulk), plain_verdict, both=True)
    elif reasons.name:
        _refuse_with_reasons(job, bulk, reasons)
        ask = _diagnosis(job, count, reasons)
        extras = Extras(why=True, publish=reasons.publish)
        code = run_diagnosis(source, written, job.quiet, ask, extras)
    elif bulk.against is not None:
        code = compare(job, bulk)
    elif is_bulk(job, bulk):
        code = tabulate(job, bulk, count)
    elif (lines := lines_for_pipe(job, bulk, count)) is not None:
        code = print_lines(lines, job.quiet)
    else:
        code = run_verdicts(job, job.settling(count), plain_verdict, both=True)
    raise typer.Exit(code)


def _diagnosis(job: Job, count: int, reasons: Reasons) -> Ask:
    """A function that diagnoses puzzles, with its own defaults unless the user chose others."""
    from cpsudoku.diagnosing import diagnose_many

    ask = partial(diagnose_many, publish=reasons.publish)
    ask = ask if count == 2 else partial(ask, count=count)
    return ask if job.engine.limit is None else partial(ask, limit=job.engine.limit)


def _refuse_with_reasons(job: Job, bulk: Bulk, reasons: Reasons) -> None:
    """Raise Unsupported for the options that can't be used with --why and --publish."""
    writes_file = job.written.is_asked and not job.written.json
    if bulk.is_asked or writes_file or job.engine.engine or job.engine.cross_check:
        raise Unsupported(
            "{reasons} works only with --max-solutions, --limit and --json; 'cpsudoku "
            "diagnose' writes files",
            reasons=reasons.name,
        )


def _refuse_with_show(job: Job, proofs: Proofs, reasons: Reasons, bulk: Bulk) -> None:
    """Raise Unsupported for the options that can't be used with --show."""
    if proofs.proof is not None or reasons.name or is_bulk(job, bulk):
        raise Unsupported(
            "--show can't be used with --proof, --why, --publish, tables of verdicts and the "
            "options for many puzzles"
        )


def _refuse_with_proof(job: Job, reasons: Reasons, bulk: Bulk, count: int) -> None:
    """Raise Unsupported for the options that can't be used with --proof."""
    is_table = is_bulk(Job(job.source, job.written, job.engine), Bulk())
    others = replace(bulk, jobs=None).is_asked or bool(reasons.name) or job.engine.cross_check
    if is_table or others or count != 2:
        raise Unsupported(
            "--proof works only with --engine, --limit, --jobs, --json, --to and the options "
            "for the input; write the table of verdicts in another run"
        )


def _proving(job: Job, proofs: Proofs, bulk: Bulk) -> Step[Result]:
    """The step that proves the verdict of each puzzle, and writes the proof."""
    from cpsudoku.proving.folder import ProofWriter
    from cpsudoku.proving.proof import prove_entries

    limit, jobs = Limit(seconds=job.engine.limit), processes_to_use(bulk.jobs, job.quiet)

    def step(entries: Iterable[Entry], counter: Counter) -> Iterator[Result]:
        assert proofs.proof is not None
        with ProofWriter(proofs.proof, proofs.force) as writer:
            for proof in prove_entries(entries, job.engine.engine, limit, jobs, counter.update):
                writer.add(proof)
                if isinstance(proof, InputError):
                    yield Result(problem=proof)
                else:
                    yield Result(proof.puzzle, proof.verdict, unproved=proof.unproved)
        if not job.quiet:
            done = worded(
                "wrote {proofs} to {path}",
                proofs=plural(writer.count, "proof"),
                path=proofs.proof,
            )
            say(
                done
                if writer.count
                else worded("there is no proof, so {proof} was not written", proof=proofs.proof)
            )

    return step
