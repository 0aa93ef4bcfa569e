"""The options ``--exhaustive`` and ``--seed``, and what several tests need."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import settings

from cpsudoku.runtime.compiled.folder import CHOSEN
from cpsudoku.runtime.system import folder_of_caches
from cpsudoku.solving import fastest
from cpsudoku.solving.at_once import AtOnce
from tests.chance import Chance

NEVER_AT_ONCE = AtOnce(cost=0)

# A shell that runs us in the background has us ignore Ctrl-C, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LANGUAGE"] = "en"  # whatever the language of the person who runs the tests

# What hint remembers is kept apart for each test; the machine code is that of the person's folder.
os.environ.setdefault(CHOSEN, str(folder_of_caches() or tempfile.gettempdir()))
_CACHE = tempfile.mkdtemp(prefix="cpsudoku-tests-")
atexit.register(shutil.rmtree, _CACHE, ignore_errors=True)
os.environ["XDG_CACHE_HOME"] = _CACHE

settings.register_profile("default", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("exhaustive", deadline=None, derandomize=True, max_examples=400)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    parser.addoption("--exhaustive", action="store_true", help="run the long cross-checks too")
    parser.addoption(
        "--seed",
        type=int,
        default=int(f"{date.today():%Y%m%d}"),
        help="chooses the part of the long cross-checks that a usual run tries [default: the date]",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples of each property with ``--exhaustive``."""
    if config.getoption("--exhaustive"):
        settings.load_profile("exhaustive")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed, with which a failure is repeated."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and not session.config.getoption("--exhaustive"):
        reporter.write_line(
            f"the long cross-checks in part: --seed {session.config.getoption('--seed')}"
        )


@pytest.fixture(autouse=True)
def _no_earlier_hints() -> None:
    """Begin with nothing that hint remembers."""
    Path(_CACHE, "cpsudoku", "hints.json").unlink(missing_ok=True)


@pytest.fixture(autouse=True, scope="session")
def _cp_sat_begins() -> Iterator[None]:
    """Begin with CP-SAT for one puzzle, whatever earlier tests have loaded and solved."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fastest.ONE, "_propagators_begin", lambda want: False)
        patch.setattr(fastest.ONE, "_at_once", NEVER_AT_ONCE)
        yield


@pytest.fixture
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """Whether ``--exhaustive`` was given."""
    return bool(request.config.getoption("--exhaustive"))


@pytest.fixture
def chance(request: pytest.FixtureRequest, exhaustive: bool) -> Chance:
    """Chooses random cases: all of them if ``--exhaustive`` was given."""
    return Chance(exhaustive, request.config.getoption("--seed"))
