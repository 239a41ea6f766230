"""A sheet printed to PDF: its fields are gone, but what was typed may still be there as text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from answers.errors import CorrigeError
from answers.exam.fields import field_item
from answers.exam.identity import Seal, find_seal
from answers.exam.words import LANGUAGES
from answers.submissions.printed.glyphs import Glyph
from answers.submissions.printed.layout import Alignment, Box, Layout, align, anchors

LayoutOf = Callable[[str, str], Layout]
Pages = Sequence[Sequence[Glyph]]

CUT = "…"
ROW = 1.0  # points that a letter may stand below its box
EDGE = 0.5  # points that a whole text leaves free at the edges of its box


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """What stands in the box of each field; `complete` is false when some page is not that of the blank sheet."""

    values: Mapping[str, str]
    complete: bool


def seals(pages: Pages, secret: str) -> tuple[Seal, ...]:
    """Return the different tokens printed on the pages, in order."""
    found = (_seal("".join(glyph.char for glyph in page), secret) for page in pages)
    return tuple(dict.fromkeys(seal for seal in found if seal))


def printed_texts(pages: Pages, exam: str, layout: LayoutOf) -> PrintedTexts | None:
    """Return what was typed on a printed sheet of `exam`, or None when it is not aligned with the blank sheet.

    The language is that whose blank sheet fits best. Text that runs out of its box ends in "…", a letter that the
    file does not tell is U+FFFD: no number holds either. Letters that a printing program left out are not noticed.
    """
    fits = [fit for lang in LANGUAGES if (fit := _fit(pages, exam, lang, layout))]
    if not fits:
        return None
    blank, found = max(fits, key=lambda fit: sum(one.kept for one in fit[1].values()))
    values = {
        name: _text_in(pages[box.page], found[box.page].moved(box))
        for name, box in blank.boxes.items()
        if box.page in found
    }
    return PrintedTexts(values, complete=len(values) == len(blank.boxes) and len(pages) == len(blank.anchors))


def _fit(pages: Pages, exam: str, lang: str, layout: LayoutOf) -> tuple[Layout, dict[int, Alignment]] | None:
    try:
        blank = layout(exam, lang)
    except CorrigeError:  # the token names an exam that is not installed
        return None
    found = {number: one for number, page in enumerate(pages) if (one := _aligned(blank, number, page))}
    return (blank, found) if found else None


def _aligned(blank: Layout, number: int, page: Sequence[Glyph]) -> Alignment | None:
    """Align a page, unless it was drawn on in such a way that answers may stand in the boxes of other items."""
    if number >= len(blank.anchors) or not all(glyph.is_upright for glyph in page):
        return None
    words = anchors(page)
    found = align(blank.anchors[number], words)
    boxes = [found.moved(box) for name, box in blank.boxes.items() if found and box.page == number and field_item(name)]
    added = [place for word, place in words.items() if word not in blank.anchors[number]]
    return None if any(_is_astray(height, boxes) for _, height in added) else found


def _is_astray(height: float, boxes: Sequence[Box]) -> bool:
    """Whether a word that the blank sheet does not have stands between two rows of boxes, on a level with neither."""
    above, below = any(box.bottom > height for box in boxes), any(box.top < height for box in boxes)
    return above and below and not any(box.bottom - ROW < height < box.top for box in boxes)


def _seal(text: str, secret: str) -> Seal | None:
    """Look for a token, also when the line that holds it was broken."""
    return find_seal(text, secret) or find_seal("".join(text.split()), secret)


def _text_in(page: Sequence[Glyph], box: Box) -> str:
    """Join the letters whose middle is in the box; what stands between two of them becomes one space."""
    inside = [index for index, glyph in enumerate(page) if not glyph.is_space and box.holds(glyph)]
    if not inside:
        return ""
    pieces = [page[inside[0]].char]
    for before, after in pairwise(inside):
        pieces += [" " if after > before + 1 else "", page[after].char]
    return "".join(pieces) + (CUT if _is_cut(page, inside, box) else "")


def _is_cut(page: Sequence[Glyph], inside: Sequence[int], box: Box) -> bool:
    """Whether the text touches an edge of its box, or goes on beyond: a number may have lost digits there."""
    letters = [page[index] for index in inside]
    left, right = min(glyph.left for glyph in letters), max(glyph.right for glyph in letters)
    if left < box.left + EDGE or right > box.right - EDGE:
        return True
    size = max(glyph.top - glyph.bottom for glyph in letters)
    return any(_continues(glyph, box, size) for glyph in _neighbours(page, inside))


def _neighbours(page: Sequence[Glyph], inside: Sequence[int]) -> Iterable[Glyph]:
    """Yield the letters just before and just after the text, in the order of the page."""
    before = next((glyph for glyph in reversed(page[: inside[0]]) if not glyph.is_space), None)
    after = next((glyph for glyph in page[inside[-1] + 1 :] if not glyph.is_space), None)
    return (glyph for glyph in (before, after) if glyph)


def _continues(glyph: Glyph, box: Box, size: float) -> bool:
    on_line = box.bottom <= (glyph.bottom + glyph.top) / 2 <= box.top
    return on_line and any(-size < gap < size for gap in (box.left - glyph.right, glyph.left - box.right))
