import json
import subprocess
import sys

LOOK = """
import json, sys
from answers.web.sitting import serving
print(json.dumps(sorted(sys.modules)))
"""
FORBIDDEN = ("solvers", "answers.exam", "answers.grading", "answers.sheets", "answers.submissions", "answers.classroom")
HEAVY = ("numba", "scipy", "numpy", "sqlite3", "weasyprint", "typer")


def test_the_serving_process_has_nothing_that_computes_an_answer_nor_a_store_of_them() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert [name for name in loaded if name.startswith(FORBIDDEN)] == []
    assert [name for name in loaded if name.split(".")[0] in HEAVY] == []
