"""What a person sees on a sheet beside the values that are read from it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain, product

from answers.errors import CorrigeError
from answers.exam.identity import FIRST_NAME, NAME, Student
from answers.flags import DAMAGED, NOT_COMPARED, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.submissions.pdf.additions import as_drawn
from answers.submissions.pdf.comparison import AS_IT_IS, Original, beside_original, beside_text, in_boxes, other_codes
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.flattened import Fit, likely_languages
from answers.submissions.printed.layout import Box, blank_boxes
from answers.submissions.raw.asked import SheetOf, WantedSheet
from answers.submissions.raw.filled import FilledSheet

MOVED = 1.0  # points that a program may round


def seen_beside(
    content: bytes, form: FormFields, filled: FilledSheet, fit: Fit | None, sheet: SheetOf | None
) -> tuple[Flag, ...]:
    """Return what `form.seen` tells, made sure and completed by what is seen beside the values of a sheet.

    Fields that are drawn are looked at. Pages that are sealed as ours have nothing beside them. Others are compared
    with the sheet that the student was given, as `sheet` has it, be they a form, or a printed copy of which `fit` tells
    how it lies. Flags are those of `beside_original`, `beside_text` and `other_codes`, and "shown-otherwise:" with each
    field that was moved; "not-compared" where that sheet is not known. What cannot be compared keeps the flags it had,
    a damaged file, one without a genuine seal; of a printed copy only the boxes are looked at. What cannot be rendered
    is "damaged".
    """
    if form.is_repaired or not form.is_modest:
        return form.seen
    try:
        shown = beside_text(as_drawn(content), form.boxes, form.values) if form.is_drawn else ()
        if form.is_ours:
            return (*form.seen, *shown)
        codes = other_codes(content, [seal.identity for seal in filled.seals]) if filled.seals else ()
        return tuple(chain(_looked_at(content, form, filled, fit, sheet), shown, codes))
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.seen, DAMAGED)


def _looked_at(
    content: bytes, form: FormFields, filled: FilledSheet, fit: Fit | None, sheet: SheetOf | None
) -> Iterator[Flag]:
    """Yield what pages show beside the sheet that was given, or what can be told without it."""
    may_compare = sheet is not None and bool(fit or form.pages) and bool(filled.seals) and filled.seals[0].genuine
    given = _given(form.lang, filled, sheet) if sheet and may_compare else None
    if given:
        yield from (flag for flag in form.seen if flag.slug != PAGE_CHANGED.slug)
        yield from _compared(content, form, fit, given)
        return
    yield from form.seen
    if fit:
        yield from in_boxes(content, _printed_boxes(fit))
    if may_compare:
        yield NOT_COMPARED


def _compared(content: bytes, form: FormFields, fit: Fit | None, given: bytes) -> tuple[Flag, ...]:
    if fit:
        return beside_original(content, Original(given, fit.blank.boxes, fit.found, is_form=False))
    boxes = blank_boxes(given)
    original = Original(given, boxes, dict.fromkeys(range(len(form.pages)), AS_IT_IS), is_form=True)
    seen = as_drawn(content) if form.is_drawn else content
    return (*_moved(form.boxes, boxes), *beside_original(seen, original))


def _printed_boxes(fit: Fit) -> dict[str, Box]:
    return {name: fit.found[box.page].moved(box) for name, box in fit.blank.boxes.items() if box.page in fit.found}


def _given(lang: str, filled: FilledSheet, sheet: SheetOf) -> bytes | None:
    """The sheet as it was given, in either language, with the name in its fields or without; None if unknown."""
    identity = filled.seals[0].identity
    names = filled.values.get(NAME, ""), filled.values.get(FIRST_NAME, "")
    known = Student(identity.student, *names, file=identity.student)
    for likely, student in product(likely_languages(lang, filled.pages[0].split()), (known, Student(identity.student))):
        with suppress(CorrigeError):  # the exam is not installed, or the sheet would be another today
            return sheet(WantedSheet(identity.exam, likely, identity.u0, student, identity.look))
    return None


def _moved(boxes: Mapping[str, Box], there: Mapping[str, Box]) -> Iterator[Flag]:
    both = (name for name in boxes if name in there)
    return (SHOWN_OTHERWISE(name) for name in both if _is_elsewhere(boxes[name], there[name]))


def _is_elsewhere(one: Box, other: Box) -> bool:
    pairs = ((one.left, other.left), (one.bottom, other.bottom), (one.right, other.right), (one.top, other.top))
    return one.page != other.page or any(abs(edge - there) > MOVED for edge, there in pairs)
