"""Compute the material of a chess position: the values of White's pieces less those of Black's.

It is the heuristic of the course notes.

Source: document 003 "Jeux", example 2.1; positions are written as in the first field of the Forsyth-Edwards Notation.
"""

from typing import Final

from solvers.invalid_input import InvalidInput

VALUES: Final = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
SIDE: Final = 8


def chess_material(placement: str) -> int:
    """Return the total value of White's pieces (player 0) minus the total value of Black's: between -576 and 576.

    `placement` has eight rows separated by "/", from the eighth one down: letters for pieces, capitals for White's,
    digits for empty squares. The function does not check that a game can reach the position.
    """
    rows = placement.split("/")
    if len(rows) != SIDE:
        raise InvalidInput("a chess board has {side} rows separated by '/', got {count}", side=SIDE, count=len(rows))
    total = 0
    for number, row in zip(range(SIDE, 0, -1), rows, strict=True):  # as on the board
        squares = 0
        for mark in row:
            if mark.isascii() and mark.lower() in VALUES:
                squares += 1
                total += VALUES[mark.lower()] * (1 if mark.isupper() else -1)
            elif mark in "12345678":
                squares += int(mark)
            else:
                raise InvalidInput(
                    "row {number} of the chess position: {mark!r} is neither a piece (KQRBNP or kqrbnp) nor a digit",
                    number=number,
                    mark=mark,
                )
        if squares != SIDE:
            raise InvalidInput(
                "row {number} of the chess position has {squares} squares, expected {side}: {row!r}",
                number=number,
                squares=squares,
                side=SIDE,
                row=row[:20],
            )
    return total
