"""Tables as CSV, in the dialect of a country's spreadsheets, with no cell that a student could make run."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from answers.exports.gradebook import Gradebook
from answers.exports.tables import CellValue, Table, marks_table

FORMULA = re.compile(r"(^|[;,\t|])(\s*)(?='*[=+\-@＝＋－＠])")
"""Where a formula could begin: at the start of a cell, or after what the spreadsheets of some countries take for the
next cell's, whatever the quotation marks say."""
GUARDED = re.compile(FORMULA.pattern.replace("(?=", "'(?="))
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]+")
BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What stands between cells, the decimal mark, what tells a spreadsheet that the file is UTF-8; a language."""

    separator: str
    decimal: str
    start: str = ""
    lang: str = "en"


PLAIN = Dialect(",", ".")
DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {"plain": PLAIN, "fr": Dialect(";", ",", BOM, "fr"), "en": Dialect(",", ".", BOM)}
)
"""For programs; for a French spreadsheet; for an English one."""


def table_csv(table: Table, dialect: Dialect = PLAIN) -> bytes:
    """Return a table as UTF-8 CSV: every text quoted and disarmed, numbers bare, lines ended by a line feed."""
    lines = (dialect.separator.join(_cell(cell, dialect) for cell in row) for row in (table.columns, *table.rows))
    return (dialect.start + "".join(f"{line}\n" for line in lines)).encode()


def disarmed(text: str) -> str:
    """Return `text` on one line, preceded by an apostrophe where a spreadsheet would run it as a formula."""
    return guarded(one_line(text))


def guarded(text: str) -> str:
    """Return `text` with an apostrophe wherever a formula could begin, which `unguarded` takes away again."""
    return FORMULA.sub(r"\1\2'", text)


def unguarded(text: str) -> str:
    """Return what was `guarded`."""
    return GUARDED.sub(r"\1\2", text) if "'" in text else text  # a class has thousands of cells


def one_line(text: str) -> str:
    """Return `text` with a space for what ends a line or is not seen."""
    return CONTROLS.sub(" ", text)


def texts_csv(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows of texts as other programs import them: UTF-8, commas, every cell quoted and disarmed."""
    return "".join(",".join(_quoted(text) for text in row) + "\n" for row in rows).encode()


def _cell(cell: CellValue, dialect: Dialect) -> str:
    if isinstance(cell, int | float):
        return str(cell).replace(".", dialect.decimal)
    return _quoted(cell or "")


def _quoted(text: str) -> str:
    return '"' + disarmed(text).replace('"', '""') + '"'


def gradebook_csv(gradebook: Gradebook) -> bytes:
    """Return the table of marks as UTF-8 CSV for programs."""
    return table_csv(marks_table(gradebook))
