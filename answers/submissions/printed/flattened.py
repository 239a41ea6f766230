"""A sheet printed to PDF: its fields are gone, but what was typed may still be there as text in their rectangles."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from unicodedata import bidirectional

from answers.exam.identity import field_item
from answers.submissions.printed.layout import (
    UNREADABLE,
    Alignment,
    Box,
    Glyph,
    Layout,
    align,
    anchors,
    letters_in,
    own_letters,
)

Page = Sequence[Glyph]

CUT = "…"
SPACE_OR_FRACTION = re.compile(r"\d /\d{3}")
"""What Chromium draws for digits with a narrow no-break space between, whose two bytes are those of " /"."""
GAP = 0.25  # of the height of a letter, beyond which a space stands before it
FROM_THE_RIGHT = frozenset({"R", "AL"})
EDGE = 0.5  # points that a whole text leaves free before it
AFTER = 3.5  # points beyond a whole text in which nothing is compared
ROOM = 1.0  # points above and below a text in its box
TYPE_SIZE = 10.0  # points of the letters in a field of a sheet
DIGIT_HEIGHT = 0.74  # of the type size, in the font of the sheets
# Of the type size:
NEXT = 0.7  # free in its box after a whole text: a digit takes 0.64, two spaces and what letters leave free 0.67
BEYOND = 0.5  # beyond its box, where no letter begins if a program leaves out those that nobody sees (Firefox: 0.1)
FREE = 6.0  # beyond its box, where a program that draws them leaves none out (Poppler: 10)
APART = 2.0  # between a text and another that is none of its letters
PADDING = 0.5  # between the edge of a box and its text, at most
SAME = 0.1  # between two letters that PDFium takes for one: 0.07


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """What stands in the box of each field, and how those pages lie that are the blank sheet's, whose boxes are told.

    `is_whole` says that all was read: all pages, and at least half of the answers without a letter that the file does
    not tell. Such a letter is U+FFFD, which is put after digits that may be a fraction or one number with a space too.
    A text that is not proved whole, or not apart from another that is not, ends in "…": no number holds either.
    `cut_off` names the fields of the texts that are not proved whole. `ends` tells where each text ends on its page, in
    points from the left; anywhere, if it is not proved whole.
    """

    values: Mapping[str, str]
    boxes: Mapping[str, Box]
    alignments: Mapping[int, Alignment]
    is_whole: bool
    ends: Mapping[str, float]
    cut_off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """The letters of a text by their ranks on the page; `is_turned` if they are read in another order.

    `is_own` says that the text begins in its box: if not, these are letters of a text of another box. `is_cut` says
    that it is not proved whole, `is_doubtful` that its letters may be of another text that is not.
    """

    page: Page
    box: Box
    letters: Sequence[int]
    size: float
    is_own: bool
    is_turned: bool = False
    is_cut: bool = False
    is_doubtful: bool = False

    @property
    def first(self) -> Glyph:
        return self.page[self.letters[0]]

    @property
    def last(self) -> Glyph:
        return self.page[self.letters[-1]]


def printed_texts(pages: Sequence[Page], blank: Layout) -> PrintedTexts:
    """Return what was typed on a printed copy of a blank sheet.

    A text is whole where its box has room for another letter after it, or where letters well beyond the box show that
    the program has drawn what the box cuts off. Letters that a program left out inside a text are not noticed.
    """
    read = {number: one for number, page in enumerate(pages) if (one := _texts_on(page, number, blank))}
    alignments = {number: alignment for number, (alignment, _) in read.items()}
    texts = {name: text for _, found in read.values() for name, text in found.items()}
    told = {name: _told(text) for name, text in texts.items()}
    is_whole = len(read) == len(pages) == len(blank.anchors) and _is_legible(told)
    values = {name: "" for name, box in blank.boxes.items() if box.page in read}
    ends = {}
    for name, text in texts.items():
        is_open = text.is_cut or text.is_doubtful
        may_be_other = UNREADABLE if SPACE_OR_FRACTION.search(told[name]) else ""
        values[name] = told[name] + may_be_other + (CUT if is_open else "")
        ends[name] = inf if is_open else text.last.right + AFTER
    cut_off = tuple(name for name, text in texts.items() if text.is_cut)
    return PrintedTexts(values, blank.boxes, alignments, is_whole, ends, cut_off)


def _texts_on(page: Page, number: int, blank: Layout) -> tuple[Alignment, Mapping[str, _Text]] | None:
    """How a page lies on that of the blank sheet, and the texts in its boxes; None where it does not fit."""
    is_upright = number < len(blank.anchors) and all(glyph.is_upright for glyph in page)
    alignment = align(blank.anchors[number], anchors(page)) if is_upright else None
    if alignment is None:
        return None
    boxes = {name: alignment.moved(box) for name, box in blank.boxes.items() if box.page == number}
    inside = letters_in(boxes, page)
    if any(_is_astray([page[index] for index in indices], boxes[name]) for name, indices in inside.items()):
        return None
    own, size = own_letters(inside, page), TYPE_SIZE * alignment.across[0]
    texts = {
        name: _text(page, boxes[name], own.get(name) or indices, size, is_own=name in own)
        for name, indices in inside.items()
    }
    return alignment, _doubted(texts, inside)


def _doubted(texts: Mapping[str, _Text], inside: Mapping[str, Sequence[int]]) -> dict[str, _Text]:
    """Return the texts of a page, those marked that are not proved whole, and those that may be parts of such."""
    box_of = {index: name for name, indices in inside.items() for index in indices}
    cut = {
        name
        for name, text in texts.items()
        if text.is_own and (not _is_whole(text) or any(box_of.get(index, name) != name for index in text.letters))
    }
    doubtful = {name for name, text in texts.items() if not text.is_own}
    for name, text in texts.items():
        long = [other for other, one in texts.items() if one.is_own and text.is_own and _reaches(one, text)]
        goes_on = any(_may_go_on_with(texts[other], text) for other in long)
        foreign = [text.page[index] for index in frozenset(inside[name]).difference(text.letters)]
        if goes_on:
            cut.update(long)
        if long and (goes_on or not _is_apart(text, foreign)):
            doubtful.add(name)
    return {name: replace(text, is_cut=name in cut, is_doubtful=name in doubtful) for name, text in texts.items()}


def _is_astray(letters: Iterable[Glyph], box: Box) -> bool:
    """Whether a letter stands across the top or bottom of a box: answers may stand in those of other items."""
    return any(glyph.bottom < box.bottom + ROOM or glyph.top > box.top - ROOM for glyph in letters)


def _is_legible(values: Mapping[str, str]) -> bool:
    answers = [text for name, text in values.items() if text and field_item(name) is not None]
    return bool(answers) and 2 * sum(UNREADABLE not in text for text in answers) >= len(answers)


def _text(page: Page, box: Box, letters: Sequence[int], size: float, *, is_own: bool) -> _Text:
    """The letters of a text in their order, and the size of its type, at least that of the sheets.

    A word that is written from the right turns the order of its row: a text without such letters is read as it stands.
    """
    heights = (page[index].top - page[index].bottom for index in letters if page[index].char.isdecimal())
    size = max(size, max(heights, default=0) / DIGIT_HEIGHT)
    ordered = sorted(letters, key=lambda index: page[index].left)
    if ordered != letters and not any(bidirectional(page[index].char) in FROM_THE_RIGHT for index in letters):
        return _Text(page, box, ordered, size, is_own, is_turned=True)
    return _Text(page, box, letters, size, is_own)


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


def _is_whole(text: _Text) -> bool:
    """Whether a text is proved whole, whatever its program does with letters that a box cuts off."""
    box, last, size = text.box, text.last, text.size
    if text.first.left < box.left + EDGE:
        return False
    if last.right <= box.right - NEXT * size:
        return True
    if last.left < box.right + BEYOND * size or last.right > box.right + FREE * size:
        return False
    own = frozenset(text.letters)
    return not any(_is_beside(glyph, text) for index, glyph in enumerate(text.page) if index not in own)


def _is_beside(glyph: Glyph, text: _Text) -> bool:
    """Whether a letter stands where a text does beyond its box, or soon after."""
    on_line = glyph.bottom < text.last.top and glyph.top > text.last.bottom and not glyph.is_space
    return on_line and text.box.right < glyph.right and glyph.left < text.last.right + NEXT * text.size


def _reaches(one: _Text, other: _Text) -> bool:
    """Whether a text runs out of its box up to another box of its row."""
    is_before = one.box.bottom < other.box.top and other.box.bottom < one.box.top and one.box.left < other.box.left
    return is_before and one.last.right > max(one.box.right, other.box.left - APART * one.size)


def _may_go_on_with(one: _Text, other: _Text) -> bool:
    """Whether a text begins where another ends."""
    return -one.size / 2 < other.first.left - one.last.right < APART * one.size


def _is_apart(text: _Text, foreign: Iterable[Glyph]) -> bool:
    """Whether all letters of a text are there and its own, though a long text of another box has `foreign` ones there.

    It is drawn at once, from the beginning of its box. PDFium leaves out a letter that stands on another that is the
    same: none of the foreign ones stands where the text may have had such a letter.
    """
    own = [text.page[index] for index in text.letters]
    is_drawn_at_once = len({glyph.text_object for glyph in own}) == 1
    is_at_beginning = text.first.left < text.box.left + PADDING * text.size
    return (
        is_drawn_at_once
        and is_at_beginning
        and all(
            glyph.left > text.last.right + APART * text.size
            or any(min(glyph.right, one.right) - max(glyph.left, one.left) > SAME * text.size for one in own)
            for glyph in foreign
        )
    )
