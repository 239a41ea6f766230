"""Print slips of paper to cut out, one for each student, with the code for signing in to an exam session."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from answers.classroom.db import insert, reading, save_setting, setting, transaction
from answers.classroom.folder import ClassData
from answers.classroom.listed_names import record_names
from answers.classroom.printing import LIST_STYLE, list_html
from answers.classroom.sitting import REVOKED, REVOKED_CODES, read_codes, revoked_codes
from answers.files import file_transaction, write_atomic
from answers.sheets.pdf import render_pdf
from answers.web.sitting.codes import code_hash, code_key, new_code

SLIPS = "slips.pdf"
PRINTING = "printing"
"""Name of the store's setting that records, as JSON, the digest and the students of slips that are being written."""


@dataclass(frozen=True, slots=True)
class PrintedSlips:
    """The file of printed slips, if any; how many were printed, how many students keep a code; an earlier file."""

    path: Path | None
    slips: int
    unchanged: int
    earlier: Path | None = None


def print_slips(class_data: ClassData, selected: ClassData, *, renew: bool, address: str = "") -> PrintedSlips:
    """Draw a code for each student of `selected` who has none, and write their slips, with `address`, to `slips.pdf`.

    `selected` is the class with only these students. With `renew`, all of them get new codes; so do students whose
    slips were lost because the program was killed. Old codes stay invalid even if an earlier store is put back, since
    their hashes are recorded beside it. Only hashes are stored, so a slip cannot be printed again. A previous
    `slips.pdf` is kept under another name.
    """
    with reading(class_data.folder) as connection:
        stored = read_codes(connection, class_data.folder)
        printing = setting(connection, PRINTING)
    lost = _without_slip(class_data.folder / SLIPS, printing)
    known = {student: text for student, text in stored.items() if text != REVOKED}
    new = {
        enrollment.student.id: new_code()
        for enrollment in selected.enrollments
        if renew or enrollment.student.id not in known or enrollment.student.id in lost
    }
    enrollments = [enrollment for enrollment in selected.enrollments if enrollment.student.id in new]
    if not enrollments:
        return PrintedSlips(None, 0, len(selected.enrollments))
    path = class_data.folder / SLIPS
    present = {enrollment.student.id for enrollment in class_data.enrollments}  # removed students lose their codes
    key = code_key(class_data.settings.secret)
    hashes = {student: known[student] for student in known if student in present}
    hashes |= {student: code_hash(key, student, code) for student, code in new.items()}
    revoked = {text for student, text in known.items() if hashes.get(student) != text}
    revoked |= revoked_codes(class_data.folder) - {REVOKED}
    record_names(class_data.folder, enrollments)  # to notice later if the column of names was sorted alone
    with file_transaction() as files:
        html = list_html(class_data, "slips", enrollments=enrollments, codes=new, address=address)
        content = render_pdf(html, fillable=False, style=LIST_STYLE)
        files.write(path, content)
        document = {"digest": sha256(content).hexdigest(), "students": sorted({*new, *(lost & present)})}
        with _restored_on_error(class_data.folder / REVOKED_CODES), transaction(class_data.folder) as connection:
            save_setting(connection, PRINTING, json.dumps(document))
            connection.execute("DELETE FROM code")
            insert(connection, "code", ({"student": student, "hash": text} for student, text in hashes.items()))
            if revoked:  # on the disk before the new codes: a kill between the two leaves no replaced code valid
                listed = "".join(f"{text}\n" for text in sorted(revoked)).encode()
                write_atomic(class_data.folder / REVOKED_CODES, listed, overwrite=True, mode=0o600)
    left = sorted((lost & present) - {*new})
    with transaction(class_data.folder) as connection:
        save_setting(connection, PRINTING, json.dumps({"digest": "", "students": left}) if left else None)
    return PrintedSlips(path, len(enrollments), len(selected.enrollments) - len(enrollments), files.backups.get(path))


@contextmanager
def _restored_on_error(path: Path) -> Iterator[None]:
    """Restore the content of a file if the block raises an exception: the store has not been changed then."""
    before = path.read_bytes() if path.exists() else None
    try:
        yield
    except Exception:
        if before is None:
            path.unlink(missing_ok=True)
        else:
            write_atomic(path, before, overwrite=True, mode=0o600)
        raise


def _without_slip(path: Path, printing: str | None) -> set[str]:
    """Return the students whose slips were lost: codes were stored, but the program ended before writing `path`."""
    try:
        document = json.loads(printing or "{}")
        content = path.read_bytes() if path.exists() else b""
        if not document or sha256(content).hexdigest() == document["digest"]:
            return set()
        return {str(student) for student in document["students"]}
    except (ValueError, TypeError, LookupError):
        return set()
