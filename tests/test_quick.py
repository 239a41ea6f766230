"""The guard of the quick set, on a suite of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

LIMITS = """
from tests import quick

quick.ALLOWED, quick.SHARED = 0.005, ()
"""
SUITE = """
import time, pytest

def burn(seconds=0.2):
    end = time.process_time() + seconds
    while time.process_time() < end: pass

KEPT = []
def test_cheap(): pass
def test_first():
    if not KEPT: burn(); KEPT.append(1)
def test_dear(): burn()
@pytest.mark.costs(30)
def test_whole(): burn()
@pytest.mark.slow
def test_slow(): assert False
@pytest.mark.long
def test_long(): assert False
def test_waiting(): time.sleep(0.2)
"""


@pytest.mark.costs(3)
def test_what_costs_too_much_fails_and_what_is_slow_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(LIMITS)
    (tmp_path / "test_suite.py").write_text(SUITE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.quick", "-c", "/dev/null", str(tmp_path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)
    assert "1 failed, 4 passed, 2 deselected" in done.stdout
    assert "s of processor" in done.stdout
