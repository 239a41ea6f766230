"""The figures of the documents beside ours, as one page."""

from collections.abc import Iterable
from html import escape

from answers.exam.verify import Comparison, Figure

STYLE = """
body { font-family: serif; margin: 2em auto; max-width: 75em; color: #000; background: #fff }
table { border-collapse: collapse; margin: 1em 0 }
th, td { text-align: left; vertical-align: top; padding: 0.15em 0.8em 0.15em 0; border-bottom: 1px solid #ccc }
tr.differs td { background: #eee }
tr.differs td:nth-child(4) { font-weight: bold }
"""
HEAD = ("figure", "printed", "computed", "agrees", "place", "reading", "why, and what ours is taken from")


def verify_page(comparisons: Iterable[Comparison]) -> str:
    """Return the page, in HTML that loads nothing: a line a document, then every figure, those that differ marked."""
    found = list(comparisons)
    summary = _table(("exam", "document", "figures"), ((c.exam, c.source, c.told) for c in found))
    sections = "".join(_section(comparison) for comparison in found)
    title = "The figures of the documents, computed again"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{summary}{sections}</body></html>\n"
    )


def _section(comparison: Comparison) -> str:
    rows = "".join(_row(figure) for figure in comparison.figures)
    head = "".join(f"<th>{name}</th>" for name in HEAD)
    name = escape(comparison.exam)
    return (
        f'<h2 id="{name}">{name}: {escape(comparison.source)}</h2>\n<p>{escape(comparison.told)}.</p>\n'
        f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>\n"
    )


def _row(figure: Figure) -> str:
    agrees = "yes" if figure.agrees else "NO"
    if figure.z is not None:
        agrees += f" (z = {figure.z:+.1f})"
    why = "; ".join(part for part in (figure.note, figure.established) if part)
    cells = (figure.name, figure.printed, figure.computed, agrees, figure.place, figure.reading, why)
    mark = "" if figure.agrees else ' class="differs"'
    return f"<tr{mark}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = "".join(f"<th>{name}</th>" for name in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f"<table><thead><tr>{names}</tr></thead><tbody>\n{lines}</tbody></table>\n"
