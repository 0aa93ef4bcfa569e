"""``cpsudoku watch-search``."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from cpsudoku.cli import options as o
from cpsudoku.cli.report import exit_code_of, refuse_overwriting, say
from cpsudoku.core.errors import InputError, MissingExtra, Source
from cpsudoku.core.files import writing
from cpsudoku.core.plural import ordinal
from cpsudoku.core.verdict import Limit, Result, Verdict
from cpsudoku.core.words import verdict_detail
from cpsudoku.engines import REFERENCE_ENGINE
from cpsudoku.solving import as_puzzle

if TYPE_CHECKING:
    from cpsudoku.play.slow_motion.film import Frame, Search

MOST = 300  # pictures of an animation
Input = Annotated[str, Argument(metavar="PUZZLE", help="The puzzle itself, a file with it, or -.")]
EngineName = Annotated[
    str, Option("--engine", metavar="NAME", help="backtrack, or logic: the human techniques.")
]
Speed = Annotated[
    float,
    Option("--speed", metavar="N", min=0.1, max=5000, help="Moments a second; pictures too."),
]
Step = Annotated[bool, Option("--step", help="Begin in a pause; s goes on by one step.")]
Count = Annotated[int, Option("--count", metavar="N", min=1, help="Stop after N solutions.")]
Trace = Annotated[
    Path | None, Option("--trace", metavar="FILE", help="Write every moment, a JSON object a line.")
]
Gif = Annotated[Path | None, Option("--gif", metavar="FILE", help="Write an animated GIF.")]
Svg = Annotated[Path | None, Option("--svg", metavar="FILE", help="Write an animated SVG.")]


def watch_search(
    puzzle: Input,
    engine: EngineName = REFERENCE_ENGINE,
    speed: Speed = 5.0,
    step: Step = False,
    count: Count = 1,
    limit: o.Seconds = None,
    trace: Trace = None,
    gif: Gif = None,
    svg: Svg = None,
) -> None:
    """Watch an engine search, in slow motion: what it tries, and how it turns back.

    On a terminal: space pauses, s takes a step, + and - change the speed, e jumps to the end.
    Elsewhere a line for every moment is printed. With --trace, --gif or --svg it is written to
    files instead.
    """
    from cpsudoku.play.slow_motion.film import Search, watchable

    watchable(engine)
    for path in (trace, gif, svg):
        refuse_overwriting(path, [puzzle])
    search = Search(as_puzzle(puzzle), engine, count, Limit(seconds=limit))
    verdict: Verdict | None
    if trace or gif or svg:
        if step:
            raise InputError("--step is for the terminal, not for files", Source("watch-search"))
        verdict = _write(search, speed, trace, gif, svg)
    elif sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb":
        verdict = _show(search, speed, step)
    else:
        if step:
            raise InputError(
                "--step needs a terminal; --trace FILE writes every step", Source("watch-search")
            )
        verdict = _print(search, speed if sys.stdout.isatty() else None)
    if verdict is not None:
        first_will_do = verdict.solution is not None
        raise typer.Exit(exit_code_of(Result(verdict.puzzle, verdict), first_will_do))


def _print(search: Search, speed: float | None) -> Verdict:
    """A line for every moment; at that speed on a terminal."""
    geometry = search.puzzle.geometry

    def show(frame: Frame) -> None:
        print(frame.line(geometry), flush=speed is not None)
        if speed is not None:
            time.sleep(1 / speed)

    verdict = search.run(show)
    print(verdict_detail(verdict))
    return verdict


def _show(search: Search, speed: float, paused: bool) -> Verdict | None:
    """The whole screen; None where the user left before the end."""
    try:
        from cpsudoku.play.slow_motion.watch_app import WatchApp
    except ImportError as error:
        if not (error.name or "").startswith("textual"):
            raise
        command = "pip install 'cpsudoku[play]'"
        raise MissingExtra(
            f"watching on the screen needs: {command} (--trace and --svg do not)"
        ) from None
    from cpsudoku.play.slow_motion.film import Film

    film = Film(search)
    try:
        app = WatchApp(film, speed, paused)
        app.play_out()
    finally:
        film.close()
    if app.frame is not None:
        print(app.frame.line(search.puzzle.geometry))
    if film.verdict is not None and app.is_over:
        print(verdict_detail(film.verdict))
        return film.verdict
    return None


def _write(
    search: Search, speed: float, trace: Path | None, gif: Path | None, svg: Path | None
) -> Verdict:
    """The files that were asked for, each whole or not there."""
    from cpsudoku.play.slow_motion.thinned import Thinned

    geometry, givens = search.puzzle.geometry, search.puzzle.givens.cells
    draw_gif = _gif_drawing() if gif is not None else None
    thinned = Thinned(MOST)
    with ExitStack() as files:
        shows: list[Callable[[Frame], None]] = [thinned.add] if gif or svg else []
        stream = files.enter_context(writing(trace)) if trace is not None else None
        if stream is not None:
            lines = stream

            def note(frame: Frame) -> None:
                lines.write(f"{json.dumps(frame.to_data(geometry))}\n".encode())

            shows.append(note)

        def show(frame: Frame) -> None:
            for each in shows:
                each(frame)

        verdict = search.run(show)
        if stream is not None:
            stream.write(f"{json.dumps(_end(verdict))}\n".encode())
    if svg is not None:
        from cpsudoku.play.slow_motion.svg import animated_svg

        _save(svg, animated_svg(thinned.frames, geometry, givens, speed).encode())
    if gif is not None and draw_gif is not None:
        _save(gif, draw_gif(thinned.frames, geometry, givens, speed))
    if (gif or svg) and thinned.stride > 1:
        frames = thinned.frames[-1].number + 1
        say(f"drawing every {ordinal(thinned.stride)} of {frames:,} frames")
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


def _gif_drawing() -> Callable[..., bytes]:
    try:
        from cpsudoku.play.slow_motion.gif import animated_gif
    except ImportError as error:
        if not (error.name or "").startswith("PIL"):
            raise
        command = "pip install 'cpsudoku[gif]'"
        raise MissingExtra(f"--gif needs: {command} (--svg does not)") from None
    return animated_gif


def _save(path: Path, data: bytes) -> None:
    with writing(path) as stream:
        stream.write(data)
