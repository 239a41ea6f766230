"""corrige class report: the report on a class."""

from answers.classroom.fairness.fair_seeds import read_fairness
from answers.classroom.folder import locked, open_class
from answers.classroom.give_back import REPORT, decisions_table
from answers.classroom.marks import grade_class
from answers.classroom.report.page import report_html, report_pdf
from answers.classroom.report.report import make_report, report_json
from answers.cli.common.options import Folder, Lang
from answers.cli.common.output import say, working
from answers.cli.common.result import Result
from answers.files import write_keeping


def report(folder: Folder, *, lang: Lang = None) -> Result:
    """Write the report on the class to DIR/report.html and DIR/report.pdf: marks, questions, cases to examine.

    With --json the figures are printed too.
    """
    with working("marking"), locked(folder):
        cohort = open_class(folder)
        figures = make_report(grade_class(cohort), decisions_table(cohort), read_fairness(cohort))
        language = lang or cohort.settings.lang
        for name, content in ((REPORT, report_html), ("report.pdf", report_pdf)):
            write_keeping(folder / name, content(figures, language))
    say("wrote {page} and {pdf}", page=folder / REPORT, pdf=folder / "report.pdf")
    return Result(report_json(figures), next=("class", "export", folder, "--to", "zip"))
