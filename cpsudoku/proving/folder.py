"""Writes folders and ZIP files of proofs."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from types import TracebackType

from cpsudoku.proving.proof import Proof, clauses_of, dimacs
from cpsudoku.runtime.errors import InputError, Source, Unsupported, reason
from cpsudoku.runtime.files import STDOUT
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import one_line

ZIP = ".zip"
MANIFEST, PROGRAM = "manifest.json", "verify.py"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the date of files in a ZIP: equal proofs give equal files


def write_proofs(
    proofs: Iterable[Proof | InputError], path: str | Path, *, force: bool = False
) -> int:
    """Write proofs to a new folder, or to a file that ends in ``.zip``. Returns their number.

    The folder also contains ``verify.py``, which checks the proofs and needs only Python. Errors
    among the proofs are listed in the manifest. Nothing is written if there is no proof, or after
    an error. ``force`` replaces an older folder or file of proofs. Raises InputError.

    >>> import cpsudoku, os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "proofs")
    >>> write_proofs([cpsudoku.prove("1..4..1.2......3")], folder), len(os.listdir(folder))
    (1, 6)
    """
    with ProofWriter(Path(path), force) as writer:
        for proof in proofs:
            writer.add(proof)
    return writer.count


class ProofWriter:
    """A context that collects proofs in a temporary place, and moves them to their path."""

    def __init__(self, path: Path, force: bool = False) -> None:
        self.path, self.force = path, force
        self.is_zip = path.suffix.lower() == ZIP
        self.count = self.entries = 0
        self._names: dict[str, str] = {}  # the text of rules -> the name of their files
        self._hashes: dict[str, str] = {}
        self._without: list[str] = []
        self._archive: zipfile.ZipFile | None = None

    def __enter__(self) -> ProofWriter:
        refuse_to_replace(self.path, self.force)
        try:
            self._place = Path(
                tempfile.mkdtemp(prefix=f".{self.path.name[:40]}.", dir=self._parent)
            )
            self._new = self._place / "new"
            if self.is_zip:
                self._archive = zipfile.ZipFile(self._new, "w", zipfile.ZIP_DEFLATED)
            else:
                self._new.mkdir()
        except OSError as error:
            raise self._unwritable(error) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and self.count:
                self._finish()
        except OSError as fault:
            raise self._unwritable(fault) from None
        finally:
            if self._archive is not None:
                with suppress(OSError, ValueError):
                    self._archive.close()
            shutil.rmtree(self._place, ignore_errors=True)

    @property
    def _parent(self) -> Path:
        return self.path.parent

    def _unwritable(self, error: OSError) -> InputError:
        return InputError("can't be written: {error}", Source(str(self.path)), error=reason(error))

    def add(self, proof: Proof | InputError) -> None:
        """Add the proof of the next puzzle, or the reason why it has none."""
        self.entries += 1
        if isinstance(proof, InputError):
            self._without.append(one_line(str(proof)))
            return
        if proof.claim is None:
            why = proof.unproved or proof.verdict.note
            self._without.append(one_line(f"{proof.puzzle.source}: {why}"))
            return
        try:
            self._add(proof)
        except OSError as error:
            raise self._unwritable(error) from None
        self.count += 1

    def _add(self, proof: Proof) -> None:
        puzzle, number = proof.puzzle, self.entries
        data: JsonObject = {
            "source": one_line(str(puzzle.source)),
            "label": one_line(puzzle.label),
            "rules": self._rules(proof.rules),
            "givens": puzzle.givens.line,
            "claim": proof.claim,
            "solutions": [solution.line for solution in proof.verdict.solutions],
        }
        if puzzle.uninterpreted:
            data["not_interpreted"] = [one_line(part) for part in puzzle.uninterpreted]
        if proof.clauses:
            data["proof"] = f"proof-{number}.drat"
            self._write(data["proof"], proof.drat)
        self._write(f"puzzle-{number}.json", json.dumps(data, indent=1) + "\n")

    def _rules(self, text: str) -> str:
        """The name of the files of these rules, which are written once."""
        if text not in self._names:
            name = self._names[text] = f"rules-{len(self._names) + 1}"
            self._write(f"{name}.json", text)
            self._write(f"{name}.cnf", dimacs(*clauses_of(text)))
        return self._names[text]

    def _finish(self) -> None:
        """Write the program and the manifest, and move everything to its path."""
        self._write(PROGRAM, files("cpsudoku.proving").joinpath(PROGRAM).read_text("utf-8"))
        manifest = {
            "puzzles": self.count,
            "without_proof": self._without,
            "sha256": self._hashes,
        }
        self._write(MANIFEST, json.dumps(manifest, indent=1) + "\n")
        if self._archive is not None:
            self._archive.close()
        if self.path.is_dir():
            self.path.rename(self._place / "old")
        self._new.replace(self.path)

    def _write(self, name: str, text: str) -> None:
        data = text.encode()
        self._hashes[name] = hashlib.sha256(data).hexdigest()
        if self._archive is None:
            (self._new / name).write_bytes(data)
        else:
            info = zipfile.ZipInfo(name, LONG_AGO)
            info.external_attr, info.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            self._archive.writestr(info, data)


def refuse_to_replace(path: Path, force: bool) -> None:
    """Raise if the path exists, unless it holds proofs and may be replaced."""
    source = Source(str(path))
    if path == STDOUT:
        raise InputError(
            "proofs are several files; name a folder, or a file that ends in .zip", source
        )
    if not path.exists() and not path.is_symlink():
        return
    if not force:
        raise Unsupported("{path} exists; use {force} to replace it", path=path)
    is_ours = (path / MANIFEST).is_file() if path.is_dir() else _is_proofs(path)
    if path.is_symlink() or not (is_ours or (path.is_dir() and not any(path.iterdir()))):
        raise InputError("it is not a folder or ZIP file of proofs, so it is not replaced", source)


def _is_proofs(path: Path) -> bool:
    """Whether a file is a ZIP file of proofs."""
    if path.suffix.lower() != ZIP or not path.is_file():
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return MANIFEST in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
