"""What a person sees on a sheet beside the values that are read from it."""

from collections.abc import Mapping

from answers.errors import CorrigeError
from answers.exam.fields import FIRST_NAME, NAME
from answers.exam.identity import Student
from answers.flags import DAMAGED, NO_TEXT, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.submissions.pdf.additions import as_drawn
from answers.submissions.pdf.comparison import AS_IT_IS, Original, beside_original, beside_text
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.flattened import Pages
from answers.submissions.printed.glyphs import page_glyphs, page_text
from answers.submissions.printed.language import likely_languages
from answers.submissions.printed.layout import Box, Layout, align, anchors, blank_layout
from answers.submissions.raw.asked import SheetOf
from answers.submissions.raw.filled import FilledSheet
from answers.submissions.raw.words import tidy_name

MOVED = 1.0  # points that a program may round


def seen_beside(content: bytes, form: FormFields, filled: FilledSheet, sheet: SheetOf | None) -> tuple[Flag, ...]:
    """Return what `form.seen` tells, made sure and completed by what is seen beside the values of a sheet.

    Fields that are drawn are looked at. Pages that are sealed as ours have nothing beside them. Others are compared
    with the same sheet, printed again by `sheet`, whether they are a form or a printed copy whose texts were all read.
    Flags are those of `beside_original` and `beside_text`, and "shown-otherwise:" with each field that was moved. What
    cannot be compared keeps the flags it had: a damaged file, one without a genuine seal. What cannot be rendered is
    "damaged".
    """
    if form.is_repaired or not form.is_modest:
        return form.seen
    try:
        shown = beside_text(as_drawn(content), form.boxes, form.values) if form.is_drawn else ()
        compared = None if form.is_ours else _compared(content, form, filled, sheet)
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.seen, DAMAGED)
    if compared is None:
        return (*form.seen, *shown)
    sure = (flag for flag in form.seen if flag.slug != PAGE_CHANGED.slug)
    return tuple(dict.fromkeys((*sure, *shown, *compared)))


def _compared(content: bytes, form: FormFields, filled: FilledSheet, sheet: SheetOf | None) -> tuple[Flag, ...] | None:
    if sheet is None or NO_TEXT in filled.flags or not (filled.seals and filled.seals[0].genuine):
        return None
    pages = page_glyphs(content) or ((),)
    try:
        pdf = _printed_again(form.lang, pages, filled, sheet)
    except CorrigeError:  # the exam is not installed
        return None
    layout = blank_layout(pdf)
    seen = as_drawn(content) if form.is_drawn else content
    return (*_moved(form.boxes, layout), *beside_original(seen, _original(pdf, layout, form, pages)))


def _printed_again(lang: str, pages: Pages, filled: FilledSheet, sheet: SheetOf) -> bytes:
    identity = filled.seals[0].identity
    student = Student(identity.student)
    name, first_name = (filled.values.get(key, "") for key in (NAME, FIRST_NAME))
    if name and any(tidy_name(name, first_name) in tidy_name(page_text(page)) for page in pages):
        student = Student(identity.student, name, first_name, file=identity.student)
    likely = likely_languages(lang, (word for word, _ in anchors(pages[0])))
    return sheet(identity, student, likely[0])


def _original(pdf: bytes, layout: Layout, form: FormFields, pages: Pages) -> Original:
    if form.values:
        return Original(pdf, layout.boxes, [AS_IT_IS] * len(layout.anchors), is_form=True)
    found = [align(blank, anchors(page)) for blank, page in zip(layout.anchors, pages, strict=False)]
    return Original(pdf, layout.boxes, found, is_form=False)


def _moved(boxes: Mapping[str, Box], layout: Layout) -> tuple[Flag, ...]:
    both = (name for name in boxes if name in layout.boxes)
    return tuple(SHOWN_OTHERWISE(name) for name in both if _is_elsewhere(boxes[name], layout.boxes[name]))


def _is_elsewhere(one: Box, other: Box) -> bool:
    pairs = ((one.left, other.left), (one.bottom, other.bottom), (one.right, other.right), (one.top, other.top))
    return one.page != other.page or any(abs(edge - there) > MOVED for edge, there in pairs)
