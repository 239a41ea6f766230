"""What marking found as plain tables, the same for every spreadsheet, and as CSV that no student can make run."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exports.gradebook import Gradebook, GradebookRow
from answers.flags import Flag, flag_named, note_named
from answers.messages import Message, moment_text
from answers.paper import Paper, rounded
from answers.sheets.view import noted_plainly

CellValue: TypeAlias = str | int | float | None
"""A text, a number, or nothing."""

LAST = "file"
"""The last column of ours in the table of marks; those of the class list follow, and are left as they are."""
ACKNOWLEDGED, SHOWN_TO_STUDENT = "seen", "told"
"""The decision about a flag, and its value when the student is told."""


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A header and rows as wide as it; the name is a sheet's."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...] = ()


def marks_table(gradebook: Gradebook, tell: Callable[[Flag], str] = str) -> ExportTable:
    """Return a row a student: who, seed, score, one column a part, whether to look, why, what is settled, the file.

    Where marks are not simply points, they and the most that they can be stand after the points.

    A student without a paper, or whose paper could not be marked, has no scores, never zeros, unless the teacher lets
    an absence count so. Further columns of the class list come last. `tell` says what a flag is: its slug, unless
    people read it.
    """
    parts = tuple(part.id for part in gradebook.exam.parts)
    more = tuple(dict.fromkeys(name for row in gradebook.rows for name in row.extra))
    columns = (
        "student",
        "name",
        "first_name",
        "u0",
        "score",
        "max",
        *(("mark", "out_of") if gradebook.has_marks else ()),
        *parts,
        "needs_teacher",
        "flags",
        "settled",
        "file",
        *more,
    )
    return ExportTable("marks", columns, tuple(tuple(_marks(row, gradebook, more, tell)) for row in gradebook.all_rows))


def items_table(gradebook: Gradebook) -> ExportTable:
    """Return a row an item of every marked or unmarked paper: what was written, the verdict, why, the points earned."""
    columns = ("student", "u0", "part", "item", "raw", "verdict", "note", "score", "max")
    papers = ((row, row.paper) for row in gradebook.all_rows)
    return ExportTable(
        "items", columns, tuple(cells for row, paper in papers if paper is not None for cells in _items(row, paper))
    )


def flags_table(gradebook: Gradebook, lang: str) -> ExportTable:
    """Return a row a flag: whose, its slug, its sentence in "fr" or "en", whether a person must look, the file."""
    columns = ("student", "flag", "meaning", "needs_teacher", "file")
    rows = (
        (_who(row), str(flag), flag.render(lang), _yes(flag.needs_teacher), str(row.paper.place) if row.paper else "")
        for row in gradebook.all_rows
        for flag in row.flags
    )
    return ExportTable("flags", columns, tuple(rows))


def _marks(
    row: GradebookRow, gradebook: Gradebook, more: Iterable[str], tell: Callable[[Flag], str]
) -> Iterator[CellValue]:
    yield from (row.student.id, row.student.name, row.student.first_name, row.marked.u0 if row.marked else row.u0)
    if (paper := row.marked) is not None:
        whole = (paper.value, paper.out_of) if gradebook.has_marks else ()
        parts = (paper.parts[part.id].score for part in gradebook.exam.parts)
        yield from map(rounded, (paper.score, paper.points, *whole, *parts))
    elif row.value is not None:
        yield from (0, rounded(gradebook.exam.points), *((0, rounded(gradebook.out_of)) if gradebook.has_marks else ()))
        yield from [0] * len(gradebook.exam.parts)
    else:
        yield from [None] * (2 + 2 * gradebook.has_marks + len(gradebook.exam.parts))
    yield _yes(row.needs_teacher)
    yield (" " if tell is str else "; ").join(map(tell, row.flags))
    # A sentence of a flag has the teacher's reason in it already, a slug has not.
    seen = (flag for flag in row.flags if flag.is_acknowledged)
    settled = [f"{flag}: {flag.reason}" if tell is str and flag.reason else tell(flag) for flag in seen]
    yield " ; ".join(settled)
    yield "" if row.paper is None else str(row.paper.place)
    yield from (row.extra.get(name, "") for name in more)


def _items(row: GradebookRow, paper: Paper) -> Iterator[tuple[CellValue, ...]]:
    for part_id, part in paper.parts.items():
        share = rounded(part.points / len(part.items)) if part.items else 0
        for index, mark in enumerate(part.items, start=1):
            note = "" if mark.note is None else str(mark.note)
            score = None if paper.u0 is None else rounded(mark.score)
            yield (_who(row), paper.u0, part_id, index, mark.raw, str(mark.verdict), note, score, share)


def _who(row: GradebookRow) -> str:
    return row.student.id or row.student.name


def _yes(needed: bool) -> str:  # noqa: FBT001
    return "yes" if needed else "no"


def translated_table(table: ExportTable, exam: Exam, lang: str) -> ExportTable:
    """Return a table in the words of "fr" or "en"; numbers, and what people wrote, stay as they are.

    Slugs of verdicts and remarks become what they say, "yes" and "no" are said in the language, a date has the form of
    the country, without its seconds. The column `flag`, by which a flag is settled, keeps its slugs.
    """
    words = shared_words(lang)
    names = words["tables"]["columns"]
    own = table.columns.index(LAST) + 1 if LAST in table.columns else len(table.columns)  # those that are ours
    columns = tuple(names.get(name, name) if at < own else name for at, name in enumerate(table.columns))
    rows = tuple(
        tuple(
            _told(name, cell, dict(zip(table.columns, row, strict=True)), exam, lang) if at < own else cell
            for at, (name, cell) in enumerate(zip(table.columns, row, strict=True))
        )
        for row in table.rows
    )
    return replace(table, name=words["tables"]["names"].get(table.name, table.name), columns=columns, rows=rows)


def translated_date(text: str, lang: str) -> str:
    """Return a date and time such as "2026-11-22T10:06:07" as people write it; what is none stays as it is."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment_text(moment).render(lang)


def _told(name: str, cell: CellValue, row: Mapping[str, CellValue], exam: Exam, lang: str) -> CellValue:
    if not isinstance(cell, str) or not cell:
        return cell
    if isinstance(cell, Message):
        return cell.render(lang)
    words = shared_words(lang)
    report = words["report"]
    slugs = {"needs_teacher": report, "verdict": words["verdicts"], "decision": report["kinds"], "state": report}
    if name in slugs:
        return str(slugs[name].get(cell, cell))
    if name == "note":
        return noted_plainly(note_named(cell), exam.words(lang))
    if name == "time":
        return translated_date(cell, lang)
    return _decided(name, cell, str(row["decision"]), lang) if row.get("decision") else cell


def _decided(name: str, cell: str, decision: str, lang: str) -> str:
    """A cell of a decision: a flag by its sentence, and that its student is told."""
    if name == "value" and (decision, cell) == (ACKNOWLEDGED, SHOWN_TO_STUDENT):
        return str(shared_words(lang)["tables"]["told"])
    flag = flag_named(cell) if name == "item" else None
    return flag.render(lang) if flag else cell


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


def table_csv(table: ExportTable, dialect: Dialect = PLAIN) -> bytes:
    """Return a table as UTF-8 CSV: every text quoted and disarmed, numbers bare, lines ended by a line feed."""
    lines = (dialect.separator.join(_cell(cell, dialect) for cell in row) for row in (table.columns, *table.rows))
    return (dialect.start + "".join(f"{line}\n" for line in lines)).encode()


def safe_cell(text: str) -> str:
    """Return `text` on one line, preceded by an apostrophe where a spreadsheet would run it as a formula."""
    return escape_formulas(one_line(text))


def escape_formulas(text: str) -> str:
    """Return `text` with an apostrophe wherever a formula could begin, which `unguarded` takes away again."""
    return FORMULA.sub(r"\1\2'", text)


def unescape_formulas(text: str) -> str:
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
    return '"' + safe_cell(text).replace('"', '""') + '"'


def gradebook_csv(gradebook: Gradebook) -> bytes:
    """Return the table of marks as UTF-8 CSV for programs."""
    return table_csv(marks_table(gradebook))
