"""Whose marks would change, and why: the marks as they were written last, beside those of now.

They raise CorrigeError if `marks.json` is missing or damaged.
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
from answers.sheets.view import noted_plainly

PaperJson: TypeAlias = dict[str, Any]  # Any: an object of JSON

Tell: TypeAlias = Callable[[str], Message]
"""Says what a note tells, by its slug and detail."""

MAX_MARKS = 500_000_000
MAX_LISTED = 8
"""How many items that count otherwise are told one by one."""
ROUNDING = 0.0015
"""More than points that are written to a thousandth, and a sum of two such, may be off."""


@dataclass(frozen=True, slots=True)
class Change:
    """One student, the score before and after, and every reason, in words.

    A score is None without a marked paper, but for an absence that counts as 0.
    """

    student: str
    before: float | None
    after: float | None
    why: tuple[str, ...]


def changes(folder: Path, gradebook: Gradebook) -> tuple[Change, ...]:
    """Return what differs between `marks.json`, as it stands, and marks that are not written yet.

    It has no absent students: `gradebook.csv`, written with it, says whose absence counted as 0. Not guaranteed where
    that file is gone, or was saved by a spreadsheet.
    """
    papers = {row.paper.student: row.paper for row in gradebook.rows if row.paper is not None}
    new = marks_document(gradebook.exam.name, papers.values())
    before, after = _papers(_read(folder / MARKS)), _papers(json.loads(json.dumps(new)))
    for student, paper in papers.items():  # the mark, and of each item what `marks.json` does not promise
        document = after[student]
        document["whole"] = paper.mark
        document["excused"] = [flag for flag in paper.flags if flag.slug == LATE.slug and flag.is_acknowledged]
        for part_id, part in paper.parts.items():
            for item, mark in zip(document["parts"][part_id]["items"], part.items, strict=True):
                item.update(told=str(mark.verdict), earned=float(mark.score))
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
    students = dict.fromkeys((*after, *(one for one in (*before, *old, *now) if one in known)))
    tell = partial(_note, gradebook.exam)
    changed = (_change(student, old.get(student), now.get(student), tell) for student in students)
    return tuple(filter(None, changed))


def changed_rows(folder: Path, gradebook: Gradebook) -> tuple[tuple[GradebookRow, ...], tuple[Paper, ...]]:
    """Return the rows and the papers of nobody that `marks.json` and `gradebook.csv` do not have as they are now.

    All are where one of these files is not there.
    """
    try:
        papers = {json.dumps(one, sort_keys=True) for one in _read(folder / MARKS)["papers"]}
        lines = set(read_limited(folder / GRADEBOOK, MAX_MARKS).splitlines())
    except CorrigeError:
        return gradebook.rows, gradebook.unassigned

    def is_new(paper: Paper) -> bool:
        return json.dumps(paper.to_json(), sort_keys=True) not in papers

    told = zip(gradebook.rows, gradebook_csv(gradebook).splitlines()[1:], strict=False)
    rows = (row for row, line in told if line not in lines or (row.paper and is_new(row.paper)))
    return tuple(rows), tuple(filter(is_new, gradebook.unassigned))


def _read(path: Path) -> PaperJson:
    try:
        document = json_of(read_limited(path, MAX_MARKS))
        whole = all(isinstance(paper["parts"], dict) for paper in document["papers"])
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        remedy = Message("move the file away and run `corrige class grade`: it makes the marks again from the papers")
        raise CorrigeError.one("is damaged, or contains no marks", place=str(path), remedy=remedy)
    return dict(document)


def _papers(document: PaperJson) -> dict[str, PaperJson]:
    """The first paper of each student: those that count come first."""
    found: dict[str, PaperJson] = {}
    for paper in document["papers"]:
        found.setdefault(paper["student"], paper)
    return found


def _change(
    student: str, before: PaperJson | float | None, after: PaperJson | float | None, tell: Tell
) -> Change | None:
    """What changed for a student; where there is no paper stands the score of the absence."""
    if not isinstance(before, Mapping) and not isinstance(after, Mapping):
        why = Message("the absence no longer counts 0" if after is None else "the absence counts 0")
        return None if before == after else Change(student, before, after, (why,))
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        why = Message("has a paper now" if isinstance(after, Mapping) else "has no paper any more")
        return Change(student, _score(before), _score(after), (why,))
    reasons = [*_reasons(before, after, tell)]
    # How the mark comes about, when that is another, or when nothing else tells why it is.
    old, new = before.get("mark", {}), after.get("mark", {})
    is_told = bool(reasons)
    if old.get("late") and not new.get("late"):
        reasons += [_worded(flag.render) for flag in after["excused"]]
    is_other = any(old.get(step) != new.get(step) for step in ("bonus", "late", "max", "reason"))
    if is_other or (old.get("value") != new.get("value") and not is_told):
        how = _worded(partial(mark_steps, after["whole"])) if new else Message("the mark is again that of the points")
        reasons.append(how)
    return Change(student, _score(before), _score(after), tuple(reasons)) if reasons else None


def _score(paper: PaperJson | float | None) -> float | None:
    if not isinstance(paper, Mapping):
        return paper
    return None if paper["u0"] is None else float(paper.get("mark", {}).get("value", paper["score"]))


def _seed(paper: PaperJson) -> str:
    return "—" if paper["u0"] is None else str(paper["u0"])


def _reasons(before: PaperJson, after: PaperJson, tell: Tell) -> Iterator[str]:
    if before["file"] != after["file"]:
        yield Message("another file: {before} → {after}", before=before["file"], after=after["file"])
    if after["u0"] is None and before["u0"] is not None and after.get("unmarked"):
        yield tell(after["unmarked"])
        return
    if before["u0"] != after["u0"]:
        yield Message("another u0: {before} → {after}", before=_seed(before), after=_seed(after))
    parts = dict.fromkeys((*before["parts"], *after["parts"]))
    told = [
        why for part in parts for why in _part_reasons(part, before["parts"].get(part), after["parts"].get(part), tell)
    ]
    if len(told) <= MAX_LISTED:
        yield from told
    else:
        yield Message("{count} item has other points", plural="{count} items have other points", count=len(told))


def _part_reasons(part_id: str, before: PaperJson | None, after: PaperJson | None, tell: Tell) -> Iterator[str]:
    """Why a part earns other points: items count otherwise, or, if none tells it, what it is worth or earned."""
    if before is None or after is None or len(before["items"]) != len(after["items"]):
        yield Message("{part_id}: the exam has changed", part_id=part_id)
        return
    verdicts, remarked, told = _verdicts_before(before, after), [], []
    for at, (old, new) in enumerate(zip(before["items"], after["items"], strict=True)):
        decided = old["note"] != new["note"] and (_is_decided(old) or _is_decided(new))
        if decided or (old["verdict"], old["raw"]) != (new["verdict"], new["raw"]):
            remarked.append(at)
            if (verdicts[at], old["raw"]) != (new["told"], new["raw"]):
                told.append(at)
    for at in told or remarked[:1]:  # what a decision about the whole part leaves as it was is not listed
        old, new = before["items"][at], after["items"][at]
        note = tell(new["note"]) if new["note"] else None
        if note is None and _is_decided(old):
            note = Message("the teacher's decision was undone")
        yield Message(
            "{item}: {before} → {after}{note}{raw}",
            item=f"{part_id}.{at + 1}",
            before=_verdict(verdicts[at]),
            after=_verdict(new["told"]),
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
    elif before["score"] != after["score"] and None not in (before["score"], after["score"]) and not remarked:
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
    """The verdicts of the items of a part as its feedback told them.

    Where `marks.json` says "right" by a decision, the points of the part say whether it was in part: those of items
    that have not changed are known. Not guaranteed where all points were given, nor where several decisions about one
    part change at once.
    """
    share = before["max"] / max(1, len(before["items"]))
    verdicts, doubtful, earned = [], [], 0.0
    for at, (old, new) in enumerate(zip(before["items"], after["items"], strict=True)):
        is_same = all(old[name] == new[name] for name in ("raw", "verdict", "note"))
        verdicts.append(new["told"] if is_same else str(old["verdict"]))
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
    """What a note tells, in the words of the house and of the exam."""
    return _worded(lambda lang: noted_plainly(note_named(text), exam.words(lang)))


def _worded(text_in: Callable[[str], str]) -> Worded:
    return Worded(text_in("en"), **{lang: text_in(lang) for lang in LANGUAGES if lang != "en"})
