"""Read the answers on a sheet printed to PDF: the form fields are gone, but their text is still in their boxes."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from unicodedata import bidirectional

from answers.sheets.identity import U0, field_item
from answers.submissions.printed.layout import (
    UNREADABLE,
    Alignment,
    Box,
    Glyph,
    Layout,
    align,
    anchors,
    has_lost_words,
    letters_in,
    own_letters,
)
from answers.submissions.raw.submission import CUT

Page = Sequence[Glyph]

SPACE_OR_FRACTION = re.compile(r"\d /\d{3}")
"""Digits as Chromium draws them around a narrow no-break space, whose two bytes are those of " /"."""
GAP = 0.25  # of the height of a letter: least gap that is read as a space
FROM_THE_RIGHT = frozenset({"R", "AL"})
EDGE = 0.5  # points free before a complete text
AFTER = 3.5  # points after a complete text where nothing is compared
ROOM = 1.0  # points free above and below a text in its box
TYPE_SIZE = 10.0  # points of the letters in a field of a sheet
DIGIT_HEIGHT = 0.74  # of the type size, in the font of the sheets
# In units of the type size:
NEXT = 0.7  # free in the box after a complete text: a digit takes 0.64, two spaces and side bearings 0.67
BEYOND = 0.5  # beyond the box: no letter begins here if a program leaves out clipped letters (Firefox: 0.1)
FREE = 6.0  # beyond the box: up to here a program that draws clipped letters leaves none out (Poppler: 10)
APART = 2.0  # least gap between two different texts
PADDING = 0.5  # largest gap between the edge of a box and its text
ROW = 0.42  # least vertical gap between the centres of letters on two lines
SEVERAL_LINES = 45.0  # points: a higher box is for a text of several lines
SAME = 0.1  # overlap of two letters that PDFium merges: 0.07


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """The texts in the boxes of a printed copy, a PDF that a program has printed from a filled answer sheet.

    Attributes
    ----------
    values
        The text of each field. A character that the file does not declare is U+FFFD, which also follows digits that
        may be a fraction or a number with a space. A text that may be incomplete ends in `CUT`, and also begins with it
        if its beginning is not certain either. No number contains either character.
    boxes
        The boxes of the fields on the blank sheet.
    alignments
        The alignment of each page that fits the blank sheet, by index from 0.
    lost
        The indices of the pages whose words are not in the file, because a program has drawn the letters as shapes.
    is_whole
        Whether all pages were read, and at least half of the answers are legible.
    ends
        The right end of each text in points from the left; infinity for a text that may be incomplete.
    cut_off
        The fields whose text may be incomplete.
    """

    values: Mapping[str, str]
    boxes: Mapping[str, Box]
    alignments: Mapping[int, Alignment]
    lost: frozenset[int]
    is_whole: bool
    ends: Mapping[str, float]
    cut_off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """One text on a printed page, with its letters as indices on the page and the box of its field.

    `is_turned` says that the letters are read from left to right, not in the order of the page. `is_own` says that the
    text begins in this box. `is_cut` says that the text may be incomplete, `is_doubtful` that letters may belong to
    another text that may be.
    """

    page: Page
    box: Box
    letters: Sequence[int]
    size: float
    is_own: bool
    is_turned: bool = False
    is_cut: bool = False
    is_doubtful: bool = False

    @classmethod
    def of(cls, page: Page, box: Box, letters: Sequence[int], size: float, *, is_own: bool) -> "_Text":
        """Return the text made of `letters`, sorted from left to right unless some are written from right to left.

        A word written from right to left reverses the order of a whole row on the page, also for texts beside it.
        """
        heights = (page[index].top - page[index].bottom for index in letters if page[index].char.isdecimal())
        size = max(size, max(heights, default=0) / DIGIT_HEIGHT)
        rows = [letters]
        if box.top - box.bottom > SEVERAL_LINES:
            middles = {index: (page[index].bottom + page[index].top) / 2 for index in letters}
            from_top = sorted(letters, key=lambda index: -middles[index])
            pairs = enumerate(pairwise(from_top), 1)
            starts = [at for at, (above, below) in pairs if middles[above] - middles[below] > ROW * size]
            rows = [from_top[start:end] for start, end in pairwise((0, *starts, len(letters)))]
        ordered = [index for row in rows for index in sorted(row, key=lambda index: page[index].left)]
        if ordered != letters and not any(bidirectional(page[index].char) in FROM_THE_RIGHT for index in letters):
            return cls(page, box, ordered, size, is_own, is_turned=True)
        return cls(page, box, letters, size, is_own)

    @property
    def first(self) -> Glyph:
        return self.page[self.letters[0]]

    @property
    def last(self) -> Glyph:
        return self.page[self.letters[-1]]

    @property
    def right(self) -> float:
        """The right end in points from the left of the page: of the last letter, or of all lines of a long answer."""
        if self.box.top - self.box.bottom > SEVERAL_LINES:
            return max(self.page[index].right for index in self.letters)
        return self.last.right

    @property
    def string(self) -> str:
        """The letters as a string, with one space for each gap and a line end between the lines of a written answer."""
        string = self.first.char
        for before, after in pairwise(self.letters):
            letter, last = self.page[after], self.page[before]
            if letter.top < last.bottom + ROW * self.size / 2 and letter.left < last.left:
                string += f"\n{letter.char}"  # the next line of a written answer
                continue
            if self.is_turned:
                is_gap = letter.left - last.right > GAP * (letter.top - letter.bottom)
            else:
                is_gap = after > before + 1
            string += f" {letter.char}" if is_gap else letter.char
        return string

    @property
    def is_whole(self) -> bool:
        """Whether the text is certainly complete, whether or not the printing program leaves out clipped letters."""
        box, last, size = self.box, self.last, self.size
        if box.top - box.bottom > SEVERAL_LINES:  # of a written answer, lines below the box may be left out
            return last.bottom > box.bottom + size
        if self.first.left < box.left + EDGE:
            return False
        if last.right <= box.right - NEXT * size:
            return True
        if last.left < box.right + BEYOND * size or last.right > box.right + FREE * size:
            return False
        own = frozenset(self.letters)
        return not any(  # another letter is beyond the box on the line of the text, or shortly after the text
            glyph.bottom < last.top
            and glyph.top > last.bottom
            and not glyph.is_space
            and box.right < glyph.right
            and glyph.left < last.right + NEXT * size
            for index, glyph in enumerate(self.page)
            if index not in own
        )

    @property
    def has_beginning(self) -> bool:
        """Whether the text certainly begins in its box: before it is room, or its program keeps hidden letters."""
        keeps_hidden = self.last.left > self.box.right + BEYOND * self.size
        edge = self.box.left + (0 if keeps_hidden else EDGE)
        return self.is_own and not self.is_doubtful and self.first.left >= edge

    @property
    def in_box(self) -> "_Text":
        """The text without the letters beyond the right edge of its box, which a person may not see."""
        letters = [index for index in self.letters if self.page[index].right <= self.box.right + EDGE]
        return replace(self, letters=letters or self.letters[:1])

    def reaches(self, other: "_Text") -> bool:
        """Return whether the text extends beyond its box up to another box of its row."""
        is_before = (
            self.box.bottom < other.box.top and other.box.bottom < self.box.top and self.box.left < other.box.left
        )
        return is_before and self.last.right > max(self.box.right, other.box.left - APART * self.size)

    def is_apart(self, foreign: Iterable[Glyph]) -> bool:
        """Return whether the text is complete and separate, although `foreign` letters of another text are in its box.

        PDFium leaves out a letter drawn on an equal letter, so none may be where this text could have had one.
        """
        letters = [self.page[index] for index in self.letters]
        is_drawn_at_once = len({glyph.text_object for glyph in letters}) == 1
        is_at_beginning = self.first.left < self.box.left + PADDING * self.size
        return (
            is_drawn_at_once
            and is_at_beginning
            and all(
                glyph.left > self.last.right + APART * self.size
                or any(min(glyph.right, own.right) - max(glyph.left, own.left) > SAME * self.size for own in letters)
                for glyph in foreign
            )
        )


LettersWithout = Callable[[int, Collection[int], Box], Page | None]
"""A function that returns the letters of a page, by its index, without the text objects with some numbers.

The result is None if these text objects are visible in a box, or if this is unknown.
"""


def printed_texts(
    pages: Sequence[Page], blank: Layout, letters_without: LettersWithout = lambda *_: None
) -> PrintedTexts:
    """Return the texts typed into the boxes of a printed copy; `blank` has the boxes and words of its blank sheet.

    A text is complete if its box has room for another letter after it, or if letters far beyond the box show that the
    program has kept the letters cut off by boxes. Letters left out inside a text are not noticed.
    """
    read = {
        number: result
        for number, page in enumerate(pages)
        if (result := _texts_on(page, number, blank, letters_without))
    }
    alignments = {number: alignment for number, (alignment, _) in read.items()}
    texts = {name: text for _, page_texts in read.values() for name, text in page_texts.items()}
    strings = {name: text.string for name, text in texts.items()}
    answers = [text for name, text in strings.items() if text and field_item(name) is not None]
    # Some programs draw the digits of a form as other letters, and the printed seed as none.
    has_digits = [any(map(str.isdecimal, text)) for text in answers]
    legible = has_digits if UNREADABLE in strings.get(U0, "") else [UNREADABLE not in text for text in answers]
    is_legible = bool(answers) and 2 * sum(legible) >= len(answers)
    is_whole = len(read) == len(pages) == len(blank.anchors) and is_legible
    lost = (
        number
        for number, words in enumerate(blank.anchors[: len(pages)])
        if number not in read and has_lost_words(words, anchors(pages[number]))
    )
    values = {name: "" for name, box in blank.boxes.items() if box.page in read}
    ends = {}
    for name, text in texts.items():
        is_open = text.is_cut or text.is_doubtful
        string = text.in_box.string if text.is_cut else strings[name]
        may_be_other = UNREADABLE if SPACE_OR_FRACTION.search(string) else ""
        before = CUT if is_open and not text.has_beginning else ""
        values[name] = before + string + may_be_other + (CUT if is_open else "")
        ends[name] = inf if is_open else text.right + AFTER
    cut_off = tuple(name for name, text in texts.items() if text.is_cut)
    return PrintedTexts(values, blank.boxes, alignments, frozenset(lost), is_whole, ends, cut_off)


def _texts_on(
    page: Page, number: int, blank: Layout, letters_without: LettersWithout
) -> tuple[Alignment, Mapping[str, _Text]] | None:
    """Return the alignment of page `number`, from 0, with its blank sheet and the texts in its boxes, by field."""
    is_upright = number < len(blank.anchors) and all(glyph.is_upright for glyph in page)
    alignment = align(blank.anchors[number], anchors(page)) if is_upright else None
    if alignment is None:
        return None
    boxes = {name: alignment.moved(box) for name, box in blank.boxes.items() if box.page == number}
    inside = letters_in(boxes, page)
    for name, indices in inside.items():
        low, high = boxes[name].bottom + ROOM, boxes[name].top - ROOM
        if any(page[index].bottom < low or page[index].top > high for index in indices):
            return None  # a letter crosses the edge of a box: answers may be in boxes of other items
    own, size = own_letters(inside, page), TYPE_SIZE * alignment.across[0]
    texts = {
        name: _Text.of(page, boxes[name], own.get(name) or indices, size, is_own=name in own)
        for name, indices in inside.items()
    }
    texts = _doubted(texts, inside)
    for name, text in [*texts.items()]:
        # Letters of a long text are no obstacle where its box hides them: the text of this box is read without them.
        long = [before for before in texts.values() if before.is_own and before.reaches(text)]
        hidden = {page[index].text_object for before in long for index in before.letters}
        rest = letters_without(number, hidden, text.box) if text.is_doubtful and long and 0 not in hidden else None
        if rest is None:
            continue
        inside = letters_in(boxes, rest)
        letters = own_letters(inside, rest).get(name)
        if name not in inside:
            del texts[name]
        elif letters and rest[letters[0]].left < text.box.left + PADDING * size:
            alone = _Text.of(rest, text.box, letters, size, is_own=True)
            is_cut = not alone.is_whole or any(index not in inside[name] for index in letters)
            texts[name] = replace(alone, is_cut=is_cut)
    return alignment, texts


def _doubted(texts: Mapping[str, _Text], inside: Mapping[str, Sequence[int]]) -> dict[str, _Text]:
    """Return the texts of a page, with `is_cut` or `is_doubtful` set for those that may be incomplete or mixed."""
    box_of = {index: name for name, indices in inside.items() for index in indices}
    cut = {
        name
        for name, text in texts.items()
        if text.is_own and (not text.is_whole or any(box_of.get(index, name) != name for index in text.letters))
    }
    doubtful = {name for name, text in texts.items() if not text.is_own}
    for name, text in texts.items():
        long = [other for other, before in texts.items() if before.is_own and text.is_own and before.reaches(text)]
        # Another text may go on where this text begins.
        gaps = ((text.first.left - texts[other].last.right) / texts[other].size for other in long)
        is_continued = any(-1 / 2 < gap < APART for gap in gaps)
        foreign = [text.page[index] for index in frozenset(inside[name]).difference(text.letters)]
        if is_continued:
            cut.update(long)
        if long and (is_continued or not text.is_apart(foreign)):
            doubtful.add(name)
    return {name: replace(text, is_cut=name in cut, is_doubtful=name in doubtful) for name, text in texts.items()}
