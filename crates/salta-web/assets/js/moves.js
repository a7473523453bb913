// The list of moves, with what each lost once the game is reviewed.

export function drawMoves(host, { moves, firstPly, at, numbers, points, jump }) {
  const items = [];
  const text = (move) => (numbers ? move.numbers : move.text);
  moves.forEach((move, i) => {
    const ply = firstPly + i;
    if (ply % 2 === 0 || i === 0) items.push(item("count", `${Math.floor(ply / 2) + 1}.`));
    if (ply % 2 === 1 && i === 0) items.push(item("", "…"));
    const cell = item("");
    const button = document.createElement("button");
    button.textContent = text(move);
    button.dataset.ply = i + 1;
    if (i + 1 === at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => jump(i + 1));
    cell.append(button);
    const point = points[i + 1];
    if (point?.lost >= 0.5) {
      const lost = document.createElement("span");
      lost.className = point.turning ? "lost turning" : "lost";
      lost.textContent = ` −${point.lost.toFixed(1)}`;
      lost.title = point.turning ? "a turning point: points lost by this move" : "points lost by this move";
      cell.append(lost);
    }
    items.push(cell);
  });
  host.replaceChildren(...items);
  const current = host.querySelector("[aria-current]");
  if (current) host.scrollTop = current.offsetTop - host.offsetTop - host.clientHeight / 2;
}

function item(kind, text = "") {
  const made = document.createElement("li");
  made.className = kind;
  made.textContent = text;
  return made;
}
