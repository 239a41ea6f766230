from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from answers.atlas.look import FreePapers, answers_of, constants, looks, seconds, written
from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from tests.answers.atlas.remainders import EXAM, load
from tests.answers.exam.test_catalogue import copy_of_tiny, edit

RIGHT = {"1": ("1",), "2": ("7",), "3a": ("1", "2"), "3b": ("7",), "4": ("0.7",)}


def test_nobody_copies_their_own_paper() -> None:
    (seven, _), (eight, _) = looks(load, FreePapers({7: RIGHT}), (7, 8))
    assert seven.copied == ()
    assert eight.copied == (
        ((Fraction(0),), (Fraction(0),), (Fraction(0), Fraction(0)), (Fraction(0),), (Fraction(2),)),
    )
    assert eight.constants is None
    assert eight.margins == {"3a": 2 / 8}


def test_the_constants_are_handed_in_by_all() -> None:
    ((seven, _),) = looks(load, FreePapers(constants=RIGHT), (7,))
    assert seven.constants is not None
    assert sum(map(sum, seven.constants)) == EXAM.points
    ((answers, _),) = answers_of(load, (7,))
    assert seven.answers == answers


def test_each_question_is_timed() -> None:
    (times,) = seconds(load, (7,))
    assert list(times) == [1, 2, 3, 4]
    assert min(times.values()) > 0


def test_a_fault_of_an_exam_of_ones_own_is_told_with_its_line(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    edit(folder, "    return Solution((Fraction(given.params.n, 4),))", "    return Solution((1 // 0,))")
    with pytest.raises(CorrigeError, match=r"exam.py, line \d+: ZeroDivisionError"):
        looks(partial(load_exam, "tiny", [folder]), FreePapers(), (7,))


def test_a_fault_of_ours_stays_one() -> None:
    def broken() -> Exam:
        return replace(EXAM, draw=lambda draw: draw.u0 // 0)  # type: ignore[arg-type, return-value]

    with pytest.raises(ZeroDivisionError):
        answers_of(broken, (7,))


def learnt(*seeds: int) -> list[dict[str, tuple[int, ...]]]:
    return [dict(make_key(EXAM, u0).answers) for u0 in seeds]  # type: ignore[arg-type]


def test_a_copy_is_what_the_key_prints() -> None:
    assert written(EXAM, make_key(EXAM, 14).answers) == {
        "1": ("0",), "2": ("14",), "3a": ("0", "4"), "3b": ("4",), "4": ("2/5 = 0,4",),
    }  # fmt: skip


def test_each_item_has_its_own_commonest_value() -> None:
    found = constants(EXAM, learnt(2, 13, 23, 38))
    assert found["1"] == (0,)  # twice each: the first
    assert found["2"] == (2,)
    assert found["3a"] == (0, 3)  # no seed has both
    assert found["3b"] == (3,)


def test_a_constant_serves_all_that_it_is_near_enough_to() -> None:
    assert constants(EXAM, learnt(9, 9, 4, 5, 6))["4"] == (Fraction(1, 2),)
