// The places for clues around the board. Each sees cells: a row, a column, or a diagonal.

import { t } from "./words.js";

const ARROWS = { "1,1": "↘", "1,-1": "↙", "-1,1": "↗", "-1,-1": "↖", "0,1": "→", "0,-1": "←", "1,0": "↓", "-1,0": "↑" };

/** The places: row and column outside the board, and the lines of cells that a clue there can see. */
export function placesAround(board, diagonal) {
  const at = new Map(board.cells.map(({ row, column }, cell) => [`${row},${column}`, cell]));
  const places = [];
  const last = [board.height, board.width];
  for (let row = -1; row <= board.height; row += 1) {
    for (let column = -1; column <= board.width; column += 1) {
      const isEdge = row < 0 || column < 0 || row === last[0] || column === last[1];
      if (!isEdge) continue;
      const turns = diagonal ? [[1, 1], [1, -1], [-1, 1], [-1, -1]] : [[0, 1], [0, -1], [1, 0], [-1, 0]];
      const lines = turns.map((turn) => line(at, row, column, turn)).filter(({ cells }) => cells.length > 1);
      if (lines.length) places.push({ row, column, lines });
    }
  }
  return places;
}

/** The cells from a place outside, as far as the board goes. */
function line(at, row, column, [down, across]) {
  const cells = [];
  for (let step = 1; ; step += 1) {
    const cell = at.get(`${row + step * down},${column + step * across}`);
    if (cell === undefined) break;
    cells.push(cell);
  }
  return { cells, arrow: ARROWS[`${down},${across}`] };
}

/** A place in words. */
export function inWords(board, { cells, arrow }) {
  return t("Clue {arrow} from {cell}", { arrow, cell: board.cells[cells[0]].name });
}
