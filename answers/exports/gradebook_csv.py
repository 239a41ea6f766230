"""The gradebook as a spreadsheet opens it: one row a student."""

from answers.exports.gradebook import Gradebook
from answers.exports.spreadsheet import PLAIN, Dialect, table_csv
from answers.exports.tables import marks_table


def gradebook_csv(gradebook: Gradebook, dialect: Dialect = PLAIN) -> bytes:
    """Return the gradebook as UTF-8 CSV: who, u0, score, max, one column a part, whether to look, why, what is settled.

    A student without a paper, or whose paper could not be marked, has empty scores, never zeros. Every text is quoted,
    and preceded by an apostrophe where a spreadsheet of any country would run it as a formula.
    """
    return table_csv(marks_table(gradebook), dialect)
