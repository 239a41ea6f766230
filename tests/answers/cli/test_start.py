"""Ctrl+C before and after a command: no traceback, and the exit code of an interruption."""

import signal
import subprocess
import sys

import pytest

INTERRUPT = """
import atexit, os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests may run where interruptions are ignored

def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, *_):
        if name == {name!r}:
            interrupt()

sys.meta_path.insert(0, Finder())
if {name!r} == "end":
    atexit.register(interrupt)
{before}
from answers.cli.start import main
main()
"""


def run(name: str, before: str = "") -> tuple[int, str, str]:
    """List the exams in a process that is interrupted when it imports a module, or as it ends."""
    program = INTERRUPT.format(name=name, before=before)
    done = subprocess.run([sys.executable, "-c", program, "list"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("module", ["answers.cli.app", "typer", "answers.messages", "answers.exam.catalogue"])
def test_an_interruption_while_the_program_or_a_command_is_loaded(module: str) -> None:
    assert run(module) == (130, "", "")


@pytest.mark.parametrize(
    ("name", "before", "expected"),
    [("end", "", -signal.SIGINT), ("typer", "signal.signal(signal.SIGINT, signal.SIG_IGN)", 0)],
)
def test_an_interruption_at_the_end_and_of_what_ignores_it(name: str, before: str, expected: int) -> None:
    code, out, err = run(name, before)
    assert (code, "nash" in out, err) == (expected, True, "")
