"""The document an exam comes from: what it prints, computed again, and its plots, redrawn.

An exam has them in `document.py` beside its `exam.py`, as a `DOCUMENT`; many exams come from none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.plot import Drawing, Plot
from answers.kinds.reading import Value

Computed = tuple[str, Value]
"""A computed figure, under the name that it has in `printed.json`."""


@dataclass(frozen=True, slots=True)
class Document:
    """What can be computed of a document.

    `computed` gives our value of every figure that it prints, by the names used in `printed.json`; `exercises` names
    the programs that it asks to complete, see `code_to_complete`.
    """

    computed: Callable[[], Mapping[str, Value]]
    plots: tuple[Plot | Drawing, ...] = ()
    exercises: tuple[str, ...] = ()


def document_of(exam: Exam) -> Document | None:
    """Return the document of `exam`, None when it comes from none.

    Raises
    ------
    CorrigeError
        If `document.py` defines no `DOCUMENT`.
    """
    if not exam.home.code.joinpath("document.py").is_file():
        return None
    found = getattr(import_module(f"{exam.home.package}.document"), "DOCUMENT", None)
    if not isinstance(found, Document):
        raise CorrigeError.one(
            "document.py defines no DOCUMENT", place=exam.home.place or exam.name, remedy="see docs/exams.md"
        )
    return found
