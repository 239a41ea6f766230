"""What an atlas counts while it goes from seed to seed: frequent values, and points earned without work."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from answers.atlas.look import Look, Scores
from answers.exam.exam import Exam
from answers.grading.worlds import Item
from answers.kinds.reading import Values

ZERO = Fraction(0)


@dataclass(slots=True)
class Marks:
    """Points of many papers: the sum for each item, the greatest mark of each question and of a whole paper."""

    papers: int = 0
    items: dict[Item, Fraction] = field(default_factory=dict)
    most: dict[int, Fraction] = field(default_factory=dict)
    most_of_all: Fraction = ZERO

    def add(self, exam: Exam, scores: Scores) -> None:
        """Count one more paper."""
        self.papers += 1
        earned = dict.fromkeys((question.number for question in exam.questions), ZERO)
        for part, items in zip(exam.parts, scores, strict=True):
            earned[part.question] += sum(items, ZERO)
            for index, score in enumerate(items):
                self.items[part.id, index] = self.items.get((part.id, index), ZERO) + score
        self.most = {number: max(points, self.most.get(number, ZERO)) for number, points in earned.items()}
        self.most_of_all = max(self.most_of_all, sum(earned.values(), ZERO))


@dataclass(slots=True)
class Tally:
    """Everything counted over the seeds seen so far."""

    exam: Exam
    answers: dict[int, Counter[Values]] = field(default_factory=dict)
    items: dict[Item, Counter[Values]] = field(default_factory=dict)
    margins: dict[int, tuple[float, int]] = field(default_factory=dict)
    copied: Marks = field(default_factory=Marks)
    constants: Marks = field(default_factory=Marks)

    def add(self, look: Look) -> None:
        """Count one more seed."""
        for question in self.exam.questions:
            ids = [part.id for part in question.parts]
            whole = tuple(value for part_id in ids for value in look.answers[part_id])
            self.answers.setdefault(question.number, Counter())[whole] += 1
            self._near(question.number, look.u0, {part_id: look.margins.get(part_id) for part_id in ids})
        for part_id, values in look.answers.items():
            for index, value in enumerate(values):
                self.items.setdefault((part_id, index), Counter())[(value,)] += 1
        for scores in look.copied:
            self.copied.add(self.exam, scores)
        if look.constants is not None:
            self.constants.add(self.exam, look.constants)

    def _near(self, number: int, u0: int, margins: Mapping[str, float | None]) -> None:
        for margin in margins.values():
            if margin is not None:
                self.margins[number] = min(self.margins.get(number, (margin, u0)), (margin, u0))
