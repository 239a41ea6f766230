"""Render pages that differ in a few personal texts, such as the blank sheets of a class, from one layout.

WeasyPrint needs about a quarter of a second for a blank sheet, four times as long as this module. A `Page` is HTML with
a placeholder for each personal text, and the texts of a student. `page_pdf` renders it in three steps:

1. The page with "0" as each text is rendered once, and so is its head alone: the part before the questions, and the
   titles of further pages. Both are cached.
2. Of each further page, only the head is rendered, with its texts.
3. The first head tells which text objects of the content are personal. Each is replaced by that of the second head,
   with its fonts, which are subsets for other letters and get other names. Field values and metadata are set.

The result is equal to that of rendering the whole page, to the pixel. Where the heads differ in the number of text
objects, for instance because of a name on two lines, the whole page is rendered.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

from markupsafe import escape

from answers.files import saved
from answers.sheets.pdf import made_from, render_pdf

PLACEHOLDERS: Final[Mapping[str, str]] = {
    "token": "\ue000",
    "u0": "\ue001",
    "who": "\ue002",
    "name": "\ue003",
    "first_name": "\ue004",
}
"""The placeholder of each personal text in HTML: a private-use character, which no text on a sheet contains."""
END_OF_HEAD = {True: '<p class="examiner"', False: '<p class="hint">'}
"""The HTML after the head of a page: for forms (True), whose fields are set in step 3, and for other pages (False)."""
NEXT_PAGE = '<p style="break-before: page"></p>'
TEXT_OBJECT = re.compile(rb"^BT$.*?^ET$", re.DOTALL | re.MULTILINE)
FONT = re.compile(rb"/(\w+)(?= \S+ Tf$)", re.MULTILINE)
Heads: TypeAlias = tuple[tuple[bytes, ...], ...]
"""The text objects in the head of each page."""
LAYOUTS = 4
"""The number of cached layouts: with short and long names, with all names or without."""


@dataclass(frozen=True, slots=True)
class Page:
    """A document to render as PDF: its HTML, whether its inputs become form fields, and its style sheet.

    `texts` has the personal texts by the names of `PLACEHOLDERS`. Documents with such texts and equal HTML share a
    layout.
    """

    html: str
    texts: Mapping[str, str] = field(default_factory=dict)
    fillable: bool = False
    style: str = "sheet.css"

    @property
    def whole(self) -> str:
        """The HTML with the personal texts in place of their placeholders."""
        return with_texts(self.html, self.texts)

    @property
    def made_from(self) -> str:
        """A digest of everything that the PDF depends on, in hexadecimal."""
        return made_from(self.whole, fillable=self.fillable, style=self.style)


def with_texts(html: str, texts: Mapping[str, str]) -> str:
    """Return HTML with each placeholder replaced by the personal text of its name, escaped."""
    for name, text in texts.items():
        html = html.replace(PLACEHOLDERS[name], escape(text))
    return html


def page_pdf(page: Page) -> bytes:
    """Return the PDF of `page`, to the pixel the same as from `render_pdf`; equal pages give equal bytes."""
    if page.texts:
        shared = with_texts(page.html, dict.fromkeys(page.texts, "0"))
        pdf, heads = _layout(shared, page.fillable, page.style)
        head = _head(page.whole, len(heads), page.fillable, page.style)
        personal = _personalize(pdf, heads, head, page.texts)
        if personal is not None:
            return personal
    return render_pdf(page.whole, fillable=page.fillable, style=page.style)


@lru_cache(LAYOUTS)
def _layout(html: str, fillable: bool, style: str) -> tuple[bytes, Heads]:  # noqa: FBT001 - as render_pdf
    """Return the PDF of HTML in which each personal text is "0", and its heads."""
    import pikepdf

    pdf = render_pdf(html, fillable=fillable, style=style)
    with pikepdf.open(BytesIO(pdf)) as document:
        head = _head(html, len(document.pages), fillable, style)
    with pikepdf.open(BytesIO(head)) as document:
        return pdf, tuple(tuple(TEXT_OBJECT.findall(page.Contents.read_bytes())) for page in document.pages)


def _head(html: str, pages: int, fillable: bool, style: str) -> bytes:  # noqa: FBT001 - as render_pdf
    """Return a PDF with only the head of a document, and with `pages` pages."""
    head = html.partition(END_OF_HEAD[fillable])[0]
    return render_pdf(f"{head}</header>{NEXT_PAGE * (pages - 1)}</body></html>", fillable=False, style=style)


def _personalize(shared: bytes, heads: Heads, head: bytes, texts: Mapping[str, str]) -> bytes | None:
    """Return the `shared` PDF with the texts of one student's rendered head in place of those of its own `heads`."""
    import pikepdf

    with pikepdf.open(BytesIO(shared)) as pdf, pikepdf.open(BytesIO(head)) as head_pdf:
        fields = {str(field.T): field for field in pdf.Root.get("/AcroForm", {"/Fields": ()})["/Fields"]}
        whole_fonts = {name for field in fields.values() for name in FONT.findall(bytes(field.DA))}
        for page, source, before in zip(pdf.pages, head_pdf.pages, heads, strict=False):
            content, after = page.Contents.read_bytes(), TEXT_OBJECT.findall(source.Contents.read_bytes())
            changed = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
            if len(before) != len(after) or any(content.count(old) != 1 for old, _ in changed):
                return None
            # Another subset of a font gets another name; fonts that the form has as a whole keep theirs.
            subsets = {name for _, new in changed for name in FONT.findall(new)} - whole_fonts
            names = {name: f"O{name[:5]}" for name in sorted(map(bytes.decode, subsets))}
            for name, other in names.items():
                font = pdf.copy_foreign(head_pdf.make_indirect(source.Resources.Font[f"/{name}"]))
                for part in (font, *font.get("/DescendantFonts", ())):
                    part.BaseFont = pikepdf.Name(str(part.get("/BaseFont", f"/{name}+Own")).replace(name, other))
                page.Resources.Font[f"/{other}"] = font
            for old, new in changed:
                for name, other in names.items():
                    new = new.replace(f"/{name} ".encode(), f"/{other} ".encode())  # noqa: PLW2901
                content = content.replace(old, new)
            page.Contents = pdf.make_stream(content)
        for key, value in head_pdf.docinfo.items():
            pdf.docinfo[key] = pikepdf.String(str(value))
        for name in fields.keys() & texts:
            fields[name].V = pikepdf.String(texts[name])
        return saved(pdf.save, deterministic_id=True)
