// Which key does what. Letters that are digits of the board are digits first.

import { n, t } from "./words.js";

export const TOOLS = ["digit", "corner", "centre", "colour"];
export const COMMANDS = [
  // name, keys, what it does
  ["digit", ["z"], n("Write digits")],
  ["corner", ["x"], n("Write corner marks")],
  ["centre", ["c"], n("Write centre marks")],
  ["colour", ["v"], n("Colour cells")],
  ["candidates", ["a"], n("Show all candidates")],
  ["true", ["t"], n("Show only true candidates")],
  ["hint", ["h"], n("A hint, then the next level of it")],
  ["why", ["w"], n("Why is a digit not in this cell?")],
  ["check", ["k"], n("Check the entries")],
  ["share", ["s"], n("Share")],
  ["pause", ["p"], n("Pause or go on")],
];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a key asks for: [name, ...arguments], or null. */
export function meaning(event, symbols) {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key;
  if (key in ARROWS) return ["move", ...ARROWS[key], command || event.shiftKey];
  if (command && key.toLowerCase() === "z") return [event.shiftKey ? "redo" : "undo"];
  if (command && key.toLowerCase() === "y") return ["redo"];
  if (command && key.toLowerCase() === "a") return ["all"];
  if (key === "Backspace" || key === "Delete") return ["erase"];
  if (key === "Escape") return ["escape"];
  if (key === " ") return ["tool"];
  if (key === "?") return ["keys"];
  if ("+-".includes(key) && !command) return ["zoom", key === "+" ? 1 : -1];
  if (key === "Enter") return ["settle"];
  const digit = digitOf(event, symbols);
  if (digit && !event.altKey) {
    return ["write", digit, event.shiftKey ? "corner" : command ? "centre" : ""];
  }
  if (command) return null;
  const found = COMMANDS.find(([, keys]) => keys.includes(key.toLowerCase()));
  return found ? ["command", found[0]] : null;
}

function digitOf(event, symbols) {
  const upper = event.key.length === 1 ? event.key.toUpperCase() : "";
  const typed = symbols.indexOf(upper, 1);
  if (typed > 0) return typed;
  const code = /^(?:Digit|Numpad)(\d)$/.exec(event.code); // Shift+1 is "!" on many keyboards
  return code ? Math.max(0, symbols.indexOf(code[1], 1)) : 0;
}

/** The table of the dialog. */
export function keyRows() {
  return [
    ["1-9, A-P", t("Write a digit; again to remove it")],
    ["Shift+1, Ctrl+1", t("Corner mark, centre mark")],
    ["← ↑ ↓ →", t("Move; with Shift or Ctrl, select more cells")],
    ["Ctrl+A, Esc", t("Select all cells; select nothing")],
    ["Backspace", t("Erase")],
    ["Ctrl+Z, Ctrl+Y", t("Undo, redo")],
    [t("Space"), t("The next tool")],
    ...COMMANDS.map(([, keys, words]) => [keys.join(", ").toUpperCase(), t(words)]),
    ["Enter", t("Do what the hint says")],
    ["+, -", t("A closer look at the cursor; or Ctrl and the wheel, or two fingers")],
    ["?", t("This list")],
  ];
}
