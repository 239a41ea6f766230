"""Copies of a sheet with a written answer, printed to PDF by Poppler: the lines stay apart and in order."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.settings import Settings
from answers.grading.grade import grade_files
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.tiny import EXAMS

LINES = "By induction on n: remove a leaf.\nThen n − 1 vertices remain, “so” it holds."
MULTILINE = 1 << 12


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdftocairo"), reason="Poppler is not installed")
@pytest.mark.parametrize("is_copy", [False, True])
def test_lines_of_a_written_answer_are_read_in_order(tmp_path: Path, is_copy: bool) -> None:
    """A filled form and its printed copy have the same text, and nothing for the teacher but the marks."""
    exam, path = load_exam("explained", [EXAMS / "by_hand"]), tmp_path / "filled.pdf"
    with pikepdf.open(BytesIO(sheet_pdf(BlankSheet(exam, 17), lang="en"))) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        assert [name for name, field in fields.items() if int(field.get("/Ff", 0)) & MULTILINE] == ["q2b_1", "q3_1"]
        fields["q3_1"].V, fields["q2a_1"].V = pikepdf.String(LINES), pikepdf.String("yes")
        pdf.Root.AcroForm.NeedAppearances = True
        pdf.save(path)
    if is_copy:
        subprocess.run(["pdftocairo", "-pdf", str(path), str(tmp_path / "copy.pdf")], check=True)
        path = tmp_path / "copy.pdf"
    (paper,) = grade_files([path], Settings(lang="en", exam_folders=(EXAMS / "by_hand",))).papers
    assert paper.parts["3"].items[0].raw.splitlines() == LINES.splitlines()
    assert paper.parts["2a"].items[0].raw == "yes"
    assert {flag.slug for flag in paper.flags} <= {"flattened", "weak-signature"}
