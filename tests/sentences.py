"""All that a test makes corrige say is in the catalogue, and each problem says what to do: else the test fails.

A sentence that is not there is told in English to those who read French.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache, wraps
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from answers.errors import Problem
from answers.messages import Message

CATALOGUE = Path(__file__).parents[1] / "templates" / "messages" / "fr.po"
OURS = ("answers.", "solvers.")
NOTES = (
    "students are identified by the column {name!r}",
    "students are identified by their names, since no other column identifies them",
    "part {id} is not in the exported file, since its answers are not numbers",
    "the code of the exam raises {name}: {error}",
    "{cause} ({note})",
)
"""What needs no remedy; and what is not known to be in an exam's own files."""
PASSED_ON = ("of", "joined", "single", "message_from_json", "unpacked", "_value")
"""Functions that say what others gave them."""


@cache
def known() -> frozenset[str]:
    """Return the English sentences of the catalogue."""
    with CATALOGUE.open("rb") as file:
        ids = [message.id for message in read_po(file)]
    return frozenset(text for one in ids for text in ((one,) if isinstance(one, str) else one))


@cache
def faults(template: str) -> tuple[str, ...]:
    """Return what is wrong with a sentence; one without a word is none."""
    words = re.search(r"[^\W\d_]", re.sub(r"\{.*?\}+", "", template))
    return (f"not in the catalogue: {template}",) if words and template not in known() else ()


def _by_us() -> bool:
    """Whether code of ours called what was called, and its sentence is its own."""
    caller = sys._getframe(2)
    names = caller.f_code.co_qualname.split(".")
    return str(caller.f_globals.get("__name__")).startswith(OURS) and not any(name in PASSED_ON for name in names)


@pytest.fixture(autouse=True)
def sentences(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look at each sentence as it is made."""
    texts: list[str] = []
    make, state = Message.__new__, Problem.__init__

    def message(cls: type[Message], template: str, /, *, plural: str = "", **values: object) -> Message:
        if cls is Message and _by_us():
            texts.extend([*faults(template), *faults(plural)])
            texts.extend(f"{template}: no {name}" for name, value in values.items() if value is None)
        return make(cls, template, plural=plural, **values)

    @wraps(state)
    def problem(self: Problem, cause: str, place: str = "", remedy: str = "", seeds: tuple[int, ...] = ()) -> None:
        if _by_us():
            for text in (cause, remedy):
                texts.extend(() if isinstance(text, Message) else faults(text.replace("{", "{{").replace("}", "}}")))
            if not remedy and getattr(cause, "template", cause) not in NOTES:
                texts.append(f"no remedy: {cause}")
        state(self, cause, place, remedy, seeds)

    monkeypatch.setattr(Message, "__new__", message)
    monkeypatch.setattr(Problem, "__init__", problem)
    yield
    if texts:
        pytest.fail("\n".join(map(ascii, dict.fromkeys(texts))), pytrace=False)
