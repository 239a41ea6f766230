"""Write the feedback sheets of a class; a sheet is rendered again only if its content has changed.

Functions raise CorrigeError if a sheet cannot be read or written.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from operator import itemgetter
from pathlib import Path

from answers.assets import asset, contents
from answers.classroom.folder import FEEDBACK, ClassData
from answers.classroom.rendering import Artifacts, digest_of, render
from answers.classroom.scans import ScannedBox, place_of, read_scans
from answers.exam.location import ExamLocation, fingerprint
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.exports.gradebook import GradebookRow
from answers.files import PART, FileTransaction, make_folder, read_limited
from answers.paper import Paper, Verdict
from answers.sheets.identity import Student
from answers.sheets.layout import Rectangle
from answers.sheets.scan_page import MAX_PICTURE, IssuedPage
from answers.sheets.shared_layout import Page
from answers.sheets.sheet import Feedback, sheet_page, with_scan


def write_feedback(
    class_data: ClassData, rows: Iterable[GradebookRow], files: FileTransaction, parallel_map: ParallelMap = SERIAL
) -> tuple[Path, ...]:
    """Write the feedback sheet of every marked paper of the rows, and return the paths.

    A sheet is rendered if its content has changed, or if its file was edited. The scanned pages of a paper come after
    its sheet. `files` sets aside the sheets that are replaced and those of students without a marked paper.
    """
    folder, artifacts = make_folder(class_data.folder / FEEDBACK), Artifacts(class_data.folder)
    for stale in folder.glob(f".*{PART}"):  # left by a killed process
        stale.unlink()
    sheets = {sheet.path.stem: sheet for sheet in _sheets(class_data, rows)}
    files.gone += [path for path in sorted(folder.glob("*.pdf")) if path.stem not in sheets]
    stale_pages = (
        (stem, sheet.page, fingerprint)
        for stem, sheet in sheets.items()
        if not artifacts.is_current(sheet.path, fingerprint := sheet.made_from)
    )
    try:
        for stem, made_from, pages in render(stale_pages, parallel_map):
            content = sheets[stem].finished(pages)
            files.write(sheets[stem].path, content)
            artifacts.add(sheets[stem].path, made_from, content)
    except KeyboardInterrupt:  # the next call continues here
        files.commit()
        artifacts.save()
        raise
    artifacts.save()
    return tuple(sheet.path for sheet in sheets.values())


def outdated_feedback(class_data: ClassData, rows: Iterable[GradebookRow]) -> tuple[str, ...]:
    """Return the identifiers of students whose feedback sheet exists but no longer shows the marks of the rows."""
    artifacts = Artifacts(class_data.folder)
    present = (sheet for sheet in _sheets(class_data, rows) if sheet.path.is_file())
    return tuple(sheet.student.id for sheet in present if not artifacts.is_current(sheet.path, sheet.made_from))


def _sheets(class_data: ClassData, rows: Iterable[GradebookRow]) -> Iterator["_Sheet"]:
    boxes_of: dict[str, list[ScannedBox]] = {}
    for box in read_scans(class_data.folder).boxes:
        boxes_of.setdefault(box.student, []).append(box)
    for row in rows:
        paper, boxes = row.marked, boxes_of.get(row.student.id, [])
        if paper is None:
            continue
        pages: dict[tuple[int, Path], dict[str, Rectangle]] = {}
        for box in boxes if boxes and paper.place == place_of(boxes) else ():
            pages.setdefault((box.page.sheet_page or 0, box.page.picture), {})[box.item] = box.rectangle
        scan = tuple(IssuedPage(*page, rectangles) for page, rectangles in sorted(pages.items(), key=itemgetter(0)))
        yield _Sheet(class_data, row.student, paper, scan)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The feedback sheet of a marked paper; `scan` has the scanned pages from which the paper was read, if any."""

    class_data: ClassData
    student: Student
    paper: Paper
    scan: tuple[IssuedPage, ...]

    @property
    def path(self) -> Path:
        return self.class_data.folder / FEEDBACK / f"{self.student.stem}.pdf"

    @property
    def feedback(self) -> Feedback:
        assert self.paper.u0 is not None
        key = self.class_data.key(Scenario(self.paper.u0))
        return Feedback(self.class_data.exam, key, self.paper, self.student, self.scan)

    @property
    def page(self) -> Page:
        settings = self.class_data.settings
        return sheet_page(self.feedback, lang=settings.lang, secret=settings.secret)

    def finished(self, pages: bytes) -> bytes:
        return with_scan(pages, self.feedback, self.class_data.settings.lang) if self.scan else pages

    @property
    def made_from(self) -> str:
        """A digest of all that the sheet shows; a tolerance counts only if an answer of its part is not right."""
        exam, settings, paper = self.class_data.exam, self.class_data.settings, self.paper.for_student
        rules = []
        for part in exam.parts:
            if part.id in paper.parts:
                is_right = all(item.verdict is Verdict.RIGHT for item in paper.parts[part.id].items)
                criteria = part.written.criteria if part.written else ()
                tolerance = "" if is_right else part.tolerance
                rules.append((part.id, part.points, part.all_or_nothing, tolerance, criteria))
        flags = [(str(flag), flag.reason) for flag in paper.flags]
        scan = [
            (issued_page.number, digest_of(read_limited(issued_page.picture, MAX_PICTURE)), dict(issued_page.boxes))
            for issued_page in self.scan
        ]
        shown = (self.student, paper.student, paper.u0, paper.mark, flags, dict(paper.parts), rules, *scan)
        return digest_of(
            repr((_renderer_digest(exam.location), exam.name, settings.lang, settings.secret, shown)).encode()
        )


@cache
def _renderer_digest(location: ExamLocation) -> str:
    """Return a digest of what renders a sheet: exam, texts, templates, styles, fonts, code of `answers.sheets`."""
    from importlib.metadata import version

    code, templates = resources.files("answers").joinpath("sheets"), asset("templates")
    digest = sha256(f"{version('weasyprint')} {fingerprint(location)}".encode())
    for folder in (templates, code, *(each.templates for each in (location, *location.sources))):
        for content in contents(folder):
            digest.update(content)
    return digest.hexdigest()
