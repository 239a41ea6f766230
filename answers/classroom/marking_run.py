"""Mark a class, or return the stored marks if nothing from which they were computed has changed.

Functions raise CorrigeError if the class cannot be read, or a file cannot be written.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from answers.classroom.artifact_cache import from_bytes, marking_rules
from answers.classroom.changes import MARKING, Change, changed_rows, changes, last_marking, outputs_of
from answers.classroom.db import missing_actions, reading
from answers.classroom.folder import FEEDBACK, SUBMISSIONS, ClassData, further_seeds, roster_folder
from answers.classroom.upload_index import FOLDER as COLLECTED
from answers.executors.workers import SERIAL, ParallelMap
from answers.exports.gradebook import MARKS, Gradebook, GradebookRow
from answers.files import content_digest
from answers.paper import Paper
from answers.sheets.issued_files import SHEETS

if TYPE_CHECKING:
    from answers.classroom.issued import MarkingChange
    from answers.classroom.marks import MarkedClass

OUTPUTS = ("mistake_found", "result", "artifact", "scan_difference", "export", "code", "claim", "second_mark", "action")
"""The tables of the store that do not influence marks."""


@dataclass(frozen=True, slots=True)
class MarkingRun:
    """The marks of a class, and what has changed since the last marking; `is_first` if the class had no marks before.

    `rows` and `unassigned` are the rows of the gradebook and the papers without a student that changed; all of
    them if the class was not marked before. `changes` are the changed marks with the reasons; outside a trial they are
    left out if the store has no earlier results. `remarked` are the questions whose right answers or marking rules
    changed. `paths` are the files of marks, then the feedback sheets; empty in a trial. `marked` is None if the stored
    marks were returned.
    """

    class_data: ClassData
    gradebook: Gradebook
    is_first: bool = False
    rows: tuple[GradebookRow, ...] = ()
    unassigned: tuple[Paper, ...] = ()
    changes: tuple[Change, ...] = ()
    remarked: "tuple[MarkingChange, ...]" = ()
    paths: tuple[Path, ...] = ()
    marked: "MarkedClass | None" = None


def run_marking(class_data: ClassData, *, is_trial: bool, parallel_map: ParallelMap = SERIAL) -> MarkingRun:
    """Mark what was handed in to a class, and write the marks and the feedback unless `is_trial`.

    If nothing has changed since the last marking, its stored results are returned. The caller holds the lock of the
    class folder.
    """
    folder, last = class_data.folder, last_marking(class_data.folder)
    if last.fingerprint and last.fingerprint == marking_fingerprint(class_data):
        paths = tuple(folder / name for name in last.outputs)
        sheets = set((folder / FEEDBACK).glob("*.pdf"))
        if is_trial or (sheets <= {*paths} and outputs_of(folder, paths) == last.outputs):
            rows, unassigned = (tuple(map(from_bytes, texts)) for texts in (last.rows, last.unassigned))
            gradebook = Gradebook(class_data.exam, rows, unassigned, *from_bytes(last.others))
            return MarkingRun(class_data, gradebook, paths=() if is_trial else paths)

    # Local, since these take as long to import as the rest of the command needs.
    from answers.classroom.ingest import scan_pages
    from answers.classroom.issued import marking_changes, record_marking
    from answers.classroom.listed_names import record_names
    from answers.classroom.marks import mark_submissions, write_marks
    from answers.classroom.submission_set import load_submissions
    from answers.grading.programs import needs_another_run

    scan_pages(class_data)
    if not is_trial:
        record_names(class_data.folder, class_data.enrollments)
    fingerprint = marking_fingerprint(class_data)
    marked = mark_submissions(class_data, load_submissions(class_data), parallel_map)
    gradebook, is_first = marked.gradebook, not (folder / MARKS).exists()
    is_unfinished = any(row.paper and needs_another_run(row.paper) for row in gradebook.all_rows)
    if is_unfinished or marking_fingerprint(class_data) != fingerprint:  # or a file changed while it was marked
        fingerprint = ""
    rows, unassigned = changed_rows(last, gradebook)
    changed = changes(folder, gradebook, last) if is_trial or last.rows else ()
    remarked = marking_changes(class_data, gradebook)
    paths = ()
    if not is_trial:
        # What was issued is recorded below: the next marking compares with it.
        paths = write_marks(class_data, gradebook, parallel_map, "" if remarked else fingerprint)
        record_marking(class_data, gradebook, remarked)
    return MarkingRun(class_data, gradebook, is_first, rows, unassigned, changed, remarked, paths, marked)


def marking_fingerprint(class_data: ClassData) -> str:
    """Return a digest of all that determines the marks and the feedback of a class."""
    folder = class_data.folder
    others = further_seeds(class_data), missing_actions(folder)
    inputs = marking_rules(class_data), class_data.settings, class_data.enrollments, others
    digest = sha256(repr(inputs).encode("utf-8", "backslashreplace"))
    for path in sorted(path for inside in (SUBMISSIONS, COLLECTED) for path in (folder / inside).glob("*")):
        content = content_digest(path) if path.is_file() else ""
        digest.update(repr((path.name, path.lstat().st_mtime_ns, content)).encode())
    pictures = (folder / "scans").glob("*.jpg")
    for path in sorted((*(folder / SHEETS).rglob("*.pdf"), *pictures)):
        digest.update(repr((path.name, path.stat().st_mtime_ns, path.stat().st_size)).encode())
    for home in dict.fromkeys((folder, roster_folder(folder))):
        with reading(home) as connection:
            tables = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in sorted(set(tables) - set(OUTPUTS)):
                is_marking = f"WHERE name != '{MARKING}'" if table == "setting" else ""
                for row in connection.execute(f"SELECT * FROM {table} {is_marking} ORDER BY 1"):  # noqa: S608 - ours
                    digest.update(repr((table, *row)).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()
