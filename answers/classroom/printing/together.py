"""Many PDF files as one, for the photocopier: each begins on a new sheet of paper, and has a bookmark."""

import io
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pikepdf import Pdf

OPEN = 100
"""Bundles whose files are open at a time."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What is stapled together: its name in the bookmarks, and its files in order."""

    name: str
    files: tuple[Path, ...]


def put_together(bundles: Iterable[Bundle]) -> bytes:
    """Return one PDF of all bundles, each of an even number of pages: printed on both sides, none shares a sheet.

    The same files give the same bytes. Pages are copied as they are, a hundred bundles at a time, so that memory holds
    little more than the result; form fields of the files are lost.
    """
    import pikepdf

    bundles = tuple(bundles)
    with tempfile.TemporaryDirectory() as place, pikepdf.new() as whole, ExitStack() as opened:
        starts: list[int] = []
        for at in range(0, len(bundles), OPEN):
            part = Path(place) / f"{at}.pdf"
            starts += [len(whole.pages) + start for start in _write_part(bundles[at : at + OPEN], part)]
            whole.pages.extend(opened.enter_context(pikepdf.open(part)).pages)
        with whole.open_outline() as outline:
            outline.root += [pikepdf.OutlineItem(one.name, at) for one, at in zip(bundles, starts, strict=True)]
        stream = io.BytesIO()
        whole.save(stream, deterministic_id=True)
        return stream.getvalue()


def _write_part(bundles: Sequence[Bundle], path: Path) -> list[int]:
    """Write some bundles to one file; return the page, from 0, on which each begins."""
    import pikepdf

    starts = []
    with pikepdf.new() as part, ExitStack() as opened:
        for bundle in bundles:
            starts.append(len(part.pages))
            for file in bundle.files:
                part.pages.extend(opened.enter_context(pikepdf.open(file)).pages)
            _make_even(part)
        part.save(path)
    return starts


def _make_even(part: "Pdf") -> None:
    if len(part.pages) % 2:
        _, _, width, height = map(float, part.pages[-1].mediabox)
        part.add_blank_page(page_size=(width, height))
