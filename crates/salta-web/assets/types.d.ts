// What the scripts of the pages tell each other; checked by `tsc`, never sent to a browser.

interface Piece {
  letter: string;
  side: Side;
  index: number;
  suit: number;
  number: number;
}

type Ask = (
  name: string,
  body: unknown,
  signal: AbortSignal | undefined,
  tell: (answer: any) => void,
  table?: ArrayBuffer,
) => Promise<void>;
type Notation = (move: Move) => string;
// Elements of the page; index.html says which kind each is.
type Elements = Record<string, any>;
type ById = (id: string) => any;
type Remedy = { label: string; act: () => void };

// A generation, its value and an interval, whose ends may be infinite; the interval may be missing.
type Place = number[];
type Series = { name: string; points: Place[] };

interface Arrow {
  from: string;
  to: string;
  side: Side;
  width: number;
  opacity: number;
  order?: number;
}

interface BoardView {
  pieces: Map<string, Piece>;
  mover: Side;
  legal: { from: string; to: string }[];
  goals: (string | null)[][];
  recent: string[] | null;
  able: boolean;
  mustJump: boolean;
}

interface BoardEvents {
  move: (move: any) => void;
  pick: () => void;
  refuse: (from: string, to: string | null) => void;
  free: (square: string) => void;
  announce: (text: string) => void;
}

interface PageParts {
  $: ById;
  table: Table;
  board: Board;
  analysis: Analysis;
  analysts: import("./js/analysts.js").Analysts;
  review: Review;
  seats: Seats;
  messages: Messages;
  fail: (error: unknown) => void;
  notation: Notation;
  shown: () => void;
  follow: () => void;
  course: import("./js/course.js").Course;
  editor: import("./js/editor.js").Editor;
}

interface CoachEvents {
  look(ply: number): void;
  tryIt(moment: Moment): void;
  back(): void;
}

interface TableEvents {
  // `isOther`: another game than before.
  shown(isOther: boolean): void;
  refused(error: unknown): void;
  silent(error: unknown): void;
  acted(): void;
  changed(): void;
  remarked(words: Sentence[]): void;
  ended(): void;
}

interface MovesSettings {
  moves: Move[];
  firstPly: number;
  at: number;
  notation: Notation;
  points: Point[];
  jump: (ply: number) => void;
}

interface CellSettings {
  current: boolean;
  notation: Notation;
  point: Point;
  jump: (ply: number) => void;
}

type Acts = import("./js/acts.js").Acts;
type Analysis = import("./js/analysis.js").Analysis;
type Board = import("./js/board.js").Board;
type Kind = import("./js/tasks.js").Kind;
type Layout = import("./js/layout.js").Layout;
type Messages = import("./js/messages.js").Messages;
type Review = import("./js/review.js").Review;
type Scale = ReturnType<typeof import("./js/chart.js").scaleOf>;
type Seats = import("./js/seats.js").Seats;
type State = import("./js/state.js").State;
type Table = import("./js/table.js").Table;
type Task = import("./js/tasks.js").Task;
