"""What is printed or marked most often does not wait for compiled code."""

import subprocess
import sys

PROGRAM = """
import sys
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
for name in exam_names():
    load_exam(name).drawn(17)
    loaded = [heavy for heavy in ("numba", "scipy") if heavy in sys.modules]
    assert not loaded, f"drawing {name} loads {loaded}"
for name in ("nash", "phantom"):
    make_key(load_exam(name), 17, parts=["1a", "2a", "3a"])
    loaded = [heavy for heavy in ("numba", "scipy") if heavy in sys.modules]
    assert not loaded, f"{name} loads {loaded}"
"""


def test_blank_sheets_and_questions_without_a_game_to_solve_need_no_compiled_code() -> None:
    """Most papers are marked again in scenarios of these questions alone; importing Numba takes longer than that."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
