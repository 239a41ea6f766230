"""Mark a completed min_max.py: python mark_min_max.py min_max.py (the file is run: read it first).

Corrige un min_max.py complété (le fichier est exécuté : lisez-le avant).
"""

import runpy
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = "." * 9
GRIDS = (EMPTY, "X...O....", "XX.OO....", "XOXOOX.X.", "XO.OX...X")


def value(player, grid, depth, leaf):
    """Return the min-max value by the definition, without memory."""
    won = [any(all(grid[cell] == mark for cell in line) for line in LINES) for mark in "XO"]
    free = [] if any(won) else [cell for cell in range(9) if grid[cell] == "."]
    if not free or depth == 0:
        return leaf(grid, won)
    below = (value(1 - player, grid[:c] + "XO"[player] + grid[c + 1 :], depth - 1, leaf) for c in free)
    return (max, min)[player](below)


def outcome(_, won):
    """Return v of the end of a game."""
    return won[0] - won[1]


def open_lines(grid, won):
    """Return the heuristic of the file."""
    if any(won):
        return 100 * (won[0] - won[1])
    return sum(all(grid[c] != "O" for c in line) - all(grid[c] != "X" for c in line) for line in LINES)


def mover(grid):
    """Return who is to play."""
    return grid.count("X") - grid.count("O")


def check_values(module):
    """Whether the values are right."""
    for grid in GRIDS[1:]:
        found, wanted = module["min_max"](mover(grid), grid, {}), value(mover(grid), grid, 9, outcome)
        if found != wanted:
            return f"{grid}: {found} ≠ {wanted}"
    return ""


def check_memory(module):
    """Whether every grid is looked at once, and kept."""
    looked, memory = set(), {}
    given = module["successors"]

    def noted(player, grid):
        if grid in looked:
            raise ValueError(grid)
        looked.add(grid)
        return given(player, grid)

    module["min_max"].__globals__["successors"] = noted
    try:
        module["min_max"](0, EMPTY, memory)
    finally:
        module["min_max"].__globals__["successors"] = given
    return "" if len(memory) == 5478 else f"{len(memory)} / 5478"


def check_depth(module):
    """Whether the values at depths 0 to 3 are right."""
    for grid in GRIDS:
        for depth in range(4):
            found = module["depth_limited"](mover(grid), grid, depth)
            wanted = value(mover(grid), grid, depth, open_lines)
            if found != wanted:
                return f"{grid}, {depth}: {found} ≠ {wanted}"
    return ""


def main(path):
    """Mark a file; return how many of its three tests fail."""
    module = runpy.run_path(path)
    failed = 0
    for name, test in (("min_max", check_values), ("memory", check_memory), ("depth_limited", check_depth)):
        try:
            wrong = test(module)
        except Exception as error:  # noqa: BLE001 - whatever the file does wrong
            wrong = f"{type(error).__name__}: {error}"
        failed += bool(wrong)
        sys.stdout.write(f"{'≠' if wrong else 'ok':4}{name} {wrong}\n")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
