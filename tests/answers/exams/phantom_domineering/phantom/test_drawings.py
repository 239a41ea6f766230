"""What the sheets of phantom draw: one square a forbidden cell, one number a cell that may be forbidden."""

import re

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.phantom.drawings import hidden_cells, limited_boards, played_board
from answers.exams.phantom_domineering.phantom.draws import draw

DRAWN = draw(Draw(17))


def test_chances_are_written_in_their_cells() -> None:
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", hidden_cells(DRAWN))
    percents = [str(percent) for game in DRAWN.hidden for percent in game.percents]
    assert texts == [text for n, game in enumerate(DRAWN.hidden, 1) for text in [str(n), *map(str, game.percents)]]
    assert len(percents) == sum(len(game.cells) for game in DRAWN.hidden)
    assert hidden_cells(DRAWN).count("h8v8h-8z") == sum(len(game.forbidden) for game in DRAWN.hidden)


def test_forbidden_cells_are_black() -> None:
    (size, forbidden) = DRAWN.board
    for i, j in forbidden:
        assert f"M{8 + 10 * j + 1} {8 + 10 * i + 1}h8v8h-8z" in played_board(DRAWN)
    assert played_board(DRAWN).count("h8v8h-8z") == 2
    assert limited_boards(DRAWN).count("h8v8h-8z") == 6
    boards = limited_boards(DRAWN)
    assert [name[:1] for name in re.findall(r'weight="bold">([^<]*)<', boards)] == ["A", "B", "C"]
    assert re.findall(r"<title>([^<]*)<", boards)[0].count("#") == 6
    assert size.rows >= 5
    numbers = re.findall(r"<text [^>]*>([^<]*)</text>", played_board(DRAWN))
    assert numbers == [*map(str, range(size.columns)), *map(str, range(size.rows))]
