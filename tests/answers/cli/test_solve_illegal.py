"""Forbidden cells in the games of dominoes, against plain recursions that know nothing of our boards."""

import json
from collections.abc import Iterator

import pytest

from tests.answers.cli.running import run

Cell = tuple[int, int]
Free = frozenset[Cell]


def dominoes(free: Free, steps: tuple[Cell, ...]) -> Iterator[tuple[Cell, Cell]]:
    for i, j in sorted(free):
        for down, right in steps:
            if (i + down, j + right) in free:
                yield (i, j), (i + down, j + right)


ACROSS, DOWN = (0, 1), (1, 0)


def mover_wins(free: Free, mine: tuple[Cell, ...], theirs: tuple[Cell, ...]) -> bool:
    return any(not mover_wins(free - set(laid), theirs, mine) for laid in dominoes(free, mine))


def winning(free: Free, mine: tuple[Cell, ...], theirs: tuple[Cell, ...]) -> list[list[list[int]]]:
    laid = (domino for domino in dominoes(free, mine) if not mover_wins(free - set(domino), theirs, mine))
    return sorted([list(map(list, domino)) for domino in laid])


BOARDS = [
    (3, 3, ((1, 1),)),
    (3, 3, ((1, 1), (0, 0))),
    (3, 4, ((0, 1), (2, 2), (1, 0))),
    (2, 2, ((0, 0), (0, 1), (1, 0), (1, 1))),
    (2, 3, ()),
]


@pytest.mark.parametrize(("rows", "cols", "illegal"), BOARDS)
@pytest.mark.parametrize("game", ["domineering", "cram"])
def test_several_forbidden_cells(
    capsys: pytest.CaptureFixture[str], game: str, rows: int, cols: int, illegal: tuple[Cell, ...]
) -> None:
    given = [text for i, j in illegal for text in ("--illegal", f"{i},{j}")]
    outcome = run(capsys, "solve", game, "--board", f"{rows}x{cols}", *given, "--json")
    assert outcome.code == 0, outcome.err
    found = json.loads(outcome.out)
    free = frozenset((i, j) for i in range(rows) for j in range(cols)) - set(illegal)
    mine, theirs = ((ACROSS,), (DOWN,)) if game == "domineering" else ((ACROSS, DOWN),) * 2
    assert sorted(found["winning_moves"]) == winning(free, mine, theirs)
    assert found["winner"] == ("first" if winning(free, mine, theirs) else "second")


def test_phantom_takes_every_forbidden_cell(capsys: pytest.CaptureFixture[str]) -> None:
    # With (0, 1) and (1, 1) closed, player 1 has only the bottom row's two dominoes, which overlap: the second player
    # always has a reply, the first never a second move.
    outcome = run(capsys, "solve", "phantom", "--board", "3x3", "--illegal", "1,1", "--illegal", "0,1", "--json")
    assert json.loads(outcome.out)["value"]["exact"] == "0"


@pytest.mark.parametrize("game", ["phantom", "domineering", "cram"])
@pytest.mark.parametrize(("cell", "told"), [("5,5", "(5, 5) is not on the board"), ("a", "--illegal is 'a'")])
def test_a_cell_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], game: str, cell: str, told: str) -> None:
    outcome = run(capsys, "solve", game, "--board", "2x2", "--illegal", cell)
    assert outcome.code == 2
    assert told in outcome.err
