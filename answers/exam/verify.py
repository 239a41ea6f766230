"""What the documents print beside what we compute: every figure of `fixtures/<exam>/printed.json`."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from answers.assets import asset
from answers.errors import CorrigeError
from answers.exam.document import computed_figures
from answers.kinds.kind import Value
from answers.kinds.numbers.format import format_decimal, format_exact

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

    def to_json(self) -> dict[str, Any]:
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


def verify(exam: str) -> Comparison:
    """Compare each figure that the document of `exam` prints with its exact value.

    A figure agrees when it differs by at most its stated precision: one unit of the last digit printed, since a sheet
    may round or truncate, and 0 for exact figures. A sampled one agrees within 4 standard errors besides.

    Raises
    ------
    CorrigeError
        If the exam comes with no printed figures.
    """
    values = computed_figures(exam)
    source = asset("fixtures", exam, "printed.json")
    if not source.is_file():
        raise CorrigeError.one(f"the exam {exam!r} comes with no printed figures", remedy="see `corrige list`")
    document = json.loads(source.read_bytes())
    return Comparison(exam, document["source"], tuple(_figure(row, values) for row in document["figures"]))


def _figure(row: Mapping[str, Any], values: Mapping[str, Value]) -> Figure:
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
