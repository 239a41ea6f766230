"""Bold and italic letters without elements, with which WeasyPrint prints a page in half the time.

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

ITALIC, BOLD = 0xF0000, 0x100000
SHIFTED_FONTS: Final[Mapping[str, tuple[str, int]]] = {
    "shifted-italic.otf": ("text-italic.otf", ITALIC),
    "shifted-bold.otf": ("text-bold.otf", BOLD),
}
"""The font of which each shifted one has the shapes, and the distance of its code points."""
FONT_OF_TAG: Final = {"var": "shifted-italic.otf", "b": "shifted-bold.otf"}
STYLED = re.compile(r"<(var|b)>([^<&]*)</\1>")
SLANT: Final = 0.06
"""The room after an italic letter, in ems: its slant takes it of what follows."""
SHIFTED_ENTRY = re.compile(rb"(<[0-9a-f]{4}> )<(db[89a-f][0-9a-f]d[c-f][0-9a-f]{2})>")
"""A shifted letter in a line of a ToUnicode table: the glyph, and the letter as hexadecimal UTF-16, two surrogates."""


def with_shifted_letters(html: str) -> str:
    """Return HTML whose ``<b>`` and ``<var>`` elements without attributes and children are shifted letters.

    Spaces are not shifted, so that lines break there, nor characters that the font lacks.
    """
    return STYLED.sub(lambda element: element[2].translate(_letters(FONT_OF_TAG[element[1]])), html)


@cache
def _letters(name: str) -> Mapping[int, int]:
    """Return the shifted code points of the letters of a font by their own."""
    source, distance = SHIFTED_FONTS[name]
    return {code: code + distance for code in _font(source).getBestCmap() if not chr(code).isspace()}


def shifted_font(name: str) -> bytes:
    """Return the content of a font of `SHIFTED_FONTS`."""
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
    stream = BytesIO()
    font.save(stream, reorderTables=False)
    return stream.getvalue()


def _font(name: str) -> Any:  # Any: the library has no types
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    content = BytesIO(asset("templates", "fonts", name).read_bytes())
    return TTFont(content, recalcBBoxes=False, recalcTimestamp=False)


def unshifted(entry: bytes) -> bytes:
    """Return a line of a ToUnicode table with the letter itself instead of a shifted one."""
    shifted = SHIFTED_ENTRY.fullmatch(entry)
    if shifted is None:
        return entry
    letter = ord(bytes.fromhex(shifted[2].decode()).decode("utf-16-be")) & 0xFFFF
    return shifted[1] + f"<{letter:04x}>".encode()
