"""HTML to PDF. The only module that imports WeasyPrint, and only once a page is really wanted."""

import ctypes.util
import gc
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from functools import cache, lru_cache, partial
from hashlib import sha256
from html import unescape
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.error import URLError
from urllib.request import BaseHandler, Request
from urllib.response import addinfourl
from xml.etree.ElementTree import ParseError, fromstring

from answers.assets import asset
from answers.sheets.layout import PLACES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    import pikepdf
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

BEGIN, END = "\ue000", "\ue001"
"""Around what is personal, in HTML; of the private characters, which no name has."""
PERSONAL = re.compile(f"{BEGIN}[^{END}]*{END}")
END_OF_HEAD = {True: '<p class="examiner"', False: '<p class="hint">'}
"""After which a page that is a form, or is none, has no text that is personal but by its questions."""
FIELD = re.compile(r'<input [^>]*name="(\w+)"[^>]* value="([^"]*)"')
PAGE = '<p style="break-before: page"></p>'
SET = re.compile(rb"^BT$.*?^ET$", re.DOTALL | re.MULTILINE)
"""A line of text."""
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


def _with_tag(names: Collection[bytes], match: re.Match[bytes]) -> bytes:
    """A font in a text that was set in, by its other tag; one that is whole in the sheet stays."""
    return f"/{_tag(match[1].decode())}".encode() if match[1] in names else match[0]


SCHEME = "corrige"
OPTIONS: Final = {"custom_metadata": True, "pdf_tags": True}
SVG: Final = "{http://www.w3.org/2000/svg}"
FONTS = ("text-regular.otf", "text-bold.otf", "text-italic.otf", "field.ttf", "signs.ttf", "code.ttf")


class ForbiddenFetchError(RuntimeError):
    """A page asked for something that is not one of the sheets' own fonts: a fault of a template, never of a user."""


def render_pdf(html: str, *, fillable: bool, style: str = "sheet.css") -> bytes:
    """Lay `html` out under one of the sheets' styles and return the PDF: the same page gives the same bytes.

    Its ``<meta name="…">`` become custom metadata, hyphens lost; inputs become form fields of their names if
    `fillable`. Tags say what is a heading, a table, a field or a drawing;
    one without a name is called by its caption, else by the heading above. No file and no address is ever opened: a
    page that refers to anything outside itself is a ForbiddenFetchError.

    Not guaranteed: the same bytes from other versions of WeasyPrint or Pango, or for letters that only a font of the
    machine can draw; use by several threads at once; that `html` fits a number of pages.
    """
    fonts, _ = _press()
    from weasyprint.urls import FatalURLFetchingError

    gc.disable()  # nearly all that a page is made of is in use until it is done: to look for the rest is a twentieth
    try:
        document = _document(html)
        _name_figures(document.etree_element)
        pdf = document.write_pdf(
            finisher=_finished,
            font_config=fonts,
            stylesheets=[_style("fonts.css"), _style(style)],
            pdf_forms=fillable,
            **OPTIONS,
        )
    except FatalURLFetchingError as error:
        raise ForbiddenFetchError(str(error)) from error
    finally:
        gc.enable()
    return bytes(pdf)


def made_from(html: str, *, fillable: bool, style: str = "sheet.css") -> str:
    """Return a digest of all that `render_pdf` makes a PDF from: the page, styles, fonts, stamp, and library."""
    return sha256(
        f"{version('weasyprint')} {OPTIONS} {fillable} {_styles(style)} {PLACES}\n{html}".encode()
    ).hexdigest()


@cache
def _styles(style: str) -> str:
    """What tells the styles and the fonts from earlier ones."""
    digest = sha256()
    for names in (("fonts.css",), (style,), *(("fonts", font) for font in FONTS)):
        digest.update(asset("templates", *names).read_bytes())
    return digest.hexdigest()


@cache
def _press() -> "tuple[FontConfiguration, URLFetcher]":
    """Fonts and fetcher, made once: making them takes as long as printing a sheet."""
    from multiprocessing.util import Finalize

    with libraries_by_file():
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=(SCHEME,), fail_on_errors=True)
    fetcher.add_handler(FontHandler())
    fonts = FontConfiguration()
    Finalize(None, _files_removed, (fonts,), exitpriority=0)  # at the end of a process that another began too
    return fonts, fetcher


def _files_removed(fonts: "FontConfiguration") -> None:
    """Remove its files, once: where Python takes its modules apart before it, it would complain."""
    fonts.__del__()
    fonts._folder = None  # noqa: SLF001


def _document(html: str) -> "HTML":
    """A page in WeasyPrint's hands: a whole one that is XML is read as XML, in a fiftieth of the time.

    Drawings that lack the namespace, which HTML gives them, are left to its parser.
    """
    from weasyprint import HTML

    try:
        page = fromstring(html)  # noqa: S314 - made by our templates, which escape what comes from outside
    except ParseError:
        page = None
    is_xml = page is not None and page.tag == "html" and page.find(".//svg") is None
    document = HTML(string="" if is_xml else html, base_url=f"{SCHEME}:/", url_fetcher=_press()[1])
    if is_xml:
        document.etree_element = page
        document.wrapper_element = document.wrapper_element.from_html_root(page, content_language=None)
    return document


@cache
def _style(name: str) -> "CSS":
    from weasyprint import CSS

    fonts, fetcher = _press()
    text = asset("templates", name).read_text("utf-8")
    style = CSS(string=text, base_url=f"{SCHEME}:/", url_fetcher=fetcher, font_config=fonts)
    gc.freeze()  # what is loaded now stays: the collector need not go through it again at every sheet
    return style


def _name_figures(page: "Element") -> None:
    """Give each drawing the title that WeasyPrint tells a reader of the PDF; nothing else is shown of it."""
    heading = ""
    captions = {
        drawing: _words(caption)
        for figure in page.iter("figure")
        for caption in figure.findall("figcaption")
        for drawing in figure.iter(f"{SVG}svg")
    }
    for element in page.iter():
        if element.tag in {"h1", "h2", "h3"}:
            number = element.find("b")
            heading = _words(element if number is None else number)
        elif element.tag == f"{SVG}svg" and element.find(f"{SVG}title") is None:
            title = element.makeelement(f"{SVG}title", {})
            title.text = element.get("aria-label") or captions.get(element, heading)
            element.insert(0, title)


def _words(element: "Element") -> str:
    return " ".join("".join(element.itertext()).split())


def _finished(_: Any, pdf: Any) -> None:  # Any: the libraries have no types
    """Leave pages as other programs expect them, to be stamped or flattened.

    WeasyPrint mirrors the page without ever undoing it, and gives the corners of a field upside down.
    """
    for item in (item for item in pdf.objects if isinstance(item, dict)):
        if item.get("Type") == "/Page":
            stream = pdf.objects[int(item["Contents"].split()[0])].stream
            stream[:] = [b"q", *stream, b"Q"]
        elif item.get("Subtype") == "/Widget":
            left, top, right, bottom = item["Rect"]
            item["Rect"][:] = [min(left, right), min(top, bottom), max(left, right), max(top, bottom)]


class FontHandler(BaseHandler):
    """Opens ``corrige:/<font>`` and nothing else; urllib finds `corrige_open` by its name."""

    def corrige_open(self, request: Request) -> addinfourl:
        """Return one of the sheets' fonts; URLError if it is any other file."""
        name = request.full_url.removeprefix(f"{SCHEME}:/")
        if name not in FONTS:
            raise URLError(f"{name} is not a font of the sheets")
        headers = Message()
        headers["Content-Type"] = "font/otf"
        return addinfourl(BytesIO(asset("templates", "fonts", name).read_bytes()), headers, request.full_url, 200)


@contextmanager
def libraries_by_file() -> Iterator[None]:
    """Let nothing search for a library while modules are imported.

    WeasyPrint tries each of its libraries under the names of all systems. On Linux the one that fits is that of the
    file, which the loader finds by itself; for each of the others Python starts a compiler to search for it: 16 of them
    take a quarter of the import. Elsewhere the search is what finds them, and nothing changes.

    Not guaranteed: that two threads may import at the same time.
    """
    if sys.platform != "linux":
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = _none
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _none(name: str) -> str | None:  # noqa: ARG001
    return None
