"""How an exam declares a question: what it asks for, the function that answers it, and all else that belongs to it.

A question is known by the name of the function that answers it, and stands in the exam's templates under that name::

    @question(3, kind=Numbers(3, GAIN), points=1)
    def few_points(context: SolveContext[Parameters], part: Part) -> Solution: ...

What is declared is frozen when `questions_of` gathers it for the exam.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import Any, Generic, TypeAlias, TypeVar

from answers.exam.scenario import Scenario
from answers.flags import Note
from answers.kinds.parsing import Kind, Value, Values
from answers.kinds.tolerance import EXACT, Tolerance
from answers.messages import Message

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Part:
    """All that marking needs to know of a part of a question: its kind of answer, points and precision.

    Each of its `count` items earns `points / count`, unless `all_or_nothing`. `depends_on` are the ids of the earlier
    parts whose answers its solution asks for, `depends_on_labels` their labels, those in `soft_depends_on` last, which
    a paper may lack; `name` is that of its question. Where it `is_open`, other answers than the expected ones may be
    right. Its boxes have room for `width` characters, or what its kind needs.
    """

    question: int
    letter: str
    kind: Kind
    points: Fraction
    tolerance: Tolerance
    all_or_nothing: bool = False
    depends_on: tuple[str, ...] = ()
    name: str = ""
    depends_on_labels: tuple[str, ...] = ()
    soft_depends_on: tuple[str, ...] = ()
    is_open: bool = False
    width: int = 0

    @cached_property
    def id(self) -> str:
        """Question number and letter: "1a", or "12" for a question without parts."""
        return f"{self.question}{self.letter}"

    @cached_property
    def label(self) -> str:
        """Name of the question and letter, in whatever paper it stands: "first_terms.a", or "mean" without parts."""
        return f"{self.name}.{self.letter}" if self.letter else self.name

    @cached_property
    def count(self) -> int:
        """Number of items: of fields on the sheet, of values in an answer."""
        return self.kind.count


@dataclass(frozen=True, slots=True)
class Params:
    """What u₀ draws; an exam derives its own frozen type, one named field a thing drawn."""

    u0: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the examiner's key shows beside an answer; an exam derives frozen types, of fields that JSON gives back."""


P = TypeVar("P", bound=Params)
T = TypeVar("T")
Drawn: TypeAlias = Any
"""Parameters or values of an exam's own types, where questions of any exam stand; it checks them by running."""
ByLetter: TypeAlias = T | Mapping[str, T]
"""One thing for all parts of a question, or one for each letter."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a part, one value an item, and the evidence for it: one an item, or none.

    `margin` is the least gap between the chosen candidate and the next one that would change the answer, in the unit of
    what is compared: with a gap of 10⁻¹² another order of summation may choose the other. None where nothing is chosen.
    """

    values: Values
    evidence: tuple[Evidence, ...] = ()
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class SolveContext(Generic[P]):
    """What a solution may look at: the parameters drawn, the scenario, and the answers to the parts that it uses."""

    params: P
    scenario: Scenario
    answers: Callable[[str], Values]
    """Answers to an earlier part in this scenario, by its label; only parts named in `depends_on` may be asked for."""
    override: Callable[[str], Values | None] = lambda _: None
    """Answers that this scenario puts in the place of those of an earlier part, None where it puts none."""


@dataclass(frozen=True, slots=True)
class SolvedQuestion(Generic[P]):
    """A question of one seed: what was drawn, the true answers and their evidence by letter, and what went wrong.

    `wrong` has the items that are not right, counted from 0, by letter in the order of the sheet.
    """

    drawn: P
    answers: Mapping[str, Values]
    evidence: Mapping[str, tuple[Evidence, ...]]
    wrong: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def first(self) -> tuple[str, int]:
        """The letter and the place, from 0, of the first item that is wrong."""
        letter, items = next(iter(self.wrong.items()))
        return letter, items[0]


Solve: TypeAlias = Callable[[SolveContext[P], Part], Solution]
Accepts: TypeAlias = Callable[[SolveContext[P], Part, Values], bool]
Remarks: TypeAlias = Callable[[SolveContext[P], Part, Values], Note | None]
Shows: TypeAlias = Callable[[SolvedQuestion[P]], Mapping[str, object]]
"""What is computed of a question for its words."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake in one question: a variant of its solution, under a stable slug."""

    slug: str
    solve: Solve[Drawn]

    def __post_init__(self) -> None:
        _check_slug(self.slug)


@dataclass(frozen=True, slots=True)
class Misconception:
    """A known mistake that changes the whole exam: what is given to every solution, then the right answers."""

    slug: str
    change: Callable[[SolveContext[Drawn]], SolveContext[Drawn]] = lambda context: context
    answers: Callable[[SolveContext[Drawn], Part, Values], Values] = lambda _given, _part, right: right

    def __post_init__(self) -> None:
        _check_slug(self.slug)


def misconception_from_params(slug: str) -> Callable[[Callable[[P], P]], Misconception]:
    """Turn a change of what is drawn for all questions into a `Misconception`."""
    return lambda change: Misconception(slug, lambda context: replace(context, params=change(context.params)))


@dataclass(frozen=True, slots=True)
class Question:
    """A numbered question; its words stand in the exam's templates under its name, that of its solution.

    Attributes
    ----------
    chapter
        The module that declares it; its templates may be called so too.
    evidence, definitions
        The type of the evidence that its solution gives, and the numbers of the subject's definitions that it uses.
    accepts
        Whether other values than the expected ones are right too, all together: another optimal strategy, another
        winning move. It is asked about the open parts alone.
    remarks
        What is remarkable of an answer that is not right, all of which could be read: a move against the rules.
    drawing
        The SVG that the sheet shows below the prompt, made of numbers and letters of ours only.
    shared_drawing
        The drawing of another question that its text speaks of, for papers that do not show it.
    worked, steps
        What its worked solution shows beyond the key, and what the line of feedback tells to who went wrong.
    origin
        On a composed paper, the name of the exam that it comes from.
    """

    name: str
    chapter: str
    number: int
    parts: tuple[Part, ...]
    solve: Solve[Drawn]
    evidence: type[Evidence] | None = None
    definitions: tuple[int, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    accepts: Accepts[Drawn] | None = None
    remarks: Remarks[Drawn] | None = None
    drawing: Callable[[Drawn], str] | None = None
    shared_drawing: Callable[[Drawn], str] | None = None
    solution_data: Shows[Drawn] = lambda _case: {}
    hint_data: Shows[Drawn] = lambda _case: {}
    origin: str = ""

    def accepting(self, accepts: Accepts[P], letters: str | None = None) -> "Question":
        """Return the question with the parts of some letters open, or all of them; ValueError if there is no such."""
        known = tuple(part.letter for part in self.parts)
        if not set(letters or "") <= set(known):
            raise ValueError(f"question {self.number}: accepts names {letters!r}, the parts are {known}")
        opened = known if letters is None else tuple(letters)
        parts = tuple(replace(part, is_open=part.letter in opened) for part in self.parts)
        return replace(self, accepts=accepts, parts=parts)


class QuestionBuilder(Generic[P]):
    """A question that is being declared: a call solves it, and its methods decorate what else belongs to it."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def __call__(self, context: SolveContext[P], part: Part) -> Solution:
        """Return the right answer to a part."""
        return self.question.solve(context, part)

    def mistake(self, slug: str, *, parts: str | None = None) -> Callable[[Solve[P]], Solve[P]]:
        """Declare a known mistake: another solution, in the parts of some letters; others are as they should."""

        def declared(solve: Solve[P]) -> Solve[P]:
            def otherwise(context: SolveContext[P], part: Part) -> Solution:
                return (solve if part.letter in tuple(parts or "") else self)(context, part)

            mistake = Mistake(slug, solve if parts is None else otherwise)
            self.question = replace(self.question, mistakes=(*self.question.mistakes, mistake))
            return solve

        return declared

    def mistake_from_answer(self, slug: str, change: Callable[[Drawn, P], Values], *, parts: str | None = None) -> None:
        """Register a mistake with the answers `change(correct, params)`."""
        self.mistake(slug, parts=parts)(
            lambda context, part: Solution(change(self(context, part).values, context.params))
        )

    def mistakes_from(self, solve: Callable[[SolveContext[P], Part, T], Solution], instead: Mapping[str, T]) -> None:
        """Declare a known mistake for each slug: `solve` with what stands under the slug as its third argument."""
        for slug, thing in instead.items():

            def otherwise(context: SolveContext[P], part: Part, thing: T = thing) -> Solution:
                return solve(context, part, thing)

            self.mistake(slug)(otherwise)

    def accepts(self, parts: str | None = None) -> Callable[[Accepts[P]], Accepts[P]]:
        """Declare what makes other values than the expected ones right, in the parts of some letters."""

        def declared(accepts: Accepts[P]) -> Accepts[P]:
            self.question = self.question.accepting(accepts, parts)
            return accepts

        return declared

    def remarks(self, remarks: Remarks[P]) -> Remarks[P]:
        """Declare what is remarkable of an answer that is not right."""
        self.question = replace(self.question, remarks=remarks)
        return remarks

    def drawing(self, drawing: Callable[[P], str]) -> Callable[[P], str]:
        """Declare what the sheet shows below the prompt."""
        self.question = replace(self.question, drawing=drawing)
        return drawing

    def shares_drawing(self, other: "QuestionBuilder[P]") -> None:
        """Declare that the question speaks of the drawing of another, declared before it; ValueError if that has none.

        A composed paper, or a platform, shows it below this prompt where the other question is not asked before.
        """
        if other.question.drawing is None:
            raise ValueError(
                f"question {self.question.number} shares the drawing of {other.question.name}: it has none"
            )
        self.question = replace(self.question, shared_drawing=other.question.drawing)

    def solution_data(self, worked: Shows[P]) -> Shows[P]:
        """Declare what the worked solution shows beyond the key."""
        self.question = replace(self.question, solution_data=worked)
        return worked

    def hint_data(self, steps: Shows[P]) -> Shows[P]:
        """Declare what the line of feedback tells beyond the key; quick, since every sheet asks for it."""
        self.question = replace(self.question, hint_data=steps)
        return steps


def questions_of(*places: ModuleType | QuestionBuilder[Drawn]) -> tuple[Question, ...]:
    """Return the questions declared in modules, or one by one, in their order; what their parts use is looked up.

    It is a ValueError if a part uses one that there is not.
    """
    declared = [
        question_builder
        for place in places
        for question_builder in (vars(place).values() if isinstance(place, ModuleType) else (place,))
        if isinstance(question_builder, QuestionBuilder)
    ]
    questions = sorted(
        {question_builder.question.name: question_builder.question for question_builder in declared}.values(),
        key=lambda one: one.number,
    )
    ids = {part.label: part.id for one in questions for part in one.parts}

    def used(part: Part) -> Part:
        unknown = [label for label in part.depends_on_labels if label not in ids]
        if unknown:
            raise ValueError(f"part {part.id} uses {unknown[0]!r}; the parts are {', '.join(ids)}")
        return replace(part, depends_on=tuple(ids[label] for label in part.depends_on_labels))

    return tuple(replace(one, parts=tuple(map(used, one.parts))) for one in questions)


@dataclass(frozen=True, slots=True)
class Oral:
    """An oral question with computed answers, one a label in the templates; None stands for "none"."""

    slug: str
    solve: Callable[[Drawn, Mapping[str, Values]], tuple[Value | None, ...]]


def question(  # noqa: PLR0913 - what an author declares
    number: int,
    *,
    kind: ByLetter[Kind],
    points: Fraction | int | Mapping[str, Fraction | int],
    parts: str = "",
    tolerance: ByLetter[Tolerance] = EXACT,
    depends_on: ByLetter[tuple[str, ...]] = (),
    soft_depends_on: tuple[str, ...] = (),
    all_or_nothing: ByLetter[bool] = False,
    width: int = 0,
    evidence: type[Evidence] | None = None,
    definitions: tuple[int, ...] = (),
) -> Callable[[Solve[P]], QuestionBuilder[P]]:
    """Turn a function from what is given to an answer into the question of its name.

    Parameters
    ----------
    parts
        Letters of the parts, "abc"; empty for a question without parts, which has one part without a letter.
    kind, tolerance, depends_on, all_or_nothing
        The same for all parts, or a mapping with an entry for each letter.
    points
        Shared equally between the parts, or a mapping with an entry for each letter.
    depends_on
        Labels of the earlier parts whose answers the solution asks for: "first_terms.a", or "mean" without letters.
    soft_depends_on
        Labels of earlier parts whose answers it takes where a student gave others, and does without where it stands
        alone on a paper.
    width
        Characters of the longest right answer, where the kind does not tell.

    A mapping without just the letters of the parts is a ValueError, a tolerance that is a number a TypeError.
    """
    letters = tuple(parts) or ("",)
    by_letter = {
        "kind": kind,
        "points": points,
        "tolerance": tolerance,
        "depends_on": depends_on,
        "all_or_nothing": all_or_nothing,
    }
    _check_by_letter(number, letters, by_letter)

    def part(letter: str, name: str) -> Part:
        share = points[letter] if isinstance(points, Mapping) else Fraction(points) / len(letters)
        return Part(
            number,
            letter,
            _of(kind, letter),
            Fraction(share),
            _of(tolerance, letter),
            _of(all_or_nothing, letter),
            name=name,
            depends_on_labels=(*_of(depends_on, letter), *soft_depends_on),
            soft_depends_on=soft_depends_on,
            width=width,
        )

    def declared(solve: Solve[P]) -> QuestionBuilder[P]:
        name, chapter = solve.__name__, solve.__module__.rpartition(".")[2]
        made = tuple(part(letter, name) for letter in letters)
        return QuestionBuilder(Question(name, chapter, number, made, solve, evidence, definitions))

    return declared


def _check_by_letter(number: int, letters: tuple[str, ...], by_letter: Mapping[str, object]) -> None:
    """Check what is declared once, or for each letter: that letters are those of the parts, tolerances such."""
    for name, given in by_letter.items():
        if isinstance(given, Mapping) and set(given) != set(letters):
            raise ValueError(f"question {number}: {name} needs an entry for each of {letters}, has {tuple(given)}")
        for one in given.values() if isinstance(given, Mapping) else (given,):
            if name == "tolerance" and not isinstance(one, Tolerance):
                raise TypeError(
                    Message(
                        "question {number}: the tolerance is {given}; write Tolerance(absolute=Fraction(1, 100))",
                        number=number,
                        given=repr(one),
                    )
                )


def _check_slug(slug: str) -> None:
    if not _SLUG.fullmatch(slug):
        raise ValueError(
            Message(
                "{slug!r} is not a valid slug: use lowercase letters, digits and hyphens, as in half-turn", slug=slug
            )
        )


def _of(one: ByLetter[T], letter: str) -> T:
    return one[letter] if isinstance(one, Mapping) else one
