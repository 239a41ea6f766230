"""A flag of a student's paper, open or settled, as the teacher looks at it."""

from answers.classroom.decisions import Kind, flag_name
from answers.classroom.marks import Marking
from answers.classroom.open_flags import Flagged, OpenFlag, evidence
from answers.classroom.settle import Ruling
from answers.classroom.settle_flag import flag_decisions
from answers.exports.gradebook import Gradebook
from answers.exports.seed_owner import seed_owner


def student_flag(marking: Marking, gradebook: Gradebook, student: str, flag: str) -> OpenFlag:
    """Return a flag of one student, whose seed it names, and the answers that say so.

    Parameters
    ----------
    flag
        As decisions name it: the whole of it or its slug; "no-paper" of a student who has none.

    Raises
    ------
    CorrigeError
        If there is no such student, or the paper has no such flag or several.
    """
    (meant,) = flag_decisions(gradebook, student, flag, Ruling(Kind.SEEN))
    row = next(row for row in gradebook.rows if row.student.id == meant.student)
    found = next(one for one in row.flags if flag_name(one) == meant.item)
    owner = seed_owner(found, gradebook, marking.cohort.settings.lang)
    return OpenFlag(found, owner, (Flagged(meant.student, tuple(evidence(marking, row, found))),))
