"""What the worked solutions of the exam `phantom` compute."""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.books.worked_phantom import learned, searches, sums, told_game
from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.phantom.drawings import NAMES
from answers.exams.phantom.draws import Parameters
from answers.exams.phantom.games import opened


def _third(drawn: Parameters, _: Key) -> Mapping[str, object]:
    return told_game(opened(drawn.board), drawn.u0, 1)


def _fourth(drawn: Parameters, _: Key) -> Mapping[str, object]:
    return {"sums": sums(drawn.u0, drawn.counts)}


def _seventh(drawn: Parameters, key: Key) -> Mapping[str, object]:
    games = [
        (name, opened(board), Fraction(str(value)))
        for name, board, value in zip(NAMES, drawn.boards, key.answers["7b"], strict=True)
    ]
    return learned(drawn.u0, games, drawn.few)


def _eighth(drawn: Parameters, _: Key) -> Mapping[str, object]:
    boards = zip(NAMES, map(opened, drawn.boards), strict=True)
    return {"searches": searches(drawn.u0, boards, drawn.many)}


WORKED = Worked({3: _third, 4: _fourth, 7: _seventh, 8: _eighth})
