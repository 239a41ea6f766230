"""Many pages drawn by several processes, none twice: what a file was made from is kept beside it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from answers.assets import asset
from answers.classroom.pages import Page, draw
from answers.errors import CorrigeError
from answers.executors.workers import HERE, Spread
from answers.files import make_folder, read_limited, write_atomic
from answers.sheets.pdf import FONTS

BATCH = 32
"""Pages between two notes of what is done."""
MAX_PDF = 200_000_000


@dataclass(frozen=True, slots=True)
class Press:
    """How it is printed: by whom, whether a file that exists may be replaced, who is told how many pages are done.

    `kept` is told of each file that is there with other content and is left alone; without it that is an error.
    `renamed` is told under which name a file is kept that was put together before.
    """

    spread: Spread = HERE
    overwrite: bool = False
    progress: Callable[[int], None] = lambda _: None
    kept: Callable[[Path], None] | None = None
    renamed: Callable[[Path], None] = lambda _: None


def as_drawn(_: str, content: bytes) -> bytes:
    """Leave a file as it was drawn."""
    return content


def draw_pages(
    pages: Iterable[Page], folder: Path, index: Path, press: Press, finish: Callable[[str, bytes], bytes] = as_drawn
) -> tuple[Path, ...]:
    """Draw each page to `<stem>.pdf` in `folder`, and return the files in order.

    A file that was drawn from the same page, with the same styles and libraries, and is as it was drawn, is left alone:
    begun again after an interruption, it goes on. Memory does not grow with the number of pages.

    Parameters
    ----------
    index
        Where it is kept what each file was made from; it may be deleted, and all is drawn again.
    press
        The files are the same whoever draws them; this process writes them.
    finish
        What is still done here to the file of a stem: the secret of a class goes to no other machine.

    Raises
    ------
    CorrigeError
        If a file exists with other content, must not be replaced and nobody is to be told, or cannot be written.
    """
    make_folder(folder)
    make_folder(index.parent)
    drawing = _Drawing(folder, index, press, _read_index(index))
    press.progress(0)
    for stem, mark, content in draw(drawing.stale(pages), press.spread):
        drawing.keep(stem, mark, finish(stem, content))
    drawing.note()
    return tuple(drawing.paths)


@dataclass(slots=True)
class _Drawing:
    """What is drawn so far: `known` is what the index says, `unnoted` how much it does not say yet."""

    folder: Path
    index: Path
    press: Press
    known: dict[str, list[str]]
    paths: list[Path] = field(default_factory=list)
    done: int = 0
    unnoted: int = 0

    def stale(self, pages: Iterable[Page]) -> Iterator[tuple[Page, str]]:
        """The pages that are not drawn yet, each with what it is made from."""
        for page in pages:
            self.paths.append(self.folder / f"{page.stem}.pdf")
            mark = _made_from(page)
            if _is_drawn(self.folder, page.stem, mark, self.known):
                self._tell()
            elif not self._is_left(page.stem, None):
                yield page, mark

    def keep(self, stem: str, mark: str, content: bytes) -> None:
        if self._is_left(stem, content):
            return
        write_atomic(self.folder / f"{stem}.pdf", content, overwrite=self.press.overwrite)
        self.known[stem] = [mark, sha256(content).hexdigest()]
        self.unnoted += 1
        if self.unnoted == BATCH:
            self.note()
        self._tell()

    def _is_left(self, stem: str, content: bytes | None) -> bool:
        """Whether a file is there with other content and is left alone, which is then told.

        Without `content` it is other when it is as it was drawn, from another page: it need not be drawn to know.
        """
        path = self.folder / f"{stem}.pdf"
        if self.press.kept is None or self.press.overwrite or not path.is_file():
            return False
        there = read_limited(path, MAX_PDF)
        if there == content or (content is None and self.known.get(stem, [])[1:] != [sha256(there).hexdigest()]):
            return False
        self.press.kept(path)
        self._tell()
        return True

    def note(self) -> None:
        if self.unnoted:
            write_atomic(self.index, json.dumps(self.known, indent=0).encode(), overwrite=True)
            self.unnoted = 0

    def _tell(self) -> None:
        self.done += 1
        self.press.progress(self.done)


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
