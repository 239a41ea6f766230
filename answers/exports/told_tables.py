"""Tables as people read them: their names, columns, verdicts, remarks, decisions and dates in words."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from answers.assets import house_words
from answers.exam.exam import Exam
from answers.exports.tables import CellValue, Table
from answers.flags import flag_named, note_named
from answers.messages import Message
from answers.sheets.view import noted_plainly

LAST = "file"
"""The last column of ours in the table of marks; those of the class list follow, and are left as they are."""
SEEN, TOLD = "seen", "told"
"""The decision about a flag, and its value when the student is told."""


def told_table(table: Table, exam: Exam, lang: str) -> Table:
    """Return a table in the words of "fr" or "en"; numbers, and what people wrote, stay as they are.

    Slugs of verdicts and remarks become what they say, "yes" and "no" are said in the language, a date has the form of
    the country, without its seconds. The column `flag`, by which a flag is settled, keeps its slugs.
    """
    words = house_words(lang)
    names, own = words["tables"]["columns"], _own(table)
    columns = tuple(names.get(name, name) if at < own else name for at, name in enumerate(table.columns))
    rows = tuple(
        tuple(
            _told(name, cell, dict(zip(table.columns, row, strict=True)), exam, lang) if at < own else cell
            for at, (name, cell) in enumerate(zip(table.columns, row, strict=True))
        )
        for row in table.rows
    )
    return replace(table, name=words["tables"]["names"].get(table.name, table.name), columns=columns, rows=rows)


def told_date(text: str, lang: str) -> str:
    """Return a date and time such as "2026-11-22T10:06:07" as people write it; what is none stays as it is."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment.strftime("%d/%m/%Y %H:%M" if lang == "fr" else "%Y-%m-%d %H:%M")


def _own(table: Table) -> int:
    """How many of the columns are ours."""
    return table.columns.index(LAST) + 1 if LAST in table.columns else len(table.columns)


def _told(name: str, cell: CellValue, row: Mapping[str, CellValue], exam: Exam, lang: str) -> CellValue:
    if not isinstance(cell, str) or not cell:
        return cell
    if isinstance(cell, Message):
        return cell.told(lang)
    words: Mapping[str, Any] = house_words(lang)  # a TOML document
    tables = {"needs_teacher": words["report"], "verdict": words["verdicts"], "decision": words["report"]["kinds"]}
    tables["state"] = words["report"]
    if name in tables:
        return str(tables[name].get(cell, cell))
    if name == "note":
        return noted_plainly(note_named(cell), exam.words(lang))
    if name == "time":
        return told_date(cell, lang)
    if name == "value" and (row.get("decision"), cell) == (SEEN, TOLD):
        return str(words["tables"]["told"])
    flag = flag_named(cell) if name == "item" and row.get("decision") else None
    return flag.told(lang) if flag else cell
