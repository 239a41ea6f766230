"""corrige class report: the class at a glance."""

from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Force, Lang, Output
from answers.cli.common.output import deliver_json, say, working
from answers.messages import Message


def report(
    folder: Folder,
    *,
    lang: Lang = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Write the class at a glance to DIR/report.html and DIR/report.pdf: scores, questions, what needs a person.

    With --json the figures are printed too.
    """
    from answers.classroom.fairness.fair_seeds import read_fairness
    from answers.classroom.folder import open_class
    from answers.classroom.give_back import decisions_table
    from answers.classroom.lock import locked
    from answers.classroom.marks import grade_class
    from answers.classroom.report.page import report_html, report_pdf
    from answers.classroom.report.report import make_report
    from answers.classroom.report.report_json import report_json
    from answers.files import write_keeping

    with working("marking"), locked(folder):
        cohort = open_class(folder)
        found = make_report(grade_class(cohort), decisions_table(cohort), read_fairness(cohort))
        language = lang or cohort.settings.lang
        for name, content in (("report.html", report_html), ("report.pdf", report_pdf)):
            write_keeping(folder / name, content(found, language))
    say(Message("wrote {page} and {pdf}", page=folder / "report.html", pdf=folder / "report.pdf"))
    if as_json:
        deliver_json(report_json(found), output, force=force)
