"""The form fields of a PDF as two libraries read them, compared field by field."""

from collections.abc import Iterator
from dataclasses import replace

from answers.exam.fields import STUDENT_FIELDS, field_item
from answers.flags import DAMAGED, FIELD_REPEATED, ONE_READER, READERS_DISAGREE, Flag
from answers.submissions.pdf.fields import FormFields, read_with_pdfium, read_with_pikepdf


def read_fields(content: bytes, place: str, secret: str = "") -> tuple[FormFields, tuple[Flag, ...]] | None:
    """Return the form to use, and flags for what the two readers see differently, or None if it cannot be read.

    The text of pikepdf is kept. Flags are "readers-disagree:<field>"; "field-repeated:<field>", of which the first
    text is kept; "one-reader", when only one library could read the form; "damaged", when the file was repaired, and
    read by pikepdf alone. Only fields of a sheet are flagged.

    Raises
    ------
    CorrigeError
        If the file asks for a password or has more than 40 pages.
    """
    first = read_with_pikepdf(content, place, secret)
    if first is None:
        return None
    may_ask = first.is_modest and not first.is_repaired
    second = read_with_pdfium(content, is_ours=first.is_ours) if may_ask else None
    if second is None or bool(first.values) != bool(second.values):
        form = second if second and second.values else first
        return replace(form, seen=first.seen), (DAMAGED if first.is_repaired else ONE_READER,)
    form = replace(first, seen=(*first.seen, *second.seen), boxes=second.boxes, pages=second.pages)
    return form, tuple(_differences(first, second))


def is_sheet_field(name: str) -> bool:
    """Whether a field of this name may stand on a sheet."""
    return name in STUDENT_FIELDS or field_item(name) is not None


def _differences(first: FormFields, second: FormFields) -> Iterator[Flag]:
    yield from (FIELD_REPEATED(name) for name in sorted(first.repeated | second.repeated) if is_sheet_field(name))
    names = filter(is_sheet_field, dict.fromkeys((*first.values, *second.values)))
    yield from (READERS_DISAGREE(name) for name in names if first.values.get(name) != second.values.get(name))
