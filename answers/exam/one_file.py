"""Let authors write an exam in one file: data, questions, texts, mistakes and examples beside each other.

docs/exams.md shows a whole exam. Authors import these names from `answers.author`.
"""

import ast
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, make_dataclass, replace
from fractions import Fraction
from functools import cache, partial, wraps
from inspect import cleandoc
from itertools import product
from pathlib import Path
from typing import (
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Required,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    get_type_hints,
    overload,
)

from answers.errors import CorrigeError
from answers.exam.draw import Draw, Draws
from answers.exam.exam import Exam, Example
from answers.exam.inline_texts import InlineText, template_source
from answers.exam.location import NOWHERE
from answers.exam.question import (
    ByLetter,
    Misconception,
    Params,
    Part,
    QuestionBuilder,
    Solution,
    Solve,
    SolveContext,
    SolvedQuestion,
    check_slug,
    misconception_from_params,
    place_of,
    questions_of,
)
from answers.exam.question import question as question_of
from answers.exam.subject import Subject
from answers.exam.words import LANGUAGES, mistake_name
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.parsing import Kind, Values, from_values, to_values
from answers.kinds.programs import OTHER, OWN, SEEDS, Case, Program, arguments_of, case
from answers.kinds.tolerance import Tolerance
from answers.messages import Message
from answers.sandbox.literals import NotLiteralError

A = TypeVar("A")
B = TypeVar("B")
V_co = TypeVar("V_co", covariant=True)
V = TypeVar("V")
Q = ParamSpec("Q")

Points: TypeAlias = Fraction | int | Mapping[str, Fraction | int]
Text: TypeAlias = str
"""A text in Markdown, with formulas between dollar signs and values between double braces."""


class Source(Generic[V_co]):
    """A value that a question may need: shared data, an earlier question, or one part of an earlier question.

    Attributes
    ----------
    depends_on
        Labels of the earlier parts whose answers the value consists of; empty for shared data.
    """

    name: str
    depends_on: tuple[str, ...] = ()

    def get(self, context: SolveContext[Any]) -> V_co:
        """Return the value of this source in the scenario of `context`: drawn data, or answers to earlier parts."""
        raise NotImplementedError


class Shared(Source[V]):
    """Data that is drawn from u₀ and used by one question or several.

    The decorator `shared` makes a `Shared` out of a function that draws the data. The function can still be called with
    `Draws`. If it has no return annotation, a ValueError is raised.
    """

    def __init__(self, make: Callable[[Draws], V]) -> None:
        if "return" not in make.__annotations__:
            raise ValueError(
                Message("declare the type that {name} returns: def {name}(draws: Draws) -> …", name=make.__name__)
            )
        self.make, self.name = make, make.__name__
        self.draw_params: Callable[[Any], str] | None = None
        self.mistakes: list[tuple[Misconception, Mapping[str, Text]]] = []

    def __call__(self, draws: Draws) -> V:
        """Draw the data, as the decorated function does."""
        return self.make(draws)

    def get(self, context: SolveContext[Any]) -> V:
        """Return the data, drawn from the seed and changed by the misconceptions of the scenario."""
        data: V = getattr(context.params, self.name)
        return data

    def drawing(self, draw: Callable[[V], str]) -> Callable[[V], str]:
        """Decorate a function that draws the data as SVG. The first question that needs the data prints the drawing.

        The texts in the drawing must be numbers and letters of the exam.
        """
        self.draw_params = lambda params: draw(getattr(params, self.name))
        return draw

    def mistake(self, slug: str, change: Callable[[V], V], *, fr: Text = "", en: Text = "") -> None:
        """Declare a misconception: a student with this misconception solves the whole exam with changed data.

        `change` receives the data and returns the changed data. `slug` is a stable name of lowercase letters, digits
        and hyphens. `fr` and `en` are the sentence for students, in French and in English.
        """
        check_slug(slug)  # here, so that the line of this call is told

        @misconception_from_params(slug)
        def misconception(params: Params) -> Params:
            changed: Any = change(getattr(params, self.name))
            return replace(params, **{self.name: changed})

        self.mistakes.append((misconception, {"fr": fr, "en": en}))


@overload
def shared(make: Callable[[Draws], V]) -> Shared[V]: ...


@overload
def shared(*, until: Callable[[Any], bool]) -> Callable[[Callable[[Draws], V]], Shared[V]]: ...


def shared(make: Any = None, *, until: Callable[[Any], bool] | None = None) -> Any:
    """Decorate a function, `make`, that draws data for several questions.

    The data is an int, a text, a tuple of such values, or a frozen dataclass with fields of these types. The function
    must have a return annotation. With ``@shared(until=good)``, the data is drawn again until ``good(data)`` is True,
    as by `Draws.until`.
    """
    if make is None:
        return partial(shared, until=until)
    if until is None:
        return Shared(make)
    return Shared(wraps(make)(lambda draws: draws.until(make, until)))


class PartAnswer(Source[Any]):
    """The answer to one part of an earlier question, as a source for a later question."""

    def __init__(self, question: "InlineQuestion[..., Any]", letter: str) -> None:
        self.question, self.letter = question, letter
        self.name = f"{question.name}.{letter}" if letter else question.name
        self.depends_on = (self.name,)

    def get(self, context: SolveContext[Any]) -> Any:
        """Return the answer to the part in a scenario: the right one, or the student's own wrong one."""
        return from_values(self.question.kind_of(self.letter), context.answers(self.name))


class InlineQuestion(Source[V], Generic[Q, V]):
    """A question with its texts, mistakes and examples. The decorator `question` makes it out of a solution function.

    It can be called like the solution function. A later question that names it in `needs` receives the answer to it:
    the right answer, or the student's own wrong answer if an error is followed through. For a question `heaps`,
    ``needs=heaps["a"]`` passes the answer to part a alone.
    """

    def __init__(self, solve: Callable[Q, V], needs: tuple[Source[Any], ...], options: Mapping[str, Any]) -> None:
        self.solve, self.needs, self.options, self.name = solve, needs, options, solve.__name__
        self.texts: dict[str, Mapping[str, Text]] = {}
        self.label_texts: dict[str, Mapping[str, Text]] = {}
        self.mistakes: list[tuple[str, Callable[Q, V], Mapping[str, Text]]] = []
        self.acceptors: list[tuple[Callable[..., bool], str | None]] = []
        self.rows: tuple[str, ...] = ()
        self.cases: list[tuple[tuple[Any, ...], Text, Text]] = []
        self.depends_on = tuple(self[letter].name for letter in self.letters)

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> V:
        """Return the answer, as the decorated function does."""
        return self.solve(*args, **kwargs)

    def __getitem__(self, letter: str) -> PartAnswer:
        return PartAnswer(self, letter)

    def get(self, context: SolveContext[Any]) -> V:
        """Return the answer to the question in a scenario, or a tuple with the answer to each part."""
        answers = tuple(self[letter].get(context) for letter in self.letters)
        return cast(V, answers[0] if self.letters == ("",) else answers)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the parts; one empty letter for a question without parts."""
        return tuple(self.options.get("parts", "")) or ("",)

    def kind_of(self, letter: str) -> Kind:
        """Return the type of the answer to the part with this letter."""
        kind: ByLetter[Kind] = self.options["kind"]
        return kind[letter] if isinstance(kind, Mapping) else kind

    def text(self, both: Text = "", *, fr: Text = "", en: Text = "") -> None:
        """Declare the text of the question, in each language, or once for `both` languages.

        The text may use the shared data by name: ``{{ graph.order }}``.
        """
        self.texts["text"] = {"fr": fr or both, "en": en or both}

    def labels(self, *lines: Text, fr: Iterable[Text] = (), en: Iterable[Text] = (), parts: str | None = None) -> None:
        """Declare the labels before the boxes of a part, one for each box.

        Give them as `lines` for both languages, or as lists `fr` and `en`. `parts` are the letters of the parts that
        get these labels, such as "ab"; None means all parts. A label may use the shared data by name, and `part`, the
        letter of the part. Without labels, boxes are numbered, and the boxes of a matrix are labelled with their row
        and column, unless the labels would make a row too long for the sheet.
        """
        if lines and (fr or en):
            raise TypeError(Message("give the labels for both languages, or fr=[…] and en=[…]"))
        for letter in parts or ("",):
            self.label_texts[letter] = {"fr": "\n".join(lines or fr), "en": "\n".join(lines or en)}

    def statement(self, *, fr: Text = "", en: Text = "") -> None:
        """Declare the text of the question in the subject, the booklet that is the same for all students."""
        self.texts["statement"] = {"fr": fr, "en": en}

    def solution(self, *, fr: Text = "", en: Text = "") -> None:
        """Declare the text of the worked solution of the question, in each language.

        The text may use the shared data by name, and `answer`, the right answer.
        """
        self.texts["solution"] = {"fr": fr, "en": en}

    def hint(self, *, fr: Text = "", en: Text = "") -> None:
        """Declare the line of feedback for students whose answer is wrong: it says how to obtain the right answer.

        The text may use the shared data by name, with their properties and methods, and `answer`, the right answer. It
        has at most two sentences and 300 characters.
        """
        self.texts["hint"] = {"fr": fr, "en": en}

    def accept(self, accepts: Callable[Concatenate[Any, Q], bool], parts: str | None = None) -> None:
        """Accept as right, besides the answer of the solution, the answers for which `accepts` returns True.

        `accepts` receives the student's answer to a part, then the values that the question needs. `parts` are the
        letters of the parts for which it is called, such as "ab"; None means all parts. A further call of this method
        adds a function, for other parts. A list is received as a tuple, which may be empty. If `accepts` raises an
        exception, the answer is left to the teacher, with the note "exam-failed".
        """
        self.acceptors.append((accepts, parts))

    def mistake(self, slug: str, solve: Callable[Q, V], *, fr: Text = "", en: Text = "") -> None:
        """Declare a known mistake. `solve` receives what the solution function receives, and returns the wrong answer.

        `slug` is a stable name of lowercase letters, digits and hyphens. `fr` and `en` are the sentence for students,
        in French and in English.
        """
        check_slug(slug)
        self.mistakes.append((slug, solve, {"fr": fr, "en": en}))

    def case(self, *values: Any, fr: Text = "", en: Text = "") -> None:
        """Declare a named case with which students' programs are run, besides the data drawn from seeds.

        `values` take the place of the values that the question needs. The name, such as "a graph without edges", is
        printed on the feedback. Give it in each language, or in one language for both.
        """
        self.cases.append((values, fr or en, en or fr))

    def examples(self, *rows: str) -> None:
        """Declare texts that students may write for the model seed of the exam, and how they must be marked.

        A row is ``text | verdict``, such as "1 2 5 | right". If the question has lettered parts, the letter comes
        first: "a: 24 | right". A part with several boxes has a verdict for each box: "9 ; 5 | right wrong". The share
        of the part's points may follow: "9 ; 5 | right wrong | 1/2". `corrige check` marks the rows and compares the
        results. The text of a program may have several lines.
        """
        self.rows = rows


class _Options(TypedDict, total=False):
    points: Required[Points]
    kind: Required[ByLetter[Kind]]
    parts: str
    tolerance: ByLetter[Tolerance]
    all_or_nothing: ByLetter[bool]
    width: int
    tags: str
    difficulty: int


@overload
def question(
    *, needs: Source[A], **options: Unpack[_Options]
) -> Callable[[Callable[[A], V]], InlineQuestion[[A], V]]: ...


@overload
def question(
    *, needs: tuple[Source[A], Source[B]], **options: Unpack[_Options]
) -> Callable[[Callable[[A, B], V]], InlineQuestion[[A, B], V]]: ...


@overload
def question(
    *, needs: tuple[Source[Any], ...], **options: Unpack[_Options]
) -> Callable[[Callable[..., V]], InlineQuestion[..., V]]: ...


def question(*, needs: Source[Any] | tuple[Source[Any], ...], **options: Any) -> Any:
    """Decorate a solution function, to declare a question of an exam in one file.

    Questions are numbered in the order of their declaration. The solution function receives what `needs` names, in
    this order, and returns the answer: a number, or as many as the answer has boxes. With lettered parts it returns a
    tuple with the answer to each part.

    Parameters
    ----------
    points
        Points of the question, shared equally between its parts, or a mapping with the points of each letter.
    kind
        Type of the answers, such as `integers(1, 0, 99)`, or a mapping with the type of each letter.
    needs
        Shared data, an earlier question, or one part of it such as ``extremes["a"]``; a tuple of them for several.
    parts
        Letters of the parts, such as "ab"; empty for a question without parts.
    tolerance
        Accepted error of each value.
    all_or_nothing
        True if a part earns its points only if all its items are right.
    width
        Length of the longest right answer in characters, for the size of its boxes; 0 to let the kind decide.
    tags
        Topics for `corrige list` and `corrige compose`: slugs separated by spaces, such as "graphs shortest-paths".
    difficulty
        Level from 1 (easy) to 5 (hard); 0 if it is not stated.
    """
    needed = needs if isinstance(needs, tuple) else (needs,)
    question_of(1, **options)  # its errors are told with the line of this call
    points = options["points"]
    if any(amount <= 0 for amount in (points.values() if isinstance(points, Mapping) else (points,))):
        raise ValueError(Message("the points are {points}: write numbers greater than 0", points=repr(points)))
    return lambda solve: InlineQuestion(solve, needed, options)


def exam(
    module: str,
    *,
    title: Text | Mapping[str, Text],
    source: Text | Mapping[str, Text] = "",
    presentation: Text | Mapping[str, Text] = "",
    minutes: int = 0,
    model_seed: int = 17,
) -> Exam:
    """Return the exam that a module declares: write ``EXAM = exam(__name__, …)`` at its end.

    Parameters
    ----------
    module
        Name of the module, `__name__`. Its file gives the name of the exam.
    title, source
        Title, and the document on which the exam is based: one text, or one for each language "fr" and "en".
    presentation
        First text of the subject.
    minutes
        Duration; with it, the exam has a subject, made of the presentation and of the statements of the questions.
    model_seed
        Seed for which the examples of answers are written and the stored key is computed.

    Raises
    ------
    CorrigeError
        If a question needs something that the module does not declare before it.
    ValueError
        If the exam is inconsistent; `Exam` has the list.
    """
    namespace = vars(sys.modules[module])
    file = Path(namespace["__file__"])
    tree = ast.parse(file.read_text("utf-8"))
    lines = _lines(tree)
    _check_names(tree, file)
    data = list(dict.fromkeys(value for value in namespace.values() if isinstance(value, Shared)))
    fields = [(datum.name, get_type_hints(datum.make)["return"]) for datum in data]
    drawer = _Drawer(make_dataclass("SharedData", fields, bases=(Params,), frozen=True, slots=True), tuple(data))
    builders: dict[InlineQuestion[..., Any], QuestionBuilder[Any]] = {}
    for value in namespace.values():
        if isinstance(value, InlineQuestion) and value not in builders:
            builders[value] = _builder(value, len(builders) + 1, {*data, *builders}, drawer)
    _add_drawings(builders)
    examples = [
        example
        for number, question in enumerate(builders, start=1)
        for example in _examples(question, number, file, lines)
    ]
    whole = {"title": title, "source": source} | ({"presentation": presentation} if minutes else {})
    return Exam(
        file.stem,
        model_seed,
        drawer,
        questions_of(*builders.values()),
        misconceptions=tuple(misconception for datum in data for misconception, _ in datum.mistakes),
        location=replace(NOWHERE, texts=_texts(data, list(builders), whole, lines)),
        subject=Subject(minutes) if minutes else None,
        examples=tuple(examples),
    )


@dataclass(frozen=True)
class _Drawer:
    """A function that draws all shared data of an exam in turn, into a dataclass `kind` with a field for each."""

    kind: type[Params]
    data: tuple[Shared[Any], ...]

    def __call__(self, draw: Draw) -> Params:
        draws = Draws(draw)
        return self.kind(draw.u0, *(datum.make(draws) for datum in self.data))


def _builder(
    question: InlineQuestion[..., Any], number: int, declared: Collection[Source[Any]], drawer: _Drawer
) -> QuestionBuilder[Any]:
    """Return a question as a `QuestionBuilder`, with functions that receive a context in place of the needed values."""
    answer_of: Callable[[Callable[..., Any]], Solve[Any]] = partial(_solution, question)
    if any(isinstance(question.kind_of(letter), Program) for letter in question.letters):
        answer_of = _program_solution(question, drawer)
    labels: list[str] = []
    for need in question.needs:
        if (need.question if isinstance(need, PartAnswer) else need) not in declared:
            cause = Message(
                "the question {question} needs {name}, which is not declared above it",
                question=question.name,
                name=need.name,
            )
            remedy = Message("declare this name above the question, with @shared or @question")
            raise CorrigeError.single(cause, place=place_of(question.solve), remedy=remedy)
        labels += need.depends_on

    def answer_to(solved: SolvedQuestion[Any]) -> dict[str, object]:
        answers = [from_values(question.kind_of(letter), solved.answers[letter]) for letter in question.letters]
        return {"answer": answers[0] if len(answers) == 1 else tuple(answers)}

    declare = question_of(number, depends_on=tuple(labels), **question.options)
    builder: QuestionBuilder[Any] = declare(answer_of(question.solve))
    for slug, solve, _ in question.mistakes:
        builder.mistake(slug)(answer_of(solve))
    if question.acceptors:
        parts = (
            None
            if any(parts is None for _, parts in question.acceptors)
            else "".join(letters or "" for _, letters in question.acceptors)
        )

        @builder.accepts(parts)
        def accepted(context: SolveContext[Any], part: Part, values: Values) -> bool:
            answer, needed = from_values(part.kind, values), [need.get(context) for need in question.needs]
            own = (accepts for accepts, letters in question.acceptors if letters is None or part.letter in letters)
            return any(accepts(answer, *needed) for accepts in own)

    builder.solution_data(answer_to)
    builder.hint_data(answer_to)
    return builder


def _solution(question: InlineQuestion[..., Any], solve: Callable[..., Any]) -> Solve[Any]:
    """Return a function of a context and a part, with the answers that `solve` computes for the whole question."""

    @wraps(solve)
    def solution(context: SolveContext[Any], part: Part) -> Solution:
        """Call the author's function and return its answer to the part; refuse an answer of another kind."""
        answer = solve(*(need.get(context) for need in question.needs))
        if part.letter:
            if not isinstance(answer, tuple) or len(answer) != len(question.letters):
                cause = Message(
                    "the function {question} returned {answer:.80} instead of one answer per part",
                    question=question.name,
                    answer=repr(answer),
                )
                remedy = Message("return a tuple with the answers to {letters}", letters=", ".join(question.letters))
                raise CorrigeError.single(cause, place=place_of(solve), remedy=remedy)
            answer = answer[question.letters.index(part.letter)]
        try:
            return Solution(to_values(part.kind, answer))
        except (TypeError, ValueError) as error:
            cause = Message(
                "the answer of the function {question} does not fit the kind of the question: {error}",
                question=question.name,
                error=error.args[0],
            )
            remedy = Message("return an answer of this kind, or change its kind")
            raise CorrigeError.single(cause, place=place_of(solve), remedy=remedy) from error

    return solution


def _program_solution(
    question: InlineQuestion[..., Any], drawer: _Drawer
) -> Callable[[Callable[..., Any]], Solve[Any]]:
    """Return a function like `_solution`, for a question that asks for a program: its values are cases with results."""
    # The cases that the author names come first, then the data of the student, then those of other seeds. The latter
    # two are the same for all students, and computed once for each solution.
    place = place_of(question.solve)
    kind = question.kind_of("")
    if question.letters != ("",) or question.acceptors or not all(isinstance(need, Shared) for need in question.needs):
        cause = Message(
            "the question {question} asks for a program, so it can have no parts, no other right "
            "answers and no needs except shared data",
            question=question.name,
        )
        remedy = Message(
            "remove the parts, other right answers or needs of this question, or ask for the "
            "program in a question of its own"
        )
        raise CorrigeError.single(cause, place=place, remedy=remedy)

    def made(solve: Callable[..., Any], values: tuple[Any, ...], names: tuple[Text, Text], *, may_raise: bool) -> Case:
        """Return a test case of a program: its arguments, and what `solve` returns for them."""
        assert isinstance(kind, Program)
        named = zip((need.name for need in question.needs), values, strict=True)
        try:
            return case(solve, values, arguments_of(kind, list(named)), names, may_raise=may_raise)
        except KeyError as error:
            cause = Message(
                "the question {question} has no data for the parameter {name} of the program",
                question=question.name,
                name=error,
            )
            remedy = Message(
                "give the parameter the name of shared data that the question needs, or of a field of these data"
            )
        except NotLiteralError as error:
            cause = Message(
                "the question {question} has a value that no program of a student can receive or return: {error}",
                question=question.name,
                error=error,
            )
            remedy = Message("use numbers, texts, lists, tuples, dictionaries and sets")
        raise CorrigeError.single(cause, place=place, remedy=remedy)

    def answer_of(solve: Callable[..., Any]) -> Solve[Any]:
        """Return the solution for a program question: its test cases, with the results of `solve`."""
        may_raise = solve is not question.solve
        made_for = partial(made, solve, may_raise=may_raise)

        @cache
        def same_for_all() -> tuple[list[Case], list[Case]]:
            """Return the test cases that every student gets: those the author named, and those of fixed seeds."""
            named = [made_for(values, (fr, en)) for values, fr, en in question.cases]
            others = []
            for u0 in SEEDS:
                params = drawer(Draw(u0))
                values = tuple(getattr(params, need.name) for need in question.needs)
                others.append(made_for(values, (OTHER.format(u0),) * 2))
            return named, others

        @wraps(solve)
        def solution(context: SolveContext[Any], _part: Part) -> Solution:
            named, others = same_for_all()
            own = made_for(tuple(need.get(context) for need in question.needs), OWN)
            return Solution(to_values(kind, (*named, own, *others)))

        return solution

    return answer_of


def _add_drawings(questions: Mapping[InlineQuestion[..., Any], QuestionBuilder[Any]]) -> None:
    """Draw each datum with a drawing below the first question that needs the datum."""
    # The texts of later questions refer to that drawing. A question has at most one drawing: that of the first datum
    # with a drawing in its `needs`.
    drawn: dict[str, QuestionBuilder[Any]] = {}
    for question, builder in questions.items():
        for datum in question.needs:
            if isinstance(datum, Shared) and datum.draw_params:
                if datum.name in drawn:
                    builder.shares_drawing(drawn[datum.name])
                else:
                    builder.drawing(datum.draw_params)
                    drawn[datum.name] = builder
                break


def _examples(
    question: InlineQuestion[..., Any], number: int, file: Path, lines: Mapping[tuple[str, ...], int]
) -> Iterator[Example]:
    """Yield the examples of a question; `lines` has the line of each argument in the file, for messages."""
    all_or_nothing: ByLetter[bool] = question.options.get("all_or_nothing", False)
    for index, row in enumerate(question.rows):
        line = lines.get((question.name, "examples", str(index)), 1)
        place = Message("{place}, line {line}", place=file, line=line)
        text, *marks = (field.strip() for field in row.split("|"))
        if isinstance(question.kind_of(question.letters[0]), Program):  # in which | is an operator
            text, _, verdict = cleandoc(row).rpartition("|")
            marks = [verdict.strip()]
        letter, colon, rest = text.partition(":")
        if colon and letter.strip() in question.letters and letter.strip():
            letter, text = letter.strip(), rest.strip()
        elif question.letters == ("",):
            letter = ""
        else:
            remedy = Message("begin the example with the letter of its part: {row}", row=f"a: {text} | right")
            raise CorrigeError.single(
                "the example of an answer does not begin with the letter of a part, so it is not clear to which "
                "part it belongs",
                place=place,
                remedy=remedy,
            )
        if not 1 <= len(marks) <= 2:
            remedy = Message(
                "write an answer and, after |, the verdict it must get, such as {row}", row=f"{text or 17} | right"
            )
            raise CorrigeError.single(
                "the example of an answer does not say which verdict marking must give it", place=place, remedy=remedy
            )
        verdicts = tuple(marks[0].split())
        right = sum(verdict == "right" for verdict in verdicts)
        strict = all_or_nothing[letter] if isinstance(all_or_nothing, Mapping) else all_or_nothing
        share = Fraction(right == len(verdicts)) if strict else Fraction(right, len(verdicts) or 1)
        yield Example(f"{number}{letter}", text, verdicts, Fraction(marks[1]) if len(marks) == 2 else share, place)


def _texts(
    data: Iterable[Shared[Any]],
    questions: Iterable[InlineQuestion[..., Any]],
    whole: Mapping[str, Text | Mapping[str, Text]],
    lines: Mapping[tuple[str, ...], int],
) -> tuple[tuple[str, str], ...]:
    """Return the templates of an exam: the source for each language."""
    # A text of an exam that is written in one language alone is used for both. `lines` are the lines of the texts in
    # the file, by object, method, slug, and language.
    shared_names = tuple((datum.name, f"drawn.{datum.name}") for datum in data)
    written: list[tuple[tuple[str, ...], Mapping[str, Text], InlineText]] = []
    for name, both in whole.items():
        texts = both if isinstance(both, Mapping) else dict.fromkeys(LANGUAGES, both)
        written.append((("", "exam", name), texts, InlineText(name)))
    mistakes = [(datum.name, misconception.slug, texts) for datum in data for misconception, texts in datum.mistakes]
    mistakes += [(question.name, slug, texts) for question in questions for slug, _, texts in question.mistakes]
    for owner, slug, texts in mistakes:
        written.append(((owner, "mistake", slug), texts, InlineText(mistake_name(slug))))
    for question in questions:
        labels = {f"labels {letter}".strip(): texts for letter, texts in question.label_texts.items()}
        for letter in question.letters if "labels" not in labels else ():
            labels.setdefault(f"labels {letter}".strip(), _numbered(question.kind_of(letter)))
        for method, texts in {**labels, **question.texts}.items():
            arguments: tuple[str, ...] = ("drawn", "part", "Q")
            names = shared_names
            if method in ("hint", "solution"):
                computed = f"{method}_data"
                arguments, names = ("drawn", "Q", computed), (*shared_names, ("answer", f"{computed}.answer"))
            elif method == "statement":
                arguments, names = ("Q",), ()
            kind, _, letter = method.partition(" ")
            macro = "_".join(filter(None, (_MACROS.get(kind, kind), question.name, letter)))
            written.append(((question.name, kind), texts, InlineText(macro, arguments=arguments, names=names)))
    languages = {lang for question in questions for lang, text in question.texts.get("text", {}).items() if text}
    other = dict(zip(LANGUAGES, reversed(LANGUAGES), strict=True))
    templates: dict[str, list[InlineText]] = {lang: [] for lang in LANGUAGES}
    for where, texts, text in written:
        for lang in LANGUAGES:
            used = lang if len(languages) > 1 or texts.get(lang) else other[lang]
            if (body := texts.get(used, "")) or text.name == "source":
                line = lines.get((*where, used), lines.get((*where, "0"), 1)) + body[
                    : len(body) - len(body.lstrip())
                ].count("\n")
                templates[lang].append(replace(text, body=cleandoc(body), line=line))
    return tuple((lang, template_source(texts)) for lang, texts in templates.items())


def _numbered(kind: Kind) -> dict[str, str]:
    """Return labels that number the boxes of an answer; of a matrix, its rows and columns."""
    if isinstance(kind, Numbers) and kind.columns:
        places = product(range(1, kind.rows + 1), range(1, kind.columns + 1))
        return dict.fromkeys(LANGUAGES, "\n".join(f"({row}, {column})" for row, column in places))
    if kind.count == 1:
        return {"fr": "réponse :", "en": "answer:"}
    return {
        lang: "\n".join(f"{prefix} {n}" for n in range(1, kind.count + 1))
        for lang, prefix in (("fr", "n°"), ("en", "no."))
    }


_MACROS = {"text": "question", "hint": "how"}
"""Beginning of the name of the macro that the text of a method becomes, where it is not the name of the method."""


def _check_names(tree: ast.Module, file: Path) -> None:
    """Raise a CorrigeError if two questions or shared data have one name: Python forgets the first of them."""
    lines: dict[str, int] = {}
    for node in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        decorators = (ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list)
        is_declared = any(name.rpartition(".")[2] in ("question", "shared") for name in decorators)
        if is_declared and (first := lines.setdefault(node.name, node.lineno)) != node.lineno:
            cause = Message("the function in line {line} has the same name, {name}", line=first, name=node.name)
            place = Message("{place}, line {line}", place=file, line=node.lineno)
            remedy = Message("give each question and each function of shared data a name of its own")
            raise CorrigeError.single(cause, place=place, remedy=remedy)


def _lines(tree: ast.Module) -> dict[tuple[str, ...], int]:
    """Return the line of each argument of a method call, by object, method and name or position of the argument."""
    lines: dict[tuple[str, ...], int] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            where: tuple[str, ...] = (function.value.id, function.attr)
        elif isinstance(function, ast.Name):
            where = ("", function.id)
        else:
            continue
        if where[1] == "mistake" and node.args and isinstance(node.args[0], ast.Constant):
            where = (*where, str(node.args[0].value))
        lines |= {(*where, str(index)): argument.lineno for index, argument in enumerate(node.args)}
        lines |= {(*where, keyword.arg): keyword.value.lineno for keyword in node.keywords if keyword.arg}
    return lines
