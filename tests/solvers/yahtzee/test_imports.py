import subprocess
import sys

import pytest

DRAWN = [
    "solvers.yahtzee.rules.rolls",
    "solvers.yahtzee.rules.rules",
    "solvers.yahtzee.rules.upper_totals",
    "solvers.yahtzee.strategies.measured_aims",
    "solvers.yahtzee.strategies.poids",
    "solvers.yahtzee.strategies.possib",
    "solvers.verger.orchard",
]
"""What exams draw their parameters with."""
CHECK = """
import sys
{imports}
print(*{{"numba", "numpy", "scipy"}} & set(sys.modules))
"""


@pytest.mark.parametrize("module", DRAWN)
def test_drawing_loads_no_numerical_library(module):
    check = CHECK.format(imports=f"import {module}")
    done = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
