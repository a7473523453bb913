#!/usr/bin/env python3
"""Speaks the protocol as random_engine.py does, until it does not: bad_engine.py FAULT [AFTER]."""
import os
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from random_engine import respond

FAULT, AFTER = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0

def flood(text):
    while True:
        sys.stdout.write(text)

def fail():
    if FAULT == "crash":
        print("a bug in line 7", file=sys.stderr)
        sys.exit(3)
    if FAULT == "hang":
        time.sleep(1000)
    if FAULT == "illegal":
        return "done move=a1:j10"
    if FAULT == "senseless":
        return "done move=nowhere"
    if FAULT == "refuse":
        return 'error message="no idea"'
    if FAULT == "flood":
        flood("info depth=1\n")
    if FAULT == "one-long-line":
        flood("x" * 1000)
    if FAULT == "close":
        os.close(1)
        time.sleep(1000)

if FAULT == "early":
    sys.exit(0)
if FAULT == "mute":
    time.sleep(1000)
if FAULT == "deaf":
    flood("done move=e3-f4\n")
if FAULT == "errors":
    print("x" * 1_000_000, file=sys.stderr)
if FAULT == "stubborn":  # leaves its number and that of a child behind, and never ends
    child = subprocess.Popen(["sleep", "1000"])
    print(os.getpid(), child.pid, file=open(sys.argv[3], "a"), flush=True)

searches = 0
for line in iter(sys.stdin.readline, ""):
    if line.strip() == "quit" and FAULT != "stubborn":
        break
    if FAULT == "garbage":
        os.write(1, b"\xff\x00 done \xfe\n\n= = =\ndone\ninfo depth=\"\n")
    searches += line.startswith("go")
    said = fail() if line.startswith("go") and searches > AFTER else None
    if said := said or respond(line):
        print(said, flush=True)
while FAULT == "stubborn":
    time.sleep(1000)
