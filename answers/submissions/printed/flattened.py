"""A sheet printed to PDF: its fields are gone, but what was typed may still be there as text in their rectangles."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from unicodedata import bidirectional

from answers.exam.identity import field_item
from answers.submissions.printed.layout import UNREADABLE, Alignment, Box, Glyph, Layout, align, anchors, letters_in

Page = Sequence[Glyph]

CUT = "…"
GAP = 0.25  # of the height of a letter, beyond which a space stands before it
FROM_THE_RIGHT = frozenset({"R", "AL"})
EDGE = 0.5  # points that a whole text leaves free before it
MARGIN = 3.5  # and after it: a space may be all that stood there
FREE = 60.0  # points beyond a box in which a program that keeps what the box cuts off leaves no letter out
ROOM = 1.0  # points above and below a text in its box


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """What stands in the box of each field, and how those pages lie that are the blank sheet's, whose boxes are told.

    `is_whole` says that all was read: all pages, and at least a letter of some answer. A text of which the box has cut
    off a part ends in "…", a letter that the file does not tell is U+FFFD: no number holds either. `ends` tells where
    each text ends on its page, in points from the left; anywhere, if a part is cut off.
    """

    values: Mapping[str, str]
    boxes: Mapping[str, Box]
    alignments: Mapping[int, Alignment]
    is_whole: bool
    ends: Mapping[str, float]

    @property
    def cut_off(self) -> tuple[str, ...]:
        """The fields of which the box has cut off a part."""
        return tuple(name for name, text in self.values.items() if text.endswith(CUT))


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """The letters of a text by their ranks on the page; `is_turned` if they are read in another order."""

    page: Page
    box: Box
    letters: Sequence[int]
    is_turned: bool = False

    @property
    def last(self) -> Glyph:
        return self.page[self.letters[-1]]

    @property
    def is_kept(self) -> bool:
        """Whether a letter is there though it is wholly beyond the box."""
        return self.last.left > self.box.right


def printed_texts(pages: Sequence[Page], blank: Layout) -> PrintedTexts:
    """Return what was typed on a printed copy of a blank sheet.

    Letters that a printing program left out inside a text are not noticed.
    """
    read = {number: one for number, page in enumerate(pages) if (one := _texts_on(page, number, blank))}
    alignments = {number: alignment for number, (alignment, _) in read.items()}
    texts = {name: text for _, found in read.values() for name, text in found.items()}
    values = _empty(blank, read) | _values(texts)
    is_complete = len(read) == len(pages) == len(blank.anchors)
    ends = {name: inf if values[name].endswith(CUT) else text.last.right + MARGIN for name, text in texts.items()}
    is_whole = is_complete and any(map(_is_legible, values.items()))
    return PrintedTexts(values, blank.boxes, alignments, is_whole, ends)


def _empty(blank: Layout, pages: Collection[int]) -> dict[str, str]:
    return {name: "" for name, box in blank.boxes.items() if box.page in pages}


def _texts_on(page: Page, number: int, blank: Layout) -> tuple[Alignment, Mapping[str, _Text]] | None:
    """How a page lies on that of the blank sheet, and the texts in its boxes; None where it does not fit."""
    is_upright = number < len(blank.anchors) and all(glyph.is_upright for glyph in page)
    alignment = align(blank.anchors[number], anchors(page)) if is_upright else None
    if alignment is None:
        return None
    boxes = _moved(blank, number, alignment)
    inside = letters_in(boxes, page)
    if any(_is_astray([page[index] for index in indices], boxes[name]) for name, indices in inside.items()):
        return None
    return alignment, {name: _text(page, boxes[name], indices) for name, indices in inside.items()}


def _moved(blank: Layout, number: int, alignment: Alignment) -> Mapping[str, Box]:
    return {name: alignment.moved(box) for name, box in blank.boxes.items() if box.page == number}


def _values(texts: Mapping[str, _Text]) -> dict[str, str]:
    """The texts with their letters; those that are cut off, or stand where such a one may go on, end in "…"."""
    keeps = any(text.is_kept for text in texts.values())
    cut = [text for text in texts.values() if _is_cut(text, keeps=keeps)]
    return {
        name: _told(text) + (CUT if text in cut or any(_runs_into(one, text) for one in cut) else "")
        for name, text in texts.items()
    }


def _is_astray(letters: Iterable[Glyph], box: Box) -> bool:
    """Whether a letter stands across the top or bottom of a box: answers may stand in those of other items."""
    return any(glyph.bottom < box.bottom + ROOM or glyph.top > box.top - ROOM for glyph in letters)


def _is_legible(field: tuple[str, str]) -> bool:
    name, text = field
    return field_item(name) is not None and bool(text.strip(UNREADABLE + CUT))


def _text(page: Page, box: Box, inside: Sequence[int]) -> _Text:
    """The letters in a box and those that go on beyond.

    A word that is written from the right turns the order of its row: a text without such letters is read as it stands.
    """
    ordered = sorted(inside, key=lambda index: page[index].left)
    if ordered != inside and not any(bidirectional(page[index].char) in FROM_THE_RIGHT for index in inside):
        return _Text(page, box, ordered, is_turned=True)
    return _Text(page, box, [*_beyond(page, inside[0], -1), *inside, *_beyond(page, inside[-1], 1)])


def _told(text: _Text) -> str:
    """The letters, and one space for what stands between two of them."""
    return "".join((_as_they_stand if text.is_turned else _as_they_come)(text.page, text.letters))


def _as_they_come(page: Page, text: Sequence[int]) -> Iterator[str]:
    yield page[text[0]].char
    for before, after in pairwise(text):
        yield f" {page[after].char}" if after > before + 1 else page[after].char


def _as_they_stand(page: Page, ordered: Sequence[int]) -> Iterator[str]:
    yield page[ordered[0]].char
    for before, after in pairwise(page[index] for index in ordered):
        is_far = after.left - before.right > GAP * (after.top - after.bottom)
        yield f" {after.char}" if is_far else after.char


def _beyond(page: Page, last: int, step: int) -> Sequence[int]:
    """The letters by which a text goes on after its last in a box, or before its first."""
    found: list[int] = []
    for index in range(last + step, len(page) if step > 0 else -1, step):
        if not page[index].is_space:
            before, after = (page[last], page[index])[::step]
            size = max(before.top - before.bottom, after.top - after.bottom)
            if abs(after.left - before.right) > size or abs(after.bottom - before.bottom) > size:
                break
            found.append(index)
            last = index
    return found[::step]


def _is_cut(text: _Text, *, keeps: bool) -> bool:
    """Whether letters may be lost: before the box, at its end if the program `keeps` none beyond, or among others."""
    page, box, last = text.page, text.box, text.last
    if page[text.letters[0]].left < box.left + EDGE or last.right > box.right + FREE:
        return True
    if not keeps:
        return last.right > box.right - MARGIN
    if last.right <= box.right:
        return False
    own = frozenset(text.letters)
    return any(_is_beside(glyph, box, last) for index, glyph in enumerate(page) if index not in own)


def _runs_into(one: _Text, other: _Text) -> bool:
    """Whether a text that goes on beyond its box may have letters in another box of its row."""
    is_in_row = one.page is other.page and one.box.bottom < other.box.top and other.box.bottom < one.box.top
    return is_in_row and one.box.left < other.box.left and one.last.right > one.box.right


def _is_beside(glyph: Glyph, box: Box, last: Glyph) -> bool:
    """Whether a letter stands where the last of a text does beyond its box, or soon after."""
    on_line = glyph.bottom < last.top and glyph.top > last.bottom and not glyph.is_space
    return on_line and box.right < glyph.right and glyph.left < last.right + MARGIN
