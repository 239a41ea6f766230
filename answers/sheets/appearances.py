"""Draw the values of PDF form fields, as a viewer does in which a person fills in the fields."""

import re
from typing import Final

import pikepdf

from answers.sheets.layout import field_lines

SIZED_FONT: Final = re.compile(rb"/(\w+) ([\d.]+) Tf")
"""The name and size of the font in the default appearance of a field."""
GLYPH: Final = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]+)>")
"""A line of a ToUnicode table: the glyph, and its text as hexadecimal UTF-16."""
SEVERAL_LINES: Final = 1 << 12
"""The flag of a field whose text is on several lines."""
LEADING, TOP, ASCENT = 1.15, 1.5, 0.93
"""Of a text on several lines: distance of lines in font sizes, distance from the top in points, height of a line."""
LEFT: Final = 2.0
"""The distance of a text from the left edge of its field, in points, as drawn by Poppler, Firefox and pdftk."""
BELOW: Final = 0.4
"""The distance of the base line below the middle of a field, in font sizes, as drawn by Poppler and pdftk."""


def draw_values(pdf: pikepdf.Pdf) -> None:
    """Add to each field with a value an appearance, the drawing that viewers show; empty fields stay without.

    A value with a letter that the font lacks is not drawn: viewers draw it in a font of their own. Empty fields must
    stay without, since a browser based on Chromium gives them a recognizable appearance when it saves the form. By this
    appearance, `answers.submissions` finds a box whose text the browser has lost.
    """
    if "/AcroForm" not in pdf.Root:
        return
    form = pdf.Root.AcroForm
    for field in form.Fields.as_list():
        text, default = str(field.get("/V", "")), bytes(field.get("/DA", b""))
        sized = SIZED_FONT.search(default)
        if not sized or not text:
            continue
        entries = GLYPH.findall(form.DR.Font[f"/{sized[1].decode()}"].ToUnicode.read_bytes())
        glyphs = {bytes.fromhex(letter.decode()).decode("utf-16-be"): glyph for glyph, letter in reversed(entries)}
        if not glyphs.keys() >= set(text):
            continue
        left, bottom, right, top = map(float, field.Rect.as_list())
        wide, high = right - left, top - bottom
        size = float(sized[2])
        lines: tuple[str, ...] = (text,)
        base = high / 2 - BELOW * size
        if int(field.get("/Ff", 0)) & SEVERAL_LINES:
            lines, base = field_lines(text, wide - 2 * LEFT, size), high - TOP - ASCENT * size
        encoded = (b"".join(glyphs[letter] for letter in line) for line in lines)
        drawn = (b" 0 %.2f Td " % (-LEADING * size)).join(b"<%b> Tj" % line for line in encoded)
        stream = pdf.make_stream(b"/Tx BMC q BT %b %.2f %.2f Td %b ET Q EMC" % (default, LEFT, base, drawn))
        stream.Type, stream.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        stream.BBox = pikepdf.Array([0, 0, round(wide, 3), round(high, 3)])
        stream.Resources = form.DR
        field.AP = pikepdf.Dictionary(N=stream)
