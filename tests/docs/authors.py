"""`python -m tests.docs.authors` writes docs/authors.md: signatures and docstrings of the functions for authors."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from textwrap import dedent
from types import FunctionType

PAGE = Path(__file__).parents[2] / "docs" / "authors.md"
CALLED = {
    "answers.exam.one_file": (
        "exam shared Shared.drawing Shared.mistake question InlineQuestion.text InlineQuestion.labels "
        "InlineQuestion.accept InlineQuestion.mistake InlineQuestion.hint InlineQuestion.statement "
        "InlineQuestion.solution InlineQuestion.case InlineQuestion.examples"
    ),
    "answers.kinds.choices": "choice choices yes_or_no Option",
    "answers.kinds.sequences": "sequence permutation set_of",
    "answers.kinds.intervals": "Interval",
    "answers.kinds.formulas": "Formula",
    "answers.kinds.programs": "Program",
    "answers.kinds.written": "Written Criterion",
    "answers.drawings": "draw_graph draw_table draw_tree draw_board",
    "answers.exam.draw": (
        "Draws.integer Draws.choice Draws.sample Draws.shuffled Draws.until Draw.integer Draw.choice Draw.sample "
        "Draw.until"
    ),
    "answers.exam.exam": "Exam",
    "answers.exam.question": (
        "question QuestionBuilder.accepts QuestionBuilder.mistake QuestionBuilder.mistake_from_answer "
        "QuestionBuilder.mistakes_from QuestionBuilder.remarks QuestionBuilder.drawing QuestionBuilder.shares_drawing "
        "QuestionBuilder.hint_data QuestionBuilder.solution_data questions_of Params Evidence SolveContext Solution "
        "SolvedQuestion Part misconception_from_params Misconception Oral"
    ),
    "answers.exam.lazy_module": "LazyModule",
    "answers.exam.subject": "Subject",
    "answers.exam.document": "Document",
    "answers.kinds.numbers.numbers": "integers probabilities matrix Numbers",
    "answers.kinds.numbers.domain": "Domain",
    "answers.kinds.parsing": "number",
    "answers.kinds.tolerance": "Tolerance",
}


def reference() -> str:
    """Return the page: a section for each module, with the signature and docstring of each function and class."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Author's reference"
    yield "\nThe functions and classes for the code of an exam, by module; an exam in one file imports them from"
    yield "`answers.author`. How to write an exam: [exams.md](exams.md)."
    yield "This page is generated from the code by `python -m tests.docs.authors`."
    for module, names in CALLED.items():
        yield f"\n## {module}"
        for name in names.split():
            thing = attrgetter(name)(import_module(module))
            yield f"\n### {name.rpartition('.')[2]}\n\n```python\n{_beginning(thing).rstrip()}\n```"


def _beginning(thing: type | FunctionType) -> str:
    """Return the source of a function up to its body, of a class up to its first method."""
    source = dedent(inspect.getsource(thing))
    if inspect.isclass(thing):
        return re.split(r"\n    (?:def |@)", source)[0]
    return '"""'.join((*source.split('"""')[:2], ""))


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
