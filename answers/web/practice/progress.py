"""How somebody gets on with an exam at home: of each question the last results, kept on their own machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from answers.errors import CorrigeError
from answers.files import data_folder, json_bytes, json_of, make_folder, read_limited, write_atomic

FILE = "practice.json"
SCHEMA = "corrige/practice/1"
LAST = 5
"""Results of a question that say how well it goes."""
UNTRIED = 0.5


@dataclass(frozen=True)
class Progress:
    """The last results of each question by name, as shares of its points, of all exams."""

    results: Mapping[str, Mapping[str, tuple[float, ...]]] = field(default_factory=dict)

    def after(self, exam: str, question: str, share: float) -> "Progress":
        """Return the progress with one more result."""
        own = self.results.get(exam, {})
        last = (*own.get(question, ()), round(min(max(share, 0.0), 1.0), 3))[-LAST:]
        return replace(self, results={**self.results, exam: {**own, question: last}})

    def share(self, exam: str, question: str) -> float:
        """Return how well a question goes: the mean of its last results, a half for one that was not tried."""
        last = self.results.get(exam, {}).get(question, ())
        return sum(last) / len(last) if last else UNTRIED

    def weakest(self, exam: str, questions: Sequence[str]) -> str:
        """Return the question that goes wrong most, the first of several."""
        return min(questions, key=lambda question: self.share(exam, question))


def read_progress(folder: Path | None = None) -> Progress:
    """Return what is kept; a file that is not there or damaged is no progress."""
    path = (folder or data_folder()) / FILE
    try:
        told = json_of(read_limited(path))["exams"]
        return Progress(
            {exam: {name: tuple(map(float, last)) for name, last in own.items()} for exam, own in told.items()}
        )
    except (CorrigeError, ValueError, KeyError, TypeError, AttributeError):
        return Progress()


def write_progress(progress: Progress, folder: Path | None = None) -> None:
    """Keep it."""
    document = {
        "schema": SCHEMA,
        "exams": {exam: {name: list(last) for name, last in own.items()} for exam, own in progress.results.items()},
    }
    write_atomic(make_folder(folder or data_folder()) / FILE, json_bytes(document, indent=1), overwrite=True)
