"""Read a Python program handed in as a file, as the answer to each part whose function the file defines."""

import re

from answers.errors import CorrigeError
from answers.flags import Place
from answers.kinds.programs import defined_names
from answers.messages import Message
from answers.submissions.raw.submission import FileSource, Submission

_BODY = re.compile(r"^((?:async[ \t]+)?(?:def|class)\b.*\n)(?:[ \t].*\n|\s*\n)*", re.MULTILINE)
_DEFINED = re.compile(r"^(.*(?<![=!<>])=(?!=))|\b(?:def|class)\s+(\w+)|\bimport\b[ \t]*(\([^)]*|.*)", re.MULTILINE)
"""Text with the names that a definition, an import or an assignment defines, and perhaps other words."""
SUFFIX = ".py"


def read(source: FileSource) -> tuple[Submission, ...]:
    """Return one submission, as a tuple: the file's text is the answer to each part whose function it defines.

    It names no student: the caller finds the student by the folder or archive. CorrigeError if the file defines no
    function that the exam asks for.
    """
    programs = source.exam.programs if source.exam else {}
    text = source.text
    code = re.sub(r"\r\n?", "\n", text) + "\n"
    defined = defined_names(code)
    if defined is None:  # no Python, which cannot be run: other words too, so that the teacher looks at these parts
        outside = _DEFINED.findall(_BODY.sub(r"\1", code))
        defined = frozenset(re.findall(r"\w+", " ".join(word for words in outside for word in words)))
    answers = {part_id: (text,) for function, part_id in programs.items() if function in defined}
    if not answers:
        asked = ", ".join(programs)
        cause = (
            Message("the program defines none of the functions {functions}", functions=asked)
            if asked
            else Message("the file is a Python program, but the exam asks for no program")
        )
        remedy = Message("check the name of the function in the file, or ask the student for the right file")
        raise CorrigeError.single(cause, place=source.place, remedy=remedy)
    return (Submission(Place(source.place), "", None, source.exam.name if source.exam else None, answers),)
