// What was tried in a game: whole lines of moves that share their beginnings, the game itself first.

/** @param {string} move */
export const plain = (move) => move.replace(/[-:]/, "");

// How many moves two lines have in common before they part.
/** @param {Line} one @param {Line} other */
function shared(one, other) {
  let length = 0;
  while (length < one.length && length < other.length && plain(one[length]) === plain(other[length])) length++;
  return length;
}

// Whether a line begins with another one.
/** @param {Line} line @param {Line} beginning */
export const begins = (line, beginning) => shared(line, beginning) === beginning.length;

// The line with this beginning, the current one if it is one; -1 if there is none.
/** @param {Line[]} lines @param {number} current @param {Line} beginning */
export function find(lines, current, beginning) {
  return begins(lines[current], beginning) ? current : lines.findIndex((line) => begins(line, beginning));
}

/**
 * Lines after the first one as text: of each which earlier line it leaves, after how many moves, and its own
 * moves.
 * @param {Line[]} lines
 */
export function written(lines) {
  return lines
    .slice(1)
    .map((line, i) => {
      const earlier = lines.slice(0, i + 1).map((other) => shared(other, line));
      const most = Math.max(...earlier);
      return [earlier.indexOf(most), most, ...line.slice(most).map(plain)].join(".");
    })
    .join("~");
}

/**
 * The lines that `written` wrote, behind the first; what is no such text is left out.
 * @param {Line} first
 * @param {string} text
 * @returns {Line[]}
 */
export function read(first, text) {
  const lines = [first];
  for (const part of text.split("~").filter(Boolean)) {
    const [from, after, ...moves] = part.split(".");
    const line = [...(lines[Number(from)] ?? []).slice(0, Number(after)), ...moves];
    if (moves.length && find(lines, 0, line) < 0) lines.push(line);
  }
  return lines;
}

// The other lines of a game by the place where they leave the line shown.
/** @param {Line[]} lines @param {number} current */
export function branches(lines, current) {
  const found = lines.map((line, index) => ({ line, index, after: shared(line, lines[current]) }));
  return found.filter(({ index }) => index !== current);
}
