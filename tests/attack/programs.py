"""Filled sheets through the real programs of students: saved again, flattened, converted; what is read afterwards."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

from answers.errors import CorrigeError
from answers.exam.question import Part
from answers.kinds.parsing import Blank, Unreadable
from answers.submissions.raw.submission import FileSource, Submission
from tests.answers.submissions.exams import EXAM, SMALL
from tests.answers.submissions.sheets import ANSWERS, SECRET, again, filled, read_pdf

Command = Callable[[Path, Path], list[str]]


def _ghostscript(source: Path, result: Path) -> list[str]:
    return ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", f"-sOutputFile={result}", str(source)]


def _chromium(source: Path, result: Path) -> list[str]:
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    profile = f"--user-data-dir={result.parent / 'chromium'}"
    return ["chromium", *quiet, profile, "--no-pdf-header-footer", f"--print-to-pdf={result}", source.as_uri()]


def _office(source: Path, result: Path) -> list[str]:
    profile = f"-env:UserInstallation={(result.parent / 'office').as_uri()}"
    return ["soffice", "--headless", profile, "--convert-to", "pdf", "--outdir", str(result.parent), str(source)]


PROGRAMS: dict[str, Command] = {
    "pdftocairo (Poppler), prints": lambda source, result: ["pdftocairo", "-pdf", str(source), str(result)],
    "gs, prints": _ghostscript,
    "qpdf, saves": lambda source, result: ["qpdf", str(source), str(result)],
    "qpdf, linearizes": lambda source, result: ["qpdf", "--linearize", str(source), str(result)],
    "qpdf, draws appearances": lambda source, result: ["qpdf", "--generate-appearances", str(source), str(result)],
    "qpdf, flattens": lambda source, result: ["qpdf", "--flatten-annotations=all", str(source), str(result)],
    "mutool, cleans": lambda source, result: ["mutool", "clean", "-gggg", "-z", str(source), str(result)],
    "mutool, prints": lambda source, result: ["mutool", "convert", "-o", str(result), str(source)],
    "chromium, prints": _chromium,
    "soffice, converts": _office,
}


def programs() -> Iterator[tuple[str, str]]:
    """Yield each program and what came of it; "MISREAD" is a failure: values changed, and nothing says so."""
    for name, command in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder:
            source, result = Path(folder) / "sheet.pdf", Path(folder) / "out" / "sheet.pdf"
            result.parent.mkdir()
            source.write_bytes(filled())
            yield name, _outcome(command(source, result), result)


def _outcome(command: list[str], result: Path) -> str:
    if which(command[0]) is None:
        return "not installed"
    done = subprocess.run(command, capture_output=True, timeout=180, check=False)
    if not result.exists():
        return f"wrote nothing (exit {done.returncode})"
    try:
        submission = read_pdf(FileSource(result.read_bytes(), "sheet.pdf", secret=SECRET, exam=SMALL, sheet=again))
    except CorrigeError as error:
        return f"refused: {error.problems[0].cause}"
    return _told(submission)


def _told(submission: Submission) -> str:
    wrong = [part.id for part in EXAM.parts if not _is_faithful(part, submission)]
    flags = ", ".join(str(flag) for flag in submission.flags)
    same = (submission.answers, submission.u0, submission.student) == (ANSWERS, "17", "É Élève 3")
    if wrong or not (same or flags):
        return f"MISREAD in {wrong}, flags: {flags or 'none'}"
    return f"{'same' if same else 'for the teacher'}, flags: {flags or 'none'}"


def _is_faithful(part: Part, submission: Submission) -> bool:
    """Whether every item is what was written, or cannot be read, or is blank."""
    expected, value = part.kind.read(ANSWERS[part.id]), part.kind.read(submission.answers.get(part.id) or ("",))
    return all(
        reading == two or isinstance(two, Unreadable | Blank) for reading, two in zip(expected, value, strict=True)
    )
