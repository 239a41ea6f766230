"""The slips of a class: cut lines, one a student, with the code that opens the student's own page."""

from dataclasses import dataclass
from pathlib import Path

from answers.classroom.folder import SITTING, Cohort
from answers.classroom.printing import LIST_STYLE, list_html
from answers.files import make_folder, writing_together
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


def print_slips(cohort: Cohort, wanted: Cohort, *, renew: bool, address: str = "") -> Printed:
    """Draw a code for each student of `wanted` who has none, and write their slips to `slips.pdf`.

    With `renew` all of them get another, and those of before open nothing any more. What is kept is no code but its
    hash: a slip is not printed twice. Slips of before are kept beside the new ones.
    """
    folder = make_folder(cohort.folder / SITTING)
    known = read_codes(folder)
    new = {pupil.student.id: drawn() for pupil in wanted.pupils if renew or pupil.student.id not in known}
    pupils = [pupil for pupil in wanted.pupils if pupil.student.id in new]
    if not pupils:
        return Printed(None, 0, len(wanted.pupils))
    path = cohort.folder / SLIPS
    present = {pupil.student.id for pupil in cohort.pupils}  # who has left the class has no code any more
    codes = {student: code for student, code in known.items() if student in present}
    codes |= {student: hashed(code) for student, code in new.items()}
    with writing_together() as files:
        html = list_html(cohort, "slips", pupils=pupils, codes=new, address=address)
        files.write(path, render_pdf(html, fillable=False, style=LIST_STYLE))
        files.write(folder / FILE, codes_bytes(codes), overwrite=True)
    return Printed(path, len(pupils), len(wanted.pupils) - len(pupils), files.kept.get(path))
