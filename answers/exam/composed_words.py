"""The words of a composed paper: each question and definition speaks with the words of the exam it comes from."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from string import digits

from markupsafe import Markup, escape

from answers.errors import CorrigeError
from answers.exam.composed_params import drawn_of
from answers.exam.exam import Exam
from answers.exam.question import Params
from answers.exam.words import SUBJECT_WORDS, MissingWordsError, Words
from answers.messages import Message

NUMBERED = re.compile(r"(question|labels|note|how|statement|solution|definition)_(\d+)(.*)", re.DOTALL)
MISTAKE = "mistake_"
GATHERED = ("presentation", "checks", "closing")
"""Texts that are put together from those of all the exams, without those that speak of what the paper lacks."""
LENIENT = ("solution_", "definition_")
"""Texts that may speak of what is not here: a question needs its statement, and the definitions that it declares."""
HOUSE = ("title", "source")
"""Texts of the paper itself."""
BY_PART = ("answers", "values", "evidence")
"""What a text is told by part id."""
BY_EXAM = ("figures", "examples")
"""What a text is told by name, and a composed paper has by exam and name, "nash/board"."""


class LostReferenceError(CorrigeError):
    """A text speaks of a question or a definition that the paper does not have."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a question or a definition comes from: the exam, its number there, and where the paper asks for it."""

    exam: Exam
    number: int
    place: str = ""

    def is_of(self, exam: Exam, number: int) -> bool:
        """Whether it is what `exam` has under `number`."""
        return (self.exam.name, self.number) == (exam.name, number)


@dataclass(frozen=True, slots=True)
class Composition:
    """What a paper is made of: titles by language, and where its questions and definitions come from, in order."""

    titles: Mapping[str, str]
    questions: tuple[Origin, ...]
    definitions: tuple[Origin, ...]
    place: str

    @property
    def exams(self) -> tuple[Exam, ...]:
        """The exams that it takes questions from, each once."""
        return tuple({origin.exam.name: origin.exam for origin in self.questions}.values())

    def question(self, number: int, *, of: Exam, told: str = "") -> int:
        """Return the number that a question of an exam has here.

        Raises
        ------
        LostReferenceError
            If it is not here, with the place `told`.
        """
        return self._number(self.questions, Origin(of, number, told), "question")

    def definition(self, number: int, *, of: Exam, told: str = "") -> int:
        """Return the number that a definition of an exam has here.

        Raises
        ------
        LostReferenceError
            If it is not here, with the place `told`.
        """
        return self._number(self.definitions, Origin(of, number, told), "definition")

    def _number(self, origins: tuple[Origin, ...], wanted: Origin, what: str) -> int:
        for place, origin in enumerate(origins, start=1):
            if origin.is_of(wanted.exam, wanted.number):
                return place
        cause = Message(
            "its text speaks of {what} {number} of {name}, which the paper does not have",
            what=what,
            number=wanted.number,
            name=wanted.exam.name,
        )
        raise LostReferenceError.one(cause, place=wanted.place, remedy="add that, or leave this out")


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


class ComposedWords(Words):
    """The words of a composed paper in one language."""

    def __init__(self, composition: Composition, lang: str, book: str = "") -> None:
        self.lang, self.place = lang, composition.place
        self._is_outside, self._places = True, {}
        self._composition, self._book = composition, book

    def has(self, name: str) -> bool:
        """Whether there is a text or macro of this name."""
        if name in HOUSE:
            return True
        if name in GATHERED:
            return any(self._of(exam).has(name) for exam in self._composition.exams)
        found = self._speaker(name)
        return found is not None and self._of(found[0].exam).has(found[1])

    @property
    def names(self) -> frozenset[str]:
        """Names of all texts and macros."""
        gathered = (name for name in GATHERED if self.has(name))
        mistakes = (
            f"{MISTAKE}{exam.name}_{name.removeprefix(MISTAKE)}"
            for exam in self._composition.exams
            for name in self._of(exam).names
            if name.startswith(MISTAKE)
        )
        return frozenset((*HOUSE, *gathered, *mistakes, *self._numbered()))

    def text(self, name: str, told: Mapping[str, object]) -> object:
        """Return a text of the exam that it comes from, with its own parameters, answers and figures."""
        if name == "title":
            return self._composition.titles[self.lang]
        if name == "source":
            return Markup(" ; ").join(exam.words(self.lang).title for exam in self._composition.exams)
        if name in GATHERED:
            return self._gathered(name, told)
        found = self._speaker(name)
        if found is None:
            raise MissingWordsError(Message("there is no {name}", name=name), self.place, is_outside=True)
        origin, own = found
        return self._of(origin.exam).text(own, self._told(origin, own, told))

    def _of(self, exam: Exam) -> Words:
        return exam.words(self.lang, self._book)

    def _speaker(self, name: str) -> tuple[Origin, str] | None:
        """Where a text comes from, and its name there."""
        found = NUMBERED.fullmatch(name)
        if found:
            origins = self._origins(found[1])
            place = int(found[2]) - 1
            if not 0 <= place < len(origins):
                return None
            return origins[place], f"{found[1]}_{origins[place].number}{found[3]}"
        for exam in self._composition.exams:
            if name.startswith(f"{MISTAKE}{exam.name}_"):
                return Origin(exam, 0), MISTAKE + name.removeprefix(f"{MISTAKE}{exam.name}_")
        return None

    def _origins(self, what: str) -> tuple[Origin, ...]:
        return self._composition.definitions if what == "definition" else self._composition.questions

    def _numbered(self) -> Iterator[str]:
        for what in ("question", "definition"):
            for place, origin in enumerate(self._origins(what), start=1):
                for name in self._of(origin.exam).names:
                    found = NUMBERED.fullmatch(name)
                    if (
                        found
                        and (found[1] == "definition") == (what == "definition")
                        and int(found[2]) == origin.number
                    ):
                        yield f"{found[1]}_{place}{found[3]}"

    def _gathered(self, name: str, told: Mapping[str, object]) -> Markup:
        """The texts of all exams, one after the other; of each exam the presentation says at least what it is."""
        texts = [(exam.words(self.lang), text) for exam, text in self._texts(name, told)]
        if len(texts) == 1 and name != "presentation":
            return texts[0][1]
        heading = "<p><b>{0}</b> ({1})</p>{2}" if name == "presentation" else "<p><b>{0}</b></p>{2}"
        return Markup("").join(Markup(heading).format(words.title, words.source, text) for words, text in texts)  # noqa: S704

    def _texts(self, name: str, told: Mapping[str, object]) -> Iterator[tuple[Exam, Markup]]:
        for exam in self._composition.exams:
            words = self._of(exam)
            text = Markup("")
            if words.has(name):
                with suppress(LostReferenceError):
                    text = escape(words.text(name, self._told(Origin(exam, 0, self.place), name, told)))
            if text or name == "presentation":
                yield exam, text

    def _question(self, origin: Origin, number: int, *, lenient: bool) -> str:
        """How a text calls a question of its own exam; one that is not here by its number there."""
        try:
            return str(self._composition.question(number, of=origin.exam, told=origin.place))
        except LostReferenceError:
            if not lenient:
                raise
            return f"{number} ({origin.exam.words(self.lang).title})"

    def _definition(self, origin: Origin, number: int, *, lenient: bool) -> str:
        """How a text calls a definition of its own exam; one that is not here by its title."""
        try:
            return f"D{self._composition.definition(number, of=origin.exam, told=origin.place)}"
        except LostReferenceError:
            if not lenient:
                raise
            return Markup("<i>{}</i>").format(
                origin.exam.words(self.lang, SUBJECT_WORDS).say(f"definition_{number}_title")
            )

    def _told(self, origin: Origin, name: str, told: Mapping[str, object]) -> dict[str, object]:
        """What a text is told, as if it stood in its own exam alone."""
        exam, seen = origin.exam, dict(told)
        seen["Q"] = partial(self._question, origin, lenient=name.startswith(LENIENT))
        seen["D"] = partial(self._definition, origin, lenient=name.startswith(LENIENT))
        number = NUMBERED.fullmatch(name)
        for what, thing in told.items():
            if what == "drawn" and isinstance(thing, Params):
                seen[what] = drawn_of(thing, exam.name)
            elif what in BY_EXAM and isinstance(thing, Mapping):
                seen[what] = Within(thing, exam.name)
            elif what in BY_PART and isinstance(thing, Mapping) and number:
                seen[what] = {f"{number[2]}{part_id.lstrip(digits)}": values for part_id, values in thing.items()}
        return seen
