"""What the documents print beside what we compute: every figure of `fixtures/<exam>/printed.json`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from answers.assets import asset
from answers.errors import CorrigeError
from answers.exam import Exam
from answers.key import Key
from answers.kinds.kind import Value


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: its place in the document, as printed, as computed, and whether they agree."""

    place: str
    name: str
    printed: str
    computed: str
    agrees: bool

    def to_json(self) -> dict[str, Any]:
        """Return the figure as a JSON object."""
        return {
            "place": self.place,
            "name": self.name,
            "printed": self.printed,
            "computed": self.computed,
            "agrees": self.agrees,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """All printed figures of a document, whose title is `source`."""

    exam: str
    source: str
    figures: tuple[Figure, ...]

    @property
    def differing(self) -> int:
        """How many figures differ beyond what printing explains."""
        return sum(not figure.agrees for figure in self.figures)


def verify(exam: Exam[Any], key: Key, lang: str = "en") -> Comparison:
    """Compare each printed figure with `key`, the key of the exam's model seed.

    A figure agrees when it differs from the exact value by at most its stated precision: one unit of the last digit
    printed, since a sheet may round or truncate, and 0 for exact figures.

    Raises
    ------
    CorrigeError
        If the exam comes with no printed figures.
    """
    source = asset("fixtures", exam.name, "printed.json")
    if not source.is_file():
        raise CorrigeError.one(f"the exam {exam.name!r} comes with no printed figures", remedy="see `corrige list`")
    document = json.loads(source.read_bytes())
    return Comparison(exam.name, document["source"], tuple(_figures(exam, key, document["figures"], lang)))


def _figures(exam: Exam[Any], key: Key, rows: list[dict[str, Any]], lang: str) -> Iterator[Figure]:
    for row in rows:
        part = exam.part(row["part"])
        position = row["item"] - 1
        value = key.answers[part.id][position]
        yield Figure(
            place=row["place"],
            name=f"{part.id} {part.labels[position].rstrip(' :=≃')}",
            printed=row["printed"],
            computed=part.kind.format(value, lang),
            agrees=_agrees(value, Fraction(row["value"]), Fraction(row["precision"])),
        )


def _agrees(value: Value, printed: Fraction, precision: Fraction) -> bool:
    return not isinstance(value, tuple) and abs(Fraction(value) - printed) <= precision
