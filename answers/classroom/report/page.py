"""Render the report on a class as one HTML file without external resources, or as a PDF."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import TypeAlias

from markupsafe import Markup

from answers.assets import asset, shared_words
from answers.classroom.report.report import Report
from answers.exam.environment import environment
from answers.exports.gradebook import seed_owner
from answers.exports.tables import CellValue, translated_table
from answers.flags import UNASSIGNED, Flag, Note
from answers.kinds.numbers.format import DECIMAL_MARKS, MINUS, format_decimal
from answers.messages import Message, number_text
from answers.sheets.pdf import render_pdf
from answers.sheets.view import note_text

FACES: tuple[tuple[str, str], ...] = (("text-regular.otf", "normal"), ("text-bold.otf", "bold"))
"""The fonts of the report: file and weight."""
STYLE, SCRIPT = ("report", "report.css"), ("report", "report.js")

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 6, 20, 40
INK, BAR = "#1d2733", "#5b7fa6"


def report_html(report: Report, lang: str) -> bytes:
    """Return the report as one HTML file in "fr" or "en", with its fonts, plots, style and script.

    Its content security policy allows no requests and only its own script, which has no data of students. Names are
    escaped. The same class gives the same bytes.
    """
    script, style = asset("templates", *SCRIPT).read_text("utf-8"), ""
    for name, weight in FACES:
        source = f"url(data:font/otf;base64,{b64encode(asset('templates', 'fonts', name).read_bytes()).decode()})"
        style += f'@font-face {{ font-family: "Corrige Text"; font-weight: {weight}; src: {source} }}\n'
    style += asset("templates", *STYLE).read_text("utf-8")
    script_hash = "sha256-" + b64encode(sha256(script.encode()).digest()).decode()  # the policy allows this script
    return _page(report, lang, script=script, style=style, script_hash=script_hash).encode()


def report_pdf(report: Report, lang: str) -> bytes:
    """Return the report as a PDF in "fr" or "en"."""
    return render_pdf(_page(report, lang, script="", style="", script_hash=""), fillable=False, style="/".join(STYLE))


def _page(report: Report, lang: str, **shown: str) -> str:
    """Return the HTML of the report; `shown` are further variables of the template."""
    words = shared_words(lang)
    report_words, exam_words = words["report"], report.gradebook.exam.words(lang)

    def flag_text(note: Note) -> str:
        """Return the text of a note or a flag; a flag about another seed also names the students with the seed."""
        owner = seed_owner(note, report.gradebook, lang) if isinstance(note, Flag) else ""
        sentence = note_text(note, exam_words)
        return f"{sentence} ({owner})" if owner else sentence

    bins, points = len(report.histogram), report.gradebook.out_of
    # The score at every second boundary between bars.
    limits = [format_decimal(points * at / bins, lang, 3) if at % 2 == 0 else "" for at in range(bins + 1)]
    successes = [100 * question.success for question in report.questions]
    numbers = [str(question.number) for question in report.questions]
    titles = {"title": report_words["distribution"], "axis": report_words["scores_axis"]}
    titles_of_questions = {"title": report_words["success"], "axis": report_words["questions_axis"]}
    template = environment(report.gradebook.exam.location).get_template("report/report.html")
    return template.render(
        report=report,
        lang=lang,
        words=words,
        texts=report_words,
        title=exam_words.title,
        note_text=flag_text,
        decided=list(_lines(report, lang)),
        percent=lambda share: format_decimal(round(100 * share), lang),
        number=lambda value: format_decimal(round(value, 2), lang, 4),
        hundredths=lambda value: f"{value:.2f}".replace(".", DECIMAL_MARKS[lang]).replace("-", MINUS),
        translated=lambda text: Message.of(text).render(lang),
        scores=bars_svg(report.histogram, limits, **titles),
        successes=bars_svg(successes, numbers, **titles_of_questions, top=100),
        **shown,
    )


DecisionLine: TypeAlias = tuple[tuple[tuple[CellValue, ...], str, str], dict[str, CellValue]]
"""A decision as written, the name of its student or file, and its state; then its translated cells by column."""
JOINED = ("item", "decision", "answer")
"""Columns that differ between the items of a part about which the teacher decided at once."""


def _lines(report: Report, lang: str) -> Iterator[DecisionLine]:
    """Yield the lines of the table of decisions; decisions taken at once on the items of a part are one line."""
    table, colon, decisions = report.decisions, shared_words(lang)["colon"], list[DecisionLine]()
    names = {row.student.id: row.student.display_name for row in report.gradebook.all_rows}
    translated = translated_table(table, report.gradebook.exam, lang)
    for row, texts in zip(table.rows, translated.rows, strict=True):
        own, cells = (dict(zip(table.columns, values, strict=True)) for values in (row, texts))
        if value := cells.get("value"):  # the value is shown with the decision
            cells["decision"] = f"{cells['decision']}{colon} {number_text(str(value)).render(lang)}"
        file = own["answer"] if own["item"] == UNASSIGNED.slug else None
        name = names.get(str(own["student"]), str(file or own["student"]))
        decisions.append(((row, name, str(own["state"])), cells))

    def group_key(line: DecisionLine) -> tuple[CellValue, ...]:
        (row, *_), cells = line
        return str(cells["item"]).partition(".")[0], *(
            cell for name, cell in zip(table.columns, row, strict=True) if name not in ("item", "value", "answer")
        )

    for _, group in groupby(decisions, group_key):
        lines = list(group)
        decided, first = lines[0]
        for name in JOINED if len(lines) > 1 else ():
            first = {**first, name: " ; ".join(filter(None, dict.fromkeys(str(cells[name]) for _, cells in lines)))}
        yield decided, first


def bars_svg(values: Sequence[float], labels: Sequence[str], *, title: str, axis: str, top: float = 0) -> Markup:
    """Return a bar chart as an ``<svg>`` element; each value, at least 0, is written as an integer above its bar.

    Labels are below the bars, or between them if there is one label more than values. `title` describes the chart for
    screen readers, and `axis` labels the horizontal axis. The vertical axis ends at the greatest value, or at `top` if
    this is more.
    """
    highest = max([top, 1, *values])
    step = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    scale = (HEIGHT - TOP - BOTTOM) / highest
    base = HEIGHT - BOTTOM
    parts = [f"<title>{escape(title)}</title>"]
    for at, value in enumerate(values):
        left, middle, height = LEFT + at * step + 0.12 * step, LEFT + (at + 0.5) * step, value * scale
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{base - height:.1f}" width="{0.76 * step:.1f}" height="{height:.1f}" '
            f'fill="{BAR}"/>'
        )
        if value:
            parts.append(_text(middle, base - height - 4, f"{value:.0f}"))
    first = LEFT + (0.5 * step if len(labels) == len(values) else 0)
    parts += [_text(first + at * step, base + 15, label) for at, label in enumerate(labels) if label]
    parts += [
        f'<path class="axis" d="M {LEFT} {base} H {WIDTH - RIGHT}" stroke="{INK}"/>',
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, axis),
    ]
    return Markup(  # noqa: S704 (made of numbers and of escaped words of ours)
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="Corrige Text" font-size="12" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}">{escape(text)}</text>'
