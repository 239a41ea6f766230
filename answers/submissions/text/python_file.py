"""Read a program that a student hands in as a file: the answer to the parts whose functions it defines."""

import re

from answers.errors import CorrigeError
from answers.flags import Place
from answers.messages import Message
from answers.submissions.raw.submission import Source, Submission

_DEFINED = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
SUFFIX = ".py"


def read(source: Source) -> tuple[Submission, ...]:
    """Return a submission that answers each part whose function the file defines, with the whole file.

    The file may have any name. The student is known from its folder or its archive; a paper handed in beside it is
    joined with it. A CorrigeError if the file defines no function that the exam asks for.
    """
    programs = source.exam.programs if source.exam else {}
    text = source.text
    defined = {name for names in _DEFINED.findall(text) for name in names if name}
    answers = {part_id: (text,) for function, part_id in programs.items() if function in defined}
    if not answers:
        asked = ", ".join(programs)
        cause = (
            Message("the program defines none of the functions {asked}", asked=asked)
            if asked
            else Message("the exam asks for no program")
        )
        remedy = Message("look at the name of the function, or ask for the file again")
        raise CorrigeError.single(cause, place=source.place, remedy=remedy)
    return (Submission(Place(source.place), "", None, source.exam.name if source.exam else None, answers),)
