"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. In place of a drawing, a proof or
a program, a question asks for numbers that result from it.
"""

from collections.abc import Mapping

from answers.exam.exam import Exam
from answers.exam.question import Misconception, Oral, questions_of
from answers.exams.jeux import attractors, moves, searches, solved
from answers.exams.jeux.draws import SIDE, Parameters, draw
from answers.exams.jeux.notation import MISREAD_NOTATION
from answers.kinds.parsing import Value, Values
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board


def _symmetry_winners(*_: object) -> Values:
    """Return the player who wins Cram by symmetry on a grid of 2 × 3, of 3 × 4 and of 4 × 4 cells (exercise 1.2)."""
    return tuple(solved.symmetry_strategy(Cram(Board(*size))).player for size in ((2, 3), (3, 4), (4, 4)))


def _won_by_both(drawn: Parameters, _: object) -> tuple[Value]:
    """Return the number of vertices of question 4 in the attractors of both players, which is 0 (proposition 1.1)."""
    first, second, _states = solved.attractors(TicTacToe(SIDE, drawn.attractor_grid))
    return (len(first.states & second.states),)


def _last_steps(drawn: Parameters, _: object) -> Values:
    """Return for each player the least n from which the step Aₙ of the player's attractor no longer grows."""
    return tuple(len(attractor.sizes) - 1 for attractor in solved.attractors(TicTacToe(SIDE, drawn.attractor_grid))[:2])


def _vertices_by_value(_: Parameters, answers: Mapping[str, Values]) -> Values:
    """Return how many vertices of question 4 have the min-max values 1, 0 and -1 (proposition 2.2 of the notes)."""
    won, lost, undecided = answers["4c"]
    return won, undecided, lost


EXAM = Exam(
    name="jeux",
    model_seed=17,
    draw=draw,
    questions=questions_of(moves, attractors, searches),
    misconceptions=tuple(map(Misconception, MISREAD_NOTATION)),
    oral=(
        Oral("symmetry", _symmetry_winners),
        Oral("one-winner", _won_by_both),
        Oral("attractor", _last_steps),
        Oral("values", _vertices_by_value),
    ),
)
