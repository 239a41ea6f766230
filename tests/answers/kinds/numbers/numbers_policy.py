"""The rules for numbers in fixtures/numbers.csv; `python -m tests.answers.kinds.numbers.numbers_policy` prints them."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from answers.kinds.numbers.domain import Domain

ROOT = Path(__file__).parents[4]
FIXTURE = ROOT / "fixtures" / "numbers.csv"


@dataclass(frozen=True, slots=True)
class Row:
    group: str
    text: str
    count: int
    domain: str
    expected: str
    why: str

    @property
    def written(self) -> str:
        """Text of the example; in the file, <U+202F> stands for the character with that number."""
        return re.sub(r"<U\+([0-9A-F]{4})>", lambda m: chr(int(m[1], 16)), self.text)

    @property
    def asked(self) -> Domain:
        if self.domain == "probability":
            return Domain(low=0, high=1)
        kind, *limits = self.domain.split(":")
        low, high = map(int, limits) if limits else (None, None)
        return Domain(kind == "integer", low, high)

    @property
    def values(self) -> tuple[Fraction | None, ...]:
        return tuple(None if v == "blank" else Fraction(v) for v in self.expected.split(";"))


def policy() -> list[Row]:
    with FIXTURE.open(encoding="utf-8", newline="") as file:
        return [
            Row(row["group"], row["text"], int(row["count"]), row["domain"], row["expected"], row["why"])
            for row in csv.DictReader(file)
        ]


def table() -> Iterator[str]:
    """Yield the lines of the table as Markdown, group by group."""
    for group, rows in groupby(policy(), key=lambda row: row.group):
        yield f"\n### {group}\n\n| written | values | domain | read | why |\n|---|---|---|---|---|\n"
        for row in rows:
            read = _shortened(row.expected.replace("unreadable:", "unreadable: ").replace(";", " ; "))
            yield f"| {_code(row.text)} | {row.count} | {row.domain} | {read} | {row.why} |\n"


def _shortened(read: str) -> str:
    return re.sub(r"10{59,}", "10⁶⁰", read)


def _code(text: str) -> str:
    """Return the text as code, with visible spaces and escaped bars."""
    shown = re.sub(r"^ +| +$| {2,}", lambda m: "␣" * len(m[0]), text).replace("|", r"\|")
    return f"`{shown}`" if shown else "(nothing)"


if __name__ == "__main__":
    print("".join(table()))
