"""The options ``--exhaustive`` and ``--seed``, and what several tests need."""

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
    config.addinivalue_line(
        "markers",
        "part(every, family): one of so many cases of a test, or tests of a family, runs each day",
    )
    if config.getoption("--exhaustive"):
        settings.load_profile("exhaustive")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of other days, unless all tests are wanted or some are named."""
    is_named = config.option.keyword or any("::" in each for each in config.args)
    if is_named or config.getoption("--exhaustive"):
        return
    families: defaultdict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("part")
        if marker:
            every, *family = marker.args
            families["".join(family) or item.nodeid.partition("[")[0], every].append(item)
    seed, left = config.getoption("--seed"), set[pytest.Item]()
    for (_, every), cases in families.items():
        days = min(every, len(cases))
        left |= {case for at, case in enumerate(cases) if (at - seed) % days}
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=list(left))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name a failure at once on stderr: a run that is stopped has no summary."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        reason = next((line for line in report.longreprtext.splitlines() if line[:1] == "E"), "")
        print(f"\nfails: {report.nodeid}: {reason}", file=sys.stderr, flush=True)


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
