"""Compose papers: exams with questions from several exams, with new numbers, points, title and duration.

A question keeps its name, texts and answers: it is solved with the parameters of its own exam, and with the mistakes of
that exam. On the paper, the slug of a mistake is `<exam>-<slug>`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, make_dataclass, replace
from fractions import Fraction
from functools import partial

from markupsafe import Markup, escape

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.draw import Draw
from answers.exam.exam import FIELD_PREFIX, Exam, drawn_of
from answers.exam.location import ExamLocation
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.question import Drawn, Params, Question
from answers.exam.subject import Subject
from answers.exam.words import MissingWordsError, Words, mistake_name
from answers.messages import Message

GATHERED = ("presentation", "checks", "closing")
"""Texts of a paper that join those of its exams, except texts that mention questions which are not on the paper."""
LENIENT = ("solution_", "definition_")
"""Prefixes of the names of texts that may mention questions and definitions which are not on the paper."""
BY_EXAM = ("figures", "examples")
"""Arguments of texts that are mappings by name; for a composed paper, by exam and name, such as "nash/board"."""


class LostReferenceError(CorrigeError):
    """Raised if a text mentions a question or a definition that the composed paper does not have."""


@dataclass(frozen=True, eq=False, slots=True)
class ComposedDraw:
    """A function that draws the parameters of several exams from one u₀, and returns one object of `params_type`.

    Each exam gets the parameters that it draws when used alone, so that a question keeps its answers. Since the exams
    draw from the same terms of the sequence of u₀, their parameters may be correlated.
    """

    exams: tuple[Exam, ...]
    params_type: type[Params]
    """A dataclass with one field for the parameters of each exam."""

    def __call__(self, draw: Draw) -> Params:
        """Return the parameters of all exams in one object."""
        return self.params_type(draw.u0, *(exam.drawn(draw.u0) for exam in self.exams))


NOTHING = PaperPlan("", {}, 0, (), "")


@dataclass(frozen=True)
class ComposedExam(Exam):
    """An exam whose questions come from other exams, with their own numbers and points on the paper.

    For a seed, its questions have the same answers as in their exams. The texts are those of the exams.

    Attributes
    ----------
    definitions
        For each definition of the paper, in order: the exam that it comes from, and its number in that exam.
    """

    plan: PaperPlan = field(default=NOTHING, hash=False)
    definitions: tuple[tuple[Exam, int], ...] = field(default=(), hash=False)

    def definition(self, exam: Exam, number: int) -> int | None:
        """Return the number on this paper of definition `number` of `exam`; None if the paper does not have it."""
        known = [(source.name, own) for source, own in self.definitions]
        return known.index((exam.name, number)) + 1 if (exam.name, number) in known else None

    def words(self, lang: str) -> Words:
        """Return the texts of the paper in the language "fr" or "en"."""
        return ComposedWords(self, lang)


def compose(
    plan: PaperPlan, load: Callable[[str], Exam], location: ExamLocation, problems: Iterable[Problem] = ()
) -> ComposedExam:
    """Return the composed paper that a plan describes.

    Parameters
    ----------
    load
        Returns an exam by its name; CorrigeError if there is none.
    location
        Location of the paper; the locations of its exams are added as `sources`.
    problems
        Problems of the plan that are already known.

    Raises
    ------
    CorrigeError
        With all problems: those given, unknown exams and questions, questions that occur twice, and questions placed
        before another one that they depend on.
    """
    wrong, exams = [*problems], dict[str, Exam]()
    for name in dict.fromkeys(question.exam for question in plan.questions):
        try:
            exams[name] = load(name)
        except CorrigeError as error:
            places = [question.place for question in plan.questions if question.exam == name]
            wrong += [replace(problem, place=place) for place in places for problem in error.problems]
    wrong += _wrong([question for question in plan.questions if question.exam in exams], exams)
    if wrong:
        raise CorrigeError(wrong)
    return _paper(plan, exams, replace(location, sources=tuple(exam.location for exam in exams.values())))


def _wrong(chosen: Iterable[PaperQuestion], exams: Mapping[str, Exam]) -> Iterator[Problem]:
    """Yield the problems of the chosen questions."""
    places: dict[tuple[str, int], str] = {}
    for question in chosen:
        exam, place = exams[question.exam], question.place
        numbers = [question.number for question in exam.questions]
        name, number = question.exam, question.number
        if number not in numbers:
            near = did_you_mean(str(number), map(str, numbers))
            yield Problem(Message("the exam {exam} has no question {number}", exam=name, number=number), place, near)
        elif (name, number) in places:
            remedy = Message("remove one of the two entries; the other is {first}", first=places[name, number])
            yield Problem(
                Message(
                    "question {number} of the exam {exam} occurs twice in the composed paper", exam=name, number=number
                ),
                place,
                remedy,
            )
        else:
            places[name, number] = place
            needed = needed_questions(exam, exam.questions[number - 1])
            for earlier in sorted(needed - {other for exam_name, other in places if exam_name == name}):
                cause = Message(
                    "question {number} of the exam {exam} needs the answers to its question {earlier}, which "
                    "does not come before it in the composed paper",
                    exam=name,
                    number=number,
                    earlier=earlier,
                )
                yield Problem(
                    cause,
                    place,
                    Message("place question {number} before the question that uses its answers", number=earlier),
                )


def needed_questions(exam: Exam, question: Question) -> frozenset[int]:
    """Return the numbers of the earlier questions that a composed paper with `question` must have too.

    They are those on whose answers `question` depends, without `soft_depends_on`.
    """
    return frozenset(
        exam.part(part_id).question
        for part in question.parts
        for label, part_id in zip(part.depends_on_labels, part.depends_on, strict=True)
        if label not in part.soft_depends_on
    )


def _paper(plan: PaperPlan, exams: Mapping[str, Exam], location: ExamLocation) -> ComposedExam:
    """Return the composed paper of a plan without problems, from its exams by name."""
    questions = tuple(_borrowed(exams, plan.worth))
    sources = {question.origin: exams[question.origin] for question in questions}
    definitions: list[tuple[Exam, int]] = []  # the definitions that the questions need, in their order in each exam
    for exam in sources.values():
        subject = exam.beside("subject", Subject)
        if subject:
            named = {
                number for question in questions if question.origin == exam.name for number in question.definitions
            }
            definitions += [(exam, number) for number in subject.needed(named & set(subject.definitions))]
    numbers = {(exam.name, number): place for place, (exam, number) in enumerate(definitions, start=1)}
    renumbered = []
    for question in questions:
        here = [numbers.get((question.origin, number)) for number in question.definitions]
        renumbered.append(replace(question, definitions=tuple(sorted(filter(None, here)))))
    fields = [(f"{FIELD_PREFIX}{exam.name}", type(exam.drawn(exam.model_seed))) for exam in sources.values()]
    params_type = make_dataclass("ComposedParams", fields, bases=(Params,), frozen=True, slots=True)
    return ComposedExam(
        name=plan.name,
        model_seed=next(iter(sources.values())).model_seed,
        draw=ComposedDraw(tuple(sources.values()), params_type),
        questions=tuple(renumbered),
        misconceptions=tuple(
            replace(misconception, slug=f"{exam.name}-{misconception.slug}")
            for exam in sources.values()
            for misconception in exam.misconceptions
        ),
        location=location,
        sources=sources,
        plan=plan,
        definitions=tuple(definitions),
    )


def _borrowed(exams: Mapping[str, Exam], chosen: Iterable[PaperQuestion]) -> Iterator[Question]:
    """Yield the chosen questions with their numbers and points on the paper; they are solved as in their own exams."""
    ids: dict[tuple[str, str], str] = {}
    shown: set[tuple[str, Callable[[Drawn], str]]] = set()
    for place, choice in enumerate(chosen, start=1):
        exam = exams[choice.exam]
        source = exam.questions[choice.number - 1]
        drawing, shared = source.drawing, source.shared_drawing
        if drawing is None and shared is not None and (exam.name, shared) not in shown:
            drawing = shared
        if drawing is not None:
            shown.add((exam.name, drawing))
        ids |= {(exam.name, part.label): f"{place}{part.letter}" for part in source.parts}
        whole = sum((part.points for part in source.parts), Fraction(0))
        parts = []
        for part in source.parts:
            here = {label: ids[exam.name, label] for label in part.depends_on_labels if (exam.name, label) in ids}
            # in the proportions of its exam
            points = choice.points * part.points / whole if whole else choice.points / len(source.parts)
            parts.append(
                replace(
                    part.with_points(points),
                    question=place,
                    depends_on_labels=tuple(here),
                    depends_on=tuple(here.values()),
                )
            )
        yield replace(
            source,
            number=place,
            parts=tuple(parts),
            mistakes=tuple(replace(mistake, slug=f"{exam.name}-{mistake.slug}") for mistake in source.mistakes),
            drawing=drawing and _draw_in_own_exam(drawing, exam),
            shared_drawing=shared and _draw_in_own_exam(shared, exam),
            origin=exam.name,
        )


def _draw_in_own_exam(drawing: Callable[[Drawn], str], exam: Exam) -> Callable[[Params], str]:
    """Return a drawing function that receives the parameters of the paper, from one that receives those of `exam`."""
    return lambda drawn: drawing(drawn_of(drawn, exam))


class ComposedWords(Words):
    """The texts of a composed paper in one language."""

    def __init__(self, paper: ComposedExam, lang: str) -> None:
        self.lang, self.place, self._is_outside = lang, paper.plan.place, True
        self.added = {mistake_name(found.slug): found.sentence for found in paper.misconceptions if found.mutation}
        self._paper = paper
        self._here = {(question.origin, question.name): question.number for question in paper.questions}
        self._own = {name: exam.words(lang) for name, exam in paper.sources.items()}
        self.borrowed = {
            question.number: (
                self._own[question.origin],
                partial(self._arguments, paper.sources[question.origin], chosen.place),
            )
            for question, chosen in zip(paper.questions, paper.plan.questions, strict=True)
        }

    def file_of(self, _name: str) -> str:
        """Return the file that describes the paper, in which teachers look for the cause of an error."""
        return self.place

    def definition(self, number: int, **arguments: object) -> tuple[Markup, Markup]:
        """Return the title and the text of the definition with this number on the paper."""
        exam, own = self._paper.definitions[number - 1]
        return self._own[exam.name].definition(own, **self._arguments(exam, self.place, "definition_", arguments))

    def has(self, name: str, number: int = 0) -> bool:
        """Return whether there is a text called `name`, of question `number` or, if 0, of the whole paper."""
        if number:
            return super().has(name, number)
        return name in ("title", "source", *self.added) or any(
            words.has(own) for _, words, own in self._sources_of(name)
        )

    @property
    def names(self) -> frozenset[str]:
        """Names of all texts of the whole paper and of its known mistakes."""
        mistakes = (
            name.replace("mistake_", f"mistake_{exam}_", 1)
            for exam, words in self._own.items()
            for name in words.names
            if name.startswith("mistake_")
        )
        return frozenset(("title", "source", *filter(self.has, GATHERED), *mistakes))

    @property
    def upright(self) -> str:
        """The letters that are names in at least one exam of the paper, and therefore not printed in italics."""
        return "".join(words.upright for words in self._own.values())

    def text(self, name: str, arguments: Mapping[str, object], number: int = 0) -> object:
        """Return the text called `name`, not yet typeset, of question `number` or, if 0, of the whole paper."""
        if number:
            return super().text(name, arguments, number)
        if name == "title":
            return self._paper.plan.titles[self.lang]
        if name == "source":
            return Markup(" ; ").join(words.title for words in self._own.values())
        if name in GATHERED:
            return self._gathered(name, arguments)
        for _, words, own in self._sources_of(name):
            return words.text(own, arguments)
        raise MissingWordsError(
            Message("the text {name} of the exam is missing", name=name), self.place, is_outside=True
        )

    def _sources_of(self, name: str) -> Iterator[tuple[Exam, Words, str]]:
        """Yield the exams that may have a text of the whole paper, with their texts and the name of the text there."""
        for exam in self._paper.sources.values():
            prefix = f"mistake_{exam.name}_"
            if name in GATHERED:
                yield exam, self._own[exam.name], name
            elif name.startswith(prefix):
                yield exam, self._own[exam.name], f"mistake_{name.removeprefix(prefix)}"

    def _gathered(self, name: str, arguments: Mapping[str, object]) -> Markup:
        """Return one text that consists of the texts called `name` of all exams of the paper."""
        texts: list[tuple[Words, Markup]] = []
        for exam, words, own in self._sources_of(name):
            text = Markup("")
            with suppress(LostReferenceError):  # leave out a text that mentions a question which the paper lacks
                if words.has(own):
                    text = escape(words.text(own, self._arguments(exam, self.place, own, arguments)))
            if text or name == "presentation":
                texts.append((words, text))
        if len(texts) == 1 and name != "presentation":
            return texts[0][1]
        heading = "<p><b>{0}</b> ({1})</p>{2}" if name == "presentation" else "<p><b>{0}</b></p>{2}"
        return Markup("").join(Markup(heading).format(words.title, words.source, text) for words, text in texts)  # noqa: S704

    def _arguments(self, exam: Exam, place: str, name: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """Return the arguments for a text of an exam: parameters, drawings and examples of that exam only."""

        def absent(kind: str, number: int, reference: Callable[[], str]) -> str:
            """Refuse a question that mentions what this paper lacks; solutions and definitions may mention it."""
            if name.startswith(LENIENT):
                return reference()
            cause = Message(
                "the text of a question mentions {kind} {number} of the exam {name}, which this composed paper "
                "does not contain",
                kind=kind,
                number=number,
                name=exam.name,
            )
            raise LostReferenceError(
                [
                    Problem(
                        cause, place, "add the question that is mentioned, or leave out the question that mentions it"
                    )
                ]
            )

        def question(name: str) -> str:
            here, number = self._here.get((exam.name, name)), exam.question(name).number
            return str(here) if here else absent("question", number, lambda: f"{number} ({self._own[exam.name].title})")

        def asks(*names: str) -> bool:
            """Tell whether the paper has at least one of these questions of the exam."""
            return any((exam.name, name) in self._here for name in names)

        def definition(number: int) -> str:
            here = self._paper.definition(exam, number)
            title = partial(self._own[exam.name].snippet, f"definition_{number}_title")
            return f"D{here}" if here else absent("definition", number, lambda: Markup("<i>{}</i>").format(title()))

        converted = {"D": definition, **arguments, "Q": question, "asks": asks}
        if isinstance(drawn := arguments.get("drawn"), Params):
            converted["drawn"] = drawn_of(drawn, exam)
        prefix = f"{exam.name}/"
        for argument in BY_EXAM:
            if isinstance(by_exam := arguments.get(argument), Mapping):
                own = {name.removeprefix(prefix): value for name, value in by_exam.items() if name.startswith(prefix)}
                converted[argument] = own
        return converted
