"""The slips of a class: cut lines, one a student, with the code that opens the student's own page."""

from dataclasses import dataclass
from pathlib import Path

from answers.classroom.folder import SITTING, ClassData
from answers.classroom.printing import LIST_STYLE, list_html
from answers.files import file_transaction, make_folder
from answers.sheets.pdf import render_pdf
from answers.web.sitting.codes import FILE, codes_bytes, drawn, hashed, read_codes

SLIPS = "slips.pdf"


@dataclass(frozen=True, slots=True)
class Printed:
    """The file of slips, None if nobody needed one; how many are on it, how many keep the code that they have."""

    path: Path | None
    slips: int
    kept: int
    earlier: Path | None = None


def print_slips(class_data: ClassData, wanted: ClassData, *, renew: bool, address: str = "") -> Printed:
    """Draw a code for each student of `wanted` who has none, and write their slips to `slips.pdf`.

    With `renew` all of them get another, and those of before open nothing any more. What is kept is no code but its
    hash: a slip is not printed twice. Slips of before are kept beside the new ones.
    """
    folder = make_folder(class_data.folder / SITTING)
    known = read_codes(folder)
    new = {
        enrollment.student.id: drawn()
        for enrollment in wanted.enrollments
        if renew or enrollment.student.id not in known
    }
    enrollments = [enrollment for enrollment in wanted.enrollments if enrollment.student.id in new]
    if not enrollments:
        return Printed(None, 0, len(wanted.enrollments))
    path = class_data.folder / SLIPS
    present = {
        enrollment.student.id for enrollment in class_data.enrollments
    }  # who has left the class has no code any more
    codes = {student: code for student, code in known.items() if student in present}
    codes |= {student: hashed(code) for student, code in new.items()}
    with file_transaction() as files:
        html = list_html(class_data, "slips", enrollments=enrollments, codes=new, address=address)
        files.write(path, render_pdf(html, fillable=False, style=LIST_STYLE))
        files.write(folder / FILE, codes_bytes(codes), overwrite=True)
    return Printed(path, len(enrollments), len(wanted.enrollments) - len(enrollments), files.backups.get(path))
