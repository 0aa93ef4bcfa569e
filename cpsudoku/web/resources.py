"""What assistants can read about: every rule with its syntax, every technique, every format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.rule_facts import families, listed_name, rule_facts
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import InputError, UnknownName, quoted
from cpsudoku.teaching.lessons import lesson
from cpsudoku.techniques import TECHNIQUES, technique_name

SCHEME = "cpsudoku://"
_KINDS = {
    "rules": "All rules, each with its syntax and an example",
    "techniques": "All techniques, each with its definition",
    "formats": "All formats that are read or written",
}


@dataclass(frozen=True)
class Topic:
    """A text to read, with its address and one line about it."""

    address: str
    title: str
    about: str


def topics() -> Iterator[Topic]:
    """Every text: a list of each kind, then each rule and each technique."""
    for kind, about in _KINDS.items():
        yield Topic(f"{SCHEME}{kind}", kind, about)
    for name in (name for names in families().values() for name in names):
        yield Topic(f"{SCHEME}rules/{name}", name, rule_facts(name)["summary"])
    for name in TECHNIQUES:
        known = TECHNIQUES[name]
        yield Topic(f"{SCHEME}techniques/{name}", known.title, known.definition)


def resource_text(address: str) -> str:
    """The text of an address, in Markdown. Raises CpsudokuError, which names what there is."""
    kind, _, name = address.removeprefix(SCHEME).partition("/")
    if not address.startswith(SCHEME) or kind not in _KINDS or (name and kind == "formats"):
        known = ", ".join(f"{SCHEME}{kind}" for kind in _KINDS)
        raise InputError(
            "{address} is not a resource; choose one of {known}, or one of their entries, such "
            "as {scheme}rules/killer",
            address=quoted(address),
            known=known,
            scheme=SCHEME,
        )
    if kind == "formats":
        return "\n".join(_formats())
    if kind == "rules":
        return _rule(name) if name else "\n".join(_rules())
    return _technique(name) if name else "\n".join(_techniques())


def _rules() -> Iterator[str]:
    yield "# Rules\n"
    yield "Each rule is a line of text below a grid. Cells are r1c1, r1c2 and so on.\n"
    for family, names in families().items():
        yield f"\n## {family}\n"
        for name in names:
            facts = rule_facts(name)
            yield f"- `{facts['syntax']}`: {facts['summary']} Example: `{facts['example']}`"


def _rule(name: str) -> str:
    try:
        facts = rule_facts(listed_name(name))
    except UnknownName as error:
        raise InputError("{error}; {scheme}rules lists them", error=error, scheme=SCHEME) from None
    lines = [f"# {facts['rule']}\n", facts["summary"], f"\nSyntax: `{facts['syntax']}`"]
    lines += [f"Example: `{facts['example']}`"]
    lines += [f"Also: {', '.join(facts['aliases'])}"] if facts["aliases"] else []
    return "\n".join(lines)


def _techniques() -> Iterator[str]:
    yield "# Techniques\n"
    for name in TECHNIQUES:
        yield f"- `{name}`: {TECHNIQUES[name].definition}"


def _technique(name: str) -> str:
    found = lesson(technique_name(name))
    lines = [f"# {found.title}\n", found.definition, "; ".join(found.facts)]
    for heading, text in found.sections:
        lines += [f"\n## {heading}\n", text]
    for example in found.examples:
        lines += [f"\nExample, in `{example.before.grid.line}`: {example.text}"]
    return "\n".join(lines)


def _formats() -> Iterator[str]:
    yield "# Formats\n"
    for name in FORMATS:
        known = FORMATS[name]
        ways = [*(["read"] if known.reads else []), *(["written"] if known.writes else [])]
        yield f"- `{name}` ({' and '.join(ways)}): {known.title}"
