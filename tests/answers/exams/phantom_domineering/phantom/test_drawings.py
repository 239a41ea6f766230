"""What the sheets of phantom draw: one square a forbidden cell, one number a cell that may be forbidden."""

import re

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.phantom.drawings import hidden_cells, limited_boards, played_board
from answers.exams.phantom_domineering.phantom.draws import draw

DRAWN = draw(Draw(17))
SQUARE = "h10v10h-10z"
"""Of a cell that is black, whole."""


def test_chances_are_written_in_their_cells() -> None:
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", hidden_cells(DRAWN))
    percents = [str(percent) for game in DRAWN.hidden for percent in game.percents]
    assert texts == [
        text
        for n, (size, _, _, shown) in enumerate(DRAWN.hidden, 1)
        for text in map(str, [n, *range(size.columns), *range(size.rows), *shown])
    ]
    assert len(percents) == sum(len(game.cells) for game in DRAWN.hidden)
    assert hidden_cells(DRAWN).count(SQUARE) == sum(len(game.forbidden) for game in DRAWN.hidden)


def test_forbidden_cells_are_black() -> None:
    (size, forbidden) = DRAWN.board
    for i, j in forbidden:
        assert f"M{10 * j} {10 * i}{SQUARE}" in played_board(DRAWN)
    assert played_board(DRAWN).count(SQUARE) == 2
    boards = limited_boards(DRAWN)
    assert boards.count(SQUARE) == 6
    assert re.findall(r">([A-Z])[^<]*</text>", boards) == ["A", "B", "C"]
    assert re.findall(r"<title>([^<]*)<", boards)[0].count("#") == 6
    assert size.rows >= 5
    numbers = re.findall(r"<text [^>]*>([^<]*)</text>", played_board(DRAWN))
    assert numbers == [*map(str, range(size.columns)), *map(str, range(size.rows))]
