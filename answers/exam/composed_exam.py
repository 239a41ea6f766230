"""A paper of one's own: an exam whose questions come from several exams, under other numbers.

A question keeps its name and speaks with the words of its own exam, where it is also answered: with what the seed draws
for that exam alone, and in a scenario of that exam's own mistakes. On the paper a mistake is called `<exam>-<slug>`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, make_dataclass
from functools import cached_property, partial

from markupsafe import Markup, escape

from answers.errors import CorrigeError, Problem
from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Params
from answers.exam.words import MissingWordsError, Words
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
    """What a paper is made of: titles by language, and the definitions that it takes over, in their order.

    `place` is the file that asks for the paper, `places` say where it asks for each question.
    """

    titles: Mapping[str, str]
    definitions: tuple[tuple[Exam, int], ...]
    place: str
    places: tuple[str, ...]

    def definition(self, exam: Exam, number: int) -> int | None:
        """Return the number that a definition of an exam has here, None if it is not here."""
        return self._definitions.get((exam.name, number))

    @cached_property
    def _definitions(self) -> dict[tuple[str, int], int]:
        return {(exam.name, number): place for place, (exam, number) in enumerate(self.definitions, start=1)}


NOTHING = Composition({}, (), "", ())


@dataclass(frozen=True)
class ComposedExam(Exam):
    """An exam whose questions come from others, renumbered, with points of the paper's own.

    Its questions have the answers that they have in their exams for the same seed, and its words are theirs.
    """

    composition: Composition = field(default=NOTHING, hash=False)
    minutes: int = 0

    def words(self, lang: str) -> Words:
        """Return the words of the exams, for the questions and definitions of this paper."""
        return ComposedWords(self, lang)


class ComposedWords(Words):
    """The words of a composed paper in one language."""

    def __init__(self, paper: ComposedExam, lang: str) -> None:
        self.lang, self.place, self._is_outside = lang, paper.composition.place, True
        self._composition = paper.composition
        self._exams = paper.sources
        self._here = {(question.origin, question.name): question.number for question in paper.questions}
        self._own = {name: exam.words(lang) for name, exam in paper.sources.items()}
        self.borrowed = {
            question.number: (self._own[question.origin], partial(self._told, paper.sources[question.origin], place))
            for question, place in zip(paper.questions, paper.composition.places, strict=True)
        }

    def file_of(self, _name: str) -> str:
        """Return the file of the paper, which asks for all its texts."""
        return self.place

    def definition(self, number: int, **told: object) -> tuple[Markup, Markup]:
        """Return the title and the text of a definition."""
        exam, own = self._composition.definitions[number - 1]
        return self._own[exam.name].definition(own, **self._told(exam, self.place, "definition_", told))

    def has(self, name: str, number: int = 0) -> bool:
        """Whether there is a text of the paper as a whole, of a known mistake, or of a question."""
        if number:
            return super().has(name, number)
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

    def text(self, name: str, texts: Mapping[str, object], number: int = 0) -> object:
        """Return a text of the paper as a whole, of a known mistake, or of a question."""
        if number:
            return super().text(name, texts, number)
        if name == "title":
            return self._composition.titles[self.lang]
        if name == "source":
            return Markup(" ; ").join(words.title for words in self._own.values())
        if name in GATHERED:
            return self._gathered(name, texts)
        for _, words, own in self._speakers(name):
            return words.text(own, texts)
        raise MissingWordsError(Message("there is no {name}", name=name), self.place, is_outside=True)

    def _speakers(self, name: str) -> Iterator[tuple[Exam, Words, str]]:
        """The exams that have a text, with its name there."""
        for exam in self._exams.values():
            prefix = f"mistake_{exam.name}_"
            if name in GATHERED:
                yield exam, self._own[exam.name], name
            elif name.startswith(prefix):
                yield exam, self._own[exam.name], f"mistake_{name.removeprefix(prefix)}"

    def _gathered(self, name: str, told: Mapping[str, object]) -> Markup:
        """The texts of all exams, one after the other; of each exam the presentation says at least what it is."""
        texts: list[tuple[Words, Markup]] = []
        for exam, words, own in self._speakers(name):
            text = Markup("")
            with suppress(LostReferenceError):  # a text that speaks of what the paper lacks is left out
                if words.has(own):
                    text = escape(words.text(own, self._told(exam, self.place, own, told)))
            if text or name == "presentation":
                texts.append((words, text))
        if len(texts) == 1 and name != "presentation":
            return texts[0][1]
        heading = "<p><b>{0}</b> ({1})</p>{2}" if name == "presentation" else "<p><b>{0}</b></p>{2}"
        return Markup("").join(Markup(heading).format(words.title, words.source, text) for words, text in texts)  # noqa: S704

    def _told(self, exam: Exam, place: str, name: str, texts: Mapping[str, object]) -> dict[str, object]:
        """What a text is told, as if it stood in its own exam alone; `place` goes into errors."""

        def elsewhere(what: str, number: int, call: Callable[[], str]) -> str:
            if name.startswith(LENIENT):
                return call()
            cause = Message(
                "its text mentions {what} {number} of {name}, which the paper does not contain",
                what=what,
                number=number,
                name=exam.name,
            )
            raise LostReferenceError([Problem(cause, place, "add that question, or leave this one out")])

        def question(name: str) -> str:
            """How a text calls a question of its own exam; one that is not here by its number there."""
            here, number = self._here.get((exam.name, name)), exam.question(name).number
            return (
                str(here) if here else elsewhere("question", number, lambda: f"{number} ({self._own[exam.name].title})")
            )

        def asks(*names: str) -> bool:
            """Whether one of some questions of the exam is asked here."""
            return any((exam.name, name) in self._here for name in names)

        def definition(number: int) -> str:
            """How a text calls a definition of its own exam; one that is not here by its title."""
            here = self._composition.definition(exam, number)
            title = partial(self._own[exam.name].snippet, f"definition_{number}_title")
            return f"D{here}" if here else elsewhere("definition", number, lambda: Markup("<i>{}</i>").format(title()))

        known = {"D": definition, **texts, "Q": question, "asks": asks}
        if isinstance(drawn := texts.get("drawn"), Params):
            known["drawn"] = drawn_of(drawn, exam)
        for what in BY_EXAM:
            if isinstance(shown := texts.get(what), Mapping):
                known[what] = Within(shown, exam.name)
        return known


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
