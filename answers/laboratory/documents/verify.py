"""Compare the numbers printed in the exams' documents (`fixtures/<exam>/printed.json`) with computed values."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Literal, TypeAlias

from answers.exam.document import BY_SLIP, EVIDENCE, Document, printed_figures
from answers.exam.exam import Exam
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.parsing import Value
from answers.messages import Message

Number: TypeAlias = int | float | Fraction
Verdict: TypeAlias = Literal["holds", "false", "misprint", "open"]
"""A printed number or statement "holds", is "false", is a "misprint" of a known number, or "open": unexplained."""

OURS = ("dice", "jeux", "nash", "verger", "yahtzee")
"""The exams of corrige that have a document, each with a module in this package."""
DIGITS = 6
"""Number of significant digits with which computed floats are shown."""
Z_LIMIT = 4
"""Greatest difference, in standard errors, between a sampled number and its exact value."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number or a statement printed in a document, compared with the value that corrige computes."""

    name: str  # in `printed.json`
    printed: str
    computed: str
    agrees: bool  # whether both agree within the precision of the printed figure
    z: float | None  # (printed - exact) / standard error, if the document sampled the figure; else None
    place: str  # in the document
    note: str  # reason for a difference, if it is known
    reading: str = ""  # interpretation of the document, where it is ambiguous
    established: str = ""  # source of the computed value
    claim: bool = False  # true for a statement in words, which holds or does not hold
    slip: bool = False  # true if the figure differs and a known error (slip) of the document gives the printed value
    # "holds" if the figure agrees; else the reason: a false statement, a misprint, or "open" if the reason is not
    # known. `note` then says what was tried.
    verdict: Verdict = "holds"

    def to_json(self) -> dict[str, object]:
        """Return the number as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All printed numbers and statements of the document of an exam; `source` is the title of the document."""

    exam: str
    source: str
    figures: tuple[Figure, ...]

    @property
    def differing(self) -> int:
        """How many printed numbers and statements do not agree with the computed value."""
        return sum(not figure.agrees for figure in self.figures)

    @property
    def summary(self) -> Message:
        """Sentence that says how many printed numbers agree, and how many statements are true."""
        claims = [figure.agrees for figure in self.figures if figure.claim]
        slips = sum(figure.slip for figure in self.figures)
        numbers = [figure.agrees for figure in self.figures if not figure.claim]
        agree, count = sum(numbers), len(numbers)
        message = Message(
            "{agree} of {total} printed numbers agree with the computed values, {count} differs",
            plural="{agree} of {total} printed numbers agree with the computed values, {count} differ",
            agree=agree,
            total=count,
            count=count - agree,
        )
        if slips:
            message = Message(
                "{figures}; for {count} of the numbers, an error in the document explains the printed value",
                figures=message,
                count=slips,
            )
        if not claims:
            return message
        return Message(
            "{figures}; {count} of {total} claims is true",
            plural="{figures}; {count} of {total} claims are true",
            figures=message,
            count=sum(claims),
            total=len(claims),
        )


def document_of(exam: Exam) -> Document | None:
    """Return the document of an exam, of a teacher's exam from its `document.py`; None if it has no document."""
    if exam.location.is_outside or exam.name not in OURS:
        return exam.beside("document", Document)
    document = import_module(f"answers.laboratory.documents.{exam.name}").DOCUMENT
    assert isinstance(document, Document)
    return document


def verify(exam: Exam) -> Comparison | None:
    """Compare each printed number of the document of `exam` with its exact value; None if none is printed.

    A number agrees if it differs by at most its stated precision: one unit of the last digit, since documents round or
    truncate, and 0 for exact numbers. A sampled number agrees within 4 standard errors and half a unit of the last
    digit. A number with a computed range, such as a quartile, agrees if it is in the range. CorrigeError if
    `printed.json` has a number for which the document has no computed value.
    """
    figures = printed_figures(exam, document_of(exam))
    if figures is None:
        return None
    document, values = figures
    compared: list[Figure] = []
    for row in document["figures"]:
        value, low, high = _ranged(row["name"], values[row["name"]])
        text = format_decimal(value, "en", DIGITS) if isinstance(value, float) else format_exact(value, "en")
        if claim := row.get("kind") == "claim":
            text = "holds" if value else "does not hold"
        printed, precision, sampled = (Fraction(row.get(key, 0)) for key in ("value", "precision", "standard_error"))
        difference = printed - Fraction(value)
        slip_name, evidence = row["name"] + BY_SLIP, values.get(row["name"] + EVIDENCE)
        agrees = _meets(printed, values[row["name"]], Z_LIMIT * sampled + precision / 2 if sampled else precision)
        slip = not agrees and slip_name in values and _meets(printed, values[slip_name], precision)
        # without a verdict in the row, a claim that differs is false, and the reason for another figure is open
        verdict: Verdict = row.get("verdict", "misprint" if slip else "false" if claim else "open")
        compared.append(
            Figure(
                name=row["name"],
                printed=row["printed"],
                computed=text + ("" if low is None else f" ({low} to {high})"),
                agrees=agrees,
                z=float(difference / sampled) if sampled else None,
                place=row["place"],
                note=row["note"].format(*evidence) if isinstance(evidence, tuple) else row.get("note", ""),
                reading=row.get("reading", ""),
                established=row.get("established", ""),
                claim=claim,
                slip=slip,
                verdict="holds" if agrees else verdict,
            )
        )
    return Comparison(exam.name, document["source"], tuple(compared))


def _meets(printed: Fraction, value: Value, within: Fraction) -> bool:
    """Return whether a printed value differs from a computed one by at most `within`, or is in its range."""
    middle, low, high = _ranged("a figure", value)
    if low is not None and high is not None:
        return bool(low <= printed <= high)
    return abs(printed - Fraction(middle)) <= within


def _ranged(name: str, value: Value) -> tuple[Number, Number | None, Number | None]:
    """Return a computed value with the bounds between which the printed value may be, or None for both bounds."""
    if not isinstance(value, tuple | str):
        return value, None, None
    if len(value) != 3 or any(isinstance(part, tuple | str) for part in value):
        raise TypeError(f"{name} is not a number: {value}")
    low, middle, high = (part for part in value if not isinstance(part, tuple | str))
    return middle, low, high


STYLE = """
body { font-family: serif; margin: 2em auto; max-width: 75em; color: #000; background: #fff }
table { border-collapse: collapse; margin: 1em 0 }
th, td { text-align: left; vertical-align: top; padding: 0.15em 0.8em 0.15em 0; border-bottom: 1px solid #ccc }
tr.differs td { background: #eee }
tr.differs td:nth-child(4) { font-weight: bold }
"""
HEAD = ("figure", "printed", "computed", "agrees", "place", "reading", "why, and what ours is taken from")


def verify_page(comparisons: Iterable[Comparison]) -> str:
    """Return an HTML page with a summary and all printed numbers, those that differ marked; it needs no other file."""
    listed = list(comparisons)
    body = _table(("exam", "document", "figures"), (("", (c.exam, c.source, c.summary)) for c in listed))
    for comparison in listed:
        rows = []
        for figure in comparison.figures:
            agrees = "yes" if figure.agrees else f"NO, {figure.verdict}"
            if figure.z is not None:
                agrees += f" (z = {figure.z:+.1f})"
            why = "; ".join(part for part in (figure.note, figure.established) if part)
            cells = (figure.name, figure.printed, figure.computed, agrees, figure.place, figure.reading, why)
            rows.append(("" if figure.agrees else ' class="differs"', cells))
        name = escape(comparison.exam)
        body += f'<h2 id="{name}">{name}: {escape(comparison.source)}</h2>\n<p>{escape(comparison.summary)}.</p>\n'
        body += _table(HEAD, rows)
    title = "The figures of the documents, computed again"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}</body></html>\n"
    )


def _table(head: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return an HTML table; a row has its attributes and its cells."""
    names = "".join(f"<th>{name}</th>" for name in head)
    lines = (f"<tr{mark}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n" for mark, cells in rows)
    return f"<table><thead><tr>{names}</tr></thead><tbody>\n{''.join(lines)}</tbody></table>\n"
