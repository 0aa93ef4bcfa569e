"""``cpsudoku compile``."""

from __future__ import annotations

import json
import time

from cpsudoku.cli.options import JsonLines, Language, Quiet
from cpsudoku.cli.say import say
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded


def compile(  # noqa: A001, the name of the command
    written: JsonLines, language: Language, quiet: Quiet
) -> None:
    """Compile everything ahead of the first run.

    Use it when you build an image or a cache for CI. Each program is listed with its state. The
    machine code is kept in a folder of your user, or in NUMBA_CACHE_DIR.
    """
    from cpsudoku.runtime.compiled.compiling import prepare
    from cpsudoku.runtime.compiled.folder import CHOSEN, code_folder
    from cpsudoku.runtime.compiled.programs import PROGRAMS, is_ready

    folder = code_folder()
    if folder is None:
        raise InputError(
            "no folder for compiled code can be written; set {chosen} to one", chosen=CHOSEN
        )
    start = time.monotonic()
    before = {name: is_ready(name) for name in PROGRAMS}
    prepare(PROGRAMS, (lambda _: None) if quiet.quiet else say)
    for name, row in PROGRAMS.items():
        state = marked("ready") if before[name] else marked("compiled")
        if written.json:
            data = {"program": name, "title": row.title, "state": state, "folder": str(folder)}
            print(json.dumps(data))
        else:
            print(f"{translated(state):12}{translated(row.title)}")
    if not (written.json or quiet.quiet):
        made = plural(sum(not each for each in before.values()), "program")
        say(
            worded(
                "compiled {made} in {monotonic} s; the code is in {folder}",
                made=made,
                monotonic=f"{time.monotonic() - start:.0f}",
                folder=folder,
            )
        )
