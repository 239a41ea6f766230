"""Find annotations added to the pages of a form, and fields whose appearance hides their value."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pikepdf

from answers.flags import DRAWN_ON, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.submissions.printed.layout import MAX_FIELDS
from answers.submissions.raw.objects import entry

POINTS_A_MM = 72 / 25.4
MAX_DEPTH = 16
INVISIBLE = 2 | 32  # annotation flags: hidden, no view
HARMLESS = frozenset({"/Widget", "/Popup", "/Link"})
WRITTEN = re.compile(r"[0-9A-Za-z]")  # in every font
SHOWING = re.compile(rb"(?:\(((?:\\.|[^()\\])*)\)|<([0-9A-Fa-f\s]*)>)\s*(?:Tj|'|\")|(\bTJ\b|\bDo\b)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
FONT_USED = re.compile(rb"/([^\s/<>()\[\]]+)\s+[-+\d.]+\s+Tf")


def drawings(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield "drawn-on:" with the page and region of each visible annotation that is not a field."""
    for number, page in enumerate(pdf.pages, start=1):
        height = float(page.mediabox[3])
        for annotation in page_annotations(page):
            if _is_addition(annotation):
                yield DRAWN_ON(f"page {number}{_region(annotation, height)}")


def concealed(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield "shown-otherwise:" for each field whose value viewers may hide or replace.

    The field is hidden, in a layer (no sheet has layers), drawn empty, or has a rich text other than its value. "XFA"
    stands for a second form, which some viewers show instead.
    """
    form = pdf.Root.get("/AcroForm")
    if not isinstance(form, pikepdf.Dictionary):
        return
    if "/XFA" in form:
        yield SHOWN_OTHERWISE("XFA")
    is_redrawn = bool(form.get("/NeedAppearances"))
    annotations = (item for page in pdf.pages for item in page_annotations(page))
    concealed_fields = (
        annotation
        for annotation in annotations
        if _is_concealed(annotation, is_redrawn=is_redrawn) or _says_otherwise(annotation)
    )
    yield from (SHOWN_OTHERWISE(_text(field, "/T")) for field in concealed_fields)


def changed_pages(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield "page-changed:" for each page with several content streams, an image, or a font that no sheet has."""
    yield from (PAGE_CHANGED(number) for number, page in enumerate(pdf.pages, start=1) if _is_changed(page.obj))


def has_drawn_values(pdf: pikepdf.Pdf) -> bool:
    """Return whether a field has an appearance of its own, which must be compared with its value."""
    return any(_is_drawn(annotation) for page in pdf.pages for annotation in page_annotations(page))


def as_drawn(content: bytes) -> bytes:
    """Return a form without the request to viewers to redraw its fields, which only some viewers follow."""
    with pikepdf.open(BytesIO(content)) as pdf:
        form = pdf.Root.get("/AcroForm")
        if isinstance(form, pikepdf.Dictionary) and "/NeedAppearances" in form:
            del form["/NeedAppearances"]
        stream = BytesIO()
        pdf.save(stream)
        return stream.getvalue()


def page_annotations(page: pikepdf.Page) -> list[pikepdf.Object]:
    """Return the dictionaries among the annotations of a page, at most 2000."""
    annotations = page.obj.get("/Annots")
    items = list(annotations)[:MAX_FIELDS] if isinstance(annotations, pikepdf.Array) else []
    return [item for item in items if isinstance(item, pikepdf.Dictionary)]


def _is_addition(annotation: pikepdf.Object) -> bool:
    if int(annotation.get("/F", 0)) & INVISIBLE:
        return False
    return str(annotation.get("/Subtype", "")) not in HARMLESS


def _region(annotation: pikepdf.Object, height: float) -> str:
    """Return the region of an annotation as text, in millimetres from the left and from the top."""
    corners = annotation.get("/Rect")
    if not isinstance(corners, pikepdf.Array) or len(corners) != 4:
        return ""
    x0, y0, x1, y1 = (float(corner) / POINTS_A_MM for corner in corners.as_list())
    top = height / POINTS_A_MM
    return f", {min(x0, x1):.0f}–{max(x0, x1):.0f} × {top - max(y0, y1):.0f}–{top - min(y0, y1):.0f} mm"


def _is_changed(page: pikepdf.Object) -> bool:
    contents = page.get("/Contents")
    if isinstance(contents, pikepdf.Array) and len(contents) > 1:
        return True
    drawn = list(_drawn(page))
    if any(item.get("/Subtype") == pikepdf.Name.Image for item in drawn):
        return True
    streams = ((page, contents), *((item, item) for item in drawn))
    return any(_has_strange_text(owner, stream) for owner, stream in streams if isinstance(stream, pikepdf.Stream))


def _has_strange_text(owner: pikepdf.Object, stream: pikepdf.Stream) -> bool:
    """Say whether a font is used that the renderer does not embed: its fonts are named by their subset tag."""
    fonts = dict(_entries(owner, "/Font"))
    used = {f"/{name.decode('latin-1')}" for name in FONT_USED.findall(stream.read_bytes())}
    return any(not str(fonts[name].get("/BaseFont", "")).startswith(f"{name}+") for name in used & fonts.keys())


def _drawn(page: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Yield the images and form objects of a page, with nested ones, each once."""
    waiting = [page]
    seen: set[tuple[int, int]] = set()
    while waiting and len(seen) < MAX_FIELDS:
        for _, item in _entries(waiting.pop(), "/XObject"):
            if item.objgen not in seen:
                seen.add(item.objgen)
                waiting.append(item)
                yield item


def _entries(owner: pikepdf.Object, kind: str) -> list[tuple[str, pikepdf.Object]]:
    resources = owner.get("/Resources")
    entries = resources.get(kind) if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(entries, pikepdf.Dictionary):
        return []
    return [(name, item) for name, item in entries.items() if isinstance(item, pikepdf.Dictionary | pikepdf.Stream)]


def _is_concealed(field: pikepdf.Object, *, is_redrawn: bool) -> bool:
    is_hidden = int(field.get("/F", 0)) & INVISIBLE or "/OC" in field
    return bool(WRITTEN.search(_text(field, "/V"))) and bool(is_hidden or (not is_redrawn and _is_drawn_empty(field)))


def _says_otherwise(field: pikepdf.Object) -> bool:
    """Say whether the field has a rich text other than its value."""
    rich = _text(field, "/RV")
    return bool(rich) and _letters(unescape(TAG.sub("", rich))) != _letters(_text(field, "/V"))


def _text(field: pikepdf.Object | None, key: str) -> str:
    """Return an entry of a field or of its nearest ancestor as text."""
    for _ in range(MAX_DEPTH):
        if not isinstance(field, pikepdf.Dictionary):
            break
        if key in field:
            return str(field[key])
        field = entry(field, "/Parent")
    return ""


def _letters(text: str) -> str:
    return "".join(text.split())


def _appearance(annotation: pikepdf.Object) -> pikepdf.Object | None:
    appearances = entry(annotation, "/AP")
    return entry(appearances, "/N") if isinstance(appearances, pikepdf.Dictionary) else None


def _is_drawn(annotation: pikepdf.Object) -> bool:
    appearance = _appearance(annotation)
    return bool(appearance.read_bytes().strip()) if isinstance(appearance, pikepdf.Stream) else appearance is not None


def _is_drawn_empty(annotation: pikepdf.Object) -> bool:
    """Say whether the appearance of a field shows neither a letter nor another drawing."""
    appearance = _appearance(annotation)
    return isinstance(appearance, pikepdf.Stream) and not any(
        map(_is_something, SHOWING.findall(appearance.read_bytes()))
    )


def _is_something(shown: tuple[bytes, bytes, bytes]) -> bool:
    letters, digits, other = shown
    return bool(letters.strip() or digits.translate(None, b"\0 02\t\r\n") or other)
