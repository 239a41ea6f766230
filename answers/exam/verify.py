"""What the documents print beside what we compute: every figure of `fixtures/<exam>/printed.json`."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.document import document_of
from answers.exam.exam import Exam
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.reading import Value

DIGITS = 6
Z_LIMIT = 4


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: its place in the document, as printed, as computed, and whether they agree.

    `z` is (printed - exact) / standard error for a figure that the document sampled, None for the others. `note` says
    why a figure differs, where that is known.
    """

    name: str
    printed: str
    computed: str
    agrees: bool
    z: float | None
    place: str
    note: str

    def to_json(self) -> dict[str, object]:
        """Return the figure as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All printed figures of a document, whose title is `source`."""

    exam: str
    source: str
    figures: tuple[Figure, ...]

    @property
    def differing(self) -> int:
        """How many figures differ beyond what printing or sampling explains."""
        return sum(not figure.agrees for figure in self.figures)


def verify(exam: Exam) -> Comparison | None:
    """Compare each figure that the document of `exam` prints with its exact value; None when it prints none.

    A figure agrees when it differs by at most its stated precision: one unit of the last digit printed, since a sheet
    may round or truncate, and 0 for exact figures. A sampled one agrees within 4 standard errors besides.

    Raises
    ------
    CorrigeError
        If `printed.json` names a figure that is not computed.
    """
    document, source = document_of(exam), exam.home.fixtures.joinpath("printed.json")
    if document is None or not source.is_file():
        return None
    printed, values = json.loads(source.read_bytes()), document.computed()
    unknown = [row["name"] for row in printed["figures"] if row["name"] not in values]
    if unknown:
        raise CorrigeError(
            Problem(f"the figure {name!r} is not computed", str(source), did_you_mean(name, values)) for name in unknown
        )
    return Comparison(exam.name, printed["source"], tuple(_figure(row, values) for row in printed["figures"]))


def _figure(row: Mapping[str, Any], values: Mapping[str, Value]) -> Figure:  # Any: JSON of our own fixtures
    value = values[row["name"]]
    if isinstance(value, tuple):
        raise TypeError(f"{row['name']} is not a number: {value}")
    difference = Fraction(row["value"]) - Fraction(value)
    error = Fraction(row.get("standard_error", 0))
    return Figure(
        name=row["name"],
        printed=row["printed"],
        computed=format_decimal(value, "en", DIGITS) if isinstance(value, float) else format_exact(value, "en"),
        agrees=abs(difference) <= Fraction(row["precision"]) + Z_LIMIT * error,
        z=float(difference / error) if error else None,
        place=row["place"],
        note=row.get("note", ""),
    )
