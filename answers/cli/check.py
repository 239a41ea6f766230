"""corrige check: an exam held to the law of the house."""

from collections.abc import Iterable, Iterator

from answers.cli.common.here import exam_here
from answers.cli.common.options import ExamFolders, ExamName
from answers.cli.common.output import working
from answers.cli.common.result import Result
from answers.errors import Problem
from answers.grading.house_law import Law
from answers.grading.house_law import check as broken_laws
from answers.messages import Message, joined, told


def check(name: ExamName, *, exams: ExamFolders = None) -> Result:
    """Hold an exam to the law of the house: draws, keys, marking, words and faces; exit with 1 when it breaks one."""
    exam, _ = exam_here(name, exams)
    with working("checking {name}", name=exam.name):
        held = broken_laws(exam)
    rows = [{"law": law.name, "says": law.says, "problems": list(map(str, broken))} for law, broken in held]
    document = {"schema": "corrige/check/1", "exam": exam.name, "laws": rows}
    return Result(document, _lines(held), needs_person=any(broken for _, broken in held))


def _lines(held: Iterable[tuple[Law, Iterable[Problem]]]) -> Iterator[str]:
    """A line a law; a problem that several laws name is told under the first."""
    before: set[str] = set()
    for law, broken in held:
        own = [str(problem) for problem in broken]
        yield joined("", (Message("BROKEN  " if own else "ok      "), Message.of(law.says)))
        yield from ("        " + told(text).replace("\n", "\n    ") for text in own if text not in before)
        if again := sum(text in before for text in own):
            yield Message(
                "        {count} problem told above", plural="        {count} problems told above", count=again
            )
        before.update(own)
