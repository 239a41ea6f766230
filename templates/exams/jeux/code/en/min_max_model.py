"""Tic-tac-toe: min-max with a memory, min-max of limited depth.

Complete the five places marked (1) to (5). A grid is a string of nine marks "X", "O" or ".", row by row; player 0
writes X and begins, player 1 writes O.
"""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
V_MAX = 100


def outcome(grid):
    """Return 1 if X has a line, -1 if O has one, 0 otherwise."""
    for mark, value in (("X", 1), ("O", -1)):
        if any(all(grid[cell] == mark for cell in line) for line in LINES):
            return value
    return 0


def successors(player, grid):
    """Return the grids that a move of the player leads to, none if the game is over."""
    if outcome(grid) != 0:
        return []
    mark = "XO"[player]
    return [grid[:cell] + mark + grid[cell + 1 :] for cell in range(9) if grid[cell] == "."]


def heuristic(grid):
    """Return the lines still open to X less those still open to O; 100 or -100 where the game is won."""
    if outcome(grid) != 0:
        return V_MAX * outcome(grid)
    marks = [[grid[cell] for cell in line] for line in LINES]
    return sum(("O" not in line) - ("X" not in line) for line in marks)


def min_max(player, grid, memory):
    """Return the value of a grid, 1, 0 or -1; `memory` keeps those found, so that no grid is looked at twice."""
    # (1) If the value of the grid is known, return it.
    if grid in memory:
        return memory[grid]

    following = successors(player, grid)
    value = outcome(grid)
    # (2) The best value for the player among those of the grids that follow.
    if following:
        value = (max, min)[player](min_max(1 - player, after, memory) for after in following)

    # (3) Keep the value.
    memory[grid] = value

    return value


def depth_limited(player, grid, depth):
    """Return the min-max value of a grid, with the heuristic in place of what lies deeper than `depth` moves."""
    following = successors(player, grid)
    # (4) When does the search end, and with which value?
    if depth == 0 or not following:
        return heuristic(grid)

    # (5) The best value for the player, one move less deep.
    return (max, min)[player](depth_limited(1 - player, after, depth - 1) for after in following)
