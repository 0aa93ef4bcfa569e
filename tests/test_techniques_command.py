"""``cpsudoku techniques``: the table, and each technique with its example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku.techniques import LEVELS, ROWS, TECHNIQUES
from cpsudoku.techniques.examples import all_examples
from tests.command import invoke

EXAMPLES = {name: each[0] for name, each in all_examples().items()}


def test_the_list_has_every_technique_in_its_order() -> None:
    done = invoke("techniques")
    assert done.code == 0
    assert [line.split()[0] for line in done.lines] == list(ROWS)
    for line, (name, row) in zip(done.lines, ROWS.items(), strict=True):
        _, rating, level, score, definition = line.split(maxsplit=4)
        assert rating == (f"{row.rating / 10:.1f}" if row.rating else "-")
        assert (level, score) == (row.level, str(row.score))
        assert definition.startswith(TECHNIQUES[name].definition)
        assert definition.endswith("(assumes one solution)") == TECHNIQUES[name].assumes_unique


def test_techniques_are_explained_in_other_languages() -> None:
    listed = invoke("techniques", "--lang", "ja")
    assert [line.split()[0] for line in listed.lines] == list(ROWS)
    told = invoke("techniques", "medusa", "--lang", "de").out
    assert (
        "\nWarum es stimmt\nVon den zwei Enden einer starken Verbindung ist genau eines wahr."
        in told
    )
    assert invoke("techniques", "pointing", "--lang", "de", "--json").out == (
        invoke("techniques", "pointing", "--json").out
    )


def test_the_list_as_json() -> None:
    data = [json.loads(line) for line in invoke("techniques", "--json").lines]
    assert [each["technique"] for each in data] == list(ROWS)
    assert {each["level"] for each in data} == set(LEVELS)
    assert {each["scale"] for each in data} == {"Sudoku Explainer 1.2.1"}
    wing = next(each for each in data if each["technique"] == "xy-wing")
    assert (wing["title"], wing["rating"], wing["level"], wing["score"]) == (
        *("XY-Wing", 4.2),
        *("hard", 160),
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_technique_is_explained_by_an_example(name: str, tmp_path: Path) -> None:
    technique, example = TECHNIQUES[name], EXAMPLES[name]
    done = invoke("techniques", technique.title, "--svg", tmp_path / "a.svg")
    assert (done.code, done.err) == (0, f"cpsudoku: wrote {tmp_path / 'a.svg'}\n")
    assert done.lines[:2] == [technique.title, technique.definition]
    assert example.text in done.lines
    assert f"Position: {example.source}" in done.lines
    assert f"<title>{technique.title}</title>" in (tmp_path / "a.svg").read_text()
    data = json.loads(invoke("techniques", name, "--json").out)
    assert (data["technique"], data["examples"][0]["text"]) == (name, example.text)


BAD = {
    "a misspelling": (("nakd-pair",), "unknown technique 'nakd-pair'; did you mean naked-pair"),
    "a picture of nothing": (("--svg", "a.svg"), "--svg needs the name of a technique"),
    "a missing folder": (
        ("x-wing", "--svg", "no/a.svg"),
        "no/a.svg: can't be written: no such file",
    ),
}


@pytest.mark.parametrize(("arguments", "said"), BAD.values(), ids=BAD.keys())
def test_bad_usage_is_told(arguments: tuple[str, ...], said: str) -> None:
    done = invoke("techniques", *arguments)
    assert done.code == 2
    assert said in done.err
