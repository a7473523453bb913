// The game on the table as the board shows it.

import { piecesOf } from "./squares.js";
import { say, sideName } from "./strings.js";

// The position shown, with what can be done in it.
/** @param {Board} board @param {Table} table */
export function drawBoard(board, table) {
  const { state, view } = table;
  const recent = state.at ? view.moves[state.at - 1] : null;
  const byHand = table.isHuman(view.to_move);
  board.show({
    pieces: piecesOf(view.positions[state.at]),
    mover: view.to_move,
    legal: view.legal,
    goals: view.goals,
    recent: recent && [recent.from, recent.to],
    able: !view.over && (byHand || !state.isAtEnd()),
    mustJump: view.must_jump,
  });
  // Whoever steps through the game hears which move is shown.
  if (recent && !state.isAtEnd()) {
    const [, mover, plies] = view.positions[state.at - 1].split(" ");
    const gaps = { side: sideName(mover === "w" ? "white" : "black"), number: Math.floor(Number(plies) / 2) + 1 };
    board.announce(say("board.shown", { ...gaps, move: board.numbers ? recent.numbers : recent.text }));
  }
  const called = view.must_jump && !view.over && byHand && state.isAtEnd();
  board.call(
    called ? say("board.call") : "",
    view.legal.map((move) => move.from),
  );
}

// Of a game from a file: who played it, and at what event, where and when.
/** @param {HTMLElement} host @param {Record<string, string>} headers */
export function drawHeaders(host, { white, black, event, site, date }) {
  const players = [white, black].filter(Boolean).join(" – ");
  const [title, about] = host.children;
  title.textContent = players;
  about.textContent = [event, site, date].filter(Boolean).join(", ");
  host.hidden = !players && !about.textContent;
  document.title = players ? `${players} · Salta` : "Salta";
}

// The better move of a moment, and the one that was played.
/** @param {Board} board @param {Moment | null | undefined} moment */
export function drawMoment(board, moment) {
  if (!moment) return;
  const { side, move, best } = moment;
  board.arrows([
    { ...move, side, width: 0.8, opacity: 0.5 },
    { ...best, side, width: 1.7, opacity: 0.9 },
  ]);
}
