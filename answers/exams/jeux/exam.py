"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. In place of a drawing, a proof or
a program, a question asks for numbers that result from it.
"""

from answers.exam.exam import Exam
from answers.exam.question import Misconception, Oral, questions_of
from answers.exams.jeux import attractors, moves, searches, solved
from answers.exams.jeux.draws import SIDE, Parameters, draw
from answers.exams.jeux.notation import MISREAD_NOTATION
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import Marks, TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.attractors import Attractor


def _attractors(drawn: Parameters) -> tuple[Attractor[Marks], Attractor[Marks], int]:
    return solved.attractors(TicTacToe(SIDE, drawn.attractor_grid))


EXAM = Exam(
    name="jeux",
    model_seed=17,
    draw=draw,
    questions=questions_of(moves, attractors, searches),
    misconceptions=tuple(map(Misconception, MISREAD_NOTATION)),
    oral=(
        # who wins Cram by symmetry on a grid of 2 × 3, of 3 × 4 and of 4 × 4 cells (exercise 1.2)
        Oral(
            "symmetry",
            lambda *_: tuple(solved.symmetry_strategy(Cram(Board(*size))).player for size in ((2, 3), (3, 4), (4, 4))),
        ),
        # the number of vertices of question 4 in the attractors of both players (proposition 1.1)
        Oral("one-winner", lambda drawn, _: (len(_attractors(drawn)[0].states & _attractors(drawn)[1].states),)),
        # the least n from which the step Aₙ of each player's attractor no longer grows
        Oral("attractor", lambda drawn, _: tuple(len(own.sizes) - 1 for own in _attractors(drawn)[:2])),
        # how many vertices of question 4 have the min-max values 1, 0 and -1 (proposition 2.2 of the notes)
        Oral("values", lambda _, answers: tuple(answers["4c"][place] for place in (0, 2, 1))),
    ),
)
