from answers.exams.yahtzee.draws import GAME
from answers.exams.yahtzee.evidence import YahtzeeTurn, marked, shown


def test_of_equal_dice_partly_kept_the_last_ones_are_marked() -> None:
    """The lowest code, as the subject says."""
    assert marked((2, 5, 5, 2, 5), (5, 5, 2)) == ((5, False), (5, True), (5, True), (2, False), (2, True))
    assert marked((1, 2, 3, 4, 6), ()) == ((6, False), (4, False), (3, False), (2, False), (1, False))


def test_a_turn_shows_its_three_throws_and_a_game_what_its_boxes_leave_of_the_score() -> None:
    throws = ((1, 2, 6, 6, 3), (6, 6, 4, 4, 1), (6, 6, 6, 4, 4))
    game = shown(57, [YahtzeeTurn(throws, ((6, 6), (6, 6, 4, 4)), 3, 22)])
    (turn,) = game.turns
    assert (turn.last, turn.box, turn.name, turn.points) == (throws[2], 3, GAME.boxes[3], 22)
    assert [face for face, is_kept in turn.first if is_kept] == [6, 6]
    assert [face for face, is_kept in turn.second if is_kept] == [6, 6, 4, 4]
    assert (game.bonus, game.score) == (35, 57)
