"""ENS 2013 practical exam, "Équilibres de Nash": the model answer sheet for ũ₀ = 17."""

from collections.abc import Mapping

from answers.exam.catalogue import load_exam
from answers.exam.document import Document
from answers.exam.key import make_key
from answers.exam.words import plain
from answers.kinds.reading import Value


def computed() -> Mapping[str, Value]:
    """Return every item of the model sheet, by part and label: "7a lPD(4,4)"."""
    exam = load_exam("nash")
    key, words = make_key(exam, exam.model_seed), exam.words("en")
    return {
        f"{part.id} {plain(label).rstrip(' :=≃')}": value
        for part in exam.parts
        for label, value in zip(words.labels(part, key.params), key.answers[part.id], strict=True)
    }


DOCUMENT = Document(computed)
