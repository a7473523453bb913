"""A client in another language, as docs/encoding.md describes it: rules, encoder, choice of a move.

Only NumPy and an ONNX runtime; nothing of salta is imported here. Squares are numbered 0 to 49,
row * 5 + place, rows and places from White's near left corner; sides are 0 (White) and 1 (Black).
"""

import tomllib
from dataclasses import dataclass, field, replace

import numpy as np

STEPS = [(1, -1), (1, 1), (-1, -1), (-1, 1)]  # forward-left, forward-right, back-left, back-right
ARRANGEMENTS = {"standard": ["ABCDE", "FGHIJ", "KLMNO"], "exchanged": ["ONMLK", "JIHGF", "EDCBA"]}
END_TURN = 200


def column(square):
    return 2 * (square % 5) + square // 5 % 2


def neighbour(square, direction, mover):
    """The next square in a direction as the mover sees it, or None off the board."""
    rows, columns = STEPS[direction if mover == 0 else 3 - direction]
    row, col = square // 5 + rows, column(square) + columns
    return row * 5 + col // 2 if 0 <= row < 10 and 0 <= col < 10 else None


def distance(a, b):
    return max(abs(a // 5 - b // 5), abs(column(a) - column(b)))


class Rules:
    """The fields of a variant, and where its pieces start and go."""

    def __init__(self, toml):
        self.fields = tomllib.loads(toml)
        start = self.fields["start"]
        rows = start if isinstance(start, list) else ARRANGEMENTS[start]
        white = {ord(x) - 65: 5 * r + p for r, row in enumerate(rows) for p, x in enumerate(row)}
        goal = self.fields["goal"]
        if isinstance(goal, list):
            goals = {ord(x) - 65: 35 + 5 * r + p for r, row in enumerate(goal) for p, x in enumerate(row)}
        elif goal == "shift":
            goals = {piece: square + 35 for piece, square in white.items()}
        else:
            goals = {piece: 49 - square for piece, square in white.items()}
        self.starts = [white, {piece: 49 - square for piece, square in white.items()}]
        self.goals = [goals, {piece: 49 - square for piece, square in goals.items()}]
        self.first_mover = 0 if self.fields["first_mover"] == "white" else 1

    def __getitem__(self, key):
        return self.fields[key]

    def start(self):
        board = {square: (side, piece) for side in (0, 1) for piece, square in self.starts[side].items()}
        return State(board, self.first_mover)


@dataclass(frozen=True)
class State:
    board: dict  # square -> (side, piece 0 to 14)
    mover: int
    plies: int = 0
    hopper: int | None = None
    landed: frozenset = field(default_factory=frozenset)


def remaining(rules, state, side):
    return sum(distance(s, rules.goals[side][p]) for s, (x, p) in state.board.items() if x == side)


def jump(rules, state, square, direction):
    """Where a piece of the mover jumps to in a direction, or None."""
    if rules["jump_direction"] == "forward" and direction > 1:
        return None
    over = neighbour(square, direction, state.mover)
    to = over is not None and neighbour(over, direction, state.mover)
    if to is None or over not in state.board or to in state.board or to in state.landed:
        return None
    return to if rules["jump_over"] == "either" or state.board[over][0] != state.mover else None


def step(state, square, direction):
    to = neighbour(square, direction, state.mover)
    return to if to is not None and to not in state.board else None


def moved(state, a, b):
    board = dict(state.board)
    board[b] = board.pop(a)
    return replace(state, board=board)


def turn_over(state):
    return State(state.board, 1 - state.mover, state.plies + 1)


def may_end(rules, state):
    """Whether a turn may end in this board: the other side is not shut in."""
    if rules["blockade"] == "allowed":
        return True
    other = turn_over(state)
    squares = [s for s, (side, _) in other.board.items() if side == other.mover]
    return any(
        step(other, s, d) is not None or jump(rules, other, s, d) is not None
        for s in squares
        for d in range(4)
    )


def hop(rules, state, square, direction):
    """The state after a hop of a chain, or None if there is none that leads to a legal end."""
    to = jump(rules, state, square, direction)
    if to is None:
        return None
    after = replace(moved(state, square, to), hopper=to, landed=state.landed | {square, to})
    good = may_end(rules, after) or any(hop(rules, after, to, d) for d in range(4))
    return after if good else None


def is_over(rules, state):
    home = [remaining(rules, state, side) == 0 for side in (0, 1)]
    first, limit = rules.first_mover, 2 * rules["move_limit"]
    finished = home[1 - first] or (
        home[first] and (rules["last_move"] == "immediate" or state.mover == first)
    )
    return state.hopper is None and (finished or 0 < limit <= state.plies)


def legal(rules, state):
    """The states that the legal actions lead to, by action; empty if the game is over."""
    if is_over(rules, state):
        return {}
    chain = rules["chain"] == "may-continue"
    own = [s for s, (side, _) in state.board.items() if side == state.mover]
    jumps, steps = {}, {}
    for square in own if state.hopper is None else [state.hopper]:
        seen = square if state.mover == 0 else 49 - square
        for direction in range(4):
            action, to = direction * 50 + seen, step(state, square, direction)
            if chain:
                after = hop(rules, state, square, direction)
            else:
                landing = jump(rules, state, square, direction)
                after = None if landing is None else moved(state, square, landing)
                after = after if after and may_end(rules, after) else None
            if after:
                jumps[action] = after if chain else turn_over(after)
            if to is not None and state.hopper is None and may_end(rules, moved(state, square, to)):
                steps[action] = turn_over(moved(state, square, to))
    if state.hopper is not None:
        return jumps | ({END_TURN: turn_over(state)} if may_end(rules, state) else {})
    return jumps if jumps and rules["jumping"] == "compulsory" else jumps | steps


def encode(rules, state):
    """The network's input: float32 [50, 53], the mover at the bottom."""
    out = np.zeros((50, 53), np.float32)
    mover, actions = state.mover, legal(rules, state)

    def view(square):
        return square if mover == 0 else 49 - square

    for square, (side, piece) in state.board.items():
        goal, enemy = rules.goals[side][piece], int(side != mover)
        at, to, away = view(square), view(goal), distance(square, goal)
        out[at, enemy] = 1
        out[at, 2 + 8 * enemy + piece // 5] = 1
        out[at, 5 + 8 * enemy + piece % 5] = 1
        way = [to // 5 - at // 5, column(to) - column(at), away]
        out[at, 18 + 4 * enemy : 21 + 4 * enemy] = np.array(way, np.float32) / 9
        out[at, 21 + 4 * enemy] = away == 0
        out[to, 26 + 2 * enemy : 28 + 2 * enemy] = [1, np.float32(away) / 9]
    if state.hopper is not None:
        out[view(state.hopper), 30] = 1
    for square in state.landed:
        out[view(square), 31] = 1
    for action in actions:
        if action != END_TURN:
            out[action % 50, 32 + action // 50] = 1
    out[:, 36:] = shared(rules, state, actions)
    return out


def shared(rules, state, actions):
    """The 17 numbers that stand on every square."""
    own, enemy = (remaining(rules, state, side) for side in (state.mover, 1 - state.mover))
    limit = 2 * rules["move_limit"]
    left = max(limit - state.plies, 0)
    first = min(actions, default=END_TURN)
    square = first % 50 if state.mover == 0 else 49 - first % 50
    leaps = first != END_TURN and step(state, square, first // 50) is None
    compulsory = rules["jumping"] == "compulsory"
    return np.array(
        [
            own / 105,
            enemy / 105,
            (enemy - own) / 30,
            left / 240 if limit else 1,
            np.exp(-left / 16) if limit else 0,
            limit > 0,
            state.mover == rules.first_mover,
            remaining(rules, state, rules.first_mover) == 0,
            compulsory and leaps,
            rules["jump_direction"] == "any",
            rules["jump_over"] == "either",
            compulsory,
            rules["chain"] == "may-continue",
            rules["blockade"] == "forbidden",
            rules["last_move"] == "equalised",
            rules["points"] == "win",
            rules["points"] == "distance",
        ],
        np.float32,
    )


def choose(session, rules, state):
    """The legal action that the network likes best, and the state it leads to."""
    actions = legal(rules, state)
    (logits,) = session.run(["policy_logits"], {"features": encode(rules, state)[None]})
    best = max(actions, key=lambda action: logits[0, action])
    return best, actions[best]
