"""The options of our tests, and what several tests need."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import settings

from cpsudoku.runtime.compiled.folder import CHOSEN
from cpsudoku.runtime.system import folder_of_caches
from cpsudoku.solving import fastest
from cpsudoku.solving.at_once import AtOnce
from tests import slow
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
        "--whole", action="store_true", help="run the tests of all days, see tests/slow.py"
    )
    parser.addoption(
        "--measure", action="store_true", help="run them, and write tests/slow.txt again"
    )
    parser.addoption(
        "--seed",
        type=int,
        default=date.today().toordinal(),
        help="chooses the tests and the random cases of a day [default: the number of today]",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples of each property with ``--exhaustive``."""
    if config.getoption("--exhaustive"):
        settings.load_profile("exhaustive")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other days, unless all tests are wanted or some are named."""
    is_named = config.option.keyword or any("::" in each for each in config.args)
    if is_named or any(map(config.getoption, ("--exhaustive", "--whole", "--measure"))):
        return
    left = set(slow.of_other_days((item.nodeid for item in items), config.getoption("--seed")))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


_SECONDS = defaultdict[str, float](float)  # what each case has taken


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name a failure at once on stderr: a run that is stopped has no summary."""
    _SECONDS[report.nodeid] += report.duration
    if report.failed and _is_controller():
        reason = next((line for line in report.longreprtext.splitlines() if line[:1] == "E"), "")
        print(f"\nfails: {report.nodeid}: {reason}", file=sys.stderr, flush=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed, with which a failure is repeated."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and not session.config.getoption("--exhaustive"):
        reporter.write_line(
            f"the tests and random cases of a day: --seed {session.config.getoption('--seed')}"
        )


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the table of the tests that take longest, if it was asked for and all have passed."""
    if session.config.getoption("--measure") and _is_controller() and not exitstatus:
        slow.write_table(_SECONDS)


def _is_controller() -> bool:
    return "PYTEST_XDIST_WORKER" not in os.environ


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
