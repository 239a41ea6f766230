"""The feedback sheets of a class: what would come out the same is not drawn again."""

import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from answers.assets import asset
from answers.classroom.folder import Cohort
from answers.errors import CorrigeError
from answers.exam.world import World
from answers.exports.gradebook import Row
from answers.files import make_folder, read_limited, write_atomic, write_keeping
from answers.sheets.pdf import FONTS, render_pdf
from answers.sheets.sheet import Feedback, sheet_html

FEEDBACK, SET_ASIDE, INDEX = "feedback", "set-aside", "index.json"
SCHEMA = "corrige/feedback/1"
STYLES = ("fonts.css", "sheet.css")


def write_feedback(cohort: Cohort, rows: Iterable[Row]) -> tuple[Path, ...]:
    """Write the feedback of every marked paper of the rows, and return the files; an unmarked one has none to give.

    A sheet is drawn when the page it is made from is another than that of last time, or the file is no longer what was
    written: `feedback/index.json` has a digest of both. A file with other content is kept under a numbered name; the
    feedback of somebody who is no longer in the class goes to `feedback/set-aside/`.

    Raises
    ------
    CorrigeError
        If a file cannot be written.
    """
    rows, settings = tuple(rows), cohort.settings
    folder = make_folder(cohort.folder / FEEDBACK)
    _set_aside(folder, {f"{row.student.stem}.pdf" for row in rows})
    drawn = dict(_read_index(folder / INDEX))
    before = dict(drawn)
    written = []
    try:
        for row in rows:
            sheet = _sheet(cohort, row)
            if sheet is not None:
                path = folder / f"{row.student.stem}.pdf"
                drawn[path.name] = _write(path, sheet_html(sheet, lang=settings.lang, secret=settings.secret), drawn)
                written.append(path)
    finally:  # interrupted, it goes on where it was
        if drawn != before:
            write_atomic(folder / INDEX, _index(drawn), overwrite=True)
    return tuple(written)


def _sheet(cohort: Cohort, row: Row) -> Feedback | None:
    paper = row.paper
    if paper is None or paper.u0 is None:
        return None
    return Feedback(cohort.exam, cohort.key(World(paper.u0)), paper, row.student)


def _write(path: Path, html: str, drawn: Mapping[str, str]) -> str:
    """Draw a sheet unless it is there already, and return what it was made from and what came of it."""
    page = _digest(html.encode() + _press())
    if path.is_file() and drawn.get(path.name) == f"{page} {_digest(read_limited(path))}":
        return drawn[path.name]
    content = render_pdf(html, fillable=False)
    write_keeping(path, content)
    return f"{page} {_digest(content)}"


@cache
def _press() -> bytes:
    """What draws a page, besides its text: the styles, the fonts, the version of WeasyPrint."""
    from importlib.metadata import version

    files = [*(asset("templates", name) for name in STYLES), *(asset("templates", "fonts", name) for name in FONTS)]
    return _digest(version("weasyprint").encode() + b"".join(file.read_bytes() for file in files)).encode()


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


def _read_index(path: Path) -> Mapping[str, str]:
    """What was drawn; nothing when the index is not there or is damaged, which only costs time."""
    try:
        drawn = json.loads(read_limited(path))["drawn"]
        return {str(name): str(digests) for name, digests in drawn.items()}
    except (CorrigeError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _index(drawn: Mapping[str, str]) -> bytes:
    return (json.dumps({"schema": SCHEMA, "drawn": drawn}, indent=1) + "\n").encode()


def _set_aside(folder: Path, wanted: Collection[str]) -> None:
    """Put feedback that is of nobody in the class where nobody is given it by mistake."""
    for path in sorted(folder.glob("*.pdf")):
        if path.name not in wanted:
            aside = make_folder(folder / SET_ASIDE) / path.name
            write_keeping(aside, read_limited(path))
            path.unlink()
