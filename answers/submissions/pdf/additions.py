"""Find annotations added to the pages of a form, and fields that look other than their value."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from io import BytesIO
from itertools import chain

import pikepdf

from answers.files import saved
from answers.flags import DRAWN_ON, LAST_BOX_EMPTY, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.sheets.identity import field_item, sheet_field
from answers.submissions.printed.layout import MAX_FIELDS
from answers.submissions.raw.objects import entry

POINTS_A_MM = 72 / 25.4
MAX_DEPTH = 16
INVISIBLE = 2 | 32  # annotation flags: hidden, no view
HARMLESS = frozenset({"/Popup", "/Link"})
"""Kinds of annotations that viewers do not draw, unless the file has their appearance."""
OTHER_FIELDS = frozenset({"/Ch", "/Btn"})
"""Types of fields that viewers show otherwise than as the text of their value: lists and buttons."""
PASSWORD = 1 << 13  # the flag of a field that viewers show as asterisks
WRITTEN = re.compile(r"[0-9A-Za-z]")  # in every font
SHOWING = re.compile(rb"(?:\(((?:\\.|[^()\\])*)\)|<([0-9A-Fa-f\s]*)>)\s*(?:Tj|'|\")|(\bTJ\b|\bDo\b)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
EMPTY_IN_CHROMIUM = b"q\nQ\n"  # the appearance that PDFium, the viewer of Chromium, gives to a field without a value
FONT_USED = re.compile(rb"/([^\s/<>()\[\]]+)\s+[-+\d.]+\s+Tf")


def drawings(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield a "drawn-on:" flag, with page and region in mm, for each visible annotation that is no field of a sheet."""
    for number, page in enumerate(pdf.pages, start=1):
        top = float(page.mediabox[3]) / POINTS_A_MM
        for annotation in page_annotations(page):
            is_visible = not int(annotation.get("/F", 0)) & INVISIBLE
            kind = str(annotation.get("/Subtype", ""))
            if not is_visible or (kind in HARMLESS and not _is_drawn(annotation)):
                continue
            if kind == "/Widget" and (sheet_field(_text(annotation, "/T")) or not _is_drawn(annotation)):
                continue
            corners, region = annotation.get("/Rect"), ""
            if isinstance(corners, pikepdf.Array) and len(corners) == 4:
                x0, y0, x1, y1 = (float(corner) / POINTS_A_MM for corner in corners.as_list())
                across = f"{min(x0, x1):.0f}–{max(x0, x1):.0f}"
                region = f", {across} × {top - max(y0, y1):.0f}–{top - min(y0, y1):.0f} mm"
            yield DRAWN_ON(f"page {number}{region}")


def concealed(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield a "shown-otherwise:" flag for each field whose value viewers may hide or replace by something else.

    Such a field is hidden, is in a layer (no sheet has layers), is drawn empty, is no text field, or has a rich text
    that differs from its value. "XFA", "Collection" or "JavaScript" in place of a field concern the whole file.
    """
    form = pdf.Root.get("/AcroForm")
    if not isinstance(form, pikepdf.Dictionary):
        return
    if "/XFA" in form:
        yield SHOWN_OTHERWISE("XFA")
    if "/Collection" in pdf.Root:
        yield SHOWN_OTHERWISE("Collection")
    names, fields = pdf.Root.get("/Names"), list(_annotations(pdf.pages))
    actions = []  # of the file, of pages and of annotations
    for owner in (pdf.Root, *(page.obj for page in pdf.pages), *fields):
        additional = entry(owner, "/AA")
        actions += [entry(owner, "/OpenAction"), entry(owner, "/A")]
        actions += additional.as_dict().values() if isinstance(additional, pikepdf.Dictionary) else ()
    has_script = any(isinstance(item, pikepdf.Dictionary) and ("/JS" in item or "/Next" in item) for item in actions)
    if has_script or (isinstance(names, pikepdf.Dictionary) and "/JavaScript" in names):
        yield SHOWN_OTHERWISE("JavaScript")
    is_redrawn = bool(form.get("/NeedAppearances"))
    for field in fields:
        value, rich = _text(field, "/V"), _text(field, "/RV")
        is_hidden = False
        if WRITTEN.search(value):
            is_hidden = bool(int(field.get("/F", 0)) & INVISIBLE) or "/OC" in field
            is_replaced = _text(field, "/FT") in OTHER_FIELDS or bool(int(_text(field, "/Ff") or 0) & PASSWORD)
            is_hidden = is_hidden or is_replaced
            appearance = _appearance(field)
            if not is_hidden and not is_redrawn and isinstance(appearance, pikepdf.Stream):
                # hidden too if its appearance shows neither a letter nor another drawing, or has a text for programs
                code = appearance.read_bytes()
                is_hidden = b"/ActualText" in code or not any(
                    letters.strip() or digits.translate(None, b"\0 02\t\r\n") or other
                    for letters, digits, other in SHOWING.findall(code)
                )
        if is_hidden or (rich and "".join(unescape(TAG.sub("", rich)).split()) != "".join(value.split())):
            yield SHOWN_OTHERWISE(_text(field, "/T"))


def lost_last_box(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield a "last-box-empty:" flag if, in a form saved by Chromium, only the last of the last two fields is empty.

    Chromium does not save what was typed in the field that has the cursor.
    """
    fields = [item for item in _annotations(pdf.pages) if field_item(_text(item, "/T"))]
    if len(fields) < 2 or _text(fields[-1], "/V").strip() or not _text(fields[-2], "/V").strip():
        return
    appearance = _appearance(fields[-1])
    if isinstance(appearance, pikepdf.Stream) and appearance.read_bytes() == EMPTY_IN_CHROMIUM:
        yield LAST_BOX_EMPTY(_text(fields[-1], "/T"))


def changed_pages(pdf: pikepdf.Pdf) -> Iterator[Flag]:
    """Yield a "page-changed:" flag for each page with several content streams, an image, or a font of no sheet."""
    for number, page in enumerate(pdf.pages, start=1):
        contents = page.obj.get("/Contents")
        # the images and form objects of the page, with nested ones, each once
        drawn: list[pikepdf.Object] = []
        waiting: list[pikepdf.Object] = [page.obj]
        seen: set[tuple[int, int]] = set()
        while waiting and len(seen) < MAX_FIELDS:
            for _, item in _entries(waiting.pop(), "/XObject"):
                if item.objgen not in seen:
                    seen.add(item.objgen)
                    waiting.append(item)
                    drawn.append(item)
        is_changed = isinstance(contents, pikepdf.Array) and len(contents) > 1
        is_changed = is_changed or any(item.get("/Subtype") == pikepdf.Name.Image for item in drawn)
        for owner, stream in ((page.obj, contents), *((item, item) for item in drawn)):
            if not is_changed and isinstance(stream, pikepdf.Stream):
                # A font that the renderer does not embed: its fonts are named by their subset tag.
                fonts = dict(_entries(owner, "/Font"))
                used = {f"/{name.decode('latin-1')}" for name in FONT_USED.findall(stream.read_bytes())}
                names = used & fonts.keys()
                is_changed = any(not str(fonts[name].get("/BaseFont", "")).startswith(f"{name}+") for name in names)
        if is_changed:
            yield PAGE_CHANGED(number)


def drawn_fields(pdf: pikepdf.Pdf) -> frozenset[str]:
    """Return the names of the fields with an appearance in the file, which viewers may show in place of the value."""
    return frozenset(_text(field, "/T") for field in _annotations(pdf.pages) if _is_drawn(field))


def as_drawn(content: bytes) -> bytes:
    """Return a form without its request that viewers draw the fields from their values."""
    with pikepdf.open(BytesIO(content)) as pdf:
        del pdf.Root.AcroForm["/NeedAppearances"]
        return saved(pdf.save)


def must_be_mended(pdf: pikepdf.Pdf) -> bool:
    """Return whether a PDF has a rotated page, or fields with values although the file has no form.

    corrige prints sheets without rotation; programs that copy pages leave the form out. False if a rotation is no
    number.
    """
    try:
        is_turned = any(page.rotation for page in pdf.pages)
    except (TypeError, ValueError):
        return False
    return is_turned or ("/AcroForm" not in pdf.Root and any(_text(field, "/V") for field in form_fields(pdf.pages)))


def page_annotations(page: pikepdf.Page) -> list[pikepdf.Object]:
    """Return the annotations of a page, at most 2000; entries that are no dictionaries are left out."""
    annotations = page.obj.get("/Annots")
    items = list(annotations)[:MAX_FIELDS] if isinstance(annotations, pikepdf.Array) else []
    return [item for item in items if isinstance(item, pikepdf.Dictionary)]


def _annotations(pages: Iterable[pikepdf.Page]) -> Iterator[pikepdf.Object]:
    return chain.from_iterable(map(page_annotations, pages))


def form_fields(pages: Iterable[pikepdf.Page]) -> Iterator[pikepdf.Object]:
    """Yield the form fields on the given pages."""
    return (item for item in _annotations(pages) if item.get("/Subtype") == pikepdf.Name.Widget)


def _entries(owner: pikepdf.Object, kind: str) -> list[tuple[str, pikepdf.Object]]:
    """Return the dictionaries and streams of one kind, such as "/Font", among the resources of a page or form."""
    resources = owner.get("/Resources")
    entries = resources.get(kind) if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(entries, pikepdf.Dictionary):
        return []
    return [(name, item) for name, item in entries.items() if isinstance(item, pikepdf.Dictionary | pikepdf.Stream)]


def ancestors(field: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Yield a field and its ancestors, from the field upwards, at most 16 in all."""
    ancestor: pikepdf.Object | None = field
    for _ in range(MAX_DEPTH):
        if not isinstance(ancestor, pikepdf.Dictionary):
            return
        yield ancestor
        ancestor = entry(ancestor, "/Parent")


def _text(field: pikepdf.Object, key: str) -> str:
    return next((str(ancestor[key]) for ancestor in ancestors(field) if key in ancestor), "")


def _is_drawn(annotation: pikepdf.Object) -> bool:
    """Return whether the file has the appearance of an annotation, other than an empty one."""
    appearance = _appearance(annotation)
    return appearance is not None and (
        not isinstance(appearance, pikepdf.Stream) or bool(appearance.read_bytes().strip())
    )


def _appearance(annotation: pikepdf.Object) -> pikepdf.Object | None:
    appearances = entry(annotation, "/AP")
    return entry(appearances, "/N") if isinstance(appearances, pikepdf.Dictionary) else None
