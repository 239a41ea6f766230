"""What an exam is: numbered questions, what u₀ draws for them, and the location where its words and fixtures are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from string import ascii_lowercase
from typing import TypeVar

from answers.errors import CorrigeError, did_you_mean
from answers.exam.draw import Draw, checked_seed
from answers.exam.location import NOWHERE, ExamLocation
from answers.exam.question import Misconception, Oral, Params, Part, Question, Solution, SolveContext
from answers.exam.words import Words, words_at
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Misprint:
    """A wrong value that a document printed for a seed: an item of a part, counted from 0."""

    u0: int
    part_id: str
    index: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class MarkingPolicy:
    """What earns points besides the right answer; shares of an item's points are from 0 to 1.

    Attributes
    ----------
    follow_through
        Share for error carried forward: of an answer that is right if the student's own earlier answers, or their
        misconception of the exam, are granted.
    mistakes
        Of a wrong answer that a known mistake explains, by its slug; those that are not named earn nothing.
    misprints
        What counts as right because it was printed so.
    """

    follow_through: Fraction = Fraction(1)
    mistakes: tuple[tuple[str, Fraction], ...] = ()
    misprints: tuple[Misprint, ...] = ()

    def share_of(self, mistake: str) -> Fraction:
        """Return the share that a known mistake earns where it is made."""
        return dict(self.mistakes).get(mistake, Fraction(0))


USUAL = MarkingPolicy()

T = TypeVar("T")


@dataclass(frozen=True)
class Exam:
    """A whole exam. Its numbering is checked when it is made; its home is known once it is found by its name.

    A part that it does not have, and a seed outside 0 … 64006, are a `CorrigeError` with what there is instead.

    `as_printed` declares that its questions are kept as a document printed them, whatever they are worth without work;
    `give_instead` names the exam to give to students in its place.
    `rules` are the teacher's. A composed paper has `sources`, the exams that its questions come from, by name.

    Raises
    ------
    ValueError
        If questions are not numbered 1, 2, 3, …, parts are not lettered a, b, c, …, a part uses one that does not come
        before it, two questions have the same name, or two known mistakes the same slug.
    """

    name: str
    model_seed: int
    draw: Callable[[Draw], Params]
    questions: tuple[Question, ...]
    oral: tuple[Oral, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    as_printed: bool = False
    give_instead: str = ""
    location: ExamLocation = NOWHERE
    marking_policy: MarkingPolicy = USUAL
    sources: Mapping[str, "Exam"] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        numbers = [question.number for question in self.questions]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"{self.name}: questions must be numbered 1, 2, 3, …, got {numbers}")
        for question in self.questions:
            letters = "".join(part.letter for part in question.parts)
            if letters and letters != ascii_lowercase[: len(question.parts)]:
                raise ValueError(
                    f"{self.name}: parts of question {question.number} must be a, b, c, …, got {letters!r}"
                )
            if not letters and len(question.parts) != 1:
                where = f"{self.name}: question {question.number}"
                raise ValueError(f"{where} needs one part without a letter, or lettered ones")
        earlier: set[str] = set()
        for part in self.parts:
            if not earlier.issuperset(part.depends_on):
                raise ValueError(f"{self.name}: part {part.id} uses {part.depends_on}, which do not all come before it")
            earlier.add(part.id)
        names = [(question.origin, question.name) for question in self.questions]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.name}: questions need different names, got {[name for _, name in names]}")
        slugs = self.mistakes
        if len(set(slugs)) < len(slugs):
            raise ValueError(f"{self.name}: known mistakes need different slugs, got {sorted(slugs)}")

    @property
    def advice(self) -> str:
        """What to tell a teacher who looks at the exam, or nothing."""
        return (
            Message("this is a historic exam; for a real exam, use {exam}", exam=self.give_instead)
            if self.give_instead
            else ""
        )

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the sheet."""
        return tuple(part for question in self.questions for part in question.parts)

    @cached_property
    def points(self) -> Fraction:
        """Points of a perfect paper."""
        return sum((part.points for part in self.parts), Fraction(0))

    @cached_property
    def mistakes(self) -> tuple[str, ...]:
        """Slugs of all known mistakes, those of the whole exam first."""
        own = (mistake.slug for question in self.questions for mistake in question.mistakes)
        return (*(misconception.slug for misconception in self.misconceptions), *own)

    def words(self, lang: str) -> Words:
        """Return the exam's words in "fr" or "en"."""
        return words_at(
            self.location,
            lang,
            tuple((question.name, question.chapter, question.number) for question in self.questions),
        )

    def source(self, question: Question) -> "Exam":
        """Return the exam that a question comes from: this one, unless it is a composed paper."""
        return self.sources.get(question.origin, self)

    def apply_misconceptions_before(self, context: SolveContext[Params]) -> SolveContext[Params]:
        """Return what is given to a solution in a scenario, as its known misconceptions change it."""
        for misconception in self.misconceptions:
            if misconception.slug in context.scenario.mistakes:
                context = misconception.change(context)
        return context

    def apply_misconceptions_after(self, context: SolveContext[Params], part: Part, solution: Solution) -> Solution:
        """Return what is answered to a part in a scenario, from what its solution found."""
        known = {misconception.slug: misconception for misconception in self.misconceptions}
        for slug in context.scenario.mistakes:
            if slug in known:
                solution = replace(solution, values=known[slug].answers(context, part, solution.values))
        return solution

    def question(self, name: str) -> Question:
        """Return the question called `name`; a `LookupError` has the names that there are."""
        names = [question.name for question in self.questions]
        if name not in names:
            raise LookupError(
                Message("{exam} has no question {name!r}: {names}", exam=self.name, name=name, names=", ".join(names))
            )
        return self.questions[names.index(name)]

    def part(self, part_id: str) -> Part:
        """Return the part `part_id`."""
        return self.question_and_part(part_id)[1]

    def question_and_part(self, part_id: str) -> tuple[Question, Part]:
        """Return the part `part_id` and its question."""
        if part_id not in self._pairs:
            cause = Message("{name} has no part {part_id!r}", name=self.name, part_id=part_id)
            raise CorrigeError.one(cause, remedy=did_you_mean(part_id, self._pairs))
        return self._pairs[part_id]

    @cached_property
    def _pairs(self) -> dict[str, tuple[Question, Part]]:
        """All parts by id, each with its question."""
        return {part.id: (question, part) for question in self.questions for part in question.parts}

    def drawn(self, u0: int) -> Params:
        """Return what the seed `u0` draws."""
        return self.draw(Draw(checked_seed(u0)))

    def revised(self, revise: Callable[[Part], Part]) -> "Exam":
        """Return the same exam with every part passed through `revise` (a teacher's points and tolerances)."""
        questions = tuple(replace(q, parts=tuple(map(revise, q.parts))) for q in self.questions)
        return replace(self, questions=questions)

    def beside(self, module: str, kind: type[T]) -> T | None:
        """Return what a module beside `exam.py` defines under its own name in capitals, None without such a module."""
        if not self.location.code.joinpath(f"{module}.py").is_file():
            return None
        defined = getattr(import_module(f"{self.location.package}.{module}"), module.upper(), None)
        if not isinstance(defined, kind):
            cause = Message("{module}.py does not define {name}", module=module, name=module.upper())
            raise CorrigeError.one(cause, place=self.location.place or self.name, remedy="see docs/exams.md")
        return defined
