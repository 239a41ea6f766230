"""The history of a class: who decided, transcribed, placed, collected and assigned what, and when."""

from dataclasses import dataclass
from pathlib import Path

from answers.classroom.db import FILE, check_cell_types, damaged_row, reading
from answers.files import shown

HISTORY = """
    SELECT at, author, 'decision' AS kind, student, target, trim(kind || ' ' || value) AS text,
        undoes IS NOT NULL AS undo, reason FROM override
    UNION ALL SELECT at, author, 'reading', student, item, text, undoes IS NOT NULL, '' FROM transcription
    UNION ALL SELECT at, author, 'page', student, coalesce(sheet_page, ''), substr(digest, 1, 12) || ',' || page,
        undoes IS NOT NULL, '' FROM placement
    UNION ALL SELECT collected_at, '', 'file', '', substr(digest, 1, 12),
        name || CASE WHEN is_date_stated THEN ' (' || date || ')' ELSE '' END, 0, '' FROM upload
    UNION ALL SELECT at, author, 'assignment', student, substr(file, 1, 12),
        CASE WHEN is_aside THEN 'aside' ELSE '' END, undoes IS NOT NULL OR NOT holds, '' FROM assignment
    UNION ALL SELECT at, '', 'seed', student, '', coalesce(u0, ''), 0, '' FROM seed
    UNION ALL SELECT at, author, 'mistake', '', slug, sentence, undoes IS NOT NULL OR sentence = '', ''
        FROM class_mistake
    UNION ALL SELECT at, author, 'criterion', '', part || ' ' || slug,
        trim(points || ' ' || coalesce(nullif(fr, ''), en)),
        undoes IS NOT NULL, '' FROM criterion
    UNION ALL SELECT at, author, 'removal', student, '', '', 0, '' FROM removal
    UNION ALL SELECT at, author, 'other', '', '', '', 0, '' FROM action WHERE at NOT IN (
        SELECT at FROM override UNION SELECT at FROM transcription UNION SELECT at FROM placement
        UNION SELECT at FROM assignment UNION SELECT at FROM seed UNION SELECT at FROM class_mistake
        UNION SELECT at FROM criterion UNION SELECT at FROM removal)
    UNION ALL SELECT strftime('%Y-%m-%dT%H:%M:%S', at, 'unixepoch', 'localtime'), '', 'sitting', student, kind,
        CASE WHEN kind = 'time' THEN minutes || ' min' ELSE text END, 0, ''
        FROM event WHERE kind IN ('open', 'close', 'time', 'message', 'hand-in', 'reopen', 'anew')
    UNION ALL SELECT strftime('%Y-%m-%dT%H:%M:%S', max(at), 'unixepoch', 'localtime'), '', 'sitting', student, kind,
        count(*), 0, ''
        FROM event WHERE kind IN ('sign-in', 'refused', 'save') GROUP BY student, kind
    ORDER BY at
"""
"""The query for all actions in the store of a class."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action on a class, as the store of the class has it; JSON documents have these fields.

    `at` is the local time in ISO form, `author` "" if unknown, and `student` "*" for all students. `target` is the
    item, flag, page or file, or the kind of event of a sitting. All saves of a student are one action, and so are all
    sign-ins, with the time of the last and their number as `text`. `undo` means that the action undoes an earlier one.
    Only decisions have a `reason`.

    `kind` is "decision", "reading" (transcription of a scanned box), "page" (a scanned page placed or set aside),
    "file" (collected), "assignment" (of a file to a student, or to nobody: `text` is then "aside"), "seed" (of a
    student in a further sitting), "mistake" (a misconception found in the class, accepted or withdrawn), "criterion"
    (of a written answer, changed for the class), "removal", "sitting" (an exam in a browser) or "other" (a deadline or
    a second mark).
    """

    at: str
    author: str
    kind: str
    student: str
    target: str
    text: str
    undo: bool
    reason: str


def history(folder: Path) -> tuple[Action, ...]:
    """Return all actions on a class, in the order of their times."""
    place = shown(folder / FILE)
    with reading(folder) as connection:
        check_cell_types(connection, "event", place)
        rows = connection.execute(HISTORY).fetchall()
    if any(row["at"] is None for row in rows):  # a time that SQLite cannot convert
        raise damaged_row(place, "event")
    return tuple(
        Action(**{**row, "target": str(row["target"]), "text": str(row["text"]), "undo": bool(row["undo"])})
        for row in rows
    )
