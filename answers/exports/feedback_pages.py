"""The feedback of a class as pages for a browser, one a student, in one archive."""

from collections.abc import Iterator

from answers.exports.archive import archived
from answers.exports.request import Exported, Request
from answers.sheets.offline import offline_html
from answers.sheets.sheet import Feedback, sheet_html


def feedback_pages(request: Request) -> Exported:
    """Return an archive of pages that stand alone: nothing is fetched, nothing runs. Unmarked papers have none."""
    return Exported(archived(_pages(request)))


def _pages(request: Request) -> Iterator[tuple[str, bytes]]:
    for row in request.gradebook.rows:
        paper = row.paper
        if paper is not None and paper.u0 is not None:
            sheet = Feedback(request.gradebook.exam, request.key_of(paper.u0), paper, row.student)
            yield f"{row.student.stem}.html", offline_html(sheet_html(sheet, lang=request.lang)).encode()
