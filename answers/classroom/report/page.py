"""The class at a glance as a page: one HTML file that asks for nothing outside itself, or a PDF."""

from base64 import b64encode
from hashlib import sha256

from answers.assets import asset, house_words
from answers.classroom.report.figures import bars_svg
from answers.classroom.report.report import Report
from answers.exam.environment import environment
from answers.exports.seed_owner import seed_owner
from answers.exports.tables import CellValue
from answers.exports.told_tables import told_table
from answers.flags import Flag, Note
from answers.kinds.numbers.format import DECIMAL_MARKS, MINUS, format_decimal
from answers.messages import Message
from answers.sheets.pdf import render_pdf
from answers.sheets.view import noted

FACES: tuple[tuple[str, str], ...] = (("text-regular.otf", "normal"), ("text-bold.otf", "bold"))
STYLE, SCRIPT = ("report", "report.css"), ("report", "report.js")


def report_html(report: Report, lang: str) -> bytes:
    """Return the report as one HTML file in "fr" or "en": fonts, figures, style and script are in it.

    Its policy lets it ask for nothing and run only its own script, in which nothing of a student stands; names are
    escaped. The same class gives the same bytes.

    Raises
    ------
    ValueError
        If the language is unknown.
    """
    script = asset("templates", *SCRIPT).read_text("utf-8")
    style = "".join(_face(name, weight) for name, weight in FACES) + asset("templates", *STYLE).read_text("utf-8")
    return _page(report, lang, script=script, style=style, script_hash=_hash(script)).encode()


def report_pdf(report: Report, lang: str) -> bytes:
    """Return the report as a PDF; errors are those of `report_html`."""
    return render_pdf(_page(report, lang, script="", style="", script_hash=""), fillable=False, style="/".join(STYLE))


def _page(report: Report, lang: str, **shown: str) -> str:
    words = house_words(lang)
    told = words["report"]
    return (
        environment(report.exam.home)
        .get_template("report/report.html")
        .render(
            report=report,
            lang=lang,
            words=words,
            told=told,
            title=report.exam.words(lang).title,
            tell=lambda note: _told(note, report, lang),
            decided=list(zip(report.decided, _decisions(report, lang), strict=True)),
            percent=lambda share: format_decimal(round(100 * share), lang),
            number=lambda value: format_decimal(round(value, 2), lang, 4),
            hundredths=lambda value: f"{value:.2f}".replace(".", DECIMAL_MARKS[lang]).replace("-", MINUS),
            say=lambda text: Message.of(text).told(lang),
            scores=bars_svg(
                report.histogram, _limits(report, lang), title=told["distribution"], axis=told["scores_axis"]
            ),
            successes=bars_svg(
                [100 * one.success for one in report.questions],
                [str(one.number) for one in report.questions],
                title=told["success"],
                axis=told["questions_axis"],
                top=100,
            ),
            **shown,
        )
    )


def _decisions(report: Report, lang: str) -> list[dict[str, CellValue]]:
    """The decisions in words, by the names of the columns; what it is read as stands with the decision."""
    told = told_table(report.decisions, report.exam, lang)
    found = [dict(zip(report.decisions.columns, row, strict=True)) for row in told.rows]
    colon = house_words(lang)["colon"]
    return [
        one | {"decision": f"{one['decision']}{colon} {one['value']}"} if one.get("value") else one for one in found
    ]


def _told(note: Note, report: Report, lang: str) -> str:
    """What a note or a flag tells; of answers of another seed, whose it is."""
    owner = seed_owner(note, report.gradebook, lang) if isinstance(note, Flag) else ""
    told = noted(note, report.exam.words(lang))
    return f"{told} ({owner})" if owner else told


def _limits(report: Report, lang: str) -> list[str]:
    """The scores between the bars, every second one."""
    bins, points = len(report.histogram), report.exam.points
    return [format_decimal(points * at / bins, lang, 3) if at % 2 == 0 else "" for at in range(bins + 1)]


def _face(name: str, weight: str) -> str:
    data = b64encode(asset("templates", "fonts", name).read_bytes()).decode()
    source = f"url(data:font/otf;base64,{data})"
    return f'@font-face {{ font-family: "Corrige Text"; font-weight: {weight}; src: {source} }}\n'


def _hash(script: str) -> str:
    """What the page's policy knows the script by."""
    return "sha256-" + b64encode(sha256(script.encode()).digest()).decode()
