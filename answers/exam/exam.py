"""Define the exam: numbered questions, a function that draws their data from u₀, and the location of its files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from string import ascii_lowercase
from typing import TypeVar

from answers.errors import CorrigeError, TimeLimitError, did_you_mean
from answers.exam.draw import Draw, checked_seed
from answers.exam.location import NOWHERE, ExamLocation
from answers.exam.question import Misconception, Oral, Params, Part, Question, check_slug
from answers.exam.subject import Subject
from answers.exam.words import Words, words_at
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Misprint:
    """A wrong value that the exam's document prints for the seed `u0`, and that a teacher may count as right.

    `index` is the position of the value in the answer to the part, from 0.
    """

    u0: int
    part_id: str
    index: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class MarkingPolicy:
    """The teacher's rules for wrong answers: the share of an item's points, from 0 to 1, that they earn.

    Attributes
    ----------
    follow_through
        Share for an answer that follows from the student's own wrong earlier answers, or from a misconception.
    mistakes
        Pairs of a known mistake's slug and the share for answers that the mistake explains; 0 for other mistakes.
    misprints
        Wrong values that count as right because the document printed them.
    """

    follow_through: Fraction = Fraction(1)
    mistakes: tuple[tuple[str, Fraction], ...] = ()
    misprints: tuple[Misprint, ...] = ()

    def share_of(self, mistake: str) -> Fraction:
        """Return the share of an item's points, from 0 to 1, for an answer that this known mistake explains."""
        return dict(self.mistakes).get(mistake, Fraction(0))


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a student with the exam's model seed may write for a part, and how it must be marked.

    Attributes
    ----------
    verdicts
        The verdict of each item, such as "right" or "blank".
    share
        Share of the part's points that the text earns, from 0 to 1.
    """

    part_id: str
    text: str
    verdicts: tuple[str, ...]
    share: Fraction
    place: str


USUAL = MarkingPolicy()
"""The default policy: full points for answers that follow from earlier wrong ones, none for known mistakes."""

T = TypeVar("T")
FIELD_PREFIX = "of_"
"""Prefix of the field with the parameters of an exam, in those of a composed paper; the name of the exam follows."""


@dataclass(frozen=True)
class Exam:
    """An exam: numbered questions, a function that draws their data from a seed, and the location of its files.

    The author sets the fields, except `location`, `marking_policy` and `sources`, which are set when the exam is
    loaded.

    Attributes
    ----------
    name
        Name of the exam, the same as that of its folder or entry point.
    model_seed
        Seed of the model key, which is stored in `fixtures/` and reveals later changes of the answers.
    questions
        The questions, as `questions_of` returns them.
    as_printed
        True for an exam that keeps the questions exactly as its document prints them. `corrige atlas` then measures the
        points that can be earned without work, but does not require them to be few.
    give_instead
        Name of the exam to give to students in place of this one; empty for none.
    location
        Folders of the exam's code, templates and fixtures.
    marking_policy
        The teacher's rules for wrong answers.
    sources
        For a composed paper, the exams that its questions come from, by name; empty for others.
    subject
        Subject of an exam in one file; an exam in a folder has it in `subject.py`.
    examples
        Examples of an exam in one file; an exam in a folder has them in `answers.csv`.

    Raises
    ------
    ValueError
        If questions are not numbered 1, 2, 3, …, or parts not lettered a, b, c, …; if a part depends on a part that
        does not come before it; if two questions have the same name, or two known mistakes the same slug; if a slug has
        other characters than lowercase letters, digits and hyphens, except on a composed paper.
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
    subject: Subject | None = None
    examples: tuple[Example, ...] = ()

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
        for slug in () if self.sources else slugs:  # on a composed paper, the name of the exam precedes the slug
            check_slug(slug)

    @property
    def place(self) -> str:
        """The exam as a place for messages: the path of a teacher's own exam, else the name."""
        return self.location.place or self.name

    @property
    def advice(self) -> str:
        """Advice to a teacher who chooses this exam; empty for most exams."""
        if not self.give_instead:
            return ""
        if self.as_printed:
            return Message(
                "this exam reproduces a printed document of the past; to examine students, use {exam}",
                exam=self.give_instead,
            )
        return Message("there is a newer edition of this exam: {exam}", exam=self.give_instead)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of all questions, in the order of the sheet."""
        return tuple(part for question in self.questions for part in question.parts)

    @cached_property
    def points(self) -> Fraction:
        """The total of the points of all parts."""
        return sum((part.points for part in self.parts), Fraction(0))

    @cached_property
    def mistakes(self) -> tuple[str, ...]:
        """The slugs of all known mistakes, misconceptions of the whole exam first."""
        slugs = (mistake.slug for question in self.questions for mistake in question.mistakes)
        return (*(misconception.slug for misconception in self.misconceptions), *slugs)

    def words(self, lang: str) -> Words:
        """Return the texts of the exam in the language "fr" or "en"."""
        names = tuple((question.name, question.chapter, question.number) for question in self.questions)
        found = tuple((mistake.slug, mistake.sentence) for mistake in self.misconceptions if mistake.mutation)
        return words_at(self.location, lang, names, found)

    def question(self, name: str) -> Question:
        """Return the question called `name`; LookupError, which lists the names, if there is no such question."""
        names = [question.name for question in self.questions]
        if name not in names:
            raise LookupError(
                Message(
                    "the exam {exam} has no question {name!r}; its questions are {names}",
                    exam=self.name,
                    name=name,
                    names=", ".join(names),
                )
            )
        return self.questions[names.index(name)]

    def source_of(self, question: Question) -> "Exam":
        """Return the exam that a question of a composed paper comes from; any other exam returns itself."""
        return self.sources.get(question.origin, self)

    def part(self, part_id: str) -> Part:
        """Return the part with the id `part_id`, such as "1a"; CorrigeError if there is no such part."""
        return self.question_and_part(part_id)[1]

    def part_of(self, item: str) -> Part:
        """Return the part of an item id such as "4b.1", or of a part id; CorrigeError if there is no such part."""
        return self.part(item.partition(".")[0])

    def question_and_part(self, part_id: str) -> tuple[Question, Part]:
        """Return the question and the part for a part id such as "1a"; CorrigeError if there is no such part."""
        number = part_id.rstrip(ascii_lowercase)
        for question in self.questions[int(number) - 1 : int(number)] if number.isdecimal() and len(number) < 5 else ():
            for part in question.parts:
                if part.id == part_id:
                    return question, part
        cause = Message("the exam {name} has no part {part_id!r}", name=self.name, part_id=part_id)
        raise CorrigeError.single(cause, remedy=did_you_mean(part_id, [part.id for part in self.parts]))

    def drawn(self, u0: int) -> Params:
        """Return the parameters that the seed `u0` draws; CorrigeError if `u0` is not from 0 to 64006."""
        source = Draw(checked_seed(u0))
        try:
            return self.draw(source)
        except (Exception, TimeLimitError) as error:
            error.add_note(Message("u₀ = {u0}", u0=u0))  # so that the author of the exam can see it again
            raise

    def revised(self, revise: Callable[[Part], Part]) -> "Exam":
        """Return a copy of the exam in which `revise(part)` replaces each part, for example to set other points."""
        questions = tuple(replace(question, parts=tuple(map(revise, question.parts))) for question in self.questions)
        return replace(self, questions=questions)

    def beside(self, module: str, kind: type[T]) -> T | None:
        """Return the object that the module `module` beside `exam.py` defines under the name of the module in capitals.

        For "subject", this is `SUBJECT` in `subject.py`. None if there is no such module, CorrigeError if the object is
        not of the type `kind`.
        """
        if not self.location.code.joinpath(f"{module}.py").is_file():
            return None
        defined = getattr(import_module(f"{self.location.package}.{module}"), module.upper(), None)
        if not isinstance(defined, kind):
            cause = Message(
                "the file {module}.py of the exam does not define {name}", module=module, name=module.upper()
            )
            raise CorrigeError.single(cause, place=self.place, remedy="docs/exams.md explains how to write an exam")
        return defined


def drawn_of(drawn: Params, exam: Exam) -> Params:
    """Return the parameters of `exam` from those of a composed paper; parameters of an exam are returned unchanged."""
    params: Params = getattr(drawn, f"{FIELD_PREFIX}{exam.name}", drawn)
    return params
