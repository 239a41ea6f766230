"""Comparison of the marks written last with the marks of now: which change, and why.

Functions raise CorrigeError if `marks.json` is missing or damaged.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from answers.assets import shared_words
from answers.classroom.overrides import EARNING
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exports.gradebook import GRADEBOOK, MARKS, Gradebook, GradebookRow, marks_document
from answers.exports.tables import gradebook_csv, unescape_formulas
from answers.files import json_of, read_limited
from answers.flags import DECIDED, LATE, note_named
from answers.messages import LANGUAGES, Message, Worded
from answers.paper import Paper, Verdict
from answers.sheets.mark_steps import mark_steps
from answers.sheets.view import plain_note_text

PaperJson: TypeAlias = dict[str, Any]  # Any: an object of JSON

RenderNote: TypeAlias = Callable[[str], Message]
"""Return the sentence of a note, from its slug and detail."""

MAX_MARKS = 500_000_000
"""The largest size of `marks.json` that is read, in bytes."""
MAX_LISTED = 8
"""The largest number of changed items listed one by one."""
ROUNDING = 0.0015
"""A bound, in points, of the error of a sum of two numbers rounded to a thousandth."""


@dataclass(frozen=True, slots=True)
class Change:
    """A student, the mark before and after, and all reasons in words.

    A mark is None without a marked paper, except for an absence that counts as 0. JSON documents have these fields.
    """

    student: str
    before: float | None
    after: float | None
    why: tuple[str, ...]


def changes(folder: Path, gradebook: Gradebook) -> tuple[Change, ...]:
    """Compare the marks in `marks.json` with those of a gradebook that is not written yet.

    Absences that counted as 0 are read from `gradebook.csv`, since `marks.json` has no absent students. They are not
    guaranteed if that file is missing or was saved by a spreadsheet.
    """
    papers = {row.paper.student: row.paper for row in gradebook.rows if row.paper is not None}
    new = marks_document(gradebook.exam.name, papers.values())
    before, after = _papers(_read(folder / MARKS)), _papers(json.loads(json.dumps(new)))
    for student, paper in papers.items():  # add the mark, and for items values that are not part of `marks.json`
        document = after[student]
        document["whole"] = paper.mark
        document["excused"] = [flag for flag in paper.flags if flag.slug == LATE.slug and flag.is_acknowledged]
        for part_id, part in paper.parts.items():
            for item, mark in zip(document["parts"][part_id]["items"], part.items, strict=True):
                item.update(shown_verdict=str(mark.verdict), earned=float(mark.score))
    try:
        lines = list(csv.DictReader(read_limited(folder / GRADEBOOK, MAX_MARKS).decode().splitlines()))
    except (CorrigeError, UnicodeDecodeError, csv.Error):
        lines = []
    zeros = {
        unescape_formulas(line.get("student") or "")
        for line in lines
        if (line.get("score"), line.get("file")) == ("0", "")
    }
    absent = [row.student.id for row in gradebook.rows if row.paper is None and row.value is not None]
    old: Mapping[str, PaperJson | float] = {**dict.fromkeys(sorted(zeros), 0.0), **before}
    now: Mapping[str, PaperJson | float] = {**dict.fromkeys(absent, 0.0), **after}
    known = {row.student.id for row in gradebook.rows}
    students = dict.fromkeys((*after, *(student for student in (*before, *old, *now) if student in known)))
    render_note = partial(_note, gradebook.exam)
    changed = (_change(student, old.get(student), now.get(student), render_note) for student in students)
    return tuple(filter(None, changed))


def changed_rows(folder: Path, gradebook: Gradebook) -> tuple[tuple[GradebookRow, ...], tuple[Paper, ...]]:
    """Return the rows and the unassigned papers that differ from `marks.json` and `gradebook.csv`.

    Returns all of them if one of these files is missing.
    """
    try:
        papers = {json.dumps(paper, sort_keys=True) for paper in _read(folder / MARKS)["papers"]}
        lines = set(read_limited(folder / GRADEBOOK, MAX_MARKS).splitlines())
    except CorrigeError:
        return gradebook.rows, gradebook.unassigned

    def is_new(paper: Paper) -> bool:
        return json.dumps(paper.to_json(), sort_keys=True) not in papers

    written = zip(gradebook.rows, gradebook_csv(gradebook).splitlines()[1:], strict=False)
    rows = (row for row, line in written if line not in lines or (row.paper and is_new(row.paper)))
    return tuple(rows), tuple(filter(is_new, gradebook.unassigned))


def _read(path: Path) -> PaperJson:
    try:
        document = json_of(read_limited(path, MAX_MARKS))
        is_valid = all(isinstance(paper["parts"], dict) for paper in document["papers"])
    except (ValueError, KeyError, TypeError):
        is_valid = False
    if not is_valid:
        remedy = Message("move the file away and run `corrige class grade`: it makes the marks again from the papers")
        raise CorrigeError.single("is damaged, or contains no marks", place=str(path), remedy=remedy)
    return dict(document)


def _papers(document: PaperJson) -> dict[str, PaperJson]:
    """Return the first paper of each student, which is the one that counts."""
    papers: dict[str, PaperJson] = {}
    for paper in document["papers"]:
        papers.setdefault(paper["student"], paper)
    return papers


def _change(
    student: str, before: PaperJson | float | None, after: PaperJson | float | None, render_note: RenderNote
) -> Change | None:
    """Return the change for a student; the mark of an absence stands in place of a paper."""
    if not isinstance(before, Mapping) and not isinstance(after, Mapping):
        reason = Message("the absence no longer counts 0" if after is None else "the absence counts 0")
        return None if before == after else Change(student, before, after, (reason,))
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        reason = Message("has a paper now" if isinstance(after, Mapping) else "has no paper any more")
        return Change(student, _score(before), _score(after), (reason,))
    reasons = [*_reasons(before, after, render_note)]
    # Add the computation of the mark if it changed, or if there is no other reason.
    old, new = before.get("mark", {}), after.get("mark", {})
    is_explained = bool(reasons)
    if old.get("late") and not new.get("late"):
        reasons += [_worded(flag.render) for flag in after["excused"]]
    is_computed_differently = any(old.get(step) != new.get(step) for step in ("bonus", "late", "max", "reason"))
    if is_computed_differently or (old.get("value") != new.get("value") and not is_explained):
        how = _worded(partial(mark_steps, after["whole"])) if new else Message("the mark is again that of the points")
        reasons.append(how)
    return Change(student, _score(before), _score(after), tuple(reasons)) if reasons else None


def _score(paper: PaperJson | float | None) -> float | None:
    if not isinstance(paper, Mapping):
        return paper
    return None if paper["u0"] is None else float(paper.get("mark", {}).get("value", paper["score"]))


def _seed(paper: PaperJson) -> str:
    return "—" if paper["u0"] is None else str(paper["u0"])


def _reasons(before: PaperJson, after: PaperJson, render_note: RenderNote) -> Iterator[str]:
    if before["file"] != after["file"]:
        yield Message("another file: {before} → {after}", before=before["file"], after=after["file"])
    if after["u0"] is None and before["u0"] is not None and after.get("unmarked"):
        yield render_note(after["unmarked"])
        return
    if before["u0"] != after["u0"]:
        yield Message("another u0: {before} → {after}", before=_seed(before), after=_seed(after))
    parts = dict.fromkeys((*before["parts"], *after["parts"]))
    reasons = [
        reason
        for part in parts
        for reason in _part_reasons(part, before["parts"].get(part), after["parts"].get(part), render_note)
    ]
    if len(reasons) <= MAX_LISTED:
        yield from reasons
    else:
        yield Message("{count} item has other points", plural="{count} items have other points", count=len(reasons))


def _part_reasons(
    part_id: str, before: PaperJson | None, after: PaperJson | None, render_note: RenderNote
) -> Iterator[str]:
    """Yield why the points of a part change: changed items, else other points of the part."""
    if before is None or after is None or len(before["items"]) != len(after["items"]):
        yield Message("{part_id}: the exam has changed", part_id=part_id)
        return
    verdicts, changed, visibly_changed = _verdicts_before(before, after), [], []
    for at, (old, new) in enumerate(zip(before["items"], after["items"], strict=True)):
        decided = old["note"] != new["note"] and (_is_decided(old) or _is_decided(new))
        if decided or (old["verdict"], old["raw"]) != (new["verdict"], new["raw"]):
            changed.append(at)
            if (verdicts[at], old["raw"]) != (new["shown_verdict"], new["raw"]):
                visibly_changed.append(at)
    for at in visibly_changed or changed[:1]:  # omit items that a decision about the whole part leaves unchanged
        old, new = before["items"][at], after["items"][at]
        note = render_note(new["note"]) if new["note"] else None
        if note is None and _is_decided(old):
            note = Message("the teacher's decision was undone")
        yield Message(
            "{item}: {before} → {after}{note}{raw}",
            item=f"{part_id}.{at + 1}",
            before=_verdict(verdicts[at]),
            after=_verdict(new["shown_verdict"]),
            note=Message(" ({note})", note=note) if note else "",
            raw="" if old["raw"] == new["raw"] else f", {old['raw'][:40]!r} → {new['raw'][:40]!r}",
        )
    if before["max"] != after["max"]:
        yield Message(
            "{part_id}: worth {before:g} → {after:g}",
            part_id=part_id,
            before=round(before["max"], 2),
            after=round(after["max"], 2),
        )
    elif before["score"] != after["score"] and None not in (before["score"], after["score"]) and not changed:
        yield Message(
            "{part_id}: {before:g} → {after:g}{note}",
            part_id=part_id,
            before=round(float(before["score"]), 2),
            after=round(float(after["score"]), 2),
            note=Message(" (decided by the teacher)") if any(map(_is_decided, after["items"])) else "",
        )


def _is_decided(item: PaperJson) -> bool:
    return str(item["note"] or "").startswith(DECIDED.slug)


def _verdicts_before(before: PaperJson, after: PaperJson) -> list[str]:
    """Return the verdicts of the items of a part as the last feedback showed them.

    For an item that a decision made right, `marks.json` does not tell "right" from "partly right". The points of the
    part less those of unchanged items decide. Not guaranteed if the part earned all its points, or if several decisions
    about it change at once.
    """
    share = before["max"] / max(1, len(before["items"]))
    verdicts, doubtful, earned = [], [], 0.0
    for at, (old, new) in enumerate(zip(before["items"], after["items"], strict=True)):
        is_same = all(old[name] == new[name] for name in ("raw", "verdict", "note"))
        verdicts.append(new["shown_verdict"] if is_same else str(old["verdict"]))
        if is_same:
            earned += float(new["earned"])
        elif _is_decided(old) and old["verdict"] == Verdict.RIGHT:
            doubtful.append(at)
        elif old["verdict"] in EARNING:
            earned += share
    if ROUNDING < (before["score"] or 0) - earned < share * len(doubtful) - ROUNDING:
        for at in doubtful:
            verdicts[at] = str(Verdict.PARTLY_RIGHT)
    return verdicts


def _verdict(verdict: str) -> Message:
    return _worded(lambda lang: shared_words(lang)["verdicts"].get(verdict, verdict))


def _note(exam: Exam, text: str) -> Message:
    """Return the sentence of a note, from the texts of corrige and of the exam."""
    return _worded(lambda lang: plain_note_text(note_named(text), exam.words(lang)))


def _worded(text_in: Callable[[str], str]) -> Worded:
    return Worded(text_in("en"), **{lang: text_in(lang) for lang in LANGUAGES if lang != "en"})
