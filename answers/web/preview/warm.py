"""Load libraries and fonts in the process that previews are forked from, so that none has to load them again.

The module is only imported, for this effect.
"""

import importlib

from answers.exam.catalogue import load_exam
from answers.exam.environment import math
from answers.exam.inline_texts import markdown
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.web.preview.render import picture_pages

for _library in ("answers.drawings", "numpy", "pikepdf", "weasyprint"):
    importlib.import_module(_library)
_PAGE = sheet_pdf(BlankSheet(load_exam("nash"), 17))
render_pdf("<html><body><p>17</p></body></html>", fillable=False, style="booklet.css")
list(picture_pages(_PAGE))
math("x")
markdown("x")
