"""Ratings in a file: an interrupted run continues, and progress shows how much is left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cpsudoku.cli.progress import Counter
from cpsudoku.formats import Entry
from cpsudoku.road import outputs, rating_run
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.ahead import AHEAD, Ahead
from cpsudoku.teaching.rating import many
from cpsudoku.teaching.rating.base import Rating
from tests.command import Run, invoke
from tests.puzzles import INKALA, SEVERAL, WIKIPEDIA
from tests.test_progress import terminal_in

LINES = ["1234", WIKIPEDIA, SEVERAL, INKALA, WIKIPEDIA, "." * 81]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of puzzles."""
    (tmp_path / "in.txt").write_text("\n".join(LINES) + "\n")
    return tmp_path


def rate(folder: Path, *more: str) -> Run:
    """Rate the file into a table."""
    output = () if "-o" in more else ("-o", "r.csv")
    return invoke("rate", "in.txt", *output, "--scale", "hodoku", *more, folder=folder)


def stop_after(count: int, how: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a run end after so many ratings."""
    real = many.rate_many

    def stopping(*arguments: object, **options: object) -> Iterator[Rating]:
        yield from islice(real(*arguments, **options), count)  # type: ignore[arg-type]
        raise how

    monkeypatch.setattr(many, "rate_many", stopping)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
@pytest.mark.parametrize("how", [KeyboardInterrupt, RuntimeError], ids=["Ctrl-C", "kill -9"])
@pytest.mark.parametrize("count", [0, 1, 4, 6])
def test_a_stopped_run_is_resumed_to_the_same_bytes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, form: str, how: type[BaseException], count: int
) -> None:
    names = ("-o", f"r.{form}")
    whole = rate(folder, "-o", f"whole.{form}")
    monkeypatch.setattr(outputs, "CHECKPOINT_SECONDS", -1.0)
    with monkeypatch.context() as patch:
        stop_after(count, how, patch)
        stopped = rate(folder, *names)
    assert stopped.code not in (0, 1, 2)
    if how is KeyboardInterrupt:
        assert f"stopped after {count} row" in stopped.err
        assert "use --resume to continue from there" in stopped.err
    resumed = rate(folder, *names, "--resume")
    assert resumed.code == whole.code == 2, "the malformed line came before the interruption"
    assert (folder / f"r.{form}").read_bytes() == (folder / f"whole.{form}").read_bytes()
    assert {path.name for path in folder.iterdir()} == {"in.txt", f"r.{form}", f"whole.{form}"}


def test_the_checkpoint_of_another_run_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        stop_after(2, KeyboardInterrupt, patch)
        rate(folder)
    for more, what in (
        (("--scale", "both"), "settings changed"),
        (("--json",), "settings changed"),
        (("--column", "x"), "options changed"),
    ):
        refused = rate(folder, "--resume", *more)
        assert (refused.code, f"another run: {what}" in refused.err) == (2, True), refused.err
    done = invoke("check", "in.txt", "-o", "r.csv", "--resume", folder=folder)
    assert "another run: settings changed" in done.err
    (folder / "in.txt").write_text(WIKIPEDIA)
    assert "another run: files changed" in rate(folder, "--resume").err


def test_a_run_from_standard_input_is_resumed_only_with_the_same_content(tmp_path: Path) -> None:
    def piped(lines: list[str], most: int = 9, resume: bool = False) -> None:
        plan = rating_run.RatingPlan(("-",), output=tmp_path / "r.csv", resume=resume)
        run = rating_run.RatingRun(plan, "", str, lambda _: 0, lambda _: None, lambda _: None)

        def rated(entries: Iterator[Entry]) -> Iterator[Rating]:
            for number, entry in enumerate(entries):
                if number == most:
                    raise KeyboardInterrupt
                yield Rating(None, f"{entry.source.row}\n")

        run.run(Ahead(["\n".join(lines)]), rated)

    with pytest.raises(KeyboardInterrupt):
        piped(LINES, most=3)
    for others in ([LINES[0], *LINES], LINES[:2]):
        with pytest.raises(InputError, match="the content of the input changed"):
            piped(others, resume=True)
    piped(LINES, resume=True)
    assert (tmp_path / "r.csv").read_text() == "1\n2\n3\n4\n5\n6\n"


def test_resume_needs_a_file(folder: Path) -> None:
    done = invoke("rate", "in.txt", "--resume", folder=folder)
    assert (done.code, "--resume needs the -o FILE" in done.err) == (2, True)
    assert "there is no checkpoint r.csv.checkpoint; starting" in rate(folder, "--resume").err


def test_the_number_of_puzzles_is_known_or_estimated(tmp_path: Path) -> None:
    few, lots = tmp_path / "few.txt", tmp_path / "lots.txt"
    few.write_text("\n".join(LINES) + "\n")
    lots.write_text(f"{WIKIPEDIA}\n" * (4 * AHEAD))
    entries = Ahead([str(few)])
    next(entries)
    assert (entries.total, entries.estimate) == (len(LINES), len(LINES))
    entries = Ahead([str(few), str(lots)])
    next(entries)
    assert entries.total is None
    assert 0.5 < entries.estimate / (4 * AHEAD) < 2
    assert sum(1 for _ in entries) == 4 * AHEAD + len(LINES) - 1
    assert entries.total == 4 * AHEAD + len(LINES)


def test_progress_shows_the_total_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_in(monkeypatch)
    now = iter(range(0, 100, 10))
    monkeypatch.setattr("cpsudoku.cli.progress.monotonic", lambda: float(next(now)))
    with Counter(enabled=True) as counter:
        assert terminal.shown.wait(10)
        counter.update(100, total=1300)  # a resumed run: the speed is that of the rest
        counter.update(400, total=1300)
    assert "400 of 1,300 puzzles, 30/s, 0:30 left" in terminal.getvalue()
