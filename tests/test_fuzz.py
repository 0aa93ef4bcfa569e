"""The fuzzer itself: it makes what it says it makes, and a defect of any kind is a finding."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import fuzz
import pytest
from fuzzing.child import tried
from fuzzing.doors import Outcome, empty_folder, outcome_of, outcomes
from fuzzing.mutate import CHANGES, damaged_package, damaged_xml
from fuzzing.readers import READERS

from cpsudoku.formats import FORMATS
from cpsudoku.formats.packed import COMPRESSED
from cpsudoku.formats.tables.json import Json
from cpsudoku.road.settings import PARQUET
from tests.reading import READ

FILES = 8  # of each reader


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    fuzz.warm_up()


def test_every_suffix_that_is_read_is_fuzzed() -> None:
    read = {suffix for name in READ for suffix in FORMATS[name].suffixes} - {".xltx"}
    fuzzed = {suffix for reader in READERS.values() for suffix in reader.suffixes}
    assert read | {PARQUET} <= fuzzed
    assert set(COMPRESSED) <= {Path(f"x{suffix}").suffix for suffix in fuzzed}


@pytest.mark.parametrize("name", READERS)
def test_some_of_its_files_are_read_and_some_are_refused(name: str) -> None:
    inputs = fuzz.Inputs(READERS[name], seed=4)
    puzzles = refused = 0
    for start in range(0, 8 * FILES, FILES):
        for each in tried(lambda number: _doors(inputs, number), start, start + FILES):
            puzzles += sum(outcome.puzzles for outcome in each.outcomes)
            refused += sum(outcome.refused for outcome in each.outcomes)
        if puzzles and refused:
            return
    pytest.fail(f"of {8 * FILES} files, {puzzles} puzzles are read and {refused} are refused")


def _doors(inputs: fuzz.Inputs, number: int) -> Iterator[Outcome]:
    return outcomes(inputs.reader, *inputs.input(number), commands=0)


@pytest.mark.parametrize("name", READERS)
def test_a_file_depends_on_its_seed_and_number_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [fuzz.Inputs(READERS[name], 1).input(number) for number in range(FILES)]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_400)
    assert files == [fuzz.Inputs(READERS[name], 1).input(number) for number in range(FILES)]
    assert files[0] != fuzz.Inputs(READERS[name], 2).input(0)


def test_nothing_is_too_small_to_be_damaged() -> None:
    for change in (*CHANGES, damaged_xml):
        for seed in range(20):
            for data in (b"", b"5", b"<a/>", b"5\n6"):
                assert isinstance(change(data, Random(seed)), bytes)
    for seed in range(40):
        assert damaged_package(READERS["ods"].makers[0](Random(seed)), Random(seed))


class Panic(BaseException):
    """As Rust's panics arrive."""


def _panic() -> None:
    raise Panic("no entry found")


def _exception() -> None:
    raise KeyError("r1c1")


DEFECTS: dict[str, tuple[Callable[[], object], str]] = {
    "an exception": (_exception, "KeyError in test_fuzz.py, _exception"),
    "a panic": (_panic, "Panic in test_fuzz.py, _panic"),
    "a crash": (lambda: os.kill(os.getpid(), signal.SIGSEGV), "the process ended with -11"),
    "an exit": (lambda: os._exit(3), "the process ended with 3"),
    "a hang": (lambda: time.sleep(600), "no end within 1 s"),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_a_finding_and_the_next_file_is_tried(name: str) -> None:
    defect, said = DEFECTS[name]

    def come_in(number: int) -> Iterator[bool]:
        if number == 1:
            defect()
        yield True

    def work(number: int) -> Iterator[Outcome]:
        yield outcome_of("library", lambda: come_in(number))

    done = list(tried(work, 0, 3, hang=1))
    assert [each.number for each in done] == [0, 1, 2]
    found = [outcome.finding for each in done for outcome in each.outcomes if outcome.finding]
    assert [finding.partition(":")[0] for finding in found] == [said]


def test_a_finding_is_saved_and_ends_with_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(*_: object) -> Iterator[None]:
        raise KeyError("planted")

    command = ["fuzz", "--reader", "json", "--inputs", "2", "--save", str(tmp_path / "found")]
    monkeypatch.setattr(sys, "argv", command)
    monkeypatch.setattr(fuzz, "warm_up", lambda: None)
    with pytest.raises(SystemExit) as clean:
        fuzz.main()
    assert clean.value.code == 0
    monkeypatch.setattr(Json, "read", read)
    with pytest.raises(SystemExit) as done:
        fuzz.main()
    assert done.value.code == 1
    saved = sorted((tmp_path / "found").glob("*.json"))
    out = capsys.readouterr().out
    assert saved
    assert f"scripts/fuzz --repeat {saved[0]}" in out
    assert "KeyError in formats/" in out
    with empty_folder():
        assert fuzz.repeat(saved[:1], 20) > 0
    monkeypatch.undo()
    with empty_folder():
        assert fuzz.repeat(saved[:1], 20) == 0
