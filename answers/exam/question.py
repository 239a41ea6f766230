"""Define the questions of an exam, and the decorators that declare them.

The name of a question is the name of its solution function. The exam's templates use the same name::

    @question(3, kind=Numbers(3, GAIN), points=1)
    def few_points(context: SolveContext[Parameters], part: Part) -> Solution: ...
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from inspect import unwrap
from string import ascii_lowercase
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from answers.exam.scenario import Scenario
from answers.flags import Note
from answers.kinds.choices import OneOf
from answers.kinds.parsing import Kind, Value, Values
from answers.kinds.programs import Program
from answers.kinds.tolerance import EXACT, Tolerance
from answers.kinds.written import Criterion, Written
from answers.messages import Message

if TYPE_CHECKING:
    from answers.exam.mutation import Mutation

HARDEST = 5
"""Highest level of difficulty."""
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Part:
    """A part of a question, as the decorator `question` declares it: a lettered sub-question with one or more items.

    An item is one value of the answer, in one box of the sheet.

    Attributes
    ----------
    question, letter
        Number of the question, and letter of the part; the letter is empty for a question without parts.
    points
        Points of the whole part. Each of its `count` items earns `points / count`, unless `all_or_nothing` is True.
    tolerance
        Accepted error of each value.
    depends_on
        Ids of the earlier parts on this paper whose answers the solution uses.
    name
        Name of the question; the name of the part is `label`.
    depends_on_labels
        Labels of all parts whose answers the solution uses, those in `soft_depends_on` last.
    soft_depends_on
        Labels of the parts in `depends_on_labels` that a composed paper may leave out.
    is_open
        True if other values than those of the key may be right; `QuestionBuilder.accepts` decides which.
    width
        Length in characters of the longest answer, for the size of the boxes; 0 to let the kind decide.
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
        """The number of the question and the letter of the part: "1a", or "12" without parts."""
        return f"{self.question}{self.letter}"

    @cached_property
    def label(self) -> str:
        """The name of the question and the letter of the part, the same on every paper: "first_terms.a", or "mean"."""
        return f"{self.name}.{self.letter}" if self.letter else self.name

    @cached_property
    def count(self) -> int:
        """The number of items, which are the values of an answer and the boxes on the sheet."""
        return self.kind.count

    @property
    def item_names(self) -> tuple[str, ...]:
        """The names of the items, such as "7a.1" and "7a.2"."""
        return tuple(f"{self.id}.{rank}" for rank in range(1, self.count + 1))

    def with_points(self, points: Fraction) -> "Part":
        """Return a copy with `points` points; the criteria of a written answer change in proportion."""
        kind = self.kind
        if isinstance(kind, Written) and self.points:
            kind = kind.scaled(points / self.points)
        return replace(self, points=points, kind=kind)

    def with_criteria(self, changed: Iterable[tuple[str, Criterion]]) -> "Part":
        """Return a copy with the criteria of this part in `changed` in place of the criteria with the same slugs.

        `changed` has pairs of a part id and a criterion. Only a written answer has criteria; any other part is returned
        unchanged.
        """
        own = {criterion.slug: criterion for part_id, criterion in changed if part_id == self.id}
        if not own or not self.written:
            return self
        criteria = [own.get(criterion.slug, criterion) for criterion in self.criteria]
        return replace(self, kind=replace(self.written, criteria=criteria))

    @cached_property
    def option_labels(self) -> tuple[str, ...]:
        """The options with printed tick boxes, in French, then in English; empty if the sheet has no tick boxes."""
        if not isinstance(self.kind, OneOf) or not self.kind.boxes:
            return ()
        return self.kind.labels("fr") + self.kind.labels("en")

    @cached_property
    def written(self) -> Written | None:
        """The kind of the answer if a person marks the answer, else None."""
        return self.kind if isinstance(self.kind, Written) else None

    @cached_property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria by which a person marks a written answer; () for answers of other kinds."""
        return self.written.criteria_for(self.points) if self.written else ()

    @cached_property
    def program(self) -> Program | None:
        """The kind of the answer if the answer is a program, else None."""
        return self.kind if isinstance(self.kind, Program) else None

    @cached_property
    def lines(self) -> int:
        """The number of lines of the box of a written answer or a program, 0 for other answers."""
        return self.kind.lines if isinstance(self.kind, Written | Program) else 0


@dataclass(frozen=True, slots=True)
class Params:
    """Base class of the parameters of an exam: the data drawn from u₀.

    Each exam derives a frozen dataclass, with one field for each datum: numbers, texts and tuples of them.
    """

    u0: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Base class of the evidence for an answer: details that the examiner's key prints beside the answer.

    An exam derives frozen dataclasses. Their fields must be unchanged after conversion to JSON and back.
    """


P = TypeVar("P", bound=Params)
T = TypeVar("T")
Drawn: TypeAlias = Any
"""Parameters or values of types that an exam defines, which code for all exams cannot check."""
ByLetter: TypeAlias = T | Mapping[str, T]
"""A value for all parts of a question, or a mapping with one value for each letter."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The right answer to a part, returned by a solution function.

    Attributes
    ----------
    values
        One value for each item of the part, in the order of the sheet.
    evidence
        One evidence for each item, or none at all.
    margin
        If the answer is the best of several candidates, the smallest gap to a candidate that would change the answer,
        in the unit of the compared quantity. With a gap of 10⁻¹², a program that sums in another order may choose
        another candidate. None if the answer is not chosen from candidates.
    """

    values: Values
    evidence: tuple[Evidence, ...] = ()
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class SolveContext(Generic[P]):
    """The data that a solution function may use: the drawn parameters, the scenario and earlier answers.

    Attributes
    ----------
    params
        The parameters drawn from u₀, changed by the misconceptions of the scenario.
    answers
        Function that returns the answers to an earlier part in this scenario, by its label, such as "first_terms.a".
        The label must be declared in `depends_on`.
    override
        Function that receives the label of an earlier part. It returns the answers that replace the computed answers
        of that part in this scenario, or None if nothing replaces them. The label must be declared in `depends_on` or
        `soft_depends_on`.
    first_items
        Number of items, the first of the part, whose values are wanted; None if all are. A solution function that takes
        long for each item may return the values of these items only.
    """

    params: P
    scenario: Scenario
    answers: Callable[[str], Values]
    override: Callable[[str], Values | None] = lambda _: None
    first_items: int | None = None


@dataclass(frozen=True, slots=True)
class SolvedQuestion(Generic[P]):
    """A question with its right answers for one seed, for the line of feedback and the worked solution.

    Attributes
    ----------
    drawn
        Parameters of the exam that the question comes from.
    answers, evidence
        Right answers and their evidence, by the letter of the part.
    wrong
        By the letter of the part, the positions from 0 of the student's items that are not right, in the order of the
        sheet. Empty for the worked solution, which is the same for all students.
    """

    drawn: P
    answers: Mapping[str, Values]
    evidence: Mapping[str, tuple[Evidence, ...]]
    wrong: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def first(self) -> tuple[str, int]:
        """The letter of the part and the position, from 0, of the first item that is not right; an error if none."""
        letter, items = next(iter(self.wrong.items()))
        return letter, items[0]


DECIMALS = 12
"""Number of decimals to which floats of a key are rounded."""


def rounded(value: float) -> float:
    """Return a float of a key rounded to 12 decimals, so that all processors give the same key."""
    return round(float(value), DECIMALS) + 0.0  # the sum turns -0.0 into 0.0


Solve: TypeAlias = Callable[[SolveContext[P], Part], Solution]
Accepts: TypeAlias = Callable[[SolveContext[P], Part, Values], bool]
Remarks: TypeAlias = Callable[[SolveContext[P], Part, Values], Note | None]
Shows: TypeAlias = Callable[[SolvedQuestion[P]], Mapping[str, object]]
"""A function that computes values for the texts of a question, by name."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake in one question: its slug, and a solution function that returns the wrong answer."""

    slug: str
    solve: Solve[Drawn]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A known mistake that affects the whole exam.

    Attributes
    ----------
    slug
        Stable name, in lowercase letters, digits and hyphens; the sentence for students is the macro `mistake_<slug>`,
        with "_" for "-".
    change
        Function that returns the changed context, with which all parts are solved.
    answers
        Function that returns the changed answers of a part, from the context, the part and the answers of its solution.
    mutation
        For a mistake that was found in a class, the change of the code with which all parts are solved.
    sentence
        For a mistake that was found in a class, the teacher's sentence for students.
    """

    slug: str
    change: Callable[[SolveContext[Drawn]], SolveContext[Drawn]] = lambda context: context
    answers: Callable[[SolveContext[Drawn], Part, Values], Values] = lambda _context, _part, values: values
    mutation: "Mutation | None" = None
    sentence: str = ""


def misconception_from_params(slug: str) -> Callable[[Callable[[P], P]], Misconception]:
    """Return a decorator that makes a `Misconception` of a function from parameters to changed parameters."""
    return lambda change: Misconception(slug, lambda context: replace(context, params=change(context.params)))


@dataclass(frozen=True, slots=True)
class Question:
    """A numbered question of an exam, with all that `question` and the methods of `QuestionBuilder` declared.

    Attributes
    ----------
    name
        Name of the solution function; the exam's templates use it for the texts of the question.
    chapter
        Name of the module that declares the question; a template file may have the same name.
    definitions
        Numbers of the definitions of the subject that the question uses.
    accepts
        Function that tells whether values other than those of the key are right together, such as another optimal
        strategy or another winning move. It is called for open parts only.
    remarks
        Function that returns a note on a wrong answer whose items could all be parsed, such as "a move against the
        rules".
    drawing
        Function that returns the SVG below the text of the question on the sheet. The texts in it are numbers and
        letters of the exam, never of students.
    shared_drawing
        Drawing of another question to which the text of this question refers, for papers without that question.
    solution_data
        Function that computes further values for the text of the worked solution.
    hint_data
        Function that computes further values for the line of feedback on a wrong answer.
    difficulty
        Level from 1 (easy) to 5 (hard); 0 if it is not stated.
    origin
        On a composed paper, name of the exam that the question comes from; else empty.
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
    solution_data: Shows[Drawn] = lambda _solved: {}
    hint_data: Shows[Drawn] = lambda _solved: {}
    tags: tuple[str, ...] = ()
    difficulty: int = 0
    origin: str = ""

    @property
    def place(self) -> str:
        """The file and line of the solution function, for messages; empty if it is not written in Python."""
        return place_of(self.solve)

    def accepting(self, accepts: Accepts[P], letters: str | None = None) -> "Question":
        """Return a copy with the function `accepts`, which decides for open parts whether other values are right.

        `letters` are the letters of the parts that become open; None means all parts. ValueError if the question lacks
        one of the letters.
        """
        all_letters = tuple(part.letter for part in self.parts)
        if not set(letters or "") <= set(all_letters):
            raise ValueError(
                Message(
                    "question {number}: a function accepts further answers to the parts {letters!r}, but the "
                    "question has the parts {known!r}",
                    number=self.number,
                    letters=letters or "",
                    known="".join(all_letters),
                )
            )
        open_letters = all_letters if letters is None else tuple(letters)
        parts = tuple(replace(part, is_open=part.letter in open_letters) for part in self.parts)
        return replace(self, accepts=accepts, parts=parts)


def place_of(function: Callable[..., object]) -> str:
    """Return the file and the line of a function, for messages; empty if the function is not written in Python."""
    code = getattr(unwrap(function), "__code__", None)
    return Message("{place}, line {line}", place=code.co_filename, line=code.co_firstlineno) if code else ""


class QuestionBuilder(Generic[P]):
    """A question that is being declared, which the decorator `question` returns in place of the solution function.

    It can be called like the solution function. Its methods are decorators that declare what else belongs to the
    question. `questions_of` collects the finished questions.
    """

    def __init__(self, question: Question) -> None:
        for part in question.parts:
            if isinstance(part.kind, Written) and (most := part.kind.most(part.points)) < part.points:
                raise ValueError(
                    Message(
                        "part {part_id}: the criteria together give at most {most} points, fewer than the {points} "
                        "points of the part",
                        part_id=part.id,
                        most=str(most),
                        points=str(part.points),
                    )
                )
        self.question = question

    def __call__(self, context: SolveContext[P], part: Part, *value: Any) -> Solution:
        """Return the right answer to a part, as the decorated solution function does.

        If this function has a third parameter, `mistakes_from` can give it a `value`, for a mistake.
        """
        return self.question.solve(context, part, *value)

    def mistake(self, slug: str, *, parts: str | None = None) -> Callable[[Solve[P]], Solve[P]]:
        """Decorate a function that returns the answer of a known mistake; it is called like the solution function.

        Parameters
        ----------
        slug
            Stable name of the mistake, in lowercase letters, digits and hyphens. The sentence for students is the macro
            `mistake_<slug>`, with "_" for "-".
        parts
            Letters of the parts that the mistake changes, such as "ab"; all parts if None. The other parts keep their
            right answers.
        """

        def declare(solve: Solve[P]) -> Solve[P]:
            def solve_parts(context: SolveContext[P], part: Part) -> Solution:
                return (solve if part.letter in tuple(parts or "") else self)(context, part)

            mistake = Mistake(slug, solve if parts is None else solve_parts)
            self.question = replace(self.question, mistakes=(*self.question.mistakes, mistake))
            return solve

        return declare

    def mistake_from_answer(self, slug: str, change: Callable[[Drawn, P], Values], *, parts: str | None = None) -> None:
        """Declare a known mistake whose wrong values are computed from the right values.

        `change` receives the right values of a part and the parameters, and returns the wrong values. `slug` and
        `parts` are as in `mistake`.
        """
        self.mistake(slug, parts=parts)(
            lambda context, part: Solution(change(self(context, part).values, context.params))
        )

    def mistakes_from(self, solve: Callable[[SolveContext[P], Part, T], Solution], instead: Mapping[str, T]) -> None:
        """Declare several known mistakes with one function.

        `instead` maps the slug of each mistake to a value. The answer of the mistake is `solve(context, part, value)`.
        """
        mistakes = (
            Mistake(slug, lambda context, part, value=value: solve(context, part, value))  # type: ignore[misc]
            for slug, value in instead.items()
        )
        self.question = replace(self.question, mistakes=(*self.question.mistakes, *mistakes))

    def accepts(self, parts: str | None = None) -> Callable[[Accepts[P]], Accepts[P]]:
        """Decorate a function that tells whether values other than those of the key are right.

        The function receives the context, the part and all values of the part, and returns True if the values are right
        together. `parts` are the letters of the parts for which it is called, such as "ab"; None means all parts. If
        the question lacks one of these letters, a ValueError is raised.
        """

        def declare(accepts: Accepts[P]) -> Accepts[P]:
            self.question = self.question.accepting(accepts, parts)
            return accepts

        return declare

    def remarks(self, remarks: Remarks[P]) -> Remarks[P]:
        """Decorate a function that returns a note on a wrong answer, such as "a move against the rules", or None.

        The function receives the context, the part and the values. It is called only if all values could be parsed.
        """
        self.question = replace(self.question, remarks=remarks)
        return remarks

    def drawing(self, drawing: Callable[[P], str]) -> Callable[[P], str]:
        """Decorate a function that receives the parameters and returns the SVG to print below the text of the question.

        The texts in the SVG must be numbers and letters of the exam.
        """
        self.question = replace(self.question, drawing=drawing)
        return drawing

    def shares_drawing(self, other: "QuestionBuilder[P]") -> None:
        """Declare that the text of this question refers to the drawing of `other`, a question that is declared earlier.

        A composed paper, or an export to a platform, shows the drawing below this question, unless an earlier question
        shows it. If `other` has no drawing, a ValueError is raised.
        """
        if other.question.drawing is None:
            raise ValueError(
                f"question {self.question.number} shares the drawing of {other.question.name}: it has none"
            )
        self.question = replace(self.question, shared_drawing=other.question.drawing)

    def solution_data(self, compute: Shows[P]) -> Shows[P]:
        """Decorate a function that computes further values for the text of the worked solution.

        The function receives a `SolvedQuestion` and returns a mapping of names to values. The macro
        `solution_<question>` receives this mapping as `solution_data`.
        """
        self.question = replace(self.question, solution_data=compute)
        return compute

    def hint_data(self, compute: Shows[P]) -> Shows[P]:
        """Decorate a function that computes further values for the line of feedback on a wrong answer.

        The function receives a `SolvedQuestion` and returns a mapping of names to values. The macro `how_<question>`
        receives this mapping as `hint_data`. The function must be quick: it is called for every sheet on which an item
        of the question is not right.
        """
        self.question = replace(self.question, hint_data=compute)
        return compute


def questions_of(*places: ModuleType | QuestionBuilder[Drawn]) -> tuple[Question, ...]:
    """Return the questions of modules, and single questions, in the order of their numbers.

    The labels of parts in `depends_on` are replaced by part ids. ValueError for a label that no part has.
    """
    builders = [
        builder
        for place in places
        for builder in (vars(place).values() if isinstance(place, ModuleType) else (place,))
        if isinstance(builder, QuestionBuilder)
    ]
    by_name = {builder.question.name: builder.question for builder in builders}
    questions = sorted(by_name.values(), key=lambda question: question.number)
    ids = {part.label: part.id for question in questions for part in question.parts}
    resolved: list[Question] = []
    for question in questions:
        parts: list[Part] = []
        for part in question.parts:
            unknown = [label for label in part.depends_on_labels if label not in ids]
            if unknown:
                raise ValueError(f"part {part.id} uses {unknown[0]!r}; the parts are {', '.join(ids)}")
            parts.append(replace(part, depends_on=tuple(ids[label] for label in part.depends_on_labels)))
        resolved.append(replace(question, parts=tuple(parts)))
    return tuple(resolved)


@dataclass(frozen=True, slots=True)
class Oral:
    """An oral question, with a function that computes its answers.

    `solve` receives the parameters and the right answers by part id, and returns one answer for each label of the macro
    `labels_oral_<slug>`; None means that there is no such value.
    """

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
    tags: str = "",
    difficulty: int = 0,
) -> Callable[[Solve[P]], QuestionBuilder[P]]:
    """Decorate a solution function, to declare the question of the same name.

    Parameters
    ----------
    number
        Number of the question in the exam, from 1.
    kind
        Type of the answers, such as `integers(3, 0, 9)`.
    points
        Points of the question, shared equally between its parts.
    parts
        Letters of the parts, such as "abc"; empty for a question without parts.
    tolerance
        Accepted error of each value, a `Tolerance`.
    depends_on
        Labels of earlier parts whose answers the solution uses: "first_terms.a", or "mean" for a question without
        parts. A composed paper with this question must have them.
    soft_depends_on
        Labels of earlier parts whose answers the solution uses only if a scenario overrides them
        (`SolveContext.override`). A composed paper may leave them out.
    all_or_nothing
        True if a part earns its points only if all its items are right.
    width
        Length of the longest right answer in characters, for the size of its boxes; 0 to let the kind decide.
    evidence
        Type of the evidence that the solution returns.
    definitions
        Numbers of the definitions of the subject that the question uses.
    tags
        Topics for `corrige list` and `corrige compose`: slugs separated by spaces, such as "graphs shortest-paths".
    difficulty
        Level from 1 (easy) to 5 (hard); 0 if it is not stated.

    `kind`, `points`, `tolerance`, `depends_on` and `all_or_nothing` may be mappings with one entry for each letter.

    Raises
    ------
    ValueError
        If such a mapping does not have exactly the letters of the parts; if a tag is not a slug or the difficulty is
        not from 0 to 5.
    TypeError
        If a tolerance is not a `Tolerance`.
    """
    for tag in tags.split():
        check_slug(tag)
    if not 0 <= difficulty <= HARDEST:
        raise ValueError(
            Message("the difficulty is {level}; write a level from 1 (easy) to 5 (hard)", level=repr(difficulty))
        )
    if parts != ascii_lowercase[: len(parts)]:
        raise ValueError(Message("the parts are {parts!r}: write the letters a, b, c, …, each once", parts=parts))
    letters = tuple(parts) or ("",)
    if not isinstance(points, Mapping):
        points = dict.fromkeys(letters, Fraction(points) / len(letters))
    declared: dict[str, ByLetter[Any]] = {
        "kind": kind,
        "points": points,
        "tolerance": tolerance,
        "depends_on": depends_on,
        "all_or_nothing": all_or_nothing,
    }
    by_letter: dict[str, Mapping[str, Any]] = {}
    for name, value in declared.items():
        by_letter[name] = value if isinstance(value, Mapping) else dict.fromkeys(letters, value)
        if set(by_letter[name]) != set(letters):
            raise ValueError(
                Message(
                    "the argument {name} of the question needs an entry for each of the parts {letters!r}, "
                    "but has entries for {entries!r}",
                    name=name,
                    letters=parts,
                    entries="".join(map(str, value)),
                )
            )
    for item_tolerance in by_letter["tolerance"].values():
        if not isinstance(item_tolerance, Tolerance):
            raise TypeError(
                Message(
                    "question {number}: the tolerance is {tolerance}; write Tolerance(absolute=Fraction(1, 100))",
                    number=number,
                    tolerance=repr(item_tolerance),
                )
            )

    def declare(solve: Solve[P]) -> QuestionBuilder[P]:
        name, chapter = solve.__name__, solve.__module__.rpartition(".")[2]
        all_parts = tuple(
            Part(
                number,
                letter,
                by_letter["kind"][letter],
                Fraction(by_letter["points"][letter]),
                by_letter["tolerance"][letter],
                by_letter["all_or_nothing"][letter],
                name=name,
                depends_on_labels=(*by_letter["depends_on"][letter], *soft_depends_on),
                soft_depends_on=soft_depends_on,
                width=width,
            )
            for letter in letters
        )
        return QuestionBuilder(
            Question(
                name,
                chapter,
                number,
                all_parts,
                solve,
                evidence,
                definitions,
                tags=tuple(tags.split()),
                difficulty=difficulty,
            )
        )

    return declare


def check_slug(slug: str) -> None:
    """Raise ValueError unless `slug` consists of lowercase letters, digits and single hyphens between them."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(
            Message(
                "{slug!r} is not a valid slug: use lowercase letters, digits and hyphens, as in half-turn", slug=slug
            )
        )
