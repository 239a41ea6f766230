"""The document an exam comes from: what it prints, what is computed of it, and its plots.

An exam of a teacher's own has it in `document.py` beside its `exam.py`, as a `DOCUMENT`; many exams come from none.
Those that come with corrige are in `answers.laboratory.documents`, which compares and redraws. Captions are in both
languages, drawings fit for black and white.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam, Misprint
from answers.exam.words import Words
from answers.kinds.parsing import Value
from answers.messages import Message

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Format = Literal["svg", "pdf"]


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: `name` is a file name without suffix; `draw` fills an empty figure with the exam's words.

    Its caption is the text `plot_<name>` of the exam's templates, hyphens written "_".
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg", "pdf")

    name: str
    draw: Callable[["Figure", Words], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is no plot, a graph or a board; `svg` gives one ``<svg>`` element of ours, its width and height first.

    Its name and its caption are those of a `Plot`.
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg",)

    name: str
    svg: Callable[[Words], str]


Computed = tuple[str, Value]
"""A computed figure, under the name that it has in `printed.json`."""


BY_SLIP = ", by a slip"
"""Ends the name of a value that a slip of the document gives, and which it prints in place of the right one."""


@dataclass(frozen=True, slots=True)
class Document:
    """What can be computed of a document.

    `computed` gives our value of every figure that it prints, by the names used in `printed.json`, and where a slip is
    understood, what it gives (`BY_SLIP`); `exercises` names the programs that it asks to complete.
    """

    computed: Callable[[], Mapping[str, Value]]
    plots: tuple[Plot | Drawing, ...] = ()
    exercises: tuple[str, ...] = ()


def printed_figures(exam: Exam, document: Document | None) -> tuple[dict[str, Any], Mapping[str, Value]] | None:
    """Return what is in `printed.json` of an exam and all that its document computes; None where either is missing.

    A figure there that is not computed is a CorrigeError.
    """
    source = exam.location.fixtures.joinpath("printed.json")
    if document is None or not source.is_file():
        return None
    printed, values = json.loads(source.read_bytes()), document.computed()
    unknown = [row["name"] for row in printed["figures"] if row["name"] not in values]
    if unknown:
        raise CorrigeError(
            Problem(Message("the figure {name!r} is not computed", name=name), str(source), did_you_mean(name, values))
            for name in unknown
        )
    return printed, values


def misprints(exam: Exam) -> tuple[Misprint, ...]:
    """Return the answers that the document of an exam prints wrong: figures of `printed.json` that name their item."""
    source = exam.location.fixtures.joinpath("printed.json")
    if not source.is_file():
        return ()
    printed = json.loads(source.read_bytes())
    rows = [(row["item"].rpartition("."), row) for row in printed["figures"] if "item" in row]
    return tuple(
        Misprint(printed["u0"], part_id, int(number) - 1, Fraction(row["value"])) for (part_id, _, number), row in rows
    )
