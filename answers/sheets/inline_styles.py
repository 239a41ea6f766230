"""Print bold and italic letters without HTML elements, so that WeasyPrint prints a page in half the time.

WeasyPrint lays out and draws each element of a line by itself: a marked paper takes 36 ms, and a millisecond more for
each piece of text between two tags. Pango, which sets the text of a piece, changes fonts inside it at nearly no cost.
Therefore the letters of ``<b>`` and ``<var>`` are moved to the private planes of Unicode, where two fonts have the bold
and italic shapes: a bold "A", U+0041, becomes U+100041. In the PDF, the tables with which programs search and copy text
(ToUnicode) have the letters themselves.
"""

import re
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Any, Final

from answers.assets import asset
from answers.files import saved
from answers.typesetting import NO_BREAK

ITALIC, BOLD = 0xF0000, 0x100000
SHIFTED_FONTS: Final[Mapping[str, tuple[str, int]]] = {
    "shifted-italic.otf": ("text-italic.otf", ITALIC),
    "shifted-bold.otf": ("text-bold.otf", BOLD),
}
"""Per shifted font, the font that has its letter shapes, and the distance of its code points."""
FONT_OF_TAG: Final = {"var": "shifted-italic.otf", "b": "shifted-bold.otf"}
STYLED = re.compile(r"<(var|b)>([^<&]*)</\1>")
UNBROKEN = re.compile(r'<span class="pair">([^<]*)</span>')
"""A text to keep on one line, such as "(1, 2)", after its letters are shifted."""
SLANT: Final = 0.06
"""The space added after an italic letter, in ems, since its slant reaches into the next letter."""
SHIFTED_ENTRY = re.compile(rb"(<[0-9a-f]{4}> )<(db[89a-f][0-9a-f]d[c-f][0-9a-f]{2})>")
"""A line of a ToUnicode table with a shifted letter: the glyph, and two surrogates of hexadecimal UTF-16."""


def with_shifted_letters(html: str) -> str:
    """Return HTML with private-use code points in place of the letters in simple ``<b>`` and ``<var>`` elements.

    Two fonts show these code points as bold and italic letters. A simple element has no attributes and no children.
    Spaces are not shifted, so that lines can break there. Characters that the font lacks are not shifted either.
    """
    html = STYLED.sub(lambda element: element[2].translate(_letters(FONT_OF_TAG[element[1]])), html)
    return UNBROKEN.sub(lambda element: element[1].replace(" ", NO_BREAK), html)


@cache
def _letters(name: str) -> Mapping[int, int]:
    source, distance = SHIFTED_FONTS[name]
    return {code: code + distance for code in _font(source).getBestCmap() if not chr(code).isspace()}


def shifted_font(name: str) -> bytes:
    """Return the font file `name` of `SHIFTED_FONTS`, whose bold or italic letters have private-use code points."""
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable  # type: ignore[import-untyped]

    source, distance = SHIFTED_FONTS[name]
    font = _font(source)
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    # Pango prints a space in the font of the letter before it.
    table.cmap = {code if chr(code).isspace() else code + distance: glyph for code, glyph in font.getBestCmap().items()}
    font["cmap"].tables = [table]
    if distance == ITALIC:
        room, widths = round(SLANT * font["head"].unitsPerEm), font["hmtx"].metrics
        font["hmtx"].metrics = {glyph: (width + room, bearing) for glyph, (width, bearing) in widths.items()}
    return saved(font.save, reorderTables=False)


def _font(name: str) -> Any:  # Any: the library has no types
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    content = BytesIO(asset("templates", "fonts", name).read_bytes())
    return TTFont(content, recalcBBoxes=False, recalcTimestamp=False)


def unshifted(entry: bytes) -> bytes:
    """Return a line of a PDF's ToUnicode table with the usual letter in place of a shifted one; others unchanged."""
    shifted = SHIFTED_ENTRY.fullmatch(entry)
    if shifted is None:
        return entry
    letter = ord(bytes.fromhex(shifted[2].decode()).decode("utf-16-be")) & 0xFFFF
    return shifted[1] + f"<{letter:04x}>".encode()
