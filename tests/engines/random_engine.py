#!/usr/bin/env python3
"""Plays random legal moves in all variants without chains on the full board; written from docs/protocol.md alone."""
import random
import re
import sys

ROWS = {"standard": "ABCDE FGHIJ KLMNO", "exchanged": "ONMLK JIHGF EDCBA"}
rules, board, side, plies = {}, {}, "w", 0  # board: (column, row) from 0 -> piece

def squares(rows, first):  # of both sides; the rows are White's, Black's are the board rotated
    white = {(2 * x + (first + y) % 2, first + y): p for y, row in enumerate(rows.split()) for x, p in enumerate(row)}
    return {**white, **{(9 - c, 9 - r): p.lower() for (c, r), p in white.items()}}

def goals():
    start = ROWS.get(rules["start"], rules["start"])
    if rules["goal"] == "opponent":
        return {square: p.swapcase() for square, p in squares(start, 0).items()}
    return squares(start if rules["goal"] == "shift" else rules["goal"], 7)

def read(line):
    rows, mover, played = line.split()
    rows = [re.sub(r"\d", lambda d: " " * int(d[0]), row) for row in reversed(rows.split("/"))]
    assert len(rows) == 10 and all(len(row) == 5 for row in rows) and mover in "wb", "no position"
    return {(2 * x + y % 2, y): p for y, row in enumerate(rows) for x, p in enumerate(row) if p != " "}, mover, int(played)

def turns(board, side):
    steps, jumps, white = [], [], side == "w"
    inside = lambda square: max(square) < 10 and min(square) >= 0
    for (c, r), piece in board.items():
        for dc, dr in ((-1, -1), (-1, 1), (1, -1), (1, 1)) if piece.isupper() == white else ():
            near, far = (c + dc, r + dr), (c + 2 * dc, r + 2 * dr)
            if near not in board and inside(near):
                steps.append(((c, r), near))
            elif near in board and far not in board and inside(far) and (
                    rules["jump_over"] == "either" or board[near].isupper() != white) and (
                    rules["jump_direction"] == "any" or (dr > 0) == white):
                jumps.append(((c, r), far))
    return steps, jumps

def after(turn):
    return {turn[1] if square == turn[0] else square: piece for square, piece in board.items()}

def legal():
    first, limit, goal, other = rules["first_mover"][0], int(rules["move_limit"]), goals(), "bw"[side == "b"]
    home = {s: all(goal.get(q) == p for q, p in board.items() if p.isupper() == (s == "w")) for s in "wb"}
    if home["bw"[first == "b"]] or home[first] and (rules["last_move"] == "immediate" or side == first) or 0 < 2 * limit <= plies:
        return []
    leaves_one = lambda turn: rules["blockade"] == "allowed" or any(turns(after(turn), other))
    steps, jumps = (list(filter(leaves_one, some)) for some in turns(board, side))
    return sorted(jumps if jumps and rules["jumping"] == "compulsory" else steps + jumps)

def answer(command, given):
    global rules, board, side, plies
    if command in ("hub", "init", "ping"):
        return {"hub": "id name=random version=1 author=nobody protocol=1\nwait", "init": "ready", "ping": "pong"}[command]
    if command == "variant":
        assert given["chain"] == "single", "this engine plays no chains"
        assert not given.keys() & {"board", "ranks"}, "this engine plays on the full board with three ranks"
        rules, board = given, {}
    if command == "pos":
        first = (squares(ROWS.get(rules["start"], rules["start"]), 0), rules["first_mover"][0], 0)
        board, side, plies = first if "start" in given else read(given["pos"])
        for move in given.get("moves", "").split():
            board = after([("abcdefghij".index(name[0]), int(name[1:]) - 1) for name in re.split("[-:]", move)])
            side, plies = "bw"[side == "b"], plies + 1
    if command == "go":
        moves = legal() if board else []
        assert moves, "there is no move"
        (c, r), (d, s) = random.Random(int(given.get("seed", 1))).choice(moves)
        return f"done move={'abcdefghij'[c]}{r + 1}{'-:'[abs(r - s) - 1]}{'abcdefghij'[d]}{s + 1}"

def respond(line):
    words = re.findall(r'([\w-]+)(?:=(?:"([^"]*)"|(\S*)))?', line) or [("", "", "")]
    try:
        return answer(words[0][0], {name: quoted or plain for name, quoted, plain in words[1:]})
    except Exception as error:
        return f'error message="{error!s:.99}"'.replace("\n", " ")

if __name__ == "__main__":
    for line in iter(sys.stdin.readline, ""):
        if line.strip() == "quit":
            break
        if said := respond(line):
            print(said, flush=True)
