"""``cpsudoku rules``: the table, and each rule with its example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku.cli.rules import example_of, picture_of
from cpsudoku.core.board_words import BOARD_LINES
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.rule_facts import families, listed_name, rule_facts
from cpsudoku.core.rule_lines import is_rule_line
from cpsudoku.core.rule_names import IN_OTHER_WORDS, name_key, rules_by_name
from tests.command import invoke, on_a_terminal

NAMES = [name for names in families().values() for name in names]
PAGE = Path(__file__).parent.parent / "docs" / "rules.md"


def test_the_list_has_every_rule_and_its_family() -> None:
    done = invoke("rules")
    assert done.code == 0
    assert [line.split()[0] for line in done.lines] == NAMES
    assert set(NAMES) == {*CONSTRAINTS, *BOARD_LINES}
    for line, name in zip(done.lines, NAMES, strict=True):
        assert line.split(maxsplit=2)[1:] == [
            rule_facts(name)["family"],
            rule_facts(name)["summary"],
        ]


def test_rules_are_explained_in_other_languages() -> None:
    german = invoke("rules", "killer", "--lang", "de")
    assert german.lines[0].startswith("Die Ziffern in einem Käfig sind verschieden")
    assert "Syntax:   killer [SUM]: CELLS" in german.lines
    assert "Beispiel: killer 12: r1c1 r1c2 r2c1" in german.lines
    listed = invoke("rules", "--lang", "ja")
    assert [line.split()[0] for line in listed.lines] == NAMES
    assert invoke("rules", "killer", "--lang", "ja", "--json").out == (
        invoke("rules", "killer", "--json").out
    )


def test_the_list_as_json() -> None:
    data = [json.loads(line) for line in invoke("rules", "--json").lines]
    assert [each["rule"] for each in data] == NAMES
    killer = next(each for each in data if each["rule"] == "killer")
    assert killer["syntax"] == "killer [SUM]: CELLS"
    assert killer["aliases"] == ["cage", "killer-cage"]


def test_every_example_is_a_rule_line_and_can_be_drawn() -> None:
    for name in NAMES:
        assert is_rule_line(rule_facts(name)["example"]), name
        assert example_of(name)


@pytest.mark.parametrize("name", ["killer", "sandwich", "regions", "digits"])
def test_a_rule_is_explained_by_an_example(name: str, tmp_path: Path) -> None:
    data = rule_facts(name)
    done = invoke("rules", name, "--svg", tmp_path / "a.svg")
    assert done.code == 0
    assert done.lines[0] == data["summary"]
    assert f"Syntax:  {data['syntax']}" in done.lines
    assert f"Example: {data['example']}" in done.lines
    assert "<svg" in (tmp_path / "a.svg").read_text()
    shown = json.loads(invoke("rules", name, "--json").out)
    assert shown == data | {"picture": picture_of(name).split("\n")}


def test_the_example_of_a_rule_with_a_layer_shows_the_layer() -> None:
    assert "#" in picture_of("star-battle")
    assert "#" in picture_of("modified", is_plain=True)
    assert "+" in picture_of("loop", is_plain=True).partition("loop:")[2]


BAD = {
    "a misspelling": (("kiler",), "'kiler' is not a rule; did you mean killer?"),
    "a word of the field": (("kropki dots",), "is not a rule; did you mean white or black?"),
    "a strange name": (("wombat",), "'wombat' is not a rule; choose one of region, "),
    "a picture of nothing": (("--svg", "a.svg"), "--svg needs the name of a rule"),
}


def test_words_of_the_field_name_rules() -> None:
    for word, rules in IN_OTHER_WORDS.items():
        assert name_key(word) not in rules_by_name()
        for rule in rules:
            assert listed_name(rule.split()[0]) == rule.split()[0]


@pytest.mark.parametrize(("arguments", "said"), BAD.values(), ids=BAD.keys())
def test_what_is_wrong_is_named(arguments: tuple[str, ...], said: str) -> None:
    done = invoke("rules", *arguments)
    assert done.code == 2
    assert said in done.err


def test_an_alias_names_its_rule() -> None:
    assert invoke("rules", "Killer_Cage").lines[0] == rule_facts("killer")["summary"]


def test_an_explained_rule_fits_a_narrow_terminal() -> None:
    _, screen = on_a_terminal("rules", "sum", COLUMNS="50")
    lines = screen.replace("\r", "").split("\n")
    assert max(map(len, lines)) <= 50
    assert " ".join(rule_facts("sum")["summary"].split()) in " ".join(screen.split())


def test_the_page_lists_every_rule() -> None:
    page = PAGE.read_text()
    for name in NAMES:
        data = rule_facts(name)
        row = f"| `{data['example']}` | {data['summary']} |".replace("|", r"\|")
        assert row.replace(r"\|", "|") in page.replace(r"\|", "|"), (
            f"{name} is missing in docs/rules.md; scripts/rules.py writes the page"
        )
