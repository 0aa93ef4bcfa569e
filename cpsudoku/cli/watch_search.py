"""``cpsudoku watch-search``."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.options import Input, Language, MaxSolutions, Patience
from cpsudoku.cli.report import exit_code_of
from cpsudoku.cli.say import say
from cpsudoku.core.verdict import Limit, Result, Verdict
from cpsudoku.core.words import verdict_detail
from cpsudoku.engines import REFERENCE_ENGINE
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.files import writing
from cpsudoku.runtime.plural import ordinal
from cpsudoku.runtime.words import worded
from cpsudoku.solving import as_puzzle, refuse_overwriting

if TYPE_CHECKING:
    from cpsudoku.play.slow_motion.film import FilmedSearch, Frame

MOST = 300  # frames of an animation


@dataclass(frozen=True)
class WatchedSearch(OptionGroup):
    """The search to watch."""

    title = "Search"
    puzzle: str = argument(
        MISSING, "PUZZLE", "Search this puzzle or file, or - for standard input."
    )
    ignore_drawings: bool = again(Input, "ignore_drawings", False)
    engine: str = option(
        REFERENCE_ENGINE,
        "--engine",
        metavar="NAME",
        values=values.watchable_engines,
        help="Watch this engine: backtrack, or logic for human techniques.",
    )
    max_solutions: int = again(MaxSolutions, "max_solutions", 1)
    limit: float | None = again(Patience, "limit", None)


@dataclass(frozen=True)
class Pace(OptionGroup):
    """How fast the search is shown."""

    title = "Terminal"
    speed: float = option(
        5.0, "--speed", metavar="N", least=0.1, most=5000, help="Show N frames per second."
    )
    paused: bool = option(False, "--paused", help="Start paused; s takes a step.")


@dataclass(frozen=True)
class Recorded(OptionGroup):
    """The files that show a search."""

    title = "Output"
    trace: Path | None = option(
        None, "--trace", metavar="FILE", help="Write one JSON object per frame."
    )
    gif: Path | None = option(None, "--gif", metavar="FILE", help="Write an animated GIF.")
    svg: Path | None = option(None, "--svg", metavar="FILE", help="Write an animated SVG.")

    @property
    def files(self) -> list[Path]:
        """The files to write."""
        return [path for path in (self.trace, self.gif, self.svg) if path is not None]


def watch_search(
    watched: WatchedSearch, pace: Pace, recorded: Recorded, language: Language
) -> None:
    """Watch an engine search in slow motion.

    On a terminal, space pauses, s takes a step, + and - change the speed, and e jumps to the end.
    Without a terminal, one line per frame is printed. With --trace, --gif or --svg, the search is
    written to files instead.
    """
    from cpsudoku.play.slow_motion.film import FilmedSearch, watchable

    watchable(watched.engine)
    for path in recorded.files:
        refuse_overwriting(path, [watched.puzzle])
    on_screen = not recorded.files and _has_screen()
    if recorded.gif is not None:
        extras.require("PIL", "--gif", worded("--svg does not"))
    elif on_screen:
        extras.require("textual", worded("the full screen"), worded("--trace and --svg do not"))
    puzzle, limit = as_puzzle(watched.puzzle), Limit(seconds=watched.limit)
    search = FilmedSearch(puzzle, watched.engine, watched.max_solutions, limit)
    verdict: Verdict | None
    if recorded.files:
        if pace.paused:
            raise InputError(
                "--paused works only on a terminal, not with files", Source("watch-search")
            )
        verdict = _write(search, pace.speed, recorded)
    elif on_screen:
        verdict = _show(search, pace.speed, pace.paused)
    else:
        if pace.paused:
            raise InputError(
                "--paused needs a terminal; use --trace FILE to write every frame",
                Source("watch-search"),
            )
        verdict = _print(search, pace.speed if sys.stdout.isatty() else None)
    if verdict is not None:
        first_will_do = verdict.solution is not None
        result = Result(verdict.puzzle, verdict)
        raise typer.Exit(exit_code_of(result, first_will_do, watched.ignore_drawings))


def _has_screen() -> bool:
    """Whether the search can be shown on a whole screen."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def _print(search: FilmedSearch, speed: float | None) -> Verdict:
    """Print one line per frame, at the given speed if there is one."""
    board = search.puzzle.board

    def show(frame: Frame) -> None:
        print(frame.line(board), flush=speed is not None)
        if speed is not None:
            time.sleep(1 / speed)

    verdict = search.run(show)
    print(verdict_detail(verdict))
    return verdict


def _show(search: FilmedSearch, speed: float, paused: bool) -> Verdict | None:
    """Show the search on the whole screen; None if the user left before the end."""
    from cpsudoku.play.slow_motion.film import Film
    from cpsudoku.play.slow_motion.watch_app import WatchApp

    film = Film(search)
    try:
        app = WatchApp(film, speed, paused)
        app.play_out()
    finally:
        film.close()
    if app.frame is not None:
        print(app.frame.line(search.puzzle.board))
    if film.verdict is not None and app.is_over:
        print(verdict_detail(film.verdict))
        return film.verdict
    return None


def _write(search: FilmedSearch, speed: float, recorded: Recorded) -> Verdict:
    """Write the chosen files, each completely or not at all."""
    trace, gif, svg = recorded.trace, recorded.gif, recorded.svg
    from cpsudoku.play.slow_motion.thinned import Thinned

    puzzle, board = search.puzzle, search.puzzle.board
    thinned = Thinned(MOST)
    with ExitStack() as files:
        shows: list[Callable[[Frame], None]] = [thinned.add] if gif or svg else []
        stream = files.enter_context(writing(trace)) if trace is not None else None
        if stream is not None:
            lines = stream

            def note(frame: Frame) -> None:
                lines.write(f"{json.dumps(frame.to_data(board))}\n".encode())

            shows.append(note)

        def show(frame: Frame) -> None:
            for each in shows:
                each(frame)

        verdict = search.run(show)
        if stream is not None:
            stream.write(f"{json.dumps(_end(verdict))}\n".encode())
    if svg is not None:
        from cpsudoku.play.slow_motion.svg import animated_svg

        _save(svg, animated_svg(thinned.frames, puzzle, speed).encode())
    if gif is not None:
        from cpsudoku.play.slow_motion.gif import animated_gif

        _save(gif, animated_gif(thinned.frames, puzzle, speed))
    if (gif or svg) and thinned.stride > 1:
        frames = thinned.frames[-1].number + 1
        say(
            worded(
                "drawing every {ordinal} of {frames} frames",
                ordinal=ordinal(thinned.stride),
                frames=f"{frames:,}",
            )
        )
    say(verdict_detail(verdict))
    return verdict


def _end(verdict: Verdict) -> dict[str, object]:
    """The last line of a trace."""
    return {
        "event": "end",
        "status": verdict.word,
        "solutions": [solution.line for solution in verdict.solutions],
        "exhausted": verdict.exhausted,
        "engine": verdict.engine,
    } | ({"note": verdict.note} if verdict.note else {})


def _save(path: Path, data: bytes) -> None:
    with writing(path) as stream:
        stream.write(data)
