"""Convert an atlas to JSON, the output of `corrige atlas --json`."""

from fractions import Fraction

from answers.atlas.atlas import AnswerVariety, Atlas, PointsWithoutWork, QuestionAtlas, goals
from answers.atlas.seed_summary import LEARNT, PAPERS
from answers.exam.location import fingerprint
from answers.kinds.parsing import Kind

SCHEMA = "corrige/atlas/1"


def atlas_json(atlas: Atlas, lang: str = "fr") -> dict[str, object]:
    """Return an atlas as a JSON object, with texts in the language `lang`, "fr" or "en".

    Points are on the scale of the exam, but those of goals are out of 20. Shares are from 0 to 1.
    """
    exam = atlas.exam
    return {
        "schema": SCHEMA,
        "exam": exam.name,
        "fingerprint": fingerprint(exam.location),
        "points": float(exam.points),
        "seeds": atlas.seeds,
        "papers": PAPERS,
        "learnt": LEARNT,
        "copied": _free(atlas.copied, exam.points),
        "constants": _free(atlas.constants, exam.points),
        "questions": [_question(question, lang) for question in atlas.questions],
        "as_printed": exam.as_printed,
        "goals": [
            {
                "goal": goal.slug,
                "value": goal.value,
                "limit": goal.limit,
                "met": goal.met,
                "questions": list(goal.questions),
            }
            for goal in goals(atlas)
        ],
    }


def _question(question_atlas: QuestionAtlas, lang: str) -> dict[str, object]:
    tie = (
        None
        if question_atlas.nearest_tie is None
        else {"margin": question_atlas.nearest_tie[0], "u0": question_atlas.nearest_tie[1]}
    )
    return {
        "question": question_atlas.number,
        "points": float(question_atlas.points),
        **_variety(question_atlas.variety, [item.part.kind for item in question_atlas.items], lang),
        "copied": _free(question_atlas.copied, question_atlas.points),
        "constants": _free(question_atlas.constants, question_atlas.points),
        "nearest_tie": tie,
        "trivial": float(question_atlas.trivial),
        "seconds": {"median": round(question_atlas.seconds[0], 4), "most": round(question_atlas.seconds[1], 4)},
        "items": [
            {
                "part": item.part.id,
                "item": item.item,
                **_variety(item.variety, [item.part.kind], lang),
                "constant": item.part.kind.format(item.constant, lang),
                "copied": float(item.copied),
                "constants": float(item.constants),
            }
            for item in question_atlas.items
        ],
    }


def _variety(variety: AnswerVariety, kinds: list[Kind], lang: str) -> dict[str, object]:
    texts = [kind.format(value, lang) for kind, value in zip(kinds, variety.commonest, strict=True)]
    return {"distinct": variety.distinct, "commonest": {"text": " ; ".join(texts), "share": float(variety.share)}}


def _free(free: PointsWithoutWork, points: Fraction) -> dict[str, object]:
    """Return the points that need no work: mean and most over the drawn exams, and the mean as a share of `points`."""
    return {
        "mean": float(free.mean),
        "most": float(free.most),
        "share": float(free.mean / points) if points else 0.0,
    }
