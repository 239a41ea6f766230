"""A paper of one's own: an exam whose questions come from several exams, under other numbers.

A question keeps its name and speaks with the words of its own exam, where it is also answered: with what the seed draws
for that exam alone, and in a world of that exam's own mistakes. On the paper a mistake is called `<exam>-<slug>`.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cached_property, partial

from markupsafe import Markup, escape

from answers.errors import CorrigeError, Problem
from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Given, Params, Part, Question, Solution
from answers.exam.words import MissingWordsError, Words
from answers.exam.world import World
from answers.messages import Message

OF = "of_"
"""How the field of an exam's parameters begins, before the exam's name."""
GATHERED = ("presentation", "checks", "closing")
"""Texts that are put together from those of all the exams, without those that speak of what the paper lacks."""
LENIENT = ("solution_", "definition_")
"""Texts that may speak of what is not here: a question needs its statement, and the definitions that it declares."""
BY_EXAM = ("figures", "examples")
"""What a text is told by name, and a composed paper has by exam and name, "nash/board"."""


class LostReferenceError(CorrigeError):
    """A text speaks of a question or a definition that the paper does not have."""


@dataclass(frozen=True, slots=True)
class Borrowed(Question):
    """A question under its number on a paper, the exam that it comes from, and where the paper asks for it."""

    exam: Exam = None  # type: ignore[assignment]  # fields with defaults come before it
    place: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class ComposedDraw:
    """Draws for several exams what u₀ draws for each of them alone: a question has the answers that it has there.

    The exams use the same terms of the sequence; what one of them draws may go with what another does.
    """

    exams: tuple[Exam, ...]
    kind: type[Params]

    def __call__(self, draw: Draw) -> Params:
        """Return the parameters of all exams."""
        return self.kind(draw.u0, *(exam.drawn(draw.u0) for exam in self.exams))


def composed_draw(exams: tuple[Exam, ...]) -> ComposedDraw:
    """Return what draws for all of `exams`, into a frozen type with a field for each of them."""
    fields = [(f"{OF}{exam.name}", type(exam.drawn(exam.model_seed))) for exam in exams]
    return ComposedDraw(exams, make_dataclass("ComposedParams", fields, bases=(Params,), frozen=True, slots=True))


def drawn_of(drawn: Params, exam: Exam) -> Params:
    """Return what was drawn for an exam of a paper."""
    own: Params = getattr(drawn, f"{OF}{exam.name}")
    return own


@dataclass(frozen=True)
class Composition:
    """What a paper is made of: exams, titles by language, and the definitions that it takes over, in their order."""

    titles: Mapping[str, str]
    exams: tuple[Exam, ...]
    questions: tuple[Borrowed, ...]
    definitions: tuple[tuple[Exam, int], ...]
    place: str

    def definition(self, exam: Exam, number: int) -> int | None:
        """Return the number that a definition of an exam has here, None if it is not here."""
        return self._definitions.get((exam.name, number))

    def question(self, exam: Exam, name: str) -> int | None:
        """Return the number that a question of an exam has here, None if it is not here."""
        return self._questions.get((exam.name, name))

    @cached_property
    def _definitions(self) -> dict[tuple[str, int], int]:
        return {(exam.name, number): place for place, (exam, number) in enumerate(self.definitions, start=1)}

    @cached_property
    def _questions(self) -> dict[tuple[str, str], int]:
        return {(one.exam.name, one.name): one.number for one in self.questions}


NOTHING = Composition({}, (), (), (), "")


@dataclass(frozen=True)
class ComposedExam(Exam):
    """An exam whose questions come from others, renumbered, with points of the paper's own.

    Its questions have the answers that they have in their exams for the same seed, and its words are theirs.
    """

    composition: Composition = field(default=NOTHING, hash=False)
    minutes: int = 0

    def words(self, lang: str) -> Words:
        """Return the words of the exams, for the questions and definitions of this paper."""
        return ComposedWords(self.composition, lang)

    def source(self, question: Question) -> Exam:
        """Return the exam that a question comes from."""
        return _borrowed(question).exam

    def given(self, question: Question, told: Given[Params]) -> Given[Params]:
        """Return what is given to the solution of a question at home: its exam's parameters, and its own mistakes."""
        exam = self.source(question)
        prefix = f"{exam.name}-"
        own = tuple(slug.removeprefix(prefix) for slug in told.world.mistakes if slug.startswith(prefix))
        world = World(told.world.u0, own)
        return exam.given(question, replace(told, params=drawn_of(told.params, exam), world=world))

    def answered(self, question: Question, told: Given[Params], part: Part, solution: Solution) -> Solution:
        """Return what is answered to a part in a world of its exam, from what its solution found."""
        return self.source(question).answered(question, told, part, solution)


def _borrowed(question: Question) -> Borrowed:
    if not isinstance(question, Borrowed):
        raise TypeError(f"question {question.number} of a composed paper comes from no exam")
    return question


class ComposedWords(Words):
    """The words of a composed paper in one language."""

    def __init__(self, composition: Composition, lang: str) -> None:
        self.lang, self.place, self._is_outside = lang, composition.place, True
        self._composition = composition
        self._own = {exam.name: exam.words(lang) for exam in composition.exams}

    def asked(self, number: int, name: str, told: Mapping[str, object]) -> object:
        """Return a text about a question from its exam, told what it would be told there."""
        question = self._composition.questions[number - 1]
        return super().asked(number, name, self._told(question.exam, name, told, question.place))

    def file_of(self, _name: str) -> str:
        """Return the file of the paper, which asks for all its texts."""
        return self.place

    def _of(self, number: int) -> Words:
        return self._own[self._composition.questions[number - 1].exam.name]

    def definition(self, number: int, **told: object) -> tuple[Markup, Markup]:
        """Return the title and the text of a definition."""
        exam, own = self._composition.definitions[number - 1]
        return self._own[exam.name].definition(own, **self._told(exam, "definition_", told))

    def has(self, name: str) -> bool:
        """Whether there is a text of the paper as a whole, or of a known mistake."""
        return name in ("title", "source") or any(words.has(own) for _, words, own in self._speakers(name))

    @property
    def names(self) -> frozenset[str]:
        """Names of all these texts."""
        mistakes = (
            name.replace("mistake_", f"mistake_{exam}_", 1)
            for exam, words in self._own.items()
            for name in words.names
            if name.startswith("mistake_")
        )
        return frozenset(("title", "source", *filter(self.has, GATHERED), *mistakes))

    @property
    def upright(self) -> str:
        """The letters that are names in one of its exams."""
        return "".join(words.upright for words in self._own.values())

    def text(self, name: str, told: Mapping[str, object]) -> object:
        """Return a text of the paper as a whole, or of a known mistake."""
        if name == "title":
            return self._composition.titles[self.lang]
        if name == "source":
            return Markup(" ; ").join(words.title for words in self._own.values())
        if name in GATHERED:
            return self._gathered(name, told)
        for _, words, own in self._speakers(name):
            return words.text(own, told)
        raise MissingWordsError(Message("there is no {name}", name=name), self.place, is_outside=True)

    def _speakers(self, name: str) -> Iterator[tuple[Exam, Words, str]]:
        """The exams that have a text, with its name there."""
        for exam in self._composition.exams:
            prefix = f"mistake_{exam.name}_"
            if name in GATHERED:
                yield exam, self._own[exam.name], name
            elif name.startswith(prefix):
                yield exam, self._own[exam.name], f"mistake_{name.removeprefix(prefix)}"

    def _gathered(self, name: str, told: Mapping[str, object]) -> Markup:
        """The texts of all exams, one after the other; of each exam the presentation says at least what it is."""
        texts = [(words, self._told_here(exam, words, own, told)) for exam, words, own in self._speakers(name)]
        texts = [(words, text) for words, text in texts if text or name == "presentation"]
        if len(texts) == 1 and name != "presentation":
            return texts[0][1]
        heading = "<p><b>{0}</b> ({1})</p>{2}" if name == "presentation" else "<p><b>{0}</b></p>{2}"
        return Markup("").join(Markup(heading).format(words.title, words.source, text) for words, text in texts)  # noqa: S704

    def _told_here(self, exam: Exam, words: Words, name: str, told: Mapping[str, object]) -> Markup:
        """The text of an exam, empty where it has none or speaks of what the paper lacks."""
        with suppress(LostReferenceError):
            if words.has(name):
                return escape(words.text(name, self._told(exam, name, told)))
        return Markup("")

    def _told(self, exam: Exam, name: str, told: Mapping[str, object], place: str = "") -> dict[str, object]:
        """What a text is told, as if it stood in its own exam alone."""
        lenient = name.startswith(LENIENT)
        known = dict(told)
        known["Q"] = partial(self._question_of, exam, lenient=lenient, place=place or self.place)
        known["asks"] = partial(self._are_here, exam)
        known.setdefault("D", partial(self._definition_of, exam, lenient=lenient, place=place or self.place))
        if isinstance(drawn := told.get("drawn"), Params):
            known["drawn"] = drawn_of(drawn, exam)
        for what in BY_EXAM:
            if isinstance(shown := told.get(what), Mapping):
                known[what] = Within(shown, exam.name)
        return known

    def _question_of(self, exam: Exam, name: str, *, lenient: bool, place: str) -> str:
        """How a text calls a question of its own exam; one that is not here by its number there."""
        here = self._composition.question(exam, name)
        if here is not None:
            return str(here)
        number = exam.question(name).number
        if lenient:
            return f"{number} ({exam.words(self.lang).title})"
        raise _lost("question", number, exam, place)

    def _are_here(self, exam: Exam, *names: str) -> bool:
        """Whether one of some questions of an exam is asked here."""
        return any(self._composition.question(exam, name) is not None for name in names)

    def _definition_of(self, exam: Exam, number: int, *, lenient: bool, place: str) -> str:
        """How a text calls a definition of its own exam; one that is not here by its title."""
        here = self._composition.definition(exam, number)
        if here is not None:
            return f"D{here}"
        if lenient:
            return Markup("<i>{}</i>").format(exam.words(self.lang).say(f"definition_{number}_title"))
        raise _lost("definition", number, exam, place)


class Within(Mapping[str, object]):
    """What a mapping has under names that begin with an exam's, "nash/board", under the rest of the name."""

    def __init__(self, whole: Mapping[str, object], exam: str) -> None:
        self._whole, self._prefix = whole, f"{exam}/"

    def __getitem__(self, name: str) -> object:
        return self._whole[self._prefix + name]

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix(self._prefix) for name in self._whole if name.startswith(self._prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _lost(what: str, number: int, exam: Exam, place: str) -> LostReferenceError:
    cause = Message(
        "its text speaks of {what} {number} of {name}, which the paper does not have",
        what=what,
        number=number,
        name=exam.name,
    )
    return LostReferenceError([Problem(cause, place, "add that, or leave this out")])
