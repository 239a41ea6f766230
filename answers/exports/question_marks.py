"""What each question earned, in one line that a student reads on the school's platform."""

from fractions import Fraction

from answers.assets import house_words
from answers.exam.exam import Exam
from answers.kinds.numbers.format import format_decimal
from answers.paper import Paper


def marks_told(exam: Exam, paper: Paper, lang: str) -> str:
    """Return "Question 1 : 1,5 / 2 ; Question 2 : 0 / 1" or its like in English."""
    words = house_words(lang)
    one = "{question} {number}{colon} {score} / {points}"
    texts = []
    for question in exam.questions:
        marks = [paper.parts[part.id] for part in question.parts]
        score, points = (sum(some, Fraction(0)) for some in zip(*((m.score, m.points) for m in marks), strict=True))
        texts.append(
            one.format(
                question=words["question"],
                number=question.number,
                colon=words["colon"],
                score=format_decimal(score, lang, 3),
                points=format_decimal(points, lang, 3),
            )
        )
    return f"{words['semicolon']} ".join(texts)
