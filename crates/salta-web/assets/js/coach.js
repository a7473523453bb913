// What a reviewed game teaches: at most three moments a side, each with the better move, its worth and
// why, and a position to try it in.

import { button, redraw } from "./buttons.js";
import { tenths } from "./numbers.js";
import { say, sideName } from "./strings.js";

export class Coach {
  // `told`: { look(ply), tryIt(moment), back() }; `notation` gives a move's text.
  /** @param {HTMLElement} host @param {{ notation: Notation, told: CoachEvents }} it */
  constructor(host, { notation, told }) {
    this.host = host;
    this.notation = notation;
    this.told = told;
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {Moment | null} */
    this.trial = null;
  }

  // `away`: whether another game is on the table than the one that was reviewed.
  /** @param {Moment[]} moments @param {number} firstPly @param {boolean} away */
  draw(moments, firstPly, away) {
    this.moments = moments;
    const items = moments.map((moment) => this.item(moment, firstPly));
    const list = Object.assign(document.createElement("ul"), { className: "moments" });
    list.append(...items);
    redraw(this.host, [
      ...(moments.length ? [list] : []),
      ...(away ? [button(say("coach.back"), () => this.leave(this.told.back))] : []),
    ]);
  }

  /** @param {Moment} moment @param {number} firstPly */
  item(moment, firstPly) {
    const { ply, side, move, best, lost, why } = moment;
    const number = Math.floor((firstPly + ply - 1) / 2) + 1;
    const item = document.createElement("li");
    item.className = side;
    const words = document.createElement("span");
    const gaps = {
      side: sideName(side),
      number,
      move: this.notation(move),
      lost: tenths(lost),
      best: this.notation(best),
      why,
    };
    // Who is trying is not told the answer.
    words.textContent = say(moment === this.trial ? "coach.moment.tried" : "coach.moment", gaps);
    /** @param {string} label @param {(moment: Moment) => void} act */
    const act = (label, act) => button(label, () => act(moment));
    item.append(
      words,
      " ",
      act(say("coach.show"), () => this.leave(() => this.told.look(ply - 1))),
      act(say("coach.try"), (moment) => this.try(moment)),
    );
    return item;
  }

  // The moment that begins with the position after so many moves, unless it is being tried.
  /** @param {number} ply */
  at(ply) {
    return this.trial ? null : this.moments.find((moment) => moment.ply - 1 === ply);
  }

  /** @param {Moment} moment */
  try(moment) {
    this.trial = moment;
    this.told.tryIt(moment);
  }

  // Goes elsewhere instead of trying.
  /** @param {() => void} go */
  leave(go) {
    this.trial = null;
    go();
  }

  // What to say of a move that was tried; the moment stays to be tried until the better move is found.
  /** @param {Move} move @param {Moment} trial */
  judge(move, trial) {
    if (move.text === trial.best.text) this.trial = null;
    if (!this.trial) return say("coach.yes", { move: this.notation(move) });
    if (move.text !== trial.move.text) return say("coach.other");
    return say("coach.played", { move: this.notation(move), lost: tenths(trial.lost) });
  }
}
