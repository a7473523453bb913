// What a reviewed game teaches: at most three moments a side, each with the better move, its worth and
// why, and a position to try it in.

export class Coach {
  // `told`: { look(ply), tryIt(moment), back() }; `notation` gives a move's text.
  constructor(host, { notation, told }) {
    Object.assign(this, { host, notation, told });
    this.moments = [];
    this.trial = null;
  }

  // `away`: whether another game is on the table than the one that was reviewed.
  draw(moments, firstPly, away) {
    this.moments = moments;
    const items = moments.map((moment) => this.item(moment, firstPly));
    const list = Object.assign(document.createElement("ul"), { className: "moments" });
    list.append(...items);
    this.host.replaceChildren(...(moments.length ? [list] : []), ...(away ? [button("Back to the reviewed game", this.told.back)] : []));
  }

  item(moment, firstPly) {
    const { ply, side, move, best, lost, why } = moment;
    const number = Math.floor((firstPly + ply - 1) / 2) + 1;
    const item = document.createElement("li");
    item.className = side;
    const said = document.createElement("span");
    said.append(`${side === "white" ? "White" : "Black"}, move ${number}: `, strong(this.notation(move)), ` lost ${lost.toFixed(1)} points; better was `, strong(this.notation(best)), `: ${why}.`);
    const act = (label, act) => button(label, () => act(moment));
    item.append(said, " ", act("Show", () => this.told.look(ply - 1)), act("Try it yourself", (moment) => this.try(moment)));
    return item;
  }

  // The moment that begins with the position after so many moves, unless it is being tried.
  at(ply) {
    return this.trial ? null : this.moments.find((moment) => moment.ply - 1 === ply);
  }

  try(moment) {
    this.trial = moment;
    this.told.tryIt(moment);
  }

  // What to say of a move played in a moment's position; null if nobody was asked to try.
  judge(move) {
    const { trial } = this;
    this.trial = null;
    if (!trial) return null;
    if (move.text === trial.best.text) return `Yes: ${this.notation(move)} is the better move.`;
    if (move.text === trial.move.text) return `${this.notation(move)} was played in the game; it lost ${trial.lost.toFixed(1)} points.`;
    return `The review would have played ${this.notation(trial.best)}; go back to try again.`;
  }
}

const strong = (text) => Object.assign(document.createElement("b"), { textContent: text });

function button(label, act) {
  const made = Object.assign(document.createElement("button"), { textContent: label });
  made.addEventListener("click", act);
  return made;
}
