"""Print slips to cut out, one for each student, with the student's code for signing in."""

from dataclasses import dataclass
from pathlib import Path

from answers.classroom.folder import SITTING, ClassData
from answers.classroom.printing import LIST_STYLE, list_html
from answers.files import file_transaction, make_folder
from answers.sheets.pdf import render_pdf
from answers.web.sitting.codes import FILE, codes_bytes, hash_code, new_code, read_codes

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

    With `renew`, all of them get a new code and their old codes become invalid. Only hashes of codes are stored, so a
    slip cannot be printed again. Earlier slips are kept beside the new ones.
    """
    folder = make_folder(class_data.folder / SITTING)
    known = read_codes(folder)
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
    codes = {student: code for student, code in known.items() if student in present}
    codes |= {student: hash_code(code) for student, code in new.items()}
    with file_transaction() as files:
        html = list_html(class_data, "slips", enrollments=enrollments, codes=new, address=address)
        files.write(path, render_pdf(html, fillable=False, style=LIST_STYLE))
        files.write(folder / FILE, codes_bytes(codes), overwrite=True)
    return PrintedSlips(path, len(enrollments), len(selected.enrollments) - len(enrollments), files.backups.get(path))
