"""What the worked solutions of the exam `nash` compute."""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.books.worked_phantom import learned, searches, sums, told_game
from answers.exam.evidence.cells import Size
from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.nash.draws import Parameters
from answers.exams.nash.exam import FEW, LIMITED, MANY, SAMPLE_SIZES
from solvers.domineering.board import Board


def _third(drawn: Parameters, _: Key) -> Mapping[str, object]:
    return told_game(Board(5, 5), drawn.u0, 1)


def _fourth(drawn: Parameters, _: Key) -> Mapping[str, object]:
    return {"sums": sums(drawn.u0, SAMPLE_SIZES.values())}


def _seventh(drawn: Parameters, key: Key) -> Mapping[str, object]:
    games = [
        (f"lPD({size})", Board(*size), Fraction(str(value)))
        for size, value in zip(LIMITED["a"], key.answers["7a"], strict=True)
    ]
    return {"names": _names(), **learned(drawn.u0, games, FEW)}


def _eighth(drawn: Parameters, _: Key) -> Mapping[str, object]:
    return {"names": _names(), "searches": searches(drawn.u0, ((f"lPD({s})", Board(*s)) for s in _sizes()), MANY)}


def _sizes() -> tuple[Size, ...]:
    return tuple(size for sizes in LIMITED.values() for size in sizes)


def _names() -> Mapping[str, tuple[str, ...]]:
    return {letter: tuple(f"lPD({size})" for size in sizes) for letter, sizes in LIMITED.items()}


WORKED = Worked({3: _third, 4: _fourth, 7: _seventh, 8: _eighth})
