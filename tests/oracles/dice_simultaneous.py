"""The simultaneous game by its definition, in fractions: every square subgame of every state is tried."""

from fractions import Fraction
from itertools import combinations

from tests.oracles.dice_throws import throw

Matrix = list[list[Fraction]]


def simultaneous(dice: int, target: int, faces: int = 6) -> dict[tuple[int, int], Fraction]:
    """The gain of player 1 in every state below the target."""
    throws = [throw(d, faces) for d in range(1, dice + 1)]
    gain: dict[tuple[int, int], Fraction] = {}

    def after(i: int, j: int) -> Fraction:
        return gain[i, j] if i < target and j < target else Fraction((i > j) - (i < j))

    states = [(i, j) for i in range(target) for j in range(target)]
    for i, j in sorted(states, key=sum, reverse=True):
        matrix = [
            [sum(p * q * after(i + k, j + m) for k, p in mine.items() for m, q in theirs.items()) for theirs in throws]
            for mine in throws
        ]
        gain[i, j] = game_value(matrix)
    return gain


def game_value(matrix: Matrix) -> Fraction:
    """The value of a matrix game: that of the first square subgame whose solution is optimal in the whole game."""
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    transposed = [list(column) for column in zip(*matrix, strict=True)]
    for size in range(1, min(len(rows), len(columns)) + 1):
        for played in combinations(rows, size):
            for answered in combinations(columns, size):
                row = _equalising(matrix, played, answered)
                column = _equalising(transposed, answered, played)
                if row and column and _guaranteed(matrix, row) == -_guaranteed(_negated(transposed), column):
                    return _guaranteed(matrix, row)
    raise AssertionError("every matrix game has a solution on a square subgame (Shapley and Snow, 1950)")


def _equalising(matrix: Matrix, played: tuple[int, ...], answered: tuple[int, ...]) -> dict[int, Fraction] | None:
    """Probabilities of the rows `played` that gain the same on each column `answered`, if there is one such mix."""
    size = len(played)
    equations = [[matrix[i][j] for i in played] + [Fraction(-1), Fraction(0)] for j in answered]
    equations.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    for c in range(size + 1):
        pivot = next((r for r in range(c, size + 1) if equations[r][c]), None)
        if pivot is None:
            return None
        equations[c], equations[pivot] = equations[pivot], equations[c]
        equations[c] = [x / equations[c][c] for x in equations[c]]
        for r in range(size + 1):
            if r != c:
                factor = equations[r][c]
                equations[r] = [x - factor * y for x, y in zip(equations[r], equations[c], strict=True)]
    mix = {i: equations[a][-1] for a, i in enumerate(played)}
    return mix if min(mix.values()) >= 0 else None


def _guaranteed(matrix: Matrix, mix: dict[int, Fraction]) -> Fraction:
    return min(sum(p * matrix[i][j] for i, p in mix.items()) for j in range(len(matrix[0])))


def _negated(matrix: Matrix) -> Matrix:
    return [[-x for x in row] for row in matrix]
