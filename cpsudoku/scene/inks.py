"""Every ink by name: its colour on white paper, and on a dark page."""

from __future__ import annotations

# For lines and areas of rules: a pale colour behind digits, a strong one for thin lines.
_PALE = {
    "grey": ("#d6dbe1", "#39424c"),
    "green": ("#c3e8cc", "#1d4d2e"),
    "purple": ("#e4d0f2", "#4a2d63"),
    "blue": ("#c9e1f8", "#1e3f60"),
    "orange": ("#fcdcb9", "#5e3a14"),
    "red": ("#f9d3d0", "#5c2524"),
    "yellow": ("#f6ecab", "#4f4510"),
    "pink": ("#fad4e6", "#5a2644"),
    "teal": ("#c2e9e6", "#17494a"),
    "indigo": ("#cfd1fb", "#2f3273"),
    "brown": ("#e6d2bd", "#4b3723"),
}
_STRONG = {
    "grey": ("#6b7580", "#9aa4ae"),
    "green": ("#1b7f3b", "#6fd08f"),
    "purple": ("#7a2ea8", "#c99bea"),
    "blue": ("#1d65a8", "#7fb5e8"),
    "orange": ("#b65c00", "#f0a45c"),
    "red": ("#b3261e", "#ff8a80"),
    "yellow": ("#86700a", "#e0cc55"),
    "pink": ("#b0246f", "#f08cc0"),
    "teal": ("#0b7a78", "#5fd0cc"),
    "indigo": ("#3d3fb8", "#a3a6f5"),
    "brown": ("#7a4a1e", "#cfa57c"),
}
INKS = {
    "paper": ("#ffffff", "#15191e"),
    "given": ("#14181d", "#f0f3f6"),
    "entry": ("#0b57a4", "#8cc2ff"),
    "mark": ("#59636e", "#a3adb8"),
    "thin": ("#b9c1ca", "#3d4650"),
    "thick": ("#14181d", "#c9d1d9"),
    "hair": ("#8b949e", "#57616c"),
    "name": ("#6b7580", "#8b949e"),
    "house": ("#eef3f9", "#1c242e"),
    "cell": ("#d9e7f7", "#293a4f"),
    "extra": ("#f3f3f3", "#1b2026"),
    "shade": ("#e9eef5", "#232b35"),
    "layer": ("#c3c9d1", "#4a545f"),
    "path": ("#f0a07a", "#b4541f"),
    "alert": ("#fbd9d7", "#5a2323"),
    "link": ("#5b2a9d", "#c9a7ff"),
    "pattern": ("#7fd6a4", "#1f7a4d"),
    "pivot": ("#d9b3ee", "#7b4397"),
    "fin": ("#f6c667", "#8a5a00"),
    "first": ("#a5ccf6", "#1f5c99"),
    "second": ("#f3d34a", "#7d6608"),
    "third": ("#e8b7d4", "#8c3f6d"),
    "blocker": ("#0b7a78", "#5fd0cc"),
    "on": ("#7fd6a4", "#1f7a4d"),
    "off": ("#2f74b5", "#7fb5e8"),
    "placed": ("#0a7a3c", "#4bd08b"),
    "eliminated": ("#c62828", "#ff7b72"),
    "cage": ("#3b434c", "#aab4be"),
    "white": ("#ffffff", "#e6eaee"),
    "on-white": ("#14181d", "#14181d"),
    "black": ("#14181d", "#0b0d10"),
    "on-black": ("#ffffff", "#e6eaee"),
    **{f"pale-{name}": inks for name, inks in _PALE.items()},
    **{f"strong-{name}": inks for name, inks in _STRONG.items()},
}


def pale(color: str) -> str:
    """The ink for an area or a thick line of a rule. Digits are readable on it."""
    return f"pale-{color}" if color in _PALE else "pale-grey"


def strong(color: str) -> str:
    """The ink for a thin line of a rule."""
    if color in ("black", "white"):
        return "given"
    return f"strong-{color}" if color in _STRONG else "cage"
