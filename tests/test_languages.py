"""The languages of verdicts, the game and the page."""

from __future__ import annotations

import json
import re
from inspect import signature
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from cpsudoku import diagnose
from cpsudoku.cli.listed import LISTED
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.rule_lines import example_of
from cpsudoku.drawing.diagnosis_words import in_words
from cpsudoku.play.saves import Saves
from cpsudoku.play.session import new_session
from cpsudoku.play.terminal.panel import MODES
from cpsudoku.play.terminal.plain_prompts import Plain
from cpsudoku.runtime.language import (
    accepted_language,
    counted,
    known_language,
    language_of,
    languages,
    speaking,
    translated,
)
from cpsudoku.scene.tags import said_once
from cpsudoku.solving import read
from cpsudoku.web.actions.boards import choices, own_rule
from cpsudoku.web.actions.files import open_puzzles
from tests.command import invoke, on_a_terminal
from tests.test_languages_of_steps import ENGLISH_WORD
from tests.texts import CATALOGUES, texts

SMALL, SEVERAL, CLASH = "1..4..1.2......3", "1....4....3....2", "11.............."
FIELDS = re.compile(r"{\w+}")
FILES = re.compile(r"/\S+|'[^']*'|Cracking the Cryptic")
OTHERS = [path.stem for path in CATALOGUES]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_no_language_is_missing_a_text(path: Path) -> None:
    with path.open("rb") as stream:
        messages = {message.id: _forms(message.string) for message in read_po(stream) if message.id}
    wanted = texts()
    assert len(wanted) > 480
    assert wanted - messages.keys() == set()
    assert messages.keys() - wanted == set()
    for text, said in messages.items():
        fields = FIELDS.findall(_forms(text)[-1])
        for each in said:
            assert each, text
            assert sorted(FIELDS.findall(each)) == sorted(fields), each
        with speaking(path.stem):  # "scripts/languages" compiles the catalogues
            assert _compiled(_forms(text)) == said[-1]


def _forms(text: object) -> list[str]:
    """The singular and the plural, or the only form."""
    return list(text) if isinstance(text, (tuple, list)) else [str(text)]


def _compiled(forms: list[str]) -> str:
    """The compiled translation of a text, with its fields; for several things."""
    if len(forms) == 1:
        return translated(forms[0])
    names = re.findall(r"{(\w+)}", forms[-1])
    fields = {name: f"{{{name}}}" for name in names if name != "count"}
    return counted(forms[0], forms[1], 7, **fields).replace("7", "{count}")


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_names_rules_formats_and_places_in_its_language(language: str) -> None:
    rules = [rule for name in CONSTRAINTS for rule in example_of(CONSTRAINTS[name])]
    english = [(own_rule(rule)["sentence"], said_once([rule])) for rule in rules]
    titles = {each["title"] for each in choices({})["formats"]}
    with speaking(language):
        for rule, (sentence, words) in zip(rules, english, strict=True):
            assert own_rule(rule)["sentence"] != sentence
            assert not re.match(r"R\d+c\d", str(own_rule(rule)["sentence"]))
            assert {*said_once([rule])} & {*words} == set()
        assert titles & {each["title"] for each in choices({})["formats"]} == set()
        [first, _] = open_puzzles({"text": f"{SMALL}\n{SEVERAL}"})["puzzles"]
        assert "the text" not in first["title"]
        [problem] = open_puzzles({"text": "nonsense"})["problems"]
        assert "recognised" not in problem


def test_there_are_five_languages() -> None:
    assert languages() == ("en", "de", "fr", "ja", "vi")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en-GB,de;q=0.5", "en"),
        ("xx, ja;q=0.1", "ja"),
        ("vi-VN;q=nonsense, vi", "vi"),
        (";q=;,,", "en"),
    ],
)
def test_the_browser_chooses_the_language(accepted: str, language: str) -> None:
    assert accepted_language(accepted) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "vi"}, "vi"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "es:ja:en"}, "ja"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "xx_XX"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_counts_choose_the_form() -> None:
    said = {}
    for language in languages():
        with speaking(language):
            said[language] = [counted("{count} given", "{count} givens", n) for n in (0, 1, 2)]
    assert said["en"] == ["0 givens", "1 given", "2 givens"]
    assert said["de"] == ["0 Vorgaben", "1 Vorgabe", "2 Vorgaben"]
    assert said["fr"] == ["0 donnée", "1 donnée", "2 données"]
    assert said["ja"] == [f"数字 {n} 個" for n in (0, 1, 2)]


@pytest.mark.parametrize("command", ["check", "solve", "diagnose", "rate"])
@pytest.mark.parametrize("puzzle", [SMALL, SEVERAL, CLASH])
def test_the_words_change_and_nothing_else(
    command: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = invoke(command, puzzle)
    data = invoke(command, puzzle, "--json")
    monkeypatch.setenv("LANGUAGE", "")
    for language in ("de", "ja"):
        asked = invoke(command, puzzle, "--lang", language)
        monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        in_a_pipe = invoke(command, puzzle)
        assert asked.out != english.out == in_a_pipe.out
        assert asked.code == in_a_pipe.code == english.code
        again = invoke(command, puzzle, "--json")
        assert again.code == data.code
        assert without_times(again.out) == without_times(data.out)
        assert invoke(command, puzzle, "--lang", "en").out == english.out


def without_times(text: str) -> object:
    """The JSON without the times in it."""
    return json.loads(re.sub(r'"\w*seconds": [\d.e-]+', '"seconds": 0', text))


def test_a_terminal_speaks_the_language_of_the_environment() -> None:
    _, screen = on_a_terminal("solve", SEVERAL, LANGUAGE="", LC_ALL="de_DE.UTF-8")
    assert "unterscheiden sich in" in screen


def test_verdict_words() -> None:
    assert invoke("check", SMALL, "--lang", "de").out.startswith("eindeutig\t")
    assert "5 Vorgaben, genau eine Lösung" in invoke("check", SMALL, "--lang", "de").out
    assert "1 deux fois dans ligne 1" in invoke("check", CLASH, "--lang", "fr").out
    assert invoke("check", SEVERAL, "--lang", "ja").out.startswith("複数\t")


def test_every_command_that_prints_sentences_takes_a_language() -> None:
    without = {
        name for name, row in LISTED.items() if "language" not in signature(row.load()).parameters
    }
    assert without == {"man", "mcp"}


def test_commands_for_workbooks_and_proofs_speak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke("check", SMALL, "--proof", "proofs").code == 0
    commands = (
        ("new", "b.xlsx", "--force", "--givens", SMALL),
        ("grids", "b.xlsx", "--brief"),
        ("watch", "b.xlsx", "--once"),
        ("clear", "b.solved.xlsx", "--force"),
        ("clear", "b.solved.xlsx", "-o", "c.xlsx"),
        ("verify", "proofs"),
        ("watch-search", SMALL),
        ("engines",),
    )
    for command in commands:
        english = invoke(*command)
        assert english.code == 0
        assert re.search(ENGLISH_WORD.pattern + "|cpsudoku", english.out + english.err)
        for language in OTHERS:
            done = invoke(*command, "--lang", language)
            assert done.code == 0
            assert done.out + done.err != english.out + english.err
            for line in (done.out + done.err).splitlines():
                assert not ENGLISH_WORD.search(FILES.sub("", line)), line


def test_messages_speak_where_data_is_english(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    done = invoke("check", SMALL, SEVERAL, "-o", table, "--lang", "fr")
    assert done.err.startswith("cpsudoku: 2 lignes : 1 unique, 1 multiple\n")
    assert "multiple" in table.read_text()


def test_a_broken_rule_is_named_in_the_language() -> None:
    clash = invoke("check", "1.....1.........", "--rules", "anti-knight", "--lang", "de")
    assert "Regel „Anti-Springer“: r1c1 r2c3" in clash.out


def test_files_are_english(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    assert invoke("check", SMALL, "-o", table, "--lang", "de").code == 0
    assert "unique" in table.read_text()


def test_an_unknown_language_is_an_error() -> None:
    done = invoke("check", SMALL, "--lang", "tlh")
    assert done.code == 2
    assert "unknown language 'tlh'; choose one of en, de, fr, ja, vi" in done.err
    assert known_language("de-AT") == "de"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("puzzle", [SMALL, SEVERAL, "12....34........"])
def test_a_diagnosis_speaks(language: str, puzzle: str) -> None:
    found = diagnose(puzzle)
    english = in_words(found)
    with speaking(language):
        said = in_words(found)
    assert len(said) == len(english)
    assert not set(said) & set(english)


def test_the_game_speaks(tmp_path: Path) -> None:
    said: list[str] = []
    with speaking("fr"):
        session = new_session(next(iter(read(SMALL))), Saves(tmp_path))
        game = Plain(session, said.append)
        game.run(iter(["1 2 1", "check", "undo", "undo", "hint", "help", "1 2 2", "row 1", "what"]))
    text = "\n".join(said)
    for part in (
        "Un sudoku 4x4, encore 11 cases.",
        "1 en r1c2 entre en conflit avec r1c1",
        "Il n’y a rien à annuler.",
        "Indice 1 sur 4 : l’endroit",
        "montrer cette liste",
        "ligne 1: 1, 2, vide, 4.",
        "Commande inconnue 'what'.",
        "Enregistré. Pour continuer : cpsudoku play --resume",
    ):
        assert part in text, part
    with speaking("de"):
        assert [translated(mode) for mode in MODES] == ["Ziffer", "Ecke", "Mitte", "Farbe"]
