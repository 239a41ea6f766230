"""corrige class report: write the report on a class."""

from answers.classroom.by_hand import agreements
from answers.classroom.exporting import decisions_table
from answers.classroom.fair_seeds import read_fairness
from answers.classroom.folder import REPORT, locked, open_class
from answers.classroom.marks import mark_submissions
from answers.classroom.report.page import report_html, report_pdf
from answers.classroom.report.report import make_report, report_json
from answers.classroom.submission_set import load_submissions
from answers.cli.common.options import Folder, Lang
from answers.cli.common.output import print_message, working
from answers.cli.common.result import Result
from answers.files import write_keeping


def report(folder: Folder, *, lang: Lang = None) -> Result:
    """Write the report on the class to DIR/report.html and DIR/report.pdf: marks, questions, cases to examine.

    With --json the results of the report are printed too.
    """
    with working("marking the papers"), locked(folder):
        class_data = open_class(folder)
        submissions = load_submissions(class_data)
        figures = make_report(
            mark_submissions(class_data, submissions).gradebook,
            decisions_table(class_data),
            read_fairness(class_data),
            agreements(class_data, submissions),
        )
        language = lang or class_data.settings.lang
        for name, content in ((REPORT, report_html), ("report.pdf", report_pdf)):
            write_keeping(folder / name, content(figures, language))
    print_message("wrote {page} and {pdf}", page=folder / REPORT, pdf=folder / "report.pdf")
    return Result(report_json(figures), next=("class", "export", folder, "--to", "zip"))
