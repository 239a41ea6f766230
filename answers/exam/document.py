"""Define the document on which an exam is based: its printed numbers, their computed values, and its plots.

A teacher's exam may define `DOCUMENT` in `document.py` beside its `exam.py`. The documents of the exams of corrige are
in `answers.laboratory.documents`. Plots must be legible in black and white.
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
    """A plot in the exam's document, made with matplotlib.

    `name` is a file name without suffix. `draw` receives an empty figure, into which it draws, and the exam's texts in
    one language. The caption is the text `plot_<name>` of the exam's templates, with "_" in place of hyphens.
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg", "pdf")

    name: str
    draw: Callable[["Figure", Words], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing that is not a plot, such as a graph or a board.

    `name` is a file name without suffix. `svg` returns one ``<svg>`` element whose first attributes are width and
    height in pixels, whole numbers. The caption is the text `plot_<name>` of the exam's templates, with "_" in place of
    hyphens.
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg",)

    name: str
    svg: Callable[[Words], str]


Computed = tuple[str, Value]
"""The name of a printed number in `printed.json`, and its computed value."""


BY_SLIP = ", by a slip"
"""End of the name of a wrong value that the document prints because of a known error of its author."""
EVIDENCE = ", evidence"
"""End of the name of the numbers that fill the braces in the note of a row of `printed.json`."""


@dataclass(frozen=True, slots=True)
class Document:
    """The computed contents of a document.

    Attributes
    ----------
    computed
        Function that returns the value of every printed number, by its name in `printed.json`. If the document prints
        a wrong number because of a known error of its author, a second value with a name that ends with `BY_SLIP` is
        the wrong number. Values that a note in `printed.json` mentions have names that end with `EVIDENCE`.
    exercises
        Names of the programs that the document asks the reader to complete.
    """

    computed: Callable[[], Mapping[str, Value]]
    plots: tuple[Plot | Drawing, ...] = ()
    exercises: tuple[str, ...] = ()


def printed_figures(exam: Exam, document: Document | None) -> tuple[dict[str, Any], Mapping[str, Value]] | None:
    """Return the content of `printed.json` and the computed values by name; None without document or file.

    CorrigeError if a number of the file has no computed value.
    """
    source = exam.location.fixtures.joinpath("printed.json")
    if document is None or not source.is_file():
        return None
    printed, values = json.loads(source.read_bytes()), document.computed()
    unknown = [row["name"] for row in printed["figures"] if row["name"] not in values]
    if unknown:
        raise CorrigeError(
            Problem(
                Message(
                    "printed.json lists the printed number {name!r}, for which the exam has no function that computes "
                    "it",
                    name=name,
                ),
                str(source),
                did_you_mean(name, values),
            )
            for name in unknown
        )
    return printed, values


def misprints(exam: Exam) -> tuple[Misprint, ...]:
    """Return the misprints of the document on which the exam is based that are answers to an item of the exam.

    The file `printed.json` lists the numbers that the document prints; the rows of misprinted answers have the key
    "item". Without this file the result is ().
    """
    source = exam.location.fixtures.joinpath("printed.json")
    if not source.is_file():
        return ()
    printed = json.loads(source.read_bytes())
    rows = [(row["item"].rpartition("."), row) for row in printed["figures"] if "item" in row]
    return tuple(
        Misprint(printed["u0"], part_id, int(number) - 1, Fraction(row["value"])) for (part_id, _, number), row in rows
    )
