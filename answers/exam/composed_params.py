"""What u₀ draws for a composed paper: what it draws for each of the exams that the questions come from."""

from collections.abc import Sequence
from dataclasses import dataclass, make_dataclass

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Params

OF = "of_"
"""How the field of an exam's parameters begins, before the exam's name."""


@dataclass(frozen=True, eq=False, slots=True)
class ComposedDraw:
    """Draws for several exams what u₀ draws for each of them alone: a question has the answers that it has there.

    The exams use the same terms of the sequence; what one of them draws may go with what another does.
    """

    exams: Sequence[Exam]
    kind: type[Params]

    def __call__(self, draw: Draw) -> Params:
        """Return the parameters of all exams."""
        return self.kind(draw.u0, *(exam.drawn(draw.u0) for exam in self.exams))


def composed_draw(exams: Sequence[Exam]) -> ComposedDraw:
    """Return what draws for all of `exams`, into a frozen type with a field for each of them."""
    fields = [(f"{OF}{exam.name}", type(exam.drawn(exam.model_seed))) for exam in exams]
    kind = make_dataclass("ComposedParams", fields, bases=(Params,), frozen=True, slots=True)
    return ComposedDraw(exams, kind)


def drawn_of(drawn: Params, exam: str) -> Params:
    """Return what was drawn for one exam."""
    found: Params = getattr(drawn, f"{OF}{exam}")
    return found
