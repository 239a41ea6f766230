"""Sheets that differ in whose they are alone: laid out once, and what is of a student set in, laid out apart.

A page is laid out whole for nobody, with "0" for all that is `personal`, and for each student its head alone, which is
soon done. Texts that stand otherwise there are set in; what fields of a form hold is no text of the page.
"""

import re
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING

from answers.sheets.pdf import render_pdf

if TYPE_CHECKING:
    import pikepdf

BEGIN, END = "\ue000", "\ue001"
"""Around what is personal, in HTML; of the private characters, which no name has."""
PERSONAL = re.compile(f"{BEGIN}[^{END}]*{END}")
END_OF_HEAD = {True: '<p class="examiner"', False: '<p class="hint">'}
"""After which a page that is a form, or is none, has no text that is personal but by its questions."""
FIELD = re.compile(r'<input [^>]*name="(\w+)"[^>]* value="([^"]*)"')
PAGE = '<p style="break-before: page"></p>'
SET = re.compile(rb"^BT$.*?^ET$|^/Artifact BMC q 0 g .*?$", re.DOTALL | re.MULTILINE)
"""A line of text, or the stamp of a page."""
FONT = re.compile(rb"/(\w+)(?= \S+ Tf$)", re.MULTILINE)
LAYOUTS = 4
"""How many layouts are remembered: of names of any length, of all or of none."""


def personal(text: object) -> str:
    """Return a text marked as what a sheet does not share with others."""
    own = unmarked(str(text))
    return f"{BEGIN}{own}{END}" if own else ""


def unmarked(html: str) -> str:
    """Return a page as it is read, without marks."""
    return html.replace(BEGIN, "").replace(END, "")


def page_pdf(html: str, *, fillable: bool, style: str = "sheet.css") -> bytes:
    """Return the PDF of a page as `render_pdf` does, to the pixel; what is marked as personal in it is set in.

    Where it cannot be set in, for a name of several lines for instance, the page is laid out whole.
    """
    own = unmarked(html)
    if own == html:
        return render_pdf(html, fillable=fillable, style=style)
    layout = _laid_out(PERSONAL.sub("0", html), fillable, style)
    made = _set_in(layout, _head(own, len(layout.texts), fillable, style), _values(own))
    return made or render_pdf(own, fillable=fillable, style=style)


@dataclass(frozen=True, slots=True)
class _Layout:
    """A sheet of nobody, and page by page the texts above its questions."""

    pdf: bytes
    texts: tuple[tuple[bytes, ...], ...]


@lru_cache(LAYOUTS)
def _laid_out(html: str, fillable: bool, style: str) -> _Layout:  # noqa: FBT001 - as render_pdf
    import pikepdf

    pdf = render_pdf(html, fillable=fillable, style=style)
    with pikepdf.open(BytesIO(pdf)) as document:
        head = _head(html, len(document.pages), fillable, style)
    with pikepdf.open(BytesIO(head)) as document:
        return _Layout(pdf, tuple(tuple(SET.findall(page.Contents.read_bytes())) for page in document.pages))


def _head(html: str, pages: int, fillable: bool, style: str) -> bytes:  # noqa: FBT001 - as render_pdf
    """The head of a page with so many pages after it."""
    head = html.partition(END_OF_HEAD[fillable])[0]
    return render_pdf(f"{head}</header>{PAGE * (pages - 1)}</body></html>", fillable=False, style=style)


def _values(html: str) -> dict[str, str]:
    """What the fields of a page hold, by name."""
    return {name: unescape(value) for name, value in FIELD.findall(html)}


def _set_in(layout: _Layout, head: bytes, values: Mapping[str, str]) -> bytes | None:
    """The sheet with what is of a student, who is told by their own head of the page; None if it does not fit."""
    import pikepdf

    with pikepdf.open(BytesIO(layout.pdf)) as sheet, pikepdf.open(BytesIO(head)) as own:
        fields = {str(field.T): field for field in sheet.Root.get("/AcroForm", {"/Fields": ()})["/Fields"]}
        whole = {name for field in fields.values() for name in FONT.findall(bytes(field.DA))}
        for number, before in enumerate(layout.texts):
            if not _set_in_page((sheet, own), number, before, whole):
                return None
        for key, told in own.docinfo.items():
            sheet.docinfo[key] = pikepdf.String(str(told))
        for name in fields.keys() & values:
            fields[name].V = pikepdf.String(values[name])
        stream = BytesIO()
        sheet.save(stream, deterministic_id=True)
        return stream.getvalue()


def _set_in_page(
    documents: tuple["pikepdf.Pdf", "pikepdf.Pdf"], number: int, before: Sequence[bytes], whole: Set[bytes]
) -> bool:
    """Replace the texts of a page that stand otherwise in the second document, if they fit, with their fonts."""
    sheet, own = documents
    page, source = sheet.pages[number], own.pages[number]
    content, after = page.Contents.read_bytes(), SET.findall(source.Contents.read_bytes())
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    if len(before) != len(after) or any(content.count(old) != 1 for old, _ in changed):
        return False
    names = {name for _, new in changed for name in FONT.findall(new)} - whole
    for name in map(bytes.decode, names):
        font = sheet.copy_foreign(own.make_indirect(source.Resources.Font[f"/{name}"]))
        page.Resources.Font[f"/{_tag(name)}"] = _renamed(font, name)
    for old, new in changed:
        content = content.replace(old, FONT.sub(partial(_with_tag, names), new))
    page.Contents = sheet.make_stream(content)
    return True


def _tag(name: str) -> str:
    """Another tag for a subset of the same font."""
    return f"O{name[:5]}"


def _renamed(font: "pikepdf.Object", name: str) -> "pikepdf.Object":
    """A font and what it is made of, called by its other tag: readers know ours by it."""
    import pikepdf

    for one in (font, *font.get("/DescendantFonts", ())):
        one.BaseFont = pikepdf.Name(str(one.get("/BaseFont", f"/{name}+Own")).replace(name, _tag(name)))
    return font


def _with_tag(names: Collection[bytes], found: re.Match[bytes]) -> bytes:
    """A font in a text that was set in, by its other tag; one that is whole in the sheet stays."""
    return f"/{_tag(found[1].decode())}".encode() if found[1] in names else found[0]
