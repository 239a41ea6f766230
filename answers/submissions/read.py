"""One door for all that students hand in: no file can cost more than it may, nor stop the reading of others."""

import os
from pathlib import Path

from answers.submissions.child.messages import Question
from answers.submissions.child.reader import reader
from answers.submissions.printed.flattened import LayoutOf
from answers.submissions.raw.asked import Asked, SheetOf, outline
from answers.submissions.raw.submission import Submission


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: Asked | None = None,
    layout: LayoutOf | None = None,
    sheet: SheetOf | None = None,
) -> tuple[Submission, ...]:
    """Read what one file hands in: a submission a student, raw texts as they were written, cut at 500 characters.

    The name's suffix chooses the format and the content must agree with it; only a `.txt` file that holds JSON is
    read as JSON. `name` is what the file is called in places and problems. With `exam`, part ids are checked against
    it. No number is parsed. `layout` and `sheet` print blank sheets again, to read and compare what was printed.

    The file is read in another process, which is kept for the next one: it has four seconds of the processor,
    and 500 MB.

    Raises
    ------
    CorrigeError
        With all problems found in the file, each with its place; that it costs too much to read is one.

    Notes
    -----
    Not guaranteed: the limit on memory where the system has none (macOS, Windows).
    """
    told = outline(exam) if exam else None
    place = (name or str(path)).encode("utf-8", "replace").decode()  # the name of a file may be no text
    # The path is absolute: the child may work elsewhere.
    question = Question(path.absolute(), place, secret, told, layout is not None, sheet is not None)
    return reader(os.getpid()).read(question, layout, sheet)
