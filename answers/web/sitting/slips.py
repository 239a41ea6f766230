"""Print slips to cut out, one for each student, with the student's code for signing in."""

from dataclasses import dataclass
from pathlib import Path

from answers.classroom.db import insert, reading, transaction
from answers.classroom.folder import ClassData
from answers.classroom.printing import LIST_STYLE, list_html
from answers.classroom.sitting import REVOKED, REVOKED_CODES, read_codes, revoked_codes
from answers.files import file_transaction
from answers.sheets.pdf import render_pdf
from answers.web.sitting.codes import code_hash, code_key, new_code

SLIPS = "slips.pdf"


@dataclass(frozen=True, slots=True)
class PrintedSlips:
    """The file of slips (None if none was needed), the number of slips, and of students who keep their code."""

    path: Path | None
    slips: int
    kept: int
    earlier: Path | None = None


def print_slips(class_data: ClassData, selected: ClassData, *, renew: bool, address: str = "") -> PrintedSlips:
    """Draw a code for each student of `selected` without one, and write their slips to `slips.pdf`.

    With `renew`, all of them get a new code and their old codes become invalid, for ever: their hashes are recorded
    beside the store, of which an earlier state may be put back. Only hashes of codes are stored, so a
    slip cannot be printed again. Earlier slips are kept beside the new ones.
    """
    with reading(class_data.folder) as connection:
        stored = read_codes(connection, class_data.folder)
    known = {student: text for student, text in stored.items() if text != REVOKED}
    new = {
        enrollment.student.id: new_code()
        for enrollment in selected.enrollments
        if renew or enrollment.student.id not in known
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
    with file_transaction() as files:
        if revoked:
            listed = "".join(f"{text}\n" for text in sorted(revoked)).encode()
            files.write(class_data.folder / REVOKED_CODES, listed, overwrite=True)
        html = list_html(class_data, "slips", enrollments=enrollments, codes=new, address=address)
        files.write(path, render_pdf(html, fillable=False, style=LIST_STYLE))
        with transaction(class_data.folder) as connection:
            connection.execute("DELETE FROM code")
            insert(connection, "code", ({"student": student, "hash": text} for student, text in hashes.items()))
    return PrintedSlips(path, len(enrollments), len(selected.enrollments) - len(enrollments), files.backups.get(path))
