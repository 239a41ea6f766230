"""ENS 2013 practical exam, "Équilibres de Nash": the model answer sheet for ũ₀ = 17."""

from collections.abc import Mapping

from answers.exam.key import make_key
from answers.exams.nash.questions import EXAM
from answers.kinds.kind import Value


def computed() -> Mapping[str, Value]:
    """Return every item of the model sheet, by part and label."""
    answers = make_key(EXAM, EXAM.model_seed).answers
    return {
        f"{part.id} {label.rstrip(' :=≃')}": value
        for part in EXAM.parts
        for label, value in zip(part.labels, answers[part.id], strict=True)
    }
