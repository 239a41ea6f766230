"""The class at a glance as JSON."""

from collections import Counter
from collections.abc import Mapping

from answers.classroom.report.report import ItemReport, QuestionReport, Report
from answers.classroom.report.statistics import Spread

SCHEMA = "corrige/report/1"


def report_json(report: Report) -> Mapping[str, object]:
    """Return the figures of a report: scores in points, success as a share from 0 to 1, remarks by their slugs.

    `scores` and a discrimination are None where no paper, or too few, give them.
    """
    return {
        "schema": SCHEMA,
        "exam": report.exam.name,
        "students": len(report.rows),
        "scores": None if report.spread is None else _spread(report.spread),
        "histogram": list(report.histogram),
        "questions": list(map(_question, report.questions)),
        "items": list(map(_item, report.items)),
        "frequent": [
            {"note": str(one.note), "items": one.items, "papers": one.papers, "parts": list(one.parts)}
            for one in report.frequent
        ],
        "doubts": [
            {"student": one.who, "item": one.item or None, "raw": one.raw, "note": str(one.note)}
            for one in report.doubts
        ],
        "flags": [{"flag": str(flag), "papers": count} for flag, count in report.flags],
        "problems": list(map(str, report.problems)),
        "fairness": [{"fact": one.slug, "class": one.value, "random": one.random} for one in report.fairness],
    }


def _spread(spread: Spread) -> dict[str, object]:
    return {
        "papers": spread.count,
        "mean": spread.mean,
        "median": spread.median,
        "deviation": spread.deviation,
        "least": spread.least,
        "most": spread.most,
    }


def _question(one: QuestionReport) -> dict[str, object]:
    return {
        "question": one.number,
        "points": float(one.points),
        "success": one.success,
        "discrimination": one.discrimination,
    }


def _item(one: ItemReport) -> dict[str, object]:
    promised: Counter[str] = Counter()
    for verdict, count in one.verdicts.items():
        promised[str(verdict.promised)] += count
    return {
        "item": f"{one.part}.{one.item}",
        "verdicts": dict(promised),
        "success": one.success,
        "discrimination": one.discrimination,
    }
