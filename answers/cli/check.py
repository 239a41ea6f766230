"""corrige check: an exam held to the law of the house."""

from collections.abc import Iterable, Iterator

from answers.cli.common.here import exam_here
from answers.cli.common.options import ExamFolders, ExamName
from answers.cli.common.output import working
from answers.cli.common.result import Result
from answers.grading.house_law import Outcome
from answers.grading.house_law import check as outcomes
from answers.messages import Message, joined, told


def check(name: ExamName, *, exams: ExamFolders = None) -> Result:
    """Hold an exam to the law of the house: draws, keys, marking, words and faces; exit with 1 when it breaks one."""
    exam, _ = exam_here(name, exams)
    with working("checking {name}", name=exam.name):
        held = outcomes(exam)
    rows = [
        {"law": law.name, "says": law.says, "problems": list(map(str, broken)), "untried": untried}
        for law, broken, untried in held
    ]
    document = {"schema": "corrige/check/1", "exam": exam.name, "laws": rows}
    return Result(document, _lines(held), needs_person=any(broken for _, broken, _ in held))


def _lines(held: Iterable[Outcome]) -> Iterator[str]:
    """A line a law; a problem that several laws name is told under the first."""
    before: set[str] = set()
    for law, broken, untried in held:
        own = [str(problem) for problem in broken]
        if untried:
            yield Message("not tried: {law} ({why})", law=Message.of(law.says), why=untried)
            continue
        yield joined("", (Message("BROKEN  " if own else "ok      "), Message.of(law.says)))
        yield from ("        " + told(text).replace("\n", "\n    ") for text in own if text not in before)
        if again := sum(text in before for text in own):
            yield Message(
                "        {count} problem told above", plural="        {count} problems told above", count=again
            )
        before.update(own)
