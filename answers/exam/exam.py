"""What an exam is: numbered questions, what u₀ draws for them, and the home where its words and fixtures are."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from string import ascii_lowercase

from answers.errors import CorrigeError, did_you_mean
from answers.exam.draw import Draw
from answers.exam.home import NOWHERE, Home
from answers.exam.part import Part
from answers.exam.question import Misreading, Oral, Params, Question
from answers.exam.rules import USUAL, Rules
from answers.exam.words import Words, words_at
from answers.messages import Message
from solvers.sequence import lcg


@dataclass(frozen=True, slots=True)
class Exam:
    """A whole exam. Its numbering is checked when it is made; its home is known once it is found by its name.

    `as_printed` declares that its questions are kept as a document printed them, whatever they are worth without work.
    `rules` are the teacher's.

    Raises
    ------
    ValueError
        If questions are not numbered 1, 2, 3, …, parts are not lettered a, b, c, …, a part uses one that does not come
        before it, or two known mistakes have the same slug.
    """

    name: str
    model_seed: int
    draw: Callable[[Draw], Params]
    questions: tuple[Question, ...]
    oral: tuple[Oral, ...] = ()
    misreadings: tuple[Misreading, ...] = ()
    as_printed: bool = False
    home: Home = NOWHERE
    rules: Rules = USUAL

    def __post_init__(self) -> None:
        numbers = [question.number for question in self.questions]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"{self.name}: questions must be numbered 1, 2, 3, …, got {numbers}")
        for question in self.questions:
            _check_letters(self.name, question)
        _check_uses(self.name, self.parts)
        slugs = self.mistakes
        if len(set(slugs)) < len(slugs):
            raise ValueError(f"{self.name}: known mistakes need different slugs, got {sorted(slugs)}")

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the sheet."""
        return tuple(part for question in self.questions for part in question.parts)

    @property
    def points(self) -> Fraction:
        """Points of a perfect paper."""
        return sum((part.points for part in self.parts), Fraction(0))

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Slugs of all known mistakes, those of the whole exam first."""
        own = (mistake.slug for question in self.questions for mistake in question.mistakes)
        return (*(misreading.slug for misreading in self.misreadings), *own)

    def at(self, home: Home) -> "Exam":
        """Return the same exam in its home."""
        return replace(self, home=home)

    def words(self, lang: str, book: str = "") -> Words:
        """Return the exam's words in "fr" or "en", those of its sheets or of a book: see `words_at`."""
        return words_at(self.home, lang, book)

    def home_of(self, number: int) -> Home:
        """Return where the templates of question `number` are: the exam's own home, unless it is a composed paper."""
        del number
        return self.home

    def pairs(self) -> Iterator[tuple[Question, Part]]:
        """Iterate over all parts, each with its question."""
        for question in self.questions:
            for part in question.parts:
                yield question, part

    def part(self, part_id: str) -> Part:
        """Return the part `part_id`.

        Raises
        ------
        CorrigeError
            If there is none, with the nearest ids.
        """
        return self.asked(part_id)[1]

    def asked(self, part_id: str) -> tuple[Question, Part]:
        """Return the part `part_id` and its question.

        Raises
        ------
        CorrigeError
            If there is none, with the nearest ids.
        """
        for question, part in self.pairs():
            if part.id == part_id:
                return question, part
        known = [part.id for part in self.parts]
        raise CorrigeError.one(
            Message("{name} has no part {part_id!r}", name=self.name, part_id=part_id),
            remedy=did_you_mean(part_id, known),
        )

    def drawn(self, u0: int) -> Params:
        """Return what the seed `u0` draws.

        Raises
        ------
        CorrigeError
            If `u0` is outside 0 … 64006.
        """
        return self.draw(Draw(checked_seed(u0)))

    def revised(self, revise: Callable[[Part], Part]) -> "Exam":
        """Return the same exam with every part passed through `revise` (a teacher's points and tolerances)."""
        questions = tuple(replace(q, parts=tuple(map(revise, q.parts))) for q in self.questions)
        return replace(self, questions=questions)


def checked_seed(u0: int) -> int:
    """Return `u0` if it is a seed.

    Raises
    ------
    CorrigeError
        If it is outside 0 … 64006, with that range.
    """
    if not 0 <= u0 < lcg.MODULUS:
        raise CorrigeError.one(
            Message("u₀ = {u0} is out of range", u0=u0),
            remedy=Message("give a number from 0 to {modulus}", modulus=lcg.MODULUS - 1),
        )
    return u0


def _check_letters(exam: str, question: Question) -> None:
    letters = "".join(part.letter for part in question.parts)
    if letters and letters != ascii_lowercase[: len(question.parts)]:
        raise ValueError(f"{exam}: parts of question {question.number} must be a, b, c, …, got {letters!r}")
    if not letters and len(question.parts) != 1:
        raise ValueError(f"{exam}: question {question.number} needs one part without a letter, or lettered ones")


def _check_uses(exam: str, parts: tuple[Part, ...]) -> None:
    earlier: set[str] = set()
    for part in parts:
        if not earlier.issuperset(part.uses):
            raise ValueError(f"{exam}: part {part.id} uses {part.uses}, which do not all come before it")
        earlier.add(part.id)
