"""Whether what the last marking wrote is still what marking would write."""

from answers.classroom.feedback import outdated_feedback
from answers.classroom.folder import Cohort
from answers.exports.exports import EXPORTS
from answers.exports.gradebook import Gradebook
from answers.files import read_limited


def is_outdated(cohort: Cohort, gradebook: Gradebook) -> bool:
    """Say whether `marks.json`, `gradebook.csv` or a feedback sheet is of an earlier marking; what is not there is not.

    Parameters
    ----------
    gradebook
        The marks of now.

    Raises
    ------
    CorrigeError
        If a file cannot be read.
    """
    for name, content in EXPORTS.items():
        path, new = cohort.folder / name, content(gradebook)
        if path.is_file() and (path.stat().st_size != len(new) or read_limited(path, len(new)) != new):
            return True
    return bool(outdated_feedback(cohort, gradebook.rows))
