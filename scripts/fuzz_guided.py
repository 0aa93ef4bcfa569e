"""Fuzzes one reader, guided by coverage through atheris: scripts/fuzz --guided --reader NAME.

libFuzzer keeps the files that reach new code, and changes them with its own methods and with ours.
An unexpected exception is printed and saved, once per kind, and the run continues. A crash or a
hang ends the run, and libFuzzer saves the file. Atheris has wheels only for Linux on x86-64 (pip
install atheris), so the gate does not need it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from zlib import crc32

import atheris

# Only the readers: functions compiled by Numba can't be instrumented.
with atheris.instrument_imports(include=["cpsudoku.formats", "cpsudoku.core.constraints"]):
    from fuzzing.doors import empty_folder, outcomes
    from fuzzing.readers import READERS, Reader

MOST_BYTES = 1 << 16
OURS = 0.5  # the share of our changes


class Guided:
    """The callbacks of libFuzzer: one per file, and one per change."""

    def __init__(self, reader: Reader, save: Path) -> None:
        self.reader, self.save = reader, save
        self.findings: Counter[str] = Counter()

    def run(self, data: bytes) -> None:
        """Give a file to the library. Bulk runs are compiled and can't be guided."""
        suffixes = self.reader.suffixes
        suffix = suffixes[crc32(data) % len(suffixes)]
        for outcome in outcomes(replace(self.reader, bulk=False), data, suffix, 0):
            if not outcome.finding:
                continue
            self.findings[outcome.signature] += 1
            if self.findings[outcome.signature] == 1:
                file = self.save / f"{self.reader.name}-guided-{crc32(data):08x}{suffix or '.none'}"
                file.write_bytes(data)
                print(f"{self.reader.name}: {outcome.first_line}\n  through: {outcome.door}")
                print(f"  repeat:  scripts/fuzz --repeat {file}", flush=True)

    def change(self, data: bytes, most: int, seed: int) -> bytes:
        """The file after one of our changes, or one of libFuzzer's."""
        random = Random(seed)
        if random.random() < OURS:
            try:
                return self.reader.damage(data, random)[:most]
            except Exception:  # the package is too damaged to open
                pass
        return bytes(atheris.Mutate(data, most))


def main() -> None:
    """Run libFuzzer; it ends the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", choices=[*READERS], required=True)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--hang", type=int, required=True)
    parser.add_argument("--save", type=Path, required=True)
    options = parser.parse_args()
    if not READERS[options.reader].single:
        print(f"fuzz: {options.reader} is only read in bulk runs, which can't be guided")
        return
    reader, save = READERS[options.reader], options.save.resolve()
    corpus = save / f"corpus-{reader.name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number in range(50):
        data = reader.data(Random(f"{options.seed}:{reader.name}:{number}"))
        (corpus / f"seed-{number}").write_bytes(data[:MOST_BYTES])
    guided = Guided(reader, save)
    flags = {
        "max_total_time": options.seconds,
        "seed": options.seed,
        "timeout": options.hang,
        "rss_limit_mb": 3000,
        "max_len": MOST_BYTES,
        "artifact_prefix": f"{save}/{reader.name}-guided-",
        "print_final_stats": 1,
        "verbosity": 0,
    }
    arguments = [sys.argv[0], *(f"-{name}={value}" for name, value in flags.items()), str(corpus)]
    with empty_folder():
        atheris.Setup(arguments, guided.run, custom_mutator=guided.change)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
