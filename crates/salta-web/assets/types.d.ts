// What the server tells, as the scripts read it, and what they tell each other; checked by `tsc`, never sent
// to a browser.

type Side = "white" | "black";
type Gaps = Record<string, unknown>;
type Sentence = { key: string; with: Gaps };

interface Move {
  from: string;
  to: string;
  text: string;
  numbers: string;
  jump: boolean;
}

interface Need {
  distance: number;
  solo: [number, number];
  proven: boolean;
}

interface GameView {
  variant: string;
  board: [number, number];
  positions: string[];
  moves: Move[];
  distances: [number, number][];
  goals: (string | null)[][];
  at: number;
  to_move: Side;
  legal: Move[];
  must_jump: boolean;
  need: [Need, Need];
  over: { ending: string; lo: number; hi: number } | null;
}

interface Moment {
  ply: number;
  side: Side;
  move: Move;
  best: Move;
  lost: number;
  why: Sentence;
}

interface Point {
  ply: number;
  margin: number;
  score: number | null;
  proven: boolean;
  best: Move | null;
  lost: number | null;
  drift: number | null;
  turning: boolean;
  balance: { start: number; end: number; lost: [number, number]; drift: number } | null;
  moments: Moment[] | null;
}

interface Candidate {
  move: Move;
  open: boolean;
  margin: number;
  visits: number | null;
  prior: number | null;
  plies: number | null;
  line: Move[];
}

interface Opinion {
  margin: number;
  score: number | null;
  effort: number;
  depth: number;
  candidates: Candidate[];
}

interface Piece {
  letter: string;
  side: Side;
  index: number;
  suit: number;
  number: number;
}

interface Told {
  by: string;
  race: Race | null;
  opinion: Opinion | null;
  exact: Opinion | null;
  done: boolean;
}

interface Race {
  need: [Need, Need];
  decided: number | null;
}

interface FileView {
  variant: string;
  start: string | null;
  lines: Line[];
  [header: string]: unknown;
}

interface About {
  version: string;
  variants: { name: string; analyst: string; rules: Record<string, any> }[];
  levels: Level[];
  levels_from: [string, string];
  first_opponent: string;
  networks: string[];
  analysts: string[];
  opponents: string[];
  run: boolean;
}

interface Level {
  name: string;
  player: string;
  below: [number, number, number] | null;
}

interface Run {
  name: string;
  variant: string;
  generations: number;
  running: boolean;
  metrics: Record<string, any>[];
  charts: { title: string; series: { name: string; key: string }[] }[];
  ratings: Rating[];
}

type Rating = { generation: number; anchor: string; elo: (number | null)[] };

interface RunGame {
  game: number;
  variant: string;
  start: string | null;
  moves: Line;
  result: [number, number];
  playable: boolean;
}

// Moves as requests and links have them.
type Line = string[];
type Game = { variant: string; start: string | null; moves: Line };
type Ask = (
  name: string,
  body: unknown,
  signal: AbortSignal | undefined,
  tell: (answer: any) => void,
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
  course: import("./js/course.js").Course;
  editor: import("./js/editor.js").Editor;
}

interface CoachEvents {
  look(ply: number): void;
  tryIt(moment: Moment): void;
  back(): void;
}

interface TableEvents {
  shown(): void;
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
