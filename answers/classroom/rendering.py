"""Pages of HTML drawn to PDF by any engine: what would come out the same is not drawn again, the rest is kept.

Functions raise CorrigeError if a file cannot be written, or must not be replaced and nobody is to be told.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path

from answers.errors import CorrigeError
from answers.executors.workers import SERIAL, ParallelMap
from answers.files import json_of, make_folder, read_limited, write_atomic
from answers.sheets.pdf import made_from, page_pdf, unmarked

FEW = 8
"""Pages that are drawn here, for a process takes longer to start than they do."""

BATCH = 32
"""Pages between two notes of what is done."""
MAX_PDF = 200_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """A document to be drawn: the stem of its file, its HTML, whether it is a form, its style sheet."""

    stem: str
    html: str
    fillable: bool = False
    style: str = "sheet.css"


def draw(pages: Iterable[tuple[Page, str]], parallel_map: ParallelMap) -> Iterator[tuple[str, str, bytes]]:
    """Draw pages, and yield the stem of each, what came with it, and its PDF, in order; a few are drawn here."""
    pages = iter(pages)
    first = list(islice(pages, FEW + 1))
    yield from (SERIAL if len(first) <= FEW else parallel_map)(_drawn, chain(first, pages), 1)


def _drawn(pages: Sequence[tuple[Page, str]]) -> list[tuple[str, str, bytes]]:
    return [(page.stem, mark, page_pdf(page.html, fillable=page.fillable, style=page.style)) for page, mark in pages]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How it is printed: by whom, whether a file that exists may be replaced, who is told how many pages are done.

    `kept` is told of each file that is there with other content and is left alone; without it that is an error.
    `renamed` is told under which name a file is kept that was put together before. `other_data` gets the identifiers of
    students who were given other data before than the exam draws today.
    """

    parallel_map: ParallelMap = SERIAL
    overwrite: bool = False
    on_progress: Callable[[int], None] = lambda _: None
    on_skipped: Callable[[Path], None] | None = None
    on_renamed: Callable[[Path], None] = lambda _: None
    on_other_data: Callable[[Sequence[str]], None] = lambda _: None


def as_drawn(_: str, content: bytes) -> bytes:
    """Leave a file as it was drawn."""
    return content


def draw_pages(
    pages: Iterable[Page],
    folder: Path,
    index: Path,
    print_options: PrintOptions,
    finish: Callable[[str, bytes], bytes] = as_drawn,
) -> tuple[Path, ...]:
    """Draw each page to `<stem>.pdf` in `folder`, and return the files in order; memory does not grow with the pages.

    A file that was drawn from the same page, with the same styles and libraries, and is as it was drawn, is left alone:
    begun again after an interruption, it goes on. What each was made from is kept in `index`, which may be deleted.
    `finish` does here what is left for a file, by its stem: the secret of a class goes to no other machine.
    """
    make_folder(folder)
    make_folder(index.parent)
    drawing = _Drawing(folder, index, print_options, read_index(index))
    print_options.on_progress(0)
    for stem, mark, content in draw(drawing.stale(pages), print_options.parallel_map):
        drawing.keep(stem, mark, finish(stem, content))
    drawing.note()
    return tuple(drawing.paths)


@dataclass(slots=True)
class _Drawing:
    """What is drawn so far: `known` is what the index says, `unnoted` how much it does not say yet."""

    folder: Path
    index: Path
    print_options: PrintOptions
    known: dict[str, list[str]]
    paths: list[Path] = field(default_factory=list)
    done: int = 0
    unnoted: int = 0

    def stale(self, pages: Iterable[Page]) -> Iterator[tuple[Page, str]]:
        """The pages that are not drawn yet, each with what it is made from."""
        for page in pages:
            self.paths.append(self.folder / f"{page.stem}.pdf")
            mark = made_from(unmarked(page.html), fillable=page.fillable, style=page.style)
            if is_drawn(self.paths[-1], mark, self.known):
                self._tell()
            elif not self._is_left(page.stem, None):
                yield page, mark

    def keep(self, stem: str, mark: str, content: bytes) -> None:
        if self._is_left(stem, content):
            return
        write_atomic(self.folder / f"{stem}.pdf", content, overwrite=self.print_options.overwrite)
        self.known[stem] = [mark, digest_of(content)]
        self.unnoted += 1
        if self.unnoted == BATCH:
            self.note()
        self._tell()

    def _is_left(self, stem: str, content: bytes | None) -> bool:
        """Whether a file is there with other content and is left alone, which is then told.

        Without `content` it is other when it is as it was drawn, from another page: it need not be drawn to know.
        """
        path = self.folder / f"{stem}.pdf"
        if self.print_options.on_skipped is None or self.print_options.overwrite or not path.is_file():
            return False
        there = read_limited(path, MAX_PDF)
        if there == content or (content is None and self.known.get(stem, [])[1:] != [digest_of(there)]):
            return False
        self.print_options.on_skipped(path)
        self._tell()
        return True

    def note(self) -> None:
        if self.unnoted:
            write_atomic(self.index, index_bytes(self.known), overwrite=True)
            self.unnoted = 0

    def _tell(self) -> None:
        self.done += 1
        self.print_options.on_progress(self.done)


def digest_of(content: bytes) -> str:
    """Return what tells the content of a file from another."""
    return sha256(content).hexdigest()


def is_drawn(path: Path, mark: str, known: Mapping[str, list[str]]) -> bool:
    """Return whether a file was drawn from what has this mark and is as it was drawn."""
    if known.get(path.stem, [])[:1] != [mark] or not path.is_file():
        return False
    return known[path.stem] == [mark, digest_of(read_limited(path, MAX_PDF))]


def index_bytes(known: Mapping[str, list[str]]) -> bytes:
    """Return what an index says: what each file, by its stem, was made from, and the digest of its content."""
    return json.dumps(known, indent=0).encode()


def read_index(index: Path) -> dict[str, list[str]]:
    """Return what was drawn before; an index that is not there or is damaged only costs time."""
    try:
        document = json_of(read_limited(index))
    except (CorrigeError, ValueError):
        return {}
    return {str(stem): list(map(str, marks)) for stem, marks in _pairs(document)}


def _pairs(document: object) -> Iterator[tuple[object, list[object]]]:
    if isinstance(document, Mapping):
        yield from ((stem, marks) for stem, marks in document.items() if isinstance(marks, list))
