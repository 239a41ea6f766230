"""Render HTML pages to PDF files; a file that would not change is not rendered again.

Functions raise CorrigeError if a file cannot be written, or if it exists, must not be replaced, and `on_skipped` is
None.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count, islice
from pathlib import Path
from typing import TypeAlias

from answers.classroom.db import reading, transaction
from answers.executors.workers import SERIAL, ParallelMap
from answers.files import make_folder, read_limited, write_atomic
from answers.sheets.shared_layout import Page, page_pdf

FEW = 8
"""The number of pages up to which no worker processes are started."""

BATCH = 32
"""The number of files after which their fingerprints are stored."""
MAX_PDF = 200_000_000
"""The largest PDF that is read, in bytes."""


def render(pages: Iterable[tuple[str, Page, str]], parallel_map: ParallelMap) -> Iterator[tuple[str, str, bytes]]:
    """Render pages, each with a name and a fingerprint, and yield name, fingerprint and PDF, in order."""
    pages = iter(pages)
    first = list(islice(pages, FEW + 1))
    yield from (SERIAL if len(first) <= FEW else parallel_map)(_rendered, chain(first, pages), 1)


def _rendered(pages: Sequence[tuple[str, Page, str]]) -> list[tuple[str, str, bytes]]:  # in a worker process
    return [(stem, fingerprint, page_pdf(page)) for stem, page, fingerprint in pages]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of printing: worker processes, whether existing files may be replaced, and callbacks.

    `on_progress` gets the number of pages done, and `on_renamed` the new path of an earlier file of joined pages.
    `on_skipped` gets the path of each existing file with other content, which is left unchanged, and is an error if
    `on_skipped` is None. `on_other_data` gets the identifiers of students whose earlier sheets have other data than
    those that the exam draws now.
    """

    parallel_map: ParallelMap = SERIAL
    overwrite: bool = False
    on_progress: Callable[[int], None] = lambda _: None
    on_skipped: Callable[[Path], None] | None = None
    on_renamed: Callable[[Path], None] = lambda _: None
    on_other_data: Callable[[Sequence[str]], None] = lambda _: None


Finish: TypeAlias = Callable[[str, bytes], bytes]
"""A function that completes the content of a file, given its stem."""


class Artifacts:
    """The files rendered in a class folder, each with a fingerprint of all that determines its content.

    A file is current if the fingerprint is still the same, and the file has not been changed since. If the store loses
    the row of a file, the file is rendered again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._new = folder, dict[str, tuple[str, str]]()
        with reading(folder) as connection:
            rows = connection.execute("SELECT path, fingerprint, digest FROM artifact").fetchall()
        self._stored: dict[str, tuple[str, str]] = {row["path"]: (row["fingerprint"], row["digest"]) for row in rows}

    def is_current(self, path: Path, fingerprint: str) -> bool:
        """Return whether a file exists, was rendered from content with this fingerprint, and was not changed since."""
        stored, digest = self._stored.get(self._name(path), ("", ""))
        return stored == fingerprint and path.is_file() and digest_of(read_limited(path, MAX_PDF)) == digest

    def is_unchanged(self, path: Path, content: bytes) -> bool:
        """Return whether the content of a file is the one with which it was last rendered."""
        return self._stored.get(self._name(path), ("", ""))[1] == digest_of(content)

    def is_another(self, path: Path) -> bool:
        """Return whether an existing file has the content that corrige last wrote to another file."""
        digest = digest_of(read_limited(path, MAX_PDF))
        return digest != self._stored.get(self._name(path), ("", ""))[1] and any(
            digest == other for _, other in self._stored.values()
        )

    def add(self, path: Path, fingerprint: str, content: bytes) -> None:
        """Record a file that was rendered; the record is stored by `save`, or after 32 files."""
        self._new[self._name(path)] = (fingerprint, digest_of(content))
        if len(self._new) == BATCH:
            self.save()

    def save(self) -> None:
        """Store the records that `add` has made since this method was last called."""
        if self._new:
            with transaction(self._folder) as connection:
                rows = ((path, *made) for path, made in self._new.items())
                connection.executemany("INSERT OR REPLACE INTO artifact VALUES (?, ?, ?)", rows)
            self._stored |= self._new
            self._new.clear()

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()


def digest_of(content: bytes) -> str:
    """Return the SHA-256 digest of a content, in hexadecimal digits."""
    return sha256(content).hexdigest()


def render_files(
    pages: Iterable[tuple[str, Page]],
    class_folder: Path,
    inside: str,
    print_options: PrintOptions,
    finish: Finish = lambda _, pdf: pdf,
) -> tuple[Path, ...]:
    """Render pages, each with the stem of its file, into the folder `inside` of a class, and return the paths in order.

    Pages are not all in memory at once. A current file is left unchanged, so that an interrupted call can be repeated.
    `finish` is called in this process, so that the secret of a class is not sent to worker processes.
    """
    folder, artifacts = make_folder(class_folder / inside), Artifacts(class_folder)
    paths: list[Path] = []
    done = count()
    print_options.on_progress(next(done))

    def is_skipped(path: Path, content: bytes | None) -> bool:
        """Return whether an existing file with other content than `content` is left unchanged, and report the file.

        Before the content is rendered, it is None: then only a file not changed since its rendering is known to differ.
        """
        if print_options.on_skipped is None or print_options.overwrite or not path.is_file():
            return False
        existing = read_limited(path, MAX_PDF)
        if existing == content or (content is None and not artifacts.is_unchanged(path, existing)):
            return False
        print_options.on_skipped(path)
        print_options.on_progress(next(done))
        return True

    def stale() -> Iterator[tuple[str, Page, str]]:
        for stem, page in pages:
            paths.append(folder / f"{stem}.pdf")
            if artifacts.is_current(paths[-1], fingerprint := page.made_from):
                print_options.on_progress(next(done))
            elif not is_skipped(paths[-1], None):
                yield stem, page, fingerprint

    for stem, fingerprint, pdf in render(stale(), print_options.parallel_map):
        path, content = folder / f"{stem}.pdf", finish(stem, pdf)
        if not is_skipped(path, content):
            write_atomic(path, content, overwrite=print_options.overwrite)
            artifacts.add(path, fingerprint, content)
            print_options.on_progress(next(done))
    artifacts.save()
    return tuple(paths)
