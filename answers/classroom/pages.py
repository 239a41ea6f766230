"""Pages of HTML, and how any engine draws them to PDF."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from answers.executors.workers import HERE, Spread
from answers.sheets.pdf import render_pdf

FEW = 8
"""Pages that are drawn here, for a process takes longer to start than they do."""


@dataclass(frozen=True, slots=True)
class Page:
    """A document to be drawn: the stem of its file, its HTML, whether it is a form, its style sheet."""

    stem: str
    html: str
    fillable: bool = False
    style: str = "sheet.css"


def draw(pages: Iterable[tuple[Page, str]], spread: Spread) -> Iterator[tuple[str, str, bytes]]:
    """Draw pages, and yield the stem of each, what came with it, and its PDF, in order; a few are drawn here."""
    pages = iter(pages)
    first = list(islice(pages, FEW + 1))
    yield from (HERE if len(first) <= FEW else spread)(_drawn, chain(first, pages), 1)


def _drawn(pages: Sequence[tuple[Page, str]]) -> list[tuple[str, str, bytes]]:
    return [(page.stem, mark, render_pdf(page.html, fillable=page.fillable, style=page.style)) for page, mark in pages]
