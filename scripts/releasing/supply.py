"""What a release consists of: a bill of materials, the licences of others, and known weaknesses."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from releasing.running import run

TEXTS = ("--with-urls", "--with-license-file", "--no-license-path", "--format=plain-vertical")


def write(python: Path, folder: Path) -> list[Path]:
    """Write the lists for the packages of an environment, and return the files.

    The bill of materials has the form of CycloneDX 1.6.
    """
    bill, licences = folder / "sbom.json", folder / "third-party-licences.txt"
    materials = [sys.executable, "-m", "cyclonedx_py", "environment", str(python)]
    run([*materials, "--output-reproducible", "--spec-version", "1.6", "-o", str(bill)])
    named = [sys.executable, "-m", "piplicenses", f"--python={python}", *TEXTS]
    run([*named, "--ignore-packages", "cpsudoku", f"--output-file={licences}"])
    return [bill, licences]


@dataclass(frozen=True)
class Audit:
    """What pip-audit says of the packages of an environment."""

    asked: int
    unknown: tuple[str, ...]  # of which nothing could be learnt
    weaknesses: tuple[str, ...]  # the package, its version and the names of its weaknesses


def audit(python: Path) -> Audit:
    """Ask the Python package index for known weaknesses of the packages of an environment."""
    frozen = [str(python), "-m", "pip", "freeze", "--exclude", "cpsudoku"]
    packages = subprocess.run(frozen, capture_output=True, text=True, check=True).stdout
    listed = python.parent / "packages.txt"
    listed.write_text(packages)
    options = ["--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json"]
    command = [sys.executable, "-m", "pip_audit", *options, "-r", str(listed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except ValueError:
        raise SystemExit(f"pip-audit failed:\n{done.stderr}") from None
    return Audit(
        len(found),
        tuple(each["name"] for each in found if "skip_reason" in each),
        tuple(
            f"{each['name']} {each['version']}: {', '.join(one['id'] for one in each['vulns'])}"
            for each in found
            if each.get("vulns")
        ),
    )
