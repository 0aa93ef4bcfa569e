"""The check for plain English, scripts/english.py."""

from __future__ import annotations

import re
from pathlib import Path

import english


def test_each_banned_form_matches_its_example() -> None:
    for form, example in english.BANNED.items():
        assert re.search(form, example), form


def test_text_is_found_in_strings_docstrings_comments_and_class_names() -> None:
    source = 'class Told:\n    """One."""\n    # two\n    # three\n    x = f"a{1}b" "c"  # four\n'
    found = [" ".join(text.split()) for text in english.python_text(source) if text]
    assert sorted(found) == ["One.", "Told", "a{}bc", "four", "two three"]


def test_a_banned_form_is_named_with_its_text(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("Every file is read.\n\nOnly the suffix\ntells it.\n")
    assert list(english.banned(path)) == ["'tells' in 'Only the suffix tells it. '"]


def test_most_of_the_text_is_looked_at() -> None:
    paths = list(english.files())
    assert len(paths) > 250
    assert len(set(paths)) == len(paths)
    assert english.ROOT / "README.md" in paths
