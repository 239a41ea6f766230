"""An atlas as the JSON document that `corrige atlas --json` promises."""

from fractions import Fraction

from answers.atlas.atlas import Atlas, Free, QuestionAtlas, Spelt, goals
from answers.atlas.seed_summary import LEARNT, PAPERS
from answers.exam.location import fingerprint
from answers.kinds.parsing import Kind

SCHEMA = "corrige/atlas/1"


def atlas_json(atlas: Atlas, lang: str = "fr") -> dict[str, object]:
    """Return the promised document, its texts in `lang`; points are those of the exam, shares from 0 to 1."""
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
        "questions": [_question(one, lang) for one in atlas.questions],
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


def _question(one: QuestionAtlas, lang: str) -> dict[str, object]:
    tie = None if one.nearest_tie is None else {"margin": one.nearest_tie[0], "u0": one.nearest_tie[1]}
    return {
        "question": one.number,
        "points": float(one.points),
        **_spelt(one.spelt, [item.part.kind for item in one.items], lang),
        "copied": _free(one.copied, one.points),
        "constants": _free(one.constants, one.points),
        "nearest_tie": tie,
        "trivial": float(one.trivial),
        "seconds": {"median": round(one.seconds[0], 4), "most": round(one.seconds[1], 4)},
        "items": [
            {
                "part": item.part.id,
                "item": item.item,
                **_spelt(item.spelt, [item.part.kind], lang),
                "constant": item.part.kind.format(item.constant, lang),
                "copied": float(item.copied),
                "constants": float(item.constants),
            }
            for item in one.items
        ],
    }


def _spelt(one: Spelt, kinds: list[Kind], lang: str) -> dict[str, object]:
    texts = [kind.format(value, lang) for kind, value in zip(kinds, one.commonest, strict=True)]
    return {"distinct": one.distinct, "commonest": {"text": " ; ".join(texts), "share": float(one.share)}}


def _free(free: Free, points: Fraction) -> dict[str, object]:
    return {
        "mean": float(free.mean),
        "most": float(free.most),
        "share": float(free.mean / points) if points else 0.0,
    }
