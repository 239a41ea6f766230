"""ENS 2013 practical exam, "Équilibres de Nash": the model answer sheet for ũ₀ = 17."""

from collections.abc import Iterator, Mapping
from math import isclose, sqrt

from answers.exam.catalogue import load_exam
from answers.exam.document import Computed, Document
from answers.exam.key import make_key
from answers.exam.words import plain
from answers.kinds.parsing import Value
from solvers.sequence.lcg import sequence


def computed() -> Mapping[str, Value]:
    """Return every item of the model sheet, by part and label: "7a lPD(4,4)"."""
    exam = load_exam("nash")
    key, words = make_key(exam, exam.model_seed), exam.words("en")
    figures = {
        f"{part.id} {plain(label).rstrip(' :=≃')}": value
        for part in exam.parts
        for label, value in zip(words.labels(part, key.params), key.answers[part.id], strict=True)
    }
    return {**figures, **dict(_claims(exam.model_seed, 10))}


def _claims(u0: int, count: int) -> Iterator[Computed]:
    """Yield whether the probabilities that question 4 prints add up to 1 (value 1) or not (0).

    p(i) = u(i) / Σ p(j) over j < N is only solved by p(i) = u(i) / √Σ u(j); and i = N is not among the j.
    """
    u = sequence(u0, count + 1).tolist()
    total = sum(u[:count])
    yield "4: a sum of the p(j)", int(isclose(total / sqrt(total), 1))
    yield "4: i up to N", int(isclose(sum(u) / total, 1))


DOCUMENT = Document(computed)
