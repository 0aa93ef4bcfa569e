"""Builds the LibreOffice extension: build/cpsudoku.oxt, or the file named on the command line."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent / "libreoffice"
PARTS = {
    "META-INF/manifest.xml": "manifest.xml",
    "Addons.xcu": "Addons.xcu",
    "cpsudoku_addon.py": "cpsudoku_addon.py",
    "description.xml": "description.xml",
}


def build(target: Path) -> None:
    """Write the extension."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in PARTS.items():
            archive.write(HERE / file, name)


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build") / "cpsudoku.oxt"
    build(chosen)
    print(f"wrote {chosen}")
