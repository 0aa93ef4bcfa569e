"""The option ``--exhaustive`` and what several tests need."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# A shell that runs us in the background has us ignore Ctrl-C, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["LANGUAGE"] = "en"  # whatever the language of the person who runs the tests

settings.register_profile("default", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("exhaustive", deadline=None, derandomize=True, max_examples=400)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--exhaustive``."""
    parser.addoption("--exhaustive", action="store_true", help="run the long cross-checks too")


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples of each property with ``--exhaustive``."""
    if config.getoption("--exhaustive"):
        settings.load_profile("exhaustive")


@pytest.fixture
def exhaustive(request: pytest.FixtureRequest) -> bool:
    """Whether ``--exhaustive`` was given."""
    return bool(request.config.getoption("--exhaustive"))
