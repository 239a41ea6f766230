import pytest

from solvers.board_games.chess_material import chess_material

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("placement", "value"),
    [
        (START, 0),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 9),
        ("4k3/8/8/8/8/8/4P3/4K3", 1),
        ("r3k3/8/8/8/8/8/8/BN2K3", 1),  # 3 + 3 - 5
        ("QQQQQQQQ/8/8/8/8/8/7k/RNBQKBNR", 103),  # 81 + 10 + 6 + 6
    ],
)
def test_by_hand(placement: str, value: int) -> None:
    assert chess_material(placement) == value
