"""What a person sees on a sheet beside the values that are read from it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from answers.flags import DAMAGED, NOT_COMPARED, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.submissions.pdf.additions import as_drawn
from answers.submissions.pdf.comparison import AS_IT_IS, Original, beside_original, beside_text, in_boxes, other_codes
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.flattened import PrintedTexts
from answers.submissions.printed.layout import Box, blank_boxes
from answers.submissions.raw.filled import FilledSheet

MOVED = 1.0  # points that a program may round

Given = Callable[[], bytes | None]


def seen_beside(
    content: bytes, form: FormFields, filled: FilledSheet, printed: PrintedTexts | None, given: Given | None
) -> tuple[Flag, ...]:
    """Return what `form.seen` tells, made sure and completed by what is seen beside the values of a sheet.

    Fields that are drawn are looked at. Pages that are sealed as ours have nothing beside them. Others are compared
    with the sheet that the student was `given`, be they a form, or a printed copy. Flags are those of
    `beside_original`, `beside_text` and `other_codes`, and "shown-otherwise:" with each field that was moved;
    "not-compared" where that sheet is not known. What cannot be compared (None) keeps the flags it had; of a printed
    copy only the boxes are looked at. What cannot be rendered is "damaged".
    """
    if form.is_repaired or not form.is_modest:
        return form.seen
    try:
        shown = beside_text(as_drawn(content), form.boxes, form.values) if form.is_drawn else ()
        if form.is_ours:
            return (*form.seen, *shown)
        codes = other_codes(content, [seal.identity for seal in filled.seals]) if filled.seals else ()
        return tuple(chain(_looked_at(content, form, printed, given), shown, codes))
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.seen, DAMAGED)


def _looked_at(content: bytes, form: FormFields, printed: PrintedTexts | None, given: Given | None) -> Iterator[Flag]:
    """Yield what pages show beside the sheet that was given, or what can be told without it."""
    sheet = given() if given else None
    if sheet:
        yield from (flag for flag in form.seen if flag.slug != PAGE_CHANGED.slug)
        yield from _compared(content, form, printed, sheet)
        return
    yield from form.seen
    if printed:
        yield from in_boxes(content, _printed_boxes(printed))
    if given:
        yield NOT_COMPARED


def _compared(content: bytes, form: FormFields, printed: PrintedTexts | None, sheet: bytes) -> tuple[Flag, ...]:
    if printed:
        return beside_original(
            content, Original(sheet, printed.boxes, printed.alignments, is_form=False, ends=printed.ends)
        )
    boxes = blank_boxes(sheet)
    original = Original(sheet, boxes, dict.fromkeys(range(len(form.pages)), AS_IT_IS), is_form=True)
    seen = as_drawn(content) if form.is_drawn else content
    return (*_moved(form.boxes, boxes), *beside_original(seen, original))


def _printed_boxes(printed: PrintedTexts) -> dict[str, Box]:
    lying = printed.alignments
    return {name: lying[box.page].moved(box) for name, box in printed.boxes.items() if box.page in lying}


def _moved(boxes: Mapping[str, Box], there: Mapping[str, Box]) -> Iterator[Flag]:
    both = (name for name in boxes if name in there)
    return (SHOWN_OTHERWISE(name) for name in both if _is_elsewhere(boxes[name], there[name]))


def _is_elsewhere(one: Box, other: Box) -> bool:
    pairs = ((one.left, other.left), (one.bottom, other.bottom), (one.right, other.right), (one.top, other.top))
    return one.page != other.page or any(abs(edge - there) > MOVED for edge, there in pairs)
