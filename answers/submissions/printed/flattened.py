"""A sheet printed to PDF: its fields are gone, but what was typed may still be there as text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from unicodedata import bidirectional

from answers.assets import house_words
from answers.errors import CorrigeError
from answers.exam.identity import field_item
from answers.exam.words import LANGUAGES
from answers.submissions.printed.glyphs import Glyph
from answers.submissions.printed.layout import Alignment, Box, Layout, align, anchors
from answers.submissions.raw.pdf_limits import UNREADABLE

LayoutOf = Callable[[str, str], Layout]
Pages = Sequence[Sequence[Glyph]]

CUT = "…"
ROW = 1.0  # points that a letter may stand below its box
GAP = 0.25  # of the height of a letter, beyond which a space stands before it
FROM_THE_RIGHT = frozenset({"R", "AL"})
EDGE = 0.5  # points that a whole text leaves free at the edges of its box


@dataclass(frozen=True, slots=True)
class Fit:
    """A blank sheet in a language, and how the pages that are its own were printed."""

    lang: str
    blank: Layout
    found: Mapping[int, Alignment]

    @property
    def kept(self) -> float:
        """How much of the blank sheet's words the pages have kept in place, a page counting 1."""
        return sum(one.kept for one in self.found.values())


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """What stands in the box of each field; `complete` is false when some page is not that of the blank sheet."""

    values: Mapping[str, str]
    complete: bool
    fit: Fit | None = field(default=None, compare=False)

    @property
    def is_whole(self) -> bool:
        """Whether all was read: all pages, and at least a letter of some answer."""
        return self.complete and any(map(_is_legible, self.values.items()))


def printed_texts(pages: Pages, exam: str, layout: LayoutOf, lang: str = "") -> PrintedTexts | None:
    """Return what was typed on a printed sheet of `exam`, or None when it is not aligned with the blank sheet.

    The language is `lang` if the metadata have kept it, else that of the words on the first page; when the blank sheet
    in it does not fit every page, it is that whose blank sheet fits best. Text that runs out of its box ends in "…", a
    letter that the file does not tell is U+FFFD: no number holds either. Letters that a printing program left out are
    not noticed.
    """
    fit = _best_fit(pages, exam, layout, lang)
    if fit is None:
        return None
    boxes = fit.blank.boxes
    values = {
        name: _text_in(pages[box.page], fit.found[box.page].moved(box))
        for name, box in boxes.items()
        if box.page in fit.found
    }
    return PrintedTexts(values, len(values) == len(boxes) and len(pages) == len(fit.blank.anchors), fit)


def _best_fit(pages: Pages, exam: str, layout: LayoutOf, lang: str) -> Fit | None:
    """Return the first fit that leaves no page out, as it takes long to lay out a blank sheet; else the best of all."""
    fits = []
    for likely in likely_languages(lang, (word for word, _ in anchors(pages[0])) if pages else ()):
        if fit := _fit(pages, exam, likely, layout):
            if len(fit.found) == min(len(pages), len(fit.blank.anchors)):
                return fit
            fits.append(fit)
    return max(fits, key=lambda fit: fit.kept, default=None)


def _fit(pages: Pages, exam: str, lang: str, layout: LayoutOf) -> Fit | None:
    try:
        blank = layout(exam, lang)
    except CorrigeError:  # the token names an exam that is not installed
        return None
    alignments = {number: one for number, page in enumerate(pages) if (one := _aligned(blank, number, page))}
    return Fit(lang, blank, alignments) if alignments else None


def _aligned(blank: Layout, number: int, page: Sequence[Glyph]) -> Alignment | None:
    """Align a page, unless it was drawn on in such a way that answers may stand in the boxes of other items."""
    if number >= len(blank.anchors) or not all(glyph.is_upright for glyph in page):
        return None
    words = anchors(page)
    alignment = align(blank.anchors[number], words)
    if alignment is None:
        return None
    boxes = list(map(alignment.moved, _item_boxes(blank, number)))
    added = (place for word, place in words.items() if word not in blank.anchors[number])
    return None if any(_is_astray(height, boxes) for _, height in added) else alignment


def _item_boxes(blank: Layout, number: int) -> list[Box]:
    """The boxes of a page that ask for an item."""
    return [box for name, box in blank.boxes.items() if box.page == number and field_item(name)]


def _is_astray(height: float, boxes: Sequence[Box]) -> bool:
    """Whether a word that the blank sheet does not have stands between two rows of boxes, on a level with neither."""
    above, below = any(box.bottom > height for box in boxes), any(box.top < height for box in boxes)
    return above and below and not any(box.bottom - ROW < height < box.top for box in boxes)


def _is_legible(field: tuple[str, str]) -> bool:
    name, text = field
    return field_item(name) is not None and bool(text.strip(UNREADABLE + CUT))


def _text_in(page: Sequence[Glyph], box: Box) -> str:
    """Join the letters whose middle is in the box; what stands between two of them becomes one space.

    A word that is written from the right turns the order of its row: a text without such letters is read as it stands.
    """
    inside = [index for index, glyph in enumerate(page) if not glyph.is_space and box.holds(glyph)]
    if not inside:
        return ""
    ordered = sorted(inside, key=lambda index: page[index].left)
    is_turned = ordered != inside and not any(bidirectional(page[index].char) in FROM_THE_RIGHT for index in inside)
    pieces = _as_they_stand(page, ordered) if is_turned else _as_they_come(page, inside)
    return "".join(pieces) + (CUT if _is_cut(page, inside, box) else "")


def _as_they_come(page: Sequence[Glyph], inside: Sequence[int]) -> Iterator[str]:
    yield page[inside[0]].char
    for before, after in pairwise(inside):
        yield f" {page[after].char}" if after > before + 1 else page[after].char


def _as_they_stand(page: Sequence[Glyph], ordered: Sequence[int]) -> Iterator[str]:
    yield page[ordered[0]].char
    for before, after in pairwise(page[index] for index in ordered):
        is_far = after.left - before.right > GAP * (after.top - after.bottom)
        yield f" {after.char}" if is_far else after.char


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


def likely_languages(in_metadata: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return all languages of sheets, the likeliest first: that in the metadata (`in_metadata`), if it is one of ours.

    Then that with more of its own among the words of the first page, those that no other has on a blank sheet.
    """
    seen = frozenset(words)
    own = {lang: len(seen & _own_words(lang)) for lang in LANGUAGES}
    return tuple(sorted(LANGUAGES, key=lambda lang: (lang != in_metadata, -own[lang])))


def _own_words(lang: str) -> frozenset[str]:
    return _blank_words(lang).difference(*(_blank_words(other) for other in LANGUAGES if other != lang))


def _blank_words(lang: str) -> frozenset[str]:
    """What the house says on a blank sheet, whatever the exam."""
    words = house_words(lang)
    return frozenset(" ".join((words["face"]["blank"], words["hint"]["blank"], words["name"])).split())
