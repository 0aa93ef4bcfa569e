"""What sentences about rules do not say. They are not evidence for a rule.

A pattern finds the sentences about a kind of rule by their topic. But "digits along thermometers
must decrease" has the topic of a thermometer and not its content. ``comparing`` decides later
which sentences the rules explain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Words that take back, weaken or turn around what a sentence says.
_DOUBTS = re.compile(
    r"\bnot (all|every|each)\b(?!.*\b(given|shown|marked|indicated|drawn|present|clued)\b)|"
    r"\bnot (all|every|each)\b.*\b(rules?|appl\w+|hold|true|valid)\b|"
    r"(\bnot|n't|\bnever|no longer) (always |necessarily |really |actually )?(appl\w+|hold|true|"
    r"valid|count|work|used|be used|read|mean|matter)\b|\bnon-?standard\b|"
    r"\b(ignor\w+|disregard\w*|void|invalid|broken|breaks?|fake|decoys?|red herrings?|"
    r"meaningless|decorati\w+|untrue|mistaken|contradict\w*|instead|rather than|contrary|"
    r"revers\w+|inverse\w*|invert\w*|flipped|minus|plus|off by|swapped|anti-?thermo\w*|"
    r"perhaps|maybe|might|sometimes|usually|often|rarely|seldom|almost|nearly|roughly|about half|"
    r"none of|nobody|all but|only some|just some|a few|several|most of|half of|part of the|"
    r"any one|at least (one|two|half) of|at most (one|two) of|only (one|two|half)|"
    r"either (black|white|odd|even|an?)|"
    r"(one|two|three|some|half) of (the|these|those|them|which|its)|more than one|"
    r"may or may not|can or cannot|optional\w*|choose|chosen|secret\w*|each other'?s)\b|"
    r"^half (of )?the\b|\b(thermometers?|arrows?|cages?|palindromes?|renbans?) (is|are) "
    r"(an? |also )?(arrow|whisper|renban|palindrom|thermo)|\bcoprime\b|"
    r"\bdigits .{0,20}diagonally adjacent|"
    r"\b(less|greater|more|fewer|larger|smaller|higher|lower) than (\d|two|three|four|five|six)|"
    r"^no (circle|cage|line|thermo|arrow|dot|cell)\w*|"
    r"\bsome\b(?! (fixed )?order\b)|\b(odd or even|even or odd)\b|"
    r"(?<!and )(?<!or )\bbackwards\b(?! (and|or))|\bsubtract\w*|"
    r"\b(doubled|halved|tripled|squared)$|"
    r"\b(may|can) (also )?repeat\b.{0,40}\b(rows?|columns?|box(es)?|regions?)\b|"
    r"\b(rows?|columns?|box(es)?|regions?) (may|can) (also )?repeat|\btreat\b|\bcolou?rs? appears?|"
    r"\b(not|n't|never|neither|no)\b.{0,15}\b(odd|even)\b|\bor (both|neither|none)\b(?!\))"
)
# For each subject, what is never said of it. Words such as "cannot decrease" are exempt.
_NO = r"(?<!not )(?<!n't )(?<!never )(?<!cannot )(?<!no )(?<!nor )"
_TURNED = r"(not|n't|never|cannot) (be )?"
_SUM = r"\b(sums?|add|adds|total|totals)\b"
_NEVER = {
    r"thermo\w*|\bbulbs?\b": (
        rf"{_NO}decreas|descend|\bfall|\bdrop|shrink|\bdown\b|(?<!the )\b(smaller|lower|less)\b|"
        rf"toward\w* (the )?bulb|\bto (the |its |a )?bulb|{_TURNED}(increas|ris|go up|get|grow)|"
        rf"alternat|consecutive|differ\w* by|{_SUM}|\bodd\b|\beven\b|palindrom|product|prime|"
        r"from (the )?(tip|top|far end)|constant|contains? (a|an|at least|exactly|the|no)\b|"
        r"(is|are) (an? )?(arrow|whisper|renban|palindrom)"
    ),
    r"\bcages?\b|\bkiller\b": (
        rf"product|multipl|differ\w* (of|by)|average|\b(less|more|fewer|larger|smaller|greater)\b|"
        rf"at least|at most|prime|increas|decreas|consecutive|must repeat|{_TURNED}(sum|add|total)|"
        r"largest|smallest|(different|other) total|\b(even|odd)\b|(same|equal) (sum|total)|"
        r"twice|double|half"
    ),
    r"\b(?<!double )(?<!inward )(?<!outward )arrows?\b": (
        rf"product|multipl|differ|average|increas|decreas|\b(less|more|greater|smaller)\b|twice|"
        rf"\bhalf\b|{_TURNED}(sum|add|total|repeat)|consecutive|prime|\b(even|odd)\b|"
        r"at (least|most)|add (one|\d)|larg|smallest|\b(first|last) (two|three|digits?)\b|"
        r"multiple"
    ),
    r"\bwhite (kropki )?(dots?|balls?)\b|\b(separated|joined|connected) by (a |the )?white": (
        rf"ratio|double|twice|\bhalf\b|\b[12] ?: ?[12]\b|{_SUM}|\bsame\b|\bequal\b|"
        rf"{_TURNED}consecutive|non-?consecutive|(by|of) (at least|at most|exactly [2-9]|[2-9])|"
        r"prime|\b(odd|even)\b|increas"
    ),
    r"\bblack (kropki )?(dots?|balls?)\b|\b(separated|joined|connected) by (a |the )?black": (
        rf"consecutive|differ|{_SUM}|\bsame\b|\bequal\b|triple|three times|quarter|"
        r"\b1 ?: ?[13-9]\b|\b[3-9] ?: ?1\b|ratio of (?!1|2|one|two)|"
        rf"{_TURNED}(have |in )?(a |the )?(ratio|\d|double|twice|half)|prime|\b(odd|even)\b"
    ),
    r"\bwhispers?\b": (
        rf"at most|no more|{_NO}\bless than|fewer|exactly|{_SUM}|increas|decreas|consecutive|"
        rf"\bsame\b|{_TURNED}differ|{_TURNED}have|\b(odd|even)\b|or less|product"
    ),
    r"\brenbans?\b": (
        rf"non-?consecutive|{_TURNED}(be |form |contain )?(a |any )?(set of )?consecutive|increas|"
        rf"decreas|differ\w* (by|of)|{_SUM}|(may|can|must) repeat|\bsame\b|ascending|descending|"
        r"\b(odd|even)\b|at least|at most"
    ),
    r"palindrom\w*": rf"{_TURNED}|differ|increas|decreas|{_SUM}|\b(odd|even)\b|opposite",
    r"\bbetween lines?\b": rf"{_TURNED}|outside|\bequal\b|{_SUM}",
    r"\blockout\b": r"(must|have to|do|should) (be|lie|fall) between|at most|inside",
    r"\bregion.?sums?\b|\bsegments?\b": (
        rf"different (sum|total)|{_TURNED}|product|increas|decreas|unequal|no two|\b(odd|even)\b"
    ),
    r"\bzippers?\b": rf"product|{_TURNED}|differ\w* (by|of)|increas|decreas|unequal",
    r"\bsandwich\w*": (
        rf"product|{_TURNED}|includ|outside the (1|one|crust)|differ|average|\b(less|more)\b|"
        r"\bcount|number of"
    ),
    r"\bx-?sums?\b": r"product|\blast\b|differ|average",
    r"\bskyscrapers?\b|\bbuildings?\b": (
        rf"{_SUM}|(lower|shorter|smaller)\b.{{0,30}}(hide|block|obscure)|(?<!the )hidden|"
        rf"taller\b.{{0,30}}{_TURNED}"
    ),
    r"\bknights?\b|\bking'?s?\b|\bkings\b": (
        r"(must|have to|should|always|may|\bcan\b(?!')) (contain|have|be|share|hold|repeat)|"
        rf"consecutive|{_SUM}|differ\w* by|at (least|most)|at least one|adjacent to|product|ratio|"
        r"\b(odd|even)\b"
    ),
    r"\bdiagonals?\b": (
        rf"product|average|increas|decreas|{_TURNED}(sum|add)|(same|equal) (sum|total)|must repeat|"
        r"^only|coprime|never diagonally adjacent"
    ),
    r"\bquad\w*|\bsurround\w*": rf"{_TURNED}|none|{_SUM}|at most|exactly|differ|missing|in order",
    r"\b(minimum|minima)\b": r"greater|larger|higher|bigger",
    r"\b(maximum|maxima)\b": r"\bless\b|smaller|lower",
    r"\bdisjoint\b": r"(must|may|can) (be|have|contain|repeat)(?! different)",
    r"\bwindoku\b|\bwindows?\b": rf"(may|can|must) repeat|{_SUM}|\b(odd|even)\b",
    r"\bentrop\w*|\bmodul\w+": rf"{_TURNED}|{_SUM}|increas|decreas",
}
_OF_LINES = re.compile(  # of lines of any kind
    r"\blines?\b.*\b((not|n't|never) (differ|increas|read|sum|add|form|alternat)\w*|"
    r"of non-?consecutive|no two equal|product|multipl)"
)
_SUBJECTS = {re.compile(subject): re.compile(never) for subject, never in _NEVER.items()}
_WRONG_SUM = re.compile(  # of V and X
    r"\bv'?s?\b[^x]{0,60}?\b(sum|add|total)\w*( up)? to (exactly )?"
    r"(?!5\b|five\b|the\b|that\b|give)|"
    r"\bx'?s?\b(?!-)[^v]{0,60}?\b(sum|add|total)\w*( up)? to (exactly )?"
    r"(?!10\b|ten\b|the\b|that\b)|"
    r"\b[xv]\b.{0,40}(product|multipl|ratio|consecutive|differ\w* (by|of))|"
    r"\b[xv]\b.{0,60}(not|n't|never) (sum|add|total)|"
    r"(not|n't|never) (sum|add|total).{0,40}\b[xv]\b|\bpoints? (to|at|toward\w*) .{0,20}"
    r"(larger|greater|higher|bigger)"
)
_EXAMPLE = re.compile(r"\b(e\.?g|for example|for instance|such as|example)\b.*")


def is_contradictory(text: str) -> bool:
    """Whether a sentence in lower case takes back a rule, or says another one of its subject."""
    text = _EXAMPLE.sub("", text)
    if any(form.search(text) for form in (_DOUBTS, _WRONG_SUM, _OF_LINES)):
        return True
    return any(never.search(part) for never, part in _parts(text))


def _parts(text: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """The part of a sentence about each of its subjects, with what is never said of it.

    A part ends where another subject begins. The words before the first subject are about it.
    """
    found = [
        (match.start(), never)
        for subject, never in _SUBJECTS.items()
        for match in subject.finditer(text)
    ]
    found.sort(key=lambda each: each[0])
    for number, (start, never) in enumerate(found):
        end = next((at for at, other in found[number + 1 :] if other is not never), len(text))
        yield never, text[start if number else 0 : end]
