"""Make the fonts of the sheets: only the glyphs a sheet can need, under names of their own as their licences ask.

    python cut.py LIBERTINE_FOLDER DEJAVU_FOLDER

Needs fonttools. The originals are Linux Libertine 5.3 and DejaVu 2.37, of Debian's fonts-linuxlibertine and
fonts-dejavu-core. Fonts used in form fields are embedded whole, which is why that one must be small.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

LETTERS = (
    "20-7E A0-17F 218-21B 2BC 2C6 2DA 2DC 386-3CE 1E80-1E85 1EF2-1EF3 2009 2010-2015 2018-201E 2020-2022 2026 "
    "202F 2030 2039-203A 20AC"
)
TYPED = (
    "2007 2008 2044 2070-2079 207A-207E 2080-2089 2150-215E 2116 2212 2215 2217 2219 221A 221E 2223 223C 2243 2245 "
    "2248 2260 2261 2264 2265 22C5 FFFD"
)
SIGNS = (
    "2071 207F 2090-209C 2102 2113 2115 2119-211D 2124 2190-2195 21A6 21AA 21D0-21D4 2200-2265 2282-2287 22C6 "
    "2308-230B 25A0-25A1 25B2-25BD 25CB-25CF 2713-2718 27E8-27E9"
)
NAMES = (1, 3, 4, 6)


def code_points(*sets: str) -> list[int]:
    """Return the code points of sets written in hexadecimal: "20-7E 20AC"."""
    ranges = [part.split("-") for text in sets for part in text.split()]
    return [code for ends in ranges for code in range(int(ends[0], 16), int(ends[-1], 16) + 1)]


def cut(source: Path, target: str, name: str, unicodes: list[int]) -> None:
    """Write to `target` the glyphs of `source` for `unicodes`, as a font called `name`."""
    font = TTFont(source, recalcTimestamp=False)
    features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    subsetter = Subsetter(Options(hinting=False, layout_features=features, drop_tables=["FFTM"]))
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = name.replace(" ", "-") if record.nameID == 6 else name
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [name.replace(" ", "-")]
        cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = name
    font.save(target)


def main(libertine: Path, dejavu: Path) -> None:
    """Cut all fonts into the current folder."""
    everything = code_points(LETTERS, TYPED, SIGNS)
    cut(libertine / "LinLibertine_R.otf", "text-regular.otf", "Corrige Text", everything)
    cut(libertine / "LinLibertine_RB.otf", "text-bold.otf", "Corrige Text Bold", everything)
    cut(libertine / "LinLibertine_RI.otf", "text-italic.otf", "Corrige Text Italic", code_points(LETTERS, TYPED))
    cut(dejavu / "DejaVuSansMono.ttf", "code.ttf", "Corrige Code", everything)
    cut(dejavu / "DejaVuSans.ttf", "field.ttf", "Corrige Field", code_points(LETTERS, TYPED))
    cut(dejavu / "DejaVuSans.ttf", "signs.ttf", "Corrige Signs", code_points(SIGNS))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
