"""Where output goes: files whole or not at all; links, devices, FIFOs and sockets stay."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.play.game import Game
from cpsudoku.play.saves import PRIVATE_FOLDER, Saves
from cpsudoku.road.outputs import Outputs
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.road.sinks.base import Writable
from cpsudoku.road.sinks.encodings import Originals
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.files import backed_up, own_file, replacing, writing
from cpsudoku.solving import as_puzzle
from tests.command import COMMAND, ENVIRONMENT, invoke
from tests.puzzles import DATA, SOLVED, WIKIPEDIA

BOOK = DATA / "samples" / "sample.xlsx"
EMPTY = "." * 16

# Each way to write a file; {} is where.
WRITERS: dict[str, list[str]] = {
    "solve": ["solve", WIKIPEDIA, "-o", "{}"],
    "solve --to xlsx": ["solve", WIKIPEDIA, "--to", "xlsx", "-o", "{}"],
    "check": ["check", WIKIPEDIA, "-o", "{}"],
    "check, bulk": ["check", "{puzzles}", "--require", "unique", "-o", "{}"],
    "check --keep": ["check", "{puzzles}", "--keep", "{}"],
    "check --reject": ["check", "{puzzles}", "--reject", "{}"],
    "convert": ["convert", WIKIPEDIA, "-o", "{}"],
    "diagnose": ["diagnose", EMPTY, "-o", "{}"],
    "diagnose --fix": ["diagnose", EMPTY, "--fix", "{}"],
    "diagnose --svg": ["diagnose", EMPTY, "--svg", "{}"],
    "diagnose a workbook": ["diagnose", str(BOOK), "-o", "{}"],
    "explain --html": ["explain", SOLVED, "--html", "{}"],
    "generate": ["generate", "--size", "4", "--seed", "1", "-o", "{}"],
    "generate --to svg": ["generate", "--size", "4", "--seed", "1", "--to", "svg", "-o", "{}"],
    "rate": ["rate", EMPTY, "-o", "{}"],
    "techniques --svg": ["techniques", "x-wing", "--svg", "{}"],
    "rules --svg": ["rules", "killer", "--svg", "{}"],
    "watch-search --trace": ["watch-search", EMPTY, "--trace", "{}"],
    "watch-search --svg": ["watch-search", EMPTY, "--svg", "{}"],
}


def arguments(name: str, target: Path, folder: Path) -> list[str]:
    """The command that writes there."""
    puzzles = puzzle_file(folder)
    return [
        part.replace("{puzzles}", str(puzzles)).replace("{}", str(target)) for part in WRITERS[name]
    ]


def puzzle_file(folder: Path) -> Path:
    """Two puzzles, the second of them empty."""
    puzzles = folder / "puzzles.txt"
    puzzles.write_text(f"{WIKIPEDIA}\n{'.' * 81}\n")
    return puzzles


def device(folder: Path, minor: int) -> Path:
    """A device of our own like /dev/null (3) or /dev/full (7); needs the right to make it."""
    path = folder / "device"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        path.open("wb").close()
    except PermissionError:
        pytest.skip("no right to make a device")
    return path


@pytest.mark.parametrize("name", WRITERS)
def test_a_device_stays_a_device(name: str, tmp_path: Path) -> None:
    path = device(tmp_path, 3)
    assert invoke(*arguments(name, path, tmp_path)).code in (0, 1, 2)
    assert stat.S_ISCHR(path.stat().st_mode)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["device", "puzzles.txt"]


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "rate"])
def test_a_full_device_is_a_full_disk(name: str, tmp_path: Path) -> None:
    path = device(tmp_path, 7)
    done = invoke(*arguments(name, path, tmp_path))
    assert done.code == 2
    assert f"cpsudoku: {path}: can't be written: no space left on device\n" in done.err
    assert stat.S_ISCHR(path.stat().st_mode)


@pytest.mark.parametrize("name", WRITERS)
def test_the_target_of_a_link_is_replaced_and_the_link_stays(name: str, tmp_path: Path) -> None:
    suffixes = {"rate": ".csv", "check, bulk": ".csv", "diagnose a workbook": ".xlsx"}
    suffix = suffixes.get(name, ".txt")
    real, link = tmp_path / "folder" / f"real{suffix}", tmp_path / f"link{suffix}"
    real.parent.mkdir()
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(f"folder/{real.name}")
    invoke(*arguments(name, link, tmp_path))
    assert link.is_symlink()
    assert real.read_bytes() != b"old"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert [each.name for each in real.parent.iterdir()] == [real.name]


@pytest.mark.parametrize("name", ["convert", "check, bulk", "check --keep"])
def test_a_fifo_is_written_to(name: str, tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    assert _read_while(path.read_bytes, name, path, tmp_path).startswith((WIKIPEDIA.encode(), b"/"))
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_socket_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()

        def received() -> bytes:
            with server.accept()[0].makefile("rb") as stream:
                return stream.read()

        assert _read_while(received, "convert", path, tmp_path) == WIKIPEDIA.encode() + b"\n"
    assert stat.S_ISSOCK(path.stat().st_mode)


def _read_while(read: Callable[[], bytes], name: str, path: Path, folder: Path) -> bytes:
    """What a reader in a thread gets while a command writes."""
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(read()), daemon=True)
    reader.start()
    assert invoke(*arguments(name, path, folder)).code in (0, 1)
    reader.join(30)
    return found[0]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    for name in ("convert", "check --keep", "techniques --svg"):
        done = invoke(*arguments(name, tmp_path, tmp_path))
        assert done.code == 2
        assert f"{tmp_path}: it is a folder, not a file to write" in done.err


SHELL = {
    "appended to": ("echo old > {0}; {1} convert {2} -o /dev/stdout >> {0}", "old\n{2}\n"),
    "after what was printed": ("{1} convert {2} -o /dev/fd/1 > {0}", "{2}\n"),
    "a dash": ("{1} convert {2} -o - > {0}", "{2}\n"),
    "a link to stdout": ("ln -s /dev/stdout {0}.txt; {1} convert {2} -o {0}.txt > {0}", "{2}\n"),
    "stderr": ("{1} convert {2} -o /dev/stderr 2> {0}", "{2}\n"),
}


@pytest.mark.parametrize("name", SHELL)
def test_the_streams_of_the_shell_are_written_to(name: str, tmp_path: Path) -> None:
    line, wanted = SHELL[name]
    target = tmp_path / "out.txt"
    parts = (target, " ".join(COMMAND), WIKIPEDIA)
    subprocess.run(["bash", "-c", line.format(*parts)], env=ENVIRONMENT, check=True)
    assert target.read_text() == wanted.format(*parts)


def _fail(path: Path, error: BaseException) -> None:
    """Write a part of a file, then fail."""
    with writing(path) as stream:
        stream.write(b"new")
        raise error


def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with pytest.raises(ValueError, match="x"):
        _fail(path, ValueError("x"))
    with pytest.raises(KeyboardInterrupt) as stopped:
        _fail(path, KeyboardInterrupt())
    assert stopped.value.__notes__ == [f"what was finished is in {path}.partial"]
    assert path.read_text() == "old"
    assert (tmp_path / "out.txt.partial").read_text() == "new"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_dangling_link_gets_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("real")
    cpsudoku.write(WIKIPEDIA, link)
    assert link.is_symlink()
    assert (tmp_path / "real").read_text() == WIKIPEDIA + "\n"


def test_a_link_in_a_circle_is_an_error(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    with pytest.raises(InputError, match="can't be written"):
        cpsudoku.write(WIKIPEDIA, link)


# What is planted where we write under a name that can be guessed.


def plan(folder: Path, resume: bool = False) -> Plan:
    """A bulk run of two puzzles into ``v.csv``."""
    return Plan((str(puzzle_file(folder)),), output=folder / "v.csv", resume=resume)


def run_bulk(plan: Plan) -> None:
    """That run, without a word."""
    Run(plan, lambda text: None, lambda *_: None).run()


def interrupted_blocks() -> Iterator[Writable]:
    """Blocks of which Ctrl-C interrupts the first."""
    raise KeyboardInterrupt
    yield


@pytest.mark.parametrize("name", ["v.csv.partial", "v.csv.checkpoint", "v.csv.checkpoint.tmp"])
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_planted_link_is_not_followed(name: str, interrupted: bool, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / name).symlink_to(victim)
    if interrupted:
        outputs = Outputs(plan(tmp_path), {"output": Originals()}, lambda: {"rows": 0}, print)
        with pytest.raises(KeyboardInterrupt):
            outputs.take(interrupted_blocks())
    else:
        run_bulk(plan(tmp_path))
    assert victim.read_text() == "precious"


def test_what_is_resumed_is_a_file_of_ones_own(tmp_path: Path) -> None:
    victim, link, fifo = tmp_path / "victim", tmp_path / "link", tmp_path / "fifo"
    victim.write_text("precious")
    link.symlink_to(victim)
    os.mkfifo(fifo)
    for path, problem in ((link, "a symbolic link"), (fifo, "not a regular file")):
        with pytest.raises(InputError, match=f"it is {problem}; without resume"):
            own_file(path)
    if os.geteuid() == 0:
        os.chown(victim, 12345, -1)
        with pytest.raises(InputError, match="it belongs to another user"):
            own_file(victim)
    assert victim.read_text() == "precious"


def test_a_device_can_not_be_resumed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "v.csv")
    with pytest.raises(InputError, match=r"v\.csv: resume needs a regular file"):
        run_bulk(plan(tmp_path, resume=True))
    file = puzzle_file(tmp_path)
    done = invoke("check", file, "-o", "/dev/null", "--resume")
    assert (done.code, done.err) == (
        2,
        "cpsudoku: /dev/null: --resume needs a regular file\n",
    )


def test_a_backup_never_follows_a_link(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(BOOK.read_bytes())
    (tmp_path / "book.xlsx.bak").symlink_to(tmp_path / "nowhere")
    assert backed_up(book) == tmp_path / "book.xlsx.bak2"
    assert not (tmp_path / "nowhere").exists()
    assert invoke("solve", book, "--in-place").code == 0
    assert (tmp_path / "book.xlsx.bak3").read_bytes() == BOOK.read_bytes()


def test_a_replaced_link_is_replaced_itself(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious")
    link = tmp_path / "link"
    link.symlink_to("victim")
    with replacing(link) as stream:
        stream.write(b"new")
    assert not link.is_symlink()
    assert (tmp_path / "victim").read_text() == "precious"


def test_saved_games_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for saves in (Saves(), Saves(tmp_path / "others")):
        game, path = Game(as_puzzle(WIKIPEDIA)), saves.new_path()
        for _ in range(2):  # a new file, then one that is replaced
            saves.save(path, game)
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            path.chmod(0o644)
        assert stat.S_IMODE(path.parent.stat().st_mode) == PRIVATE_FOLDER == 0o700
