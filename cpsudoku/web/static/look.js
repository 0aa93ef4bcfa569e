// How the cells look: the view of the board that follows from the state of the page.

import { bit, setOf } from "./bits.js";
import { COLOURS } from "./game.js";

/** What the board shows. `setting` is the panel where regions are drawn and symmetry is checked. */
export function lookOf(state, setting) {
  const { board } = state;
  const none = board.cells.map(() => 0);
  const plain = {
    digits: board.givens, given: board.givens.map((digit) => digit > 0),
    marks: none, corner: none, centre: none, colours: none, crossed: none,
    wrong: new Set(), tints: new Map(), selected: new Set(state.selection),
  };
  if (state.isCovered) return { ...plain, digits: none };
  if (setting.draft && state.tab === "set") return { ...plain, ...draftLook(board, setting.draft) };
  if (state.overlay) return { ...plain, ...overlayLook(state.overlay, none) };
  return { ...plain, ...gameLook(state, setting, none) };
}

function draftLook({ givens }, { numbers }) {
  return {
    corner: numbers.map((number, cell) => (givens[cell] || !number ? 0 : bit(number))),
    colours: numbers.map((number) => (number ? ((number - 1) % COLOURS) + 1 : 0)),
  };
}

function overlayLook({ digits, marks, tints, layers }, none) {
  return { digits, marks: marks ?? none, tints: tints ?? new Map(), layers };
}

function gameLook(state, setting, none) {
  const { game } = state;
  const hinted = state.hint && state.tab === "play" ? hintLook(state.hint) : { layers: null, tints: [] };
  const showsOthers = hinted.layers || state.trueDigits || state.showsCandidates;
  const own = (kind) => (showsOthers ? none : game.written.map((written) => written[kind]));
  const lacking = state.tab === "set" ? setting.lacking() : [];
  return {
    digits: game.digits, marks: hinted.layers?.text ? none : marksOf(state),
    corner: own("corner"), centre: own("centre"),
    colours: game.written.map((written) => written.colour), crossed: game.crossed,
    wrong: new Set([...state.clashes.keys(), ...state.wrong]),
    tints: new Map([...alike(state), ...lacking, ...state.tints, ...hinted.tints]), layers: hinted.layers,
  };
}

/** The cells with the digit of the only cell that is selected. */
function alike({ game, tab, selection }) {
  const digits = game.digits;
  const digit = tab === "play" && selection.length === 1 ? digits[selection[0]] : 0;
  if (!digit) return [];
  return [...digits.keys()].filter((cell) => digits[cell] === digit).map((cell) => [cell, "same"]);
}

/** The candidates of each cell: the true ones, all of them, or those of the puzzle where there are no own marks. */
function marksOf({ game, trueDigits, showsCandidates }) {
  if (trueDigits) return trueDigits.map((digits, cell) => (game.digit(cell) ? 0 : setOf(digits)));
  if (showsCandidates) return game.candidates;
  const isMarked = ({ digit, corner, centre }) => digit || corner || centre;
  return game.written.map((own, cell) => (game.isGiven(cell) || isMarked(own) ? 0 : game.board.marks[cell] ?? 0));
}

/** The levels of a hint: its house, then its cells, then the whole step as a drawing. */
function hintLook({ answer, level }) {
  if (level >= 4) return { layers: answer.layers, tints: [] };
  const isHouse = level <= 2;
  const pattern = answer.pattern.length ? answer.pattern : answer.placements.map(([cell]) => cell);
  const cells = isHouse ? answer.houses[0] ?? [] : pattern;
  return { layers: null, tints: cells.map((cell) => [cell, isHouse ? "house" : "pattern"]) };
}
