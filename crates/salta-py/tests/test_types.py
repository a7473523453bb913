"""The stubs say what the Rust part offers."""

import subprocess
import sys


def test_stubs_are_those_of_the_module(tmp_path):
    call = [sys.executable, "-m", "mypy.stubtest", "salta._native", "--concise"]
    done = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
