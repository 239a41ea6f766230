import subprocess
import sys

DRAWN = [
    "solvers.yahtzee.rules.counts",
    "solvers.yahtzee.strategies.aims",
    "solvers.verger.orchard",
]
"""What exams draw their parameters with."""
CHECK = """
import sys
{imports}
print(*{{"numba", "numpy", "scipy"}} & set(sys.modules))
"""


def test_drawing_loads_no_numerical_library():
    check = CHECK.format(imports="import " + ", ".join(DRAWN))
    done = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
