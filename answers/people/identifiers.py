"""Correct identifiers that a spreadsheet or a script has changed, and report those that cannot be corrected."""

import re
from collections.abc import Sequence
from dataclasses import replace

from answers.errors import Problem
from answers.messages import Message
from answers.people.columns import positions_of_roles
from answers.people.names import MAX_DIGITS, POWER, may_be_cut, without_power
from answers.people.table import EMAIL, FIRST_NAME, FULL_NAME, IDENTIFYING, INE, NAME, InputTable, Line, plain

_QUOTED = re.compile(r'=\s*"([^"]*)"')
"""An identifier as a formula: ="00123"."""
_HASHED = re.compile(r"#[\w.@+-]+")
"""An identifier as Brightspace writes it: #00123."""
_APOSTROPHE = re.compile(r"'(\d.*)")
"""A number that an apostrophe marks as text: '0012."""
_FLOAT = re.compile(r"(\d+)[.,]0+")
"""A whole number as programs write it: 21700123.0."""
_MONTHS = (
    r"(?:jan|janv|feb|fév|fevr|févr|mar|mars|apr|avr|may|mai|jun|juin|jul|juil|aug|aoû|août|aout|sep|sept|oct|nov|dec|déc)"
    r"[a-zéû]*\.?"
)
_DATE = re.compile(
    rf"\d{{1,4}}([-/.])\d{{1,2}}\1\d{{1,4}}( .*)?|\d{{1,2}}[-/. ]{_MONTHS}([-/. ]\d{{2,4}})?|{_MONTHS}[-/. ]\d{{2,4}}"
    r"|\d{1,2}:\d{2}(:\d{2})?",
    re.IGNORECASE,
)
_NO_VALUE = re.compile(r"#[a-z/0]+[!?]?|#+|true|false|vrai|faux|nan|null|none|n/a|undefined", re.IGNORECASE)
"""A text that programs write for a missing value or an error."""
_ERROR = re.compile(
    r"#(?:n/[ad]|ref!|réf!|value!|valeur!|name\?|nom\?|div/0!|num!|nombre!|null!|nul!)|#+", re.IGNORECASE
)
"""An error value of a spreadsheet, in English or French."""


def mended_identifiers(table: InputTable, place: str, known_by: str = "") -> tuple[InputTable, tuple[Problem, ...]]:
    """Return the table with damaged identifiers corrected, and at most one note that names the columns and an example.

    ="00123" becomes 00123, in names too, '0012 becomes 0012, and 2.1700123E+07 becomes 21700123, as does 21700123.0 if
    it has five digits or the column has only whole numbers. The sign # of Brightspace is removed without a note.
    `known_by` is the header of the column that identifies students, if the teacher chose one.
    """
    header, *body = table.lines
    roles = positions_of_roles(header, body)
    named = {at for at, cell in enumerate(header.cells) if known_by and plain(cell) == plain(known_by)}
    keys = named | {at for at, role in roles.items() if role in (*IDENTIFYING, INE) and role != EMAIL}
    names = {at for at, role in roles.items() if role in (NAME, FIRST_NAME, FULL_NAME, EMAIL)}
    columns, example = [], ("", "")
    for at in sorted(keys | names):
        cells = [line.cell(at) for line in body]
        if at in keys and all(map(_HASHED.fullmatch, cells)):
            cells = [cell.removeprefix("#") for cell in cells]
            body = [_with_cell(line, at, cell) for line, cell in zip(body, cells, strict=True)]
        better = _mended(cells) if at in keys else [_QUOTED.sub(r"\1", cell) for cell in cells]
        changed = next(((old, new) for old, new in zip(cells, better, strict=True) if old != new), None)
        if changed is None:
            continue
        body = [_with_cell(line, at, cell) for line, cell in zip(body, better, strict=True)]
        columns.append(header.cells[at])
        example = example if any(example) else changed
    cause = Message(
        "identifiers or names changed by a spreadsheet (column {columns}) are corrected: {old} is read as {new}",
        columns=", ".join(map(repr, columns)),
        old=example[0][:40],
        new=example[1][:40],
    )
    notes = (Problem(cause, place, "compare the corrected texts with the list of the school"),) if columns else ()
    return replace(table, lines=(header, *body)), notes


def _with_cell(line: Line, at: int, text: str) -> Line:
    return replace(line, cells=(*line.cells[:at], text, *line.cells[at + 1 :])) if at < len(line.cells) else line


def _mended(cells: Sequence[str]) -> list[str]:
    """Return the cells of a column of identifiers without what spreadsheets add: quotes, ".0" and powers of ten."""
    bare = [_APOSTROPHE.sub(r"\1", _QUOTED.sub(r"\1", cell).strip()) for cell in cells]
    whole = [without_power(cell) for cell in bare]
    floats = [_FLOAT.fullmatch(cell) for cell in whole]
    are_numbers = all(
        match or not cell or cell.isdecimal() or is_spoilt(cell) for cell, match in zip(whole, floats, strict=True)
    )
    return [
        match[1] if match and (are_numbers or len(match[1]) >= 5) else cell
        for cell, match in zip(whole, floats, strict=True)
    ]


def is_spoilt(text: str) -> bool:
    """Return whether a spreadsheet has turned an identifier into a power of ten, a date, a time or an error."""
    return bool(POWER.fullmatch(text) or _DATE.fullmatch(text) or _NO_VALUE.fullmatch(text))


def spoilt_problem(text: str) -> Problem | None:
    """Return the problem, without a place, of an identifier that a spreadsheet has destroyed; None if it is intact."""
    shown = text[:40]
    if POWER.fullmatch(text):
        cause = Message(
            "the identifier {text} has lost digits in a spreadsheet: it is written as a rounded number", text=shown
        )
        remedy = (
            "export the list again, and in the spreadsheet give the column of identifiers the format “text” before you "
            "open or type the list"
        )
        return Problem(cause, "", remedy)
    if _DATE.fullmatch(text):
        cause = Message("a spreadsheet turned the identifier into a date or a time: {text}", text=shown)
        return Problem(cause, "", "format the column as text, and write the identifier again")
    if _NO_VALUE.fullmatch(text):
        cause = Message("{text} is no identifier: it stands for a missing value or an error", text=shown)
        return Problem(cause, "", "write the identifier of this student")
    return None


def are_cut(texts: Sequence[str]) -> bool:
    """Return whether all long numbers of a column have only zeros after the fifteenth digit, and two zeros in all."""
    long = [text for text in texts if len(text) > MAX_DIGITS and text.isdecimal()]
    return all(map(may_be_cut, long)) and sum(len(text) - MAX_DIGITS for text in long) > 1


def is_error(text: str) -> bool:
    """Return whether a cell is an error value of a spreadsheet, such as #N/A or #REF!, in English or French."""
    return bool(_ERROR.fullmatch(text))
