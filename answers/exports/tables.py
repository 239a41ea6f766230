"""Tables of marks, items, flags and decisions, and their form as CSV, in which no answer can run as a formula."""

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
from answers.paper import rounded

CellValue: TypeAlias = str | int | float | None
"""The value of a cell: a text, a number, or None for an empty cell."""

LAST_COLUMN = "file"
"""The last column that corrige adds to the table of marks; the columns of the class list follow, untranslated."""
ACKNOWLEDGED, SHOWN_TO_STUDENT = "seen", "told"
"""The kind of a decision that acknowledges a flag, and its value if the student may see the flag."""


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table with a header; every row has a cell for each column. `name` is the name of its sheet in a workbook."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...] = ()


def marks_table(gradebook: Gradebook, flag_text: Callable[[Flag], str] = str) -> ExportTable:
    """Return the table of marks, a row for each student and then for each paper without a student.

    Columns: student, names, seed, points, the mark and its maximum if marks differ from points, points of each part,
    whether the teacher must examine the paper, flags, acknowledged flags, file, then the further columns of the class
    list. A student without a marked paper has empty cells in place of points, or zeros for an absence that counts as
    zero. `flag_text` returns the text of a flag, by default its slug.
    """
    parts = tuple(part.id for part in gradebook.exam.parts)
    more = tuple(dict.fromkeys(name for row in gradebook.rows for name in row.extra))
    columns: tuple[str, ...] = ("student", "name", "first_name", "u0", "score", "max")
    columns += ("mark", "out_of") if gradebook.has_marks else ()
    columns += (*parts, "needs_teacher", "flags", "settled", LAST_COLUMN, *more)

    def cells(row: GradebookRow) -> Iterator[CellValue]:
        yield from (row.student.id, row.student.name, row.student.first_name, row.marked.u0 if row.marked else row.u0)
        if (paper := row.marked) is not None:
            whole = (paper.value, paper.out_of) if gradebook.has_marks else ()
            yield from map(rounded, (paper.score, paper.points, *whole, *(paper.parts[part].score for part in parts)))
        elif row.value is not None:
            yield from (0, rounded(gradebook.points), *((0, rounded(gradebook.out_of)) if gradebook.has_marks else ()))
            yield from [0] * len(parts)
        else:
            yield from [None] * (2 + 2 * gradebook.has_marks + len(parts))
        yield _yes_or_no(row.needs_teacher)
        yield (" " if flag_text is str else "; ").join(map(flag_text, row.flags))
        # The sentence of a flag contains the teacher's reason, its slug does not.
        acknowledged = (flag for flag in row.flags if flag.is_acknowledged)
        yield " ; ".join(
            f"{flag}: {flag.reason}" if flag_text is str and flag.reason else flag_text(flag) for flag in acknowledged
        )
        yield _file(row)
        yield from (row.extra.get(name, "") for name in more)

    return ExportTable("marks", columns, tuple(tuple(cells(row)) for row in gradebook.all_rows))


def items_table(gradebook: Gradebook) -> ExportTable:
    """Return the table of items, a row for each item of every paper; without points if the seed is unknown."""
    columns = ("student", "u0", "part", "item", "raw", "verdict", "note", "score", "max")
    rows = (
        (
            _student(row),
            paper.u0,
            part_id,
            index,
            mark.raw,
            str(mark.verdict),
            "" if mark.note is None else str(mark.note),
            None if paper.u0 is None else rounded(mark.score),
            rounded(part.share(index - 1)),
        )
        for row in gradebook.all_rows
        if (paper := row.paper) is not None
        for part_id, part in paper.parts.items()
        for index, mark in enumerate(part.items, start=1)
    )
    return ExportTable("items", columns, tuple(rows))


def flags_table(gradebook: Gradebook, lang: str) -> ExportTable:
    """Return the table of flags: student, slug, sentence in "fr" or "en", whether the teacher must examine it, file."""
    columns = ("student", "flag", "meaning", "needs_teacher", "file")
    rows = (
        (_student(row), str(flag), flag.render(lang), _yes_or_no(flag.needs_teacher), _file(row))
        for row in gradebook.all_rows
        for flag in row.flags
    )
    return ExportTable("flags", columns, tuple(rows))


def _file(row: GradebookRow) -> str:
    return str(row.paper.place) if row.paper else ""


def _student(row: GradebookRow) -> str:
    """Return the identifier of a student; the name on the paper if the student is unknown."""
    return row.student.id or row.student.name


def _yes_or_no(needed: bool) -> str:  # noqa: FBT001
    return "yes" if needed else "no"


def translated_table(table: ExportTable, exam: Exam, lang: str) -> ExportTable:
    """Return a table with its header and corrige's words translated to "fr" or "en".

    Numbers and texts written by people stay unchanged. Slugs of verdicts, notes and states become words, and dates have
    the usual form of the language. In the table of flags, the column `flag` keeps its slugs, since decisions name flags
    by slugs.
    """
    words = shared_words(lang)
    names = words["tables"]["columns"]
    has_list_columns = LAST_COLUMN in table.columns
    translated = table.columns.index(LAST_COLUMN) + 1 if has_list_columns else len(table.columns)  # how many columns
    columns = tuple(names.get(name, name) if at < translated else name for at, name in enumerate(table.columns))
    report = words["report"]
    slugs = {"needs_teacher": report, "verdict": words["verdicts"], "decision": report["kinds"], "state": report}

    def text(name: str, cell: CellValue, decision: CellValue) -> CellValue:
        """Return a cell of the column `name` translated; `decision` is the kind of decision of its row, if any."""
        if not isinstance(cell, str) or not cell:
            return cell
        if isinstance(cell, Message):
            return cell.render(lang)
        if name == "note":
            from answers.sheets.view import plain_note_text  # slow to import, and not needed to read a class

            return plain_note_text(note_named(cell), exam.words(lang))
        if name == "time":
            return translated_date(cell, lang)
        if name == "item" and decision and (flag := flag_named(cell)):
            return flag.render(lang)
        is_told = name == "value" and (decision, cell) == (ACKNOWLEDGED, SHOWN_TO_STUDENT)
        return str(words["tables"]["told"] if is_told else slugs.get(name, {}).get(cell, cell))

    decision_at = table.columns.index("decision") if "decision" in table.columns else None
    rows = []
    for row in table.rows:
        decision = row[decision_at] if decision_at is not None else None
        own = (text(name, cell, decision) for name, cell in zip(table.columns[:translated], row, strict=False))
        rows.append((*own, *row[translated:]))
    name = words["tables"]["names"].get(table.name, table.name)
    return replace(table, name=name, columns=columns, rows=tuple(rows))


def translated_date(text: str, lang: str) -> str:
    """Return a date and time such as "2026-11-22T10:06:07" in the form of the language; any other text unchanged."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment_text(moment).render(lang)


FORMULA = re.compile(r"(^|[;,\t|])(\s*)(?='*[=+\-@＝＋－＠])")
"""The places where a formula could begin: at the start of a cell, or after a separator, even within a quoted cell."""
ESCAPED = re.compile(FORMULA.pattern.replace("(?=", "'(?="))
"""The places where `escape_formulas` has written an apostrophe."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]+")
"""Line breaks, control characters, and characters that XML does not allow."""
BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Dialect:
    """A form of CSV: cell separator, decimal mark, start of the file (a byte order mark or ""), language of texts."""

    separator: str
    decimal: str
    start: str = ""
    lang: str = "en"


PLAIN = Dialect(",", ".")
DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {"plain": PLAIN, "fr": Dialect(";", ",", BOM, "fr"), "en": Dialect(",", ".", BOM)}
)
"""The dialects for programs ("plain"), for a French spreadsheet and for an English spreadsheet."""


def table_csv(table: ExportTable, dialect: Dialect = PLAIN) -> bytes:
    """Return a table as CSV in UTF-8: texts quoted, formulas escaped, numbers unquoted, lines ended by a line feed."""

    def text(cell: CellValue) -> str:
        """Return a number with the dialect's decimal sign, or a quoted text."""
        return str(cell).replace(".", dialect.decimal) if isinstance(cell, int | float) else _quoted(cell or "")

    lines = (dialect.separator.join(map(text, row)) for row in (table.columns, *table.rows))
    return (dialect.start + "".join(f"{line}\n" for line in lines)).encode()


def safe_cell(text: str) -> str:
    """Return a text on one line, with an apostrophe before each place that a spreadsheet would run as a formula."""
    return escape_formulas(one_line(text))


def escape_formulas(text: str) -> str:
    """Return a text with an apostrophe wherever a formula could begin; `unescape_formulas` removes it."""
    return FORMULA.sub(r"\1\2'", text)


def unescape_formulas(text: str) -> str:
    """Return a text without the apostrophes that `escape_formulas` wrote."""
    return ESCAPED.sub(r"\1\2", text) if "'" in text else text  # the test saves time for thousands of cells


def one_line(text: str) -> str:
    """Return a text with a space in place of line breaks and control characters."""
    return CONTROLS.sub(" ", text)


def texts_csv(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows of texts as CSV for a platform's import: UTF-8, commas, every cell quoted, formulas escaped."""
    return "".join(",".join(_quoted(text) for text in row) + "\n" for row in rows).encode()


def _quoted(text: str) -> str:
    return '"' + safe_cell(text).replace('"', '""') + '"'


def gradebook_csv(gradebook: Gradebook) -> bytes:
    """Return the content of `gradebook.csv`: the table of marks in the plain dialect."""
    return table_csv(marks_table(gradebook))
