"""What an exam's subject and worked solutions show beside their words: figures, examples, how definitions build up.

An exam has them in `subject.py` (a `SUBJECT`) and `worked.py` (a `WORKED`) beside its `exam.py`; the words stand in
`subject_fr.html` and `solution_fr.html`, and in English, among its templates. An exam may have neither.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from answers.errors import CorrigeError
from answers.exam.composed_exam import ComposedExam
from answers.exam.composed_words import Origin
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.store import kept_key
from answers.exam.words import Words
from answers.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Subject:
    """A booklet from which the exam can be sat.

    Attributes
    ----------
    minutes
        How long the exam lasts.
    definitions
        The numbers of its definitions, each with those that it builds on.
    figures
        Drawings by name, each one ``<svg>`` element of ours, its words in the language asked.
    examples
        What the worked examples show, computed when a booklet is printed.
    """

    minutes: int
    definitions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    figures: Mapping[str, Callable[[Words], str]] = field(default_factory=dict)
    examples: Callable[[], Mapping[str, object]] = dict

    def __post_init__(self) -> None:
        for number, earlier in self.definitions.items():
            if any(one not in self.definitions or one >= number for one in earlier):
                raise ValueError(f"definition {number} builds on {earlier}, which do not all come before it")

    def needed(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the definitions that some of them need, these included, in their order.

        Raises
        ------
        KeyError
            If there is no definition of one of the numbers.
        """
        found: set[int] = set()
        waiting = list(numbers)
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting += self.definitions[number]
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Worked:
    """What the worked solution of a question shows of one seed beyond the key, from parameters and key."""

    questions: Mapping[int, Callable[[Any, Key], Mapping[str, object]]] = field(default_factory=dict)

    def of(self, number: int, key: Key) -> Mapping[str, object]:
        """Return what the solution of a question shows, empty where it needs nothing."""
        compute = self.questions.get(number)
        return compute(key.params, key) if compute else {}


def subject_of(exam: Exam) -> Subject:
    """Return the subject of `exam`.

    Raises
    ------
    CorrigeError
        If it has none, or `subject.py` defines no `SUBJECT`.
    """
    if isinstance(exam, ComposedExam):
        return _composed_subject(exam)
    found = declared_subject(exam)
    if found is None:
        raise CorrigeError.one(
            Message("the exam {name!r} has no subject, so no worked solution either", name=exam.name),
            place=exam.home.place,
            remedy=Message(
                "write subject.py, and {files} among its templates: see docs/exams.md, “The subject and the worked"
                " solution”",
                files="subject_fr.html, subject_en.html, solution_fr.html, solution_en.html",
            ),
        )
    return found


def declared_subject(exam: Exam) -> Subject | None:
    """Return the subject that an exam has in its `subject.py`, None when there is none.

    Raises
    ------
    CorrigeError
        If `subject.py` defines no `SUBJECT`.
    """
    return declared(exam, "subject", "SUBJECT", Subject)


def has_subject(exam: Exam) -> bool:
    """Whether a subject can be printed of an exam: of a composed paper, when all its exams have one."""
    exams = exam.composition.exams if isinstance(exam, ComposedExam) else (exam,)
    return all(one.home.code.joinpath("subject.py").is_file() for one in exams)


def worked_of(exam: Exam) -> Worked:
    """Return what the worked solutions of `exam` compute, nothing when it has no `worked.py`.

    Raises
    ------
    CorrigeError
        If `worked.py` defines no `WORKED`.
    """
    if isinstance(exam, ComposedExam):
        origins = enumerate(exam.composition.questions, start=1)
        return Worked({place: partial(_worked, origin) for place, origin in origins})
    return declared(exam, "worked", "WORKED", Worked) or Worked()


def _worked(origin: Origin, _: object, key: Key) -> Mapping[str, object]:
    """What the solution of a question shows in the exam it comes from, from the whole key of that exam."""
    return worked_of(origin.exam).of(origin.number, kept_key(origin.exam, key.u0))


def _composed_subject(paper: ComposedExam) -> Subject:
    """The definitions that a paper takes over, and the figures and examples of all its exams, by exam and name."""
    composition = paper.composition
    subjects = {exam.name: subject_of(exam) for exam in composition.exams}
    return Subject(
        paper.minutes,
        {
            place: tuple(
                composition.definition(one, of=origin.exam)
                for one in subjects[origin.exam.name].definitions[origin.number]
            )
            for place, origin in enumerate(composition.definitions, start=1)
        },
        {
            f"{exam.name}/{name}": partial(_drawn_at_home, exam, drawing)
            for exam in composition.exams
            for name, drawing in subjects[exam.name].figures.items()
        },
        lambda: {
            f"{exam}/{name}": shown for exam, subject in subjects.items() for name, shown in subject.examples().items()
        },
    )


def _drawn_at_home(exam: Exam, drawing: Callable[[Words], str], words: Words) -> str:
    return drawing(exam.words(words.lang))


def declared(exam: Exam, module: str, name: str, kind: type[T]) -> T | None:
    """Return what a module beside `exam.py` defines under a name, None when there is no such module.

    Raises
    ------
    CorrigeError
        If it defines nothing of that name and kind.
    """
    if not exam.home.code.joinpath(f"{module}.py").is_file():
        return None
    found = getattr(import_module(f"{exam.home.package}.{module}"), name, None)
    if not isinstance(found, kind):
        raise CorrigeError.one(
            Message("{module}.py defines no {name}", module=module, name=name),
            place=exam.home.place or exam.name,
            remedy="see docs/exams.md",
        )
    return found
