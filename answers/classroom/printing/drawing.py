"""Many pages drawn by several processes, none twice: what a file was made from is kept beside it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from answers.assets import asset
from answers.atlas.workers import Spread, workers
from answers.errors import CorrigeError
from answers.files import make_folder, read_limited, write_atomic
from answers.sheets.pdf import FONTS, render_pdf

BATCH = 16
"""Pages for each process between two notes of what is done."""
FEW = 8
MAX_PDF = 200_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """A document to be drawn: the stem of its file, its HTML, whether it is a form, its style sheet."""

    stem: str
    html: str
    fillable: bool = False
    style: str = "sheet.css"


@dataclass(frozen=True, slots=True)
class Press:
    """How it is printed: processes, whether a file that exists may be replaced, who is told how many pages are done."""

    jobs: int = 1
    overwrite: bool = False
    progress: Callable[[int], None] = lambda _: None


def draw_pages(pages: Iterable[Page], folder: Path, index: Path, press: Press) -> tuple[Path, ...]:
    """Draw each page to `<stem>.pdf` in `folder`, and return the files in order.

    A file that was drawn from the same page, with the same styles and libraries, and is as it was drawn, is left alone:
    begun again after an interruption, it goes on. Memory does not grow with the number of pages.

    Parameters
    ----------
    index
        Where it is kept what each file was made from; it may be deleted, and all is drawn again.
    press
        The files are the same for any number of processes.

    Raises
    ------
    CorrigeError
        If a file exists with other content and must not be replaced, or cannot be written.
    """
    make_folder(folder)
    make_folder(index.parent)
    known = _read_index(index)
    paths: list[Path] = []
    with workers(press.jobs) as spread:
        left = iter(pages)
        while batch := list(islice(left, BATCH * press.jobs)):
            paths += (folder / f"{page.stem}.pdf" for page in batch)
            marks = {page.stem: _made_from(page) for page in batch}
            stale = [page for page in batch if not _is_drawn(folder, page.stem, marks[page.stem], known)]
            ready = len(paths) - len(stale)
            press.progress(ready)
            for done, (page, content) in enumerate(zip(stale, _draw(stale, spread), strict=True), start=ready + 1):
                write_atomic(folder / f"{page.stem}.pdf", content, overwrite=press.overwrite)
                known[page.stem] = [marks[page.stem], sha256(content).hexdigest()]
                press.progress(done)
            if stale:
                write_atomic(index, json.dumps(known, indent=0).encode(), overwrite=True)
    return tuple(paths)


def _draw(pages: Sequence[Page], spread: Spread) -> Iterator[bytes]:
    """Draw some pages: here when they are few, for a process takes longer to start than they do."""
    if len(pages) <= FEW:
        return iter(_drawn(pages, range(len(pages))))
    return spread(partial(_drawn, pages), range(len(pages)))


def _drawn(pages: Sequence[Page], places: Sequence[int]) -> list[bytes]:
    return [render_pdf(page.html, fillable=page.fillable, style=page.style) for page in map(pages.__getitem__, places)]


def _made_from(page: Page) -> str:
    digest = sha256(f"{version('weasyprint')} {page.fillable} {_styles(page.style)}\n".encode())
    digest.update(page.html.encode())
    return digest.hexdigest()


@cache
def _styles(style: str) -> str:
    """What tells the styles and the fonts from earlier ones."""
    digest = sha256()
    for names in (("fonts.css",), (style,), *(("fonts", font) for font in FONTS)):
        digest.update(asset("templates", *names).read_bytes())
    return digest.hexdigest()


def _is_drawn(folder: Path, stem: str, mark: str, known: Mapping[str, list[str]]) -> bool:
    """Whether a file was drawn from this page and is as it was drawn."""
    path = folder / f"{stem}.pdf"
    if known.get(stem, [])[:1] != [mark] or not path.is_file():
        return False
    return known[stem] == [mark, sha256(read_limited(path, MAX_PDF)).hexdigest()]


def _read_index(index: Path) -> dict[str, list[str]]:
    """What was drawn before; an index that is damaged only costs time."""
    try:
        found = json.loads(read_limited(index))
    except (CorrigeError, ValueError):
        return {}
    return {str(stem): list(map(str, marks)) for stem, marks in _pairs(found)}


def _pairs(found: object) -> Iterator[tuple[object, list[object]]]:
    if isinstance(found, Mapping):
        yield from ((stem, marks) for stem, marks in found.items() if isinstance(marks, list))
