"""Import files of a class that earlier versions of corrige wrote into the store.

They are imported once, when the store is opened for the first time, and then moved to `imported/`; `seeds.csv` of a
further sitting is imported whenever a teacher has written it. Functions raise CorrigeError if a file is damaged, with
all its problems and their lines.
"""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from answers.classroom.db import (
    OLD_FILES_STATE,
    OLD_REMOVALS,
    OLD_SEEDS,
    insert,
    old_files,
    save_setting,
    setting,
)
from answers.classroom.decisions import (
    COLUMNS,
    EVERYBODY,
    FOR_EVERYBODY,
    PAPER_DECISIONS,
    DecisionKind,
    absence_problem,
    paper_decision_problem,
    points_from_text,
    points_problem,
)
from answers.classroom.fair_seeds import FAIRNESS
from answers.classroom.folder import IMPORTED, ROSTER, add_seeds, removal_row, sitting_seeds
from answers.classroom.roster import read_own_roster
from answers.classroom.scans import TURNS
from answers.classroom.sitting import Event, EventKind, insert_events, read_events
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.trust import CONVERSATION
from answers.exports.tables import unescape_formulas
from answers.files import json_of, make_folder, read_limited, shown, unusable
from answers.flags import FLAGS, NO_PAPER, flag_named
from answers.messages import Message, joined, shortened
from answers.submissions.raw.submission import decode, separator

MAX_FILE = 200_000_000
"""The largest file that is read, in bytes."""
_CORRECT = Message("correct the line in the file, or remove it from the file")
_EMPTY = Event(EventKind.OPEN)
"""An event whose attributes show the types that an imported event must have."""

Row: TypeAlias = Mapping[str, object]
"""The cells of a row of the store, by column."""


def import_old_files(connection: sqlite3.Connection, folder: Path) -> tuple[Path, ...]:
    """Append the rows of the old files in a class folder to a store, and return the paths of the files.

    Once the store has them, only the seeds of a sitting are read again.
    """
    is_first = not setting(connection, OLD_FILES_STATE)
    names = [name for name in old_files(folder) if is_first or name == OLD_SEEDS]
    for name in names:
        path = folder / name
        if name in _LOGS:
            _import_log(connection, path)
        elif name in _OTHERS:
            _OTHERS[name](connection, path)
    if is_first:
        roster, removals = folder / ROSTER, folder / OLD_REMOVALS
        if removals.is_file() and roster.is_file():  # the removed students; this file stays in place
            listed, removed = (read_own_roster(read_limited(path), str(path)) for path in (roster, removals))
            known = {enrollment.student.id for enrollment in listed.enrollments}
            absent = (enrollment for enrollment in removed.enrollments if enrollment.student.id not in known)
            insert(connection, "removal", (removal_row(enrollment, "", "") for enrollment in absent))
        save_setting(connection, OLD_FILES_STATE, "moving")
    return tuple(folder / name for name in names)


def _import_events(connection: sqlite3.Connection, path: Path) -> None:
    """Add the events of a sitting in a browser.

    Lines that cannot be read are left out, and reported. Codes are not imported: their hashes had another form.
    """
    events: dict[int, Event] = {}
    damaged = []
    for number, line in enumerate(read_limited(path, MAX_FILE).splitlines(), 1):
        try:
            fields = json_of(line)
            word = "device" if fields["what"] in ("sign-in", "sign-out") else "text"
            names = {"what": "kind", "number": "seq", "word": word}
            values = {names.get(name, name): value for name, value in fields.items()}
            event = Event(**{**values, "kind": EventKind(values["kind"])})
            is_valid = all(type(getattr(event, name)) is type(getattr(_EMPTY, name)) for name in values)
        except (ValueError, KeyError, TypeError, AttributeError):
            is_valid = False
        if is_valid and event.seq > 0 and event.seq not in events:
            events[event.seq] = event
        else:
            damaged.append(str(number))
    insert_events(connection, events.values())
    if damaged:
        CONVERSATION.inform(
            Message(
                "{path}: {count} damaged line was not imported into class.db: {lines}",
                plural="{path}: {count} damaged lines were not imported into class.db: {lines}",
                path=shown(path),
                count=len(damaged),
                lines=shortened(damaged),
            )
        )


def _import_sheets_shown(connection: sqlite3.Connection, path: Path) -> None:
    """Add the seeds of the sheets that a sitting in a browser showed."""
    events = read_events(connection)
    if not events:
        return
    try:
        seeds = {sheet["id"]: int(sheet["u0"]) for sheet in json_of(read_limited(path, MAX_FILE))["candidates"]}
    except (ValueError, KeyError, TypeError):
        return
    seq, at = events[-1].seq, events[-1].at
    sheets = enumerate(seeds.items(), seq + 1)
    insert_events(connection, (Event(EventKind.SHEET, seq, at, student, text=str(u0)) for seq, (student, u0) in sheets))


def _import_seeds(connection: sqlite3.Connection, path: Path) -> None:
    """Add the seeds of a sitting from `seeds.csv`, and inform the teacher if they differ from earlier seeds."""
    is_first = not sitting_seeds(connection)
    listed = read_own_roster(read_limited(path), str(path)).enrollments
    changed = add_seeds(connection, {enrollment.student.id: enrollment.u0 for enrollment in listed})
    if changed and not is_first:
        CONVERSATION.inform(
            Message(
                "{file} gives these students another u₀ than before, and this u₀ counts from now on: {students}; "
                "the file was imported and moved to {folder}",
                file=path.name,
                students=joined(", ", changed),
                folder=IMPORTED,
            )
        )


def _import_fairness(connection: sqlite3.Connection, path: Path) -> None:
    with suppress(CorrigeError, ValueError):  # a damaged file is only missing from the report
        save_setting(connection, FAIRNESS, json.dumps(json_of(read_limited(path))))


def _import_uploads(connection: sqlite3.Connection, path: Path) -> None:
    try:
        document = json_of(read_limited(path, MAX_FILE))
        uploads = list(map(_upload, document["files"]))
        picked = {str(student): str(file) for student, file in document["picked"].items()}
        deadline = document["deadline"] and _moment(document["deadline"])
        "".join(chain.from_iterable(picked.items())).encode()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = Message(
            "the students' files are intact: move {file} away, and collect the downloaded files again", file=path.name
        )
        raise CorrigeError.single(
            "the file in which corrige lists the collected files is damaged", place=str(path), remedy=remedy
        ) from error
    insert(connection, "upload", uploads)
    rows = ({"student": student, "file": file, "author": "", "at": ""} for student, file in picked.items())
    insert(connection, "assignment", rows)
    if deadline:
        save_setting(connection, "deadline", deadline)


def _upload(fields: Mapping[str, Any]) -> Row:
    digest, name, size = fields["digest"], fields["name"], fields["bytes"]
    if not (isinstance(name, str) and isinstance(size, int) and re.fullmatch("[0-9a-f]{32}", digest)):
        raise ValueError
    row = {"digest": digest, "name": name, "date": _moment(fields["date"]), "size": size, "problem": None}
    flags = {"is_date_stated": fields.get("said") is True, "is_aside": fields.get("aside") is True}
    return {**row, **flags, "collected_at": _moment(fields["collected"])}


def _moment(text: object) -> str:
    """Return a local date and time of the index in ISO form; raise ValueError if it has a time zone."""
    if (moment := datetime.fromisoformat(str(text))).tzinfo is not None:
        raise ValueError
    return moment.isoformat()


def _import_log(connection: sqlite3.Connection, path: Path) -> None:
    """Append the lines of a table to its log.

    Columns may be in any order, with any separator, as a spreadsheet saves them.
    """
    table, columns, parse = _LOGS[path.name]
    rows, problems, text = list[Row](), list[Problem](), decode(read_limited(path, MAX_FILE), str(path))
    mark = separator(text.partition("\n")[0], ",;\t")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        header = next(lines, [])
        if lacking := [name for name in columns if name not in header]:
            cause = Message("the table in this file lacks these columns: {columns}", columns=", ".join(lacking))
            remedy = Message("write this first line in the file: {columns}", columns=",".join(columns))
            raise CorrigeError.single(cause, place=str(path), remedy=remedy)
        for line in filter(None, lines):
            value: Row | Problem = Problem("the line has too few or too many cells", "", _CORRECT)
            if len(line) == len(header):
                cells = dict(zip(header, map(unescape_formulas, line), strict=True))
                value = parse([cells[name] for name in columns])
            if isinstance(value, Problem):
                place = Message("{path}, line {number}", path=path, number=lines.line_num)
                problems.append(replace(value, place=place))
            else:
                rows.append(value)
    except csv.Error as error:
        cause = Message("the table in this file cannot be read: {error}", error=error)
        raise CorrigeError.single(cause, place=str(path), remedy="correct the quotation marks in the file") from error
    if problems:
        raise CorrigeError(problems)
    insert(connection, table, rows)


def set_aside(folder: Path, imported: Iterable[Path]) -> None:
    """Move imported files to `imported/`, under the first free names, and inform the teacher."""
    if imported := tuple(imported):
        files = ", ".join(str(path.relative_to(folder)) for path in imported)
        CONVERSATION.inform(
            Message(
                "these files of an earlier version were imported into class.db and moved to {folder}/: {files}",
                folder=IMPORTED,
                files=files,
            )
        )
    for path in imported:
        place = make_folder((folder / IMPORTED / path.relative_to(folder)).parent)
        names = chain([path.name], (f"{path.name}.{number}" for number in count(1)))
        try:
            path.rename(next(place / name for name in names if not (place / name).exists()))
        except FileNotFoundError:  # another program has just moved it
            continue
        except OSError as error:
            raise unusable(path, error) from error


def _override(cells: Sequence[str]) -> Row | Problem:
    student, item, kind, value, answer, reason, author, at = map(str.strip, cells)
    is_absence, is_flag = item == NO_PAPER.slug and kind == DecisionKind.POINTS, flag_named(item) is not None
    problem: Problem | None = None
    if item in PAPER_DECISIONS:
        problem = paper_decision_problem(item, kind, value)
    elif kind not in set(DecisionKind):
        cause = Message("the line has an unknown kind of decision: {decision!r}", decision=kind[:40])
        problem = Problem(cause, "", did_you_mean(kind, DecisionKind))
    elif is_absence and points_from_text(value) != 0:
        problem = absence_problem(value)
    elif kind == DecisionKind.ACKNOWLEDGED and not is_flag:
        cause = Message("there is no such flag: {name!r}", name=item[:40])
        problem = Problem(cause, "", did_you_mean(item, [flag.slug for flag in FLAGS]))
    elif kind == DecisionKind.POINTS and points_from_text(value) is None:
        problem = points_problem(value)
    is_for_everybody = student == EVERYBODY and kind in FOR_EVERYBODY and not is_flag and item not in PAPER_DECISIONS
    if problem is None and (student == EVERYBODY or kind == DecisionKind.LEFT_OUT) and not is_for_everybody:
        cause = Message(
            "the decision {decision!r} is not possible for {student!r}", decision=kind[:40], student=student[:60]
        )
        remedy = Message("a decision for everybody (student *) must name an item, and be right, left-out or withdrawn")
        problem = Problem(cause, "", remedy)
    if problem is None and not student:
        remedy = Message("write in this line the student's identifier, as in students.csv")
        problem = Problem("the line names no student", "", remedy)
    cells = (student, item, kind, value, answer, reason, author, at)
    columns = ("student", "target", "kind", "value", "answer", "reason", "author", "at")
    return problem or dict(zip(columns, cells, strict=True))


def _transcription(cells: Sequence[str]) -> Row | Problem:
    if not (cells[0] and cells[1]):
        cause = Message(
            "this line should state the text that a person read in a scanned box, but it names no student or no item"
        )
        return Problem(cause, "", _CORRECT)
    student, item, text, author, at, scan = cells
    return {"student": student, "item": item, "text": text, "scan": scan, "author": author, "at": at}


def _placement(cells: Sequence[str]) -> Row | Problem:
    digest, page, student, sheet_page, turned, author, at = map(str.strip, cells)
    turn = turned or "0"
    is_word = all(cell.isdecimal() for cell in (page, turn, sheet_page or "0")) and int(page) > 0
    if not is_word or int(turn) not in TURNS or bool(student) != bool(int(sheet_page or 0)):
        cause = Message(
            "this line should say to which student a scanned page belongs: it needs the number of the "
            "scanned page and, unless the page is set aside, the student and the number of the page of the "
            "answer sheet; numbers begin at 1"
        )
        return Problem(cause, "", _CORRECT)
    place = {"digest": digest, "page": int(page), "student": student}
    of_sheet = {"sheet_page": int(sheet_page) if sheet_page else None, "turn": int(turn)}
    return {**place, **of_sheet, "author": author, "at": at}


_Parse: TypeAlias = Callable[[list[str]], Row | Problem]
"""A function that returns the row of the store for the cells of a line, or a Problem without its place."""
_LOGS: Mapping[str, tuple[str, Sequence[str], _Parse]] = MappingProxyType(
    {
        "decisions.csv": ("override", COLUMNS, _override),
        "readings.csv": ("transcription", ("student", "item", "text", "who", "when", "crop"), _transcription),
        "placements.csv": (
            "placement",
            ("digest", "page", "student", "sheet_page", "turned", "author", "time"),
            _placement,
        ),
    }
)
"""The table of the log, the columns, and the function that parses the cells of a line, by file."""

_OTHERS: Mapping[str, Callable[[sqlite3.Connection, Path], None]] = MappingProxyType(
    {
        "collected/index.json": _import_uploads,
        OLD_SEEDS: _import_seeds,
        "fairness.json": _import_fairness,
        "sitting/log.jsonl": _import_events,
        "sitting/served.json": _import_sheets_shown,
    }
)
"""The function that adds the content of a file to the store, by file."""
