import subprocess
import sys

LIGHT = [
    "solvers.invalid_input",
    "solvers.sequence.lcg",
    "solvers.sequence.permutations",
    "solvers.domineering.board",
    "solvers.graph_games.game",
    "solvers.graph_games.arena",
    "solvers.graph_games.game_tree",
    "solvers.graph_games.tree_search",
    "solvers.graph_games.drawing.grid_svg",
    "solvers.board_games.chomp",
    "solvers.board_games.cram",
    "solvers.board_games.cram_grundy",
    "solvers.board_games.tic_tac_toe",
    "solvers.yahtzee.rules.rolls",
    "solvers.yahtzee.strategies.aims",
    "solvers.verger.orchard",
]
HEAVY = ("numba", "scipy", "numpy")


def test_what_an_exam_draws_with_loads_no_compiled_solver():
    """A blank sheet must not wait for numba; one process imports them all, so the last line names who is to blame."""
    program = f"""
import importlib, sys
for module in {LIGHT}:
    importlib.import_module(module)
    loaded = [heavy for heavy in {HEAVY} if heavy in sys.modules]
    assert not loaded, f"{{module}} loads {{loaded}}"
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
