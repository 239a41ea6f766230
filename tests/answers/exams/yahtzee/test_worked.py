"""What the worked solutions of `yahtzee` show leads to the answers of the key."""

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.yahtzee.worked import WORKED

EXAM = load_exam("yahtzee")
KEY = make_key(EXAM, 17, parts=["12a", "12b", "13b", "13c", "14a", "14b"])


@pytest.mark.parametrize(("question", "worth", "code"), [(12, "12a", "12b"), (13, "13b", "13c"), (14, "14a", "14b")])
def test_the_first_of_the_rerolls_is_the_answer(question: int, worth: str, code: str) -> None:
    keeps = WORKED.of(question, KEY)["keeps"]
    assert keeps[0].worth == pytest.approx(KEY.answers[worth][0], abs=1e-9)
    assert keeps[0].code == KEY.answers[code][0]
    assert [one.worth for one in keeps] == sorted((one.worth for one in keeps), reverse=True)


def test_what_the_other_boxes_bring_is_shown_of_each_open_box() -> None:
    rests = WORKED.of(12, KEY)["rests"]
    assert [box for box, _ in rests] == list(EXAM.drawn(17).aiming.open)
    assert all(rest >= 0 for _, rest in rests)


def test_the_gap_of_a_match_is_that_of_its_games() -> None:
    shown = WORKED.of(16, KEY)
    assert shown["games"] == sum(len(games) for games, *_ in shown["sets"])
    gaps = [[mine - theirs for mine, theirs in games] for games, *_ in shown["sets"]]
    assert [one[3] for one in shown["sets"]] == [sum(each) for each in gaps]
    assert shown["gap"] == sum(map(sum, gaps))
