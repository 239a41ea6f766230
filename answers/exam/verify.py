"""What the documents print beside what we compute: every figure of `fixtures/<exam>/printed.json`."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import sqrt
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

    `z` is (printed - exact) / standard error for a figure that the document sampled, rounding included, None for the
    others. `note` says why a figure differs, where that is known; `reading`, how the document is read where it leaves
    that open; `established`, what the computed value is taken from. A `claim` is a statement in words, which holds or
    not.
    """

    name: str
    printed: str
    computed: str
    agrees: bool
    z: float | None
    place: str
    note: str
    reading: str = ""
    established: str = ""
    claim: bool = False

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

    @property
    def told(self) -> str:
        """How many figures agree and how many claims hold, in words."""
        claims = [figure.agrees for figure in self.figures if figure.claim]
        numbers = [figure.agrees for figure in self.figures if not figure.claim]
        figures = f"{sum(numbers)} of {len(numbers)} figures agree, {len(numbers) - sum(numbers)} differ"
        return f"{figures}; {sum(claims)} of {len(claims)} claims hold" if claims else figures


def verify(exam: Exam) -> Comparison | None:
    """Compare each figure that the document of `exam` prints with its exact value; None when it prints none.

    A figure agrees when it differs by at most its stated precision: one unit of the last digit printed, since a sheet
    may round or truncate, and 0 for exact figures. A sampled one agrees within 4 standard errors, to which rounding
    adds that of an error uniform over one unit.

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
    claim = row.get("kind") == "claim"
    difference = Fraction(row["value"]) - Fraction(value)
    precision, sampled = Fraction(row["precision"]), Fraction(row.get("standard_error", 0))
    z = float(difference) / sqrt(sampled**2 + precision**2 / 12) if sampled else None
    return Figure(
        name=row["name"],
        printed=row["printed"],
        computed=_told(value, claim=claim),
        agrees=abs(difference) <= precision if z is None else abs(z) <= Z_LIMIT,
        z=z,
        place=row["place"],
        note=row.get("note", ""),
        reading=row.get("reading", ""),
        established=row.get("established", ""),
        claim=claim,
    )


def _told(value: int | float | Fraction, *, claim: bool) -> str:
    if claim:
        return "holds" if value else "does not hold"
    return format_decimal(value, "en", DIGITS) if isinstance(value, float) else format_exact(value, "en")
