"""The document an exam comes from: what it prints, computed again, and its plots, redrawn.

An exam `foo` has them in `answers/exams/foo/document.py`: a function `computed()` from the names used in
`fixtures/foo/printed.json` to values, and, when the document has plots, a tuple `PLOTS`.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from answers.errors import CorrigeError
from answers.exam.plot import Plot
from answers.kinds.kind import Value


def computed_figures(exam: str) -> Mapping[str, Value]:
    """Return our value of every figure that the document of `exam` prints.

    Raises
    ------
    CorrigeError
        If the exam comes with no such values.
    """
    if not _exists(exam):
        raise CorrigeError.one(f"the exam {exam!r} comes with no printed figures", remedy="see `corrige list`")
    values: Mapping[str, Value] = import_module(f"answers.exams.{exam}.document").computed()
    return values


def plots(exam: str) -> tuple[Plot, ...]:
    """Return the plots of the document of `exam`, none when it has none."""
    found: tuple[Plot, ...] = (
        getattr(import_module(f"answers.exams.{exam}.document"), "PLOTS", ()) if _exists(exam) else ()
    )
    return found


def _exists(exam: str) -> bool:
    return exam.isidentifier() and find_spec(f"answers.exams.{exam}.document") is not None
