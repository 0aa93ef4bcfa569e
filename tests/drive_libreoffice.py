"""Runs the commands of the extension in a LibreOffice that is started for it.

A Python with the module ``uno`` runs this program: ``drive_libreoffice.py ADDON BOOK PROFILE OUT``.
It prints the digits of B2:J10 after each command, and saves the solved workbook as OUT.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import uno  # type: ignore[import-not-found, unused-ignore]

PIPE = "cpsudoku_test"
SECONDS = 60


def connected() -> Any:
    """The context of the LibreOffice that was started."""
    local = uno.getComponentContext()
    name = "com.sun.star.bridge.UnoUrlResolver"
    resolver = local.ServiceManager.createInstanceWithContext(name, local)
    end = time.monotonic() + SECONDS
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)


def property_of(name: str, value: object) -> Any:
    """A named value, as LibreOffice takes options."""
    made = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    made.Name, made.Value = name, value
    return made


def main(addon: str, book: str, profile: str, out: str) -> None:
    """Run the commands."""
    options = ["--headless", "--norestore", f"--accept=pipe,name={PIPE};urp;"]
    command = ["soffice", f"-env:UserInstallation={Path(profile).as_uri()}", *options]
    with subprocess.Popen(command) as process:
        context = connected()
        spec = importlib.util.spec_from_file_location("addon", addon)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        program = module.Addon(context)
        document = program.desktop.loadComponentFromURL(Path(book).as_uri(), "_blank", 0, ())
        cells = document.Sheets.getByIndex(0).getCellRangeByName("B2:J10")
        document.CurrentController.select(cells)
        for what in ("check", "hint", "solve", "save", "solve", "clear", "clear"):
            if what == "save":
                kind = property_of("FilterName", "Calc MS Excel 2007 XML")
                document.storeToURL(Path(out).as_uri(), (kind,))
                continue
            program.trigger(what)
            values = [value for row in cells.DataArray for value in row]
            print(what, "".join(str(int(value)) if value != "" else "." for value in values))
        document.close(True)
        program.desktop.terminate()
        process.wait(SECONDS)


if __name__ == "__main__":
    main(*sys.argv[1:])
