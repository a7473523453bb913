// What the server tells, as the scripts read it; checked by `tsc`, never sent to a browser.

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
  points: "solo" | "distance" | "win";
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
  games: number;
  variant: string;
  start: string | null;
  lines: Line[];
  [header: string]: unknown;
}

interface About {
  version: string;
  variants: { name: string; analyst: string; rules: Record<string, any> }[];
  ladders: Ladder[];
  networks: string[];
  analysts: string[];
  opponents: string[];
  run: boolean;
  solves: boolean;
}

interface Ladder {
  variant: string;
  source: string;
  levels: Level[];
}

interface Level {
  name: string;
  player: string;
  about: Sentence;
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
  points: GameView["points"];
  playable: boolean;
}

// Moves as requests and links have them.
type Line = string[];
type Game = { variant: string; start: string | null; moves: Line };
