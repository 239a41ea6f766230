"""Render HTML pages as PDF; the only module that imports WeasyPrint, on first use."""

import ctypes.util
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.error import URLError
from urllib.request import BaseHandler, Request
from urllib.response import addinfourl
from xml.etree.ElementTree import ParseError, fromstring

from answers.assets import asset
from answers.sheets.inline_styles import SHIFTED_FONTS, shifted_font, unshifted, with_shifted_letters
from answers.sheets.layout import PLACES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

SCHEME = "corrige"
OPTIONS: Final = {"custom_metadata": True, "pdf_tags": True}
SVG: Final = "{http://www.w3.org/2000/svg}"
FEEDBACK_STYLE = "feedback.css"
"""The style sheet of marked papers, which uses the fonts of `inline_styles`."""
FONTS = ("text-regular.otf", "text-bold.otf", "text-italic.otf", "field.ttf", "signs.ttf", "code.ttf")


class ForbiddenFetchError(RuntimeError):
    """Raised if a page refers to a file other than the fonts of sheets, because of an error in a template."""


def render_pdf(html: str, *, fillable: bool, style: str = "sheet.css") -> bytes:
    """Render `html` with a style sheet and return the PDF; the same arguments give the same bytes.

    ``<meta name="…">`` elements become custom metadata, without hyphens in their names. Inputs become form fields if
    `fillable` is True. The PDF is tagged with headings, tables, fields and drawings. A drawing without a name is named
    by its caption, or else by the heading above it. No file and no address is opened: a page that refers to anything
    outside itself is a ForbiddenFetchError.

    Not guaranteed: the same bytes from other versions of WeasyPrint or Pango, or for letters that only a font of the
    machine can draw; use by several threads at once; that `html` fits a number of pages.
    """
    fonts, fetcher = _renderer()
    from weasyprint import HTML
    from weasyprint.urls import FatalURLFetchingError

    gc.disable()  # nearly all objects live until the page is done: collection would take a twentieth of the time
    try:
        html = with_shifted_letters(html) if style == FEEDBACK_STYLE else html
        try:  # as XML if possible, which takes a fiftieth of the time of HTML
            page = fromstring(html)  # noqa: S314 - made by our templates, which escape what comes from outside
        except ParseError:
            page = None
        # Pages with drawings without a namespace are parsed as HTML, which adds the namespace.
        is_xml = page is not None and page.tag == "html" and page.find(".//svg") is None
        document = HTML(string="" if is_xml else html, base_url=f"{SCHEME}:/", url_fetcher=fetcher)
        if is_xml:
            document.etree_element = page
            document.wrapper_element = document.wrapper_element.from_html_root(page, content_language=None)
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
    """Return a hexadecimal digest of all that the result of `render_pdf`, with these arguments, depends on."""
    return sha256(
        f"{version('weasyprint')} {OPTIONS} {fillable} {_styles(style)} {PLACES}\n{html}".encode()
    ).hexdigest()


@cache
def _styles(style: str) -> str:
    """Return a digest of the style sheet `style` and of all fonts."""
    digest = sha256()
    for names in (("fonts.css",), (style,), *(("fonts", font) for font in FONTS)):
        digest.update(asset("templates", *names).read_bytes())
    return digest.hexdigest()


@cache
def _renderer() -> "tuple[FontConfiguration, URLFetcher]":
    """Return the fonts and the fetcher for WeasyPrint."""
    # The result is cached, since it takes as long as a sheet to make.
    from multiprocessing.util import Finalize

    with libraries_by_file():
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=(SCHEME,), fail_on_errors=True)
    fetcher.add_handler(FontHandler())
    fonts = FontConfiguration()
    Finalize(None, _files_removed, (fonts,), exitpriority=0)  # also at the end of a child process
    return fonts, fetcher


def _files_removed(fonts: "FontConfiguration") -> None:
    """Remove the temporary font files of WeasyPrint; its own removal reports an error when the interpreter ends."""
    fonts.__del__()
    fonts._folder = None  # noqa: SLF001


@cache
def _style(name: str) -> "CSS":
    """Return a style sheet of corrige, parsed for WeasyPrint."""
    from weasyprint import CSS

    fonts, fetcher = _renderer()
    text = asset("templates", name).read_text("utf-8")
    style = CSS(string=text, base_url=f"{SCHEME}:/", url_fetcher=fetcher, font_config=fonts)
    gc.freeze()  # loaded objects stay: the collector need not scan them for each sheet
    return style


def _name_figures(page: "Element") -> None:
    """Set the title of each drawing, which WeasyPrint writes into the PDF for screen readers."""
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
    """Normalize pages for programs that stamp or flatten them, and forms for programs that fill them in."""
    # WeasyPrint mirrors a page without restoring the graphics state, and writes the corners of a field upside down. It
    # asks viewers to draw the fields from their values; Firefox and Evince then save values alone, which Ghostscript
    # and printers do not draw.
    pdf.catalog.get("AcroForm", {}).pop("NeedAppearances", None)
    for item in (item for item in pdf.objects if isinstance(item, dict)):
        if item.get("Type") == "/Page":
            stream = pdf.objects[int(item["Contents"].split()[0])].stream
            stream[:] = [b"q", *stream, b"Q"]
        elif item.get("Subtype") == "/Widget":
            left, top, right, bottom = item["Rect"]
            item["Rect"][:] = [min(left, right), min(top, bottom), max(left, right), max(top, bottom)]
    for lines in (item.stream for item in pdf.objects if b"begincmap" in getattr(item, "stream", ())):
        lines[:] = map(unshifted, lines)


class FontHandler(BaseHandler):
    """A handler of urllib, which finds its method by name, that serves only the fonts at ``corrige:/<font>``."""

    def corrige_open(self, request: Request) -> addinfourl:
        """Return the content of a font of the sheets; URLError for any other file."""
        name = request.full_url.removeprefix(f"{SCHEME}:/")
        if name in SHIFTED_FONTS:
            content = shifted_font(name)
        elif name in FONTS:
            content = asset("templates", "fonts", name).read_bytes()
        else:
            raise URLError(f"{name} is not a font of the sheets")
        headers = Message()
        headers["Content-Type"] = "font/otf"
        return addinfourl(BytesIO(content), headers, request.full_url, 200)


@contextmanager
def libraries_by_file() -> Iterator[None]:
    """Disable `ctypes.util.find_library` on Linux while modules are imported.

    WeasyPrint tries each of its libraries under the names of all systems. On Linux, the loader finds the file name by
    itself; for each other name Python would start a compiler to search for it, 16 times, a quarter of the import time.
    On other systems nothing changes.

    Not to be used while another thread imports modules.
    """
    if sys.platform != "linux":
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None  # noqa: ARG005 - the name that the type has
    try:
        yield
    finally:
        ctypes.util.find_library = search
