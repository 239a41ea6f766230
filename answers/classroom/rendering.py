"""Render HTML pages to PDF files; files that would not change are not rendered again.

Functions raise CorrigeError if a file cannot be written, or must not be replaced and no `on_skipped` is given.
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
from answers.sheets.shared_layout import Page, page_pdf

FEW = 8
"""The number of pages up to which no worker processes are started."""

BATCH = 32
"""The number of pages after which the index is written."""
MAX_PDF = 200_000_000


def render(pages: Iterable[tuple[str, Page, str]], parallel_map: ParallelMap) -> Iterator[tuple[str, str, bytes]]:
    """Render pages with a name and a digest each, and yield name, digest and PDF, in order."""
    pages = iter(pages)
    first = list(islice(pages, FEW + 1))
    yield from (SERIAL if len(first) <= FEW else parallel_map)(_rendered, chain(first, pages), 1)


def _rendered(pages: Sequence[tuple[str, Page, str]]) -> list[tuple[str, str, bytes]]:
    return [(stem, digest, page_pdf(page)) for stem, page, digest in pages]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of printing: the worker processes, whether existing files may be replaced, and callbacks.

    `on_progress` gets the number of pages done. `on_skipped` gets each existing file with other content, which is left
    unchanged; without it such a file is an error. `on_renamed` gets the name under which an earlier joined file is
    kept. `on_other_data` gets the identifiers of students whose earlier data differ from those that the exam draws
    today.
    """

    parallel_map: ParallelMap = SERIAL
    overwrite: bool = False
    on_progress: Callable[[int], None] = lambda _: None
    on_skipped: Callable[[Path], None] | None = None
    on_renamed: Callable[[Path], None] = lambda _: None
    on_other_data: Callable[[Sequence[str]], None] = lambda _: None


def unchanged(_: str, content: bytes) -> bytes:
    """Return the content of a file as it was rendered."""
    return content


def render_files(
    pages: Iterable[tuple[str, Page]],
    folder: Path,
    index: Path,
    print_options: PrintOptions,
    finish: Callable[[str, bytes], bytes] = unchanged,
) -> tuple[Path, ...]:
    """Render pages, each with the stem of its file, and return the files in order; they are not all in memory at once.

    A file that was rendered from the same page, styles and libraries, and has not been changed, is left alone, so an
    interrupted call can be repeated. The marks of the rendered pages are stored in `index`, which may be deleted.
    `finish` completes each file by its stem in this process, so that the secret of a class is not sent to workers.
    """
    make_folder(folder)
    make_folder(index.parent)
    rendering = _Rendering(folder, index, print_options, read_index(index))
    print_options.on_progress(0)
    for stem, mark, content in render(rendering.stale(pages), print_options.parallel_map):
        rendering.keep(stem, mark, finish(stem, content))
    rendering.note()
    return tuple(rendering.paths)


@dataclass(slots=True)
class _Rendering:
    """The state of rendering.

    `known` are the entries of the index; `unnoted` is the number of files that are not yet in the index file.
    """

    folder: Path
    index: Path
    print_options: PrintOptions
    known: dict[str, list[str]]
    paths: list[Path] = field(default_factory=list)
    done: int = 0
    unnoted: int = 0

    def stale(self, pages: Iterable[tuple[str, Page]]) -> Iterator[tuple[str, Page, str]]:
        """Yield the pages to render, each with its stem and digest."""
        for stem, page in pages:
            self.paths.append(self.folder / f"{stem}.pdf")
            digest = page.made_from
            if is_rendered(self.paths[-1], digest, self.known):
                self._report_progress()
            elif not self._is_skipped(stem, None):
                yield stem, page, digest

    def keep(self, stem: str, mark: str, content: bytes) -> None:
        if self._is_skipped(stem, content):
            return
        write_atomic(self.folder / f"{stem}.pdf", content, overwrite=self.print_options.overwrite)
        self.known[stem] = [mark, digest_of(content)]
        self.unnoted += 1
        if self.unnoted == BATCH:
            self.note()
        self._report_progress()

    def _is_skipped(self, stem: str, content: bytes | None) -> bool:
        """Return whether an existing file with other content is left unchanged, and report it.

        Without `content` the file is known to differ if it was rendered from another page and not changed since.
        """
        path = self.folder / f"{stem}.pdf"
        if self.print_options.on_skipped is None or self.print_options.overwrite or not path.is_file():
            return False
        existing = read_limited(path, MAX_PDF)
        if existing == content or (content is None and self.known.get(stem, [])[1:] != [digest_of(existing)]):
            return False
        self.print_options.on_skipped(path)
        self._report_progress()
        return True

    def note(self) -> None:
        if self.unnoted:
            write_atomic(self.index, index_bytes(self.known), overwrite=True)
            self.unnoted = 0

    def _report_progress(self) -> None:
        self.done += 1
        self.print_options.on_progress(self.done)


def digest_of(content: bytes) -> str:
    """Return a digest of the content of a file."""
    return sha256(content).hexdigest()


def is_rendered(path: Path, mark: str, known: Mapping[str, list[str]]) -> bool:
    """Return whether a file was rendered from a page with this mark and has not been changed since."""
    if known.get(path.stem, [])[:1] != [mark] or not path.is_file():
        return False
    return known[path.stem] == [mark, digest_of(read_limited(path, MAX_PDF))]


def index_bytes(known: Mapping[str, list[str]]) -> bytes:
    """Return the content of an index: by the stem of each file its mark and the digest of its content."""
    return json.dumps(known, indent=0).encode()


def read_index(index: Path) -> dict[str, list[str]]:
    """Return the entries of an index; empty if it is missing or damaged, which only costs time."""
    try:
        document = json_of(read_limited(index))
    except (CorrigeError, ValueError):
        return {}
    return {str(stem): list(map(str, marks)) for stem, marks in _pairs(document)}


def _pairs(document: object) -> Iterator[tuple[object, list[object]]]:
    if isinstance(document, Mapping):
        yield from ((stem, marks) for stem, marks in document.items() if isinstance(marks, list))
