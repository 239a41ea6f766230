"""Store the results of a marking, and compare them with later marks: which marks have changed, and why."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from answers.assets import shared_words
from answers.classroom.artifact_cache import from_bytes, to_bytes
from answers.classroom.db import insert, reading, save_setting, setting, transaction
from answers.errors import CorrigeError
from answers.exports.gradebook import MARKS, Gradebook, GradebookRow
from answers.files import content_digest, json_of, read_limited
from answers.flags import DECIDED, LATE, LEFT_OUT, RIGHT_FOR_EVERYBODY, note_named
from answers.messages import LANGUAGES, Message, Worded
from answers.paper import Paper

PaperJson: TypeAlias = dict[str, Any]  # Any: the values of a JSON object
Marked: TypeAlias = PaperJson | float | None
"""A paper, or the mark of an absence that counts as zero; None for another absence."""

RenderNote: TypeAlias = Callable[[str], Message]
"""A function that returns the sentence of a note, given its slug and detail as one text."""

MARKING = "marking"
"""The setting of the store with the problems, settled items, fingerprint and outputs of the last marking, as JSON."""
MAX_MARKS = 500_000_000
"""The largest `marks.json` that is read, in bytes."""
MAX_LISTED = 8
"""The most changed items of a paper that are listed; otherwise only their number is given."""


@dataclass(frozen=True, slots=True)
class Change:
    """A student's marks in an earlier and in a later marking, and all reasons for the difference as sentences.

    A mark is None without a marked paper, except for an absence that counts as 0. `max_before` and `max_after` are the
    marks that a perfect paper would get, which differ for instance if the teacher takes an item out; None without a
    paper. JSON documents have these fields.
    """

    student: str
    before: float | None
    after: float | None
    why: tuple[str, ...]
    max_before: float | None = None
    max_after: float | None = None


@dataclass(frozen=True, slots=True)
class LastMarking:
    """The results of the last marking of a class, as stored: each row, each paper and `others` are a JSON document.

    `rows` are the rows of the gradebook, `unassigned` the papers without a student, and `others` the problems and the
    items decided for all students. `fingerprint` is a digest of all that the marks were computed from, "" if unknown.
    `outputs` has the digests of the files that the marking wrote, by path in the class folder.
    """

    fingerprint: str = ""
    rows: tuple[str, ...] = ()
    unassigned: tuple[str, ...] = ()
    others: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)


def last_marking(folder: Path) -> LastMarking:
    """Return the stored results of the last marking; empty if there are none, or if another program edited them."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT student, content FROM result ORDER BY id").fetchall()
        text = setting(connection, MARKING) or "{}"
    of_students, unassigned = ([row["content"] for row in rows if bool(row["student"]) == of] for of in (True, False))
    try:
        document = json.loads(text)
        digest = document.pop("digest", "")
        marking = LastMarking(rows=tuple(of_students), unassigned=tuple(unassigned), **document)
    except (ValueError, TypeError, AttributeError):
        return LastMarking()
    return marking if digest == _digest(marking) else LastMarking()


def _digest(marking: LastMarking) -> str:
    content = json.dumps((marking.fingerprint, marking.rows, marking.unassigned, marking.others))
    return sha256(content.encode()).hexdigest()


def save_results(folder: Path, gradebook: Gradebook, fingerprint: str = "", paths: Iterable[Path] = ()) -> None:
    """Store the results of a marking in place of the last results.

    `paths` are the files that the marking wrote; `fingerprint` is a digest of all that the marks were computed
    from, "" if unknown. Nothing is written if the results, the fingerprint and the contents of the files are as in the
    store.
    """
    rows = tuple(to_bytes(row).decode() for row in gradebook.rows)
    unassigned = tuple(to_bytes(paper).decode() for paper in gradebook.unassigned)
    others = to_bytes((gradebook.problems, gradebook.settled)).decode()
    marking = LastMarking(fingerprint, rows, unassigned, others, outputs_of(folder, paths))
    if marking == last_marking(folder):
        return
    document = {"fingerprint": fingerprint, "others": others, "outputs": marking.outputs, "digest": _digest(marking)}
    with transaction(folder) as connection:
        connection.execute("DELETE FROM result")
        for row, content in zip(gradebook.rows, rows, strict=True):
            insert(connection, "result", [{"student": row.student.id, "content": content}])
        insert(connection, "result", ({"student": "", "content": content} for content in unassigned))
        save_setting(connection, MARKING, json.dumps(document))


def outputs_of(folder: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return the digests of files that a marking has written, by path in the class folder."""
    return {path.relative_to(folder).as_posix(): content_digest(path) for path in paths}


def changed_rows(last: LastMarking, gradebook: Gradebook) -> tuple[tuple[GradebookRow, ...], tuple[Paper, ...]]:
    """Return the rows, and the papers without a student, that differ from the last marking; all if there was none."""
    known = {*last.rows, *last.unassigned}
    rows = (row for row in gradebook.rows if to_bytes(row).decode() not in known)
    unassigned = (paper for paper in gradebook.unassigned if to_bytes(paper).decode() not in known)
    return tuple(rows), tuple(unassigned)


def changes(folder: Path, gradebook: Gradebook, last: LastMarking | None = None) -> tuple[Change, ...]:
    """Return the changes of students' marks between the last marking, by default that of the store, and a gradebook.

    If an earlier version of corrige marked the class, the papers in `marks.json` are compared, without absences.
    """
    last, before = last or last_marking(folder), dict[str, PaperJson | float]()
    if last.rows:
        before = _by_student(map(from_bytes, last.rows))
    else:
        path = folder / MARKS
        try:
            for paper in json_of(read_limited(path, MAX_MARKS))["papers"]:
                paper["parts"].items()
                before.setdefault(paper["student"], paper)  # the first paper of a student is the one that counts
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            remedy = Message(
                "move this file to another folder and run `corrige class grade`, which computes the marks again from "
                "the papers"
            )
            raise CorrigeError.single(
                "the file is damaged, or contains no marks", place=str(path), remedy=remedy
            ) from error
    return _changes(before, gradebook)


def changes_between(before: Gradebook, after: Gradebook) -> tuple[Change, ...]:
    """Return the changes of students' marks between two gradebooks of a class; nothing is read or stored."""
    return _changes(_by_student(before.rows), after)


def _changes(before: Mapping[str, PaperJson | float], gradebook: Gradebook) -> tuple[Change, ...]:
    after = _by_student(gradebook.rows)
    known = {row.student.id for row in gradebook.rows}
    students = dict.fromkeys((*after, *(student for student in before if student in known)))
    from answers.sheets.view import plain_note_text  # slow to import

    def render_note(text: str) -> Message:
        return _worded(lambda lang: plain_note_text(note_named(text), gradebook.exam.words(lang)))

    result = []
    for student in students:
        old, new = before.get(student), after.get(student)
        (mark_before, max_before), (mark_after, max_after) = _mark_and_max(old), _mark_and_max(new)
        if reasons := tuple(_reasons(old, new, render_note)):
            result.append(Change(student, mark_before, mark_after, reasons, max_before, max_after))
    return tuple(result)


def without_common_reasons(changed: Sequence[Change]) -> tuple[tuple[Change, ...], tuple[str, ...]]:
    """Return changes without the reasons that all of them have in common, and these reasons.

    A single change keeps its reasons, and the result then has no common ones. If all changes have a reason about the
    same item with the same note, but with different verdicts, the common reason is the item with the note.
    """
    if len(changed) < 2:
        return tuple(changed), ()
    reasons = [reason for reason in changed[0].why if all(reason in change.why for change in changed)]
    others = [[reason for reason in change.why if reason not in reasons] for change in changed]
    notes_of = [dict(filter(None, map(_item_and_note, why))) for why in others]
    notes = {item: note for item, note in notes_of[0].items() if all(own.get(item) == note for own in notes_of)}

    common = (*(Message("{item}: {note}", item=item, note=note) for item, note in notes.items()), *reasons)
    result = []
    for change, why in zip(changed, others, strict=True):
        rest = list[str]()
        for reason in why:
            noted = _item_and_note(reason)
            if noted is None or noted[0] not in notes or not isinstance(reason, Message):
                rest.append(reason)
            elif reason.values["before"] != reason.values["after"] or reason.values["raw"]:
                rest.append(Message(reason.template, plural="", **{**reason.values, "note": ""}))
        result.append(replace(change, why=tuple(rest)))
    return tuple(result), common


def _item_and_note(reason: str) -> tuple[str, str] | None:
    """Return the item and the note of a reason made by `_part_reasons`, None for another reason or without a note."""
    if not isinstance(reason, Message) or "item" not in reason.values:
        return None
    note = reason.values["note"]
    return (str(reason.values["item"]), str(note.values["note"])) if isinstance(note, Message) else None


def _by_student(rows: Iterable[GradebookRow]) -> dict[str, PaperJson | float]:
    """Return the paper of each student as JSON, or the mark 0.0 for an absence that counts as zero.

    The JSON also has the verdicts that the feedback shows, the computation of the mark and excused lateness.
    """
    result: dict[str, PaperJson | float] = {}
    for row in rows:
        if row.paper is not None:
            document: PaperJson = json.loads(json.dumps(row.paper.to_json()))
            for part_id, part in row.paper.parts.items():
                for item, mark in zip(document["parts"][part_id]["items"], part.items, strict=True):
                    item["shown_verdict"] = str(mark.verdict)
            document["whole"] = row.paper.mark
            document["excused"] = [flag for flag in row.paper.flags if flag.slug == LATE.slug and flag.is_acknowledged]
            result[row.student.id] = document
        elif row.value is not None:
            result[row.student.id] = 0.0
    return result


def _mark_and_max(paper: Marked) -> tuple[float | None, float | None]:
    """Return the mark of a paper, None if its seed is unknown, and its highest possible mark, or that of an absence."""
    if not isinstance(paper, Mapping):
        return paper, None
    mark = paper.get("mark", {})
    value = None if paper["u0"] is None else float(mark.get("value", paper["score"]))
    return value, float(mark.get("max", paper["max"]))


def _reasons(before: Marked, after: Marked, render_note: RenderNote) -> Iterator[Message]:
    """Yield why the mark of a student changes: the points of the paper, its lateness, how the mark is computed."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        if isinstance(before, Mapping) or isinstance(after, Mapping):
            has_paper = isinstance(after, Mapping)
            yield Message("this student now has a paper" if has_paper else "this student no longer has a paper")
        elif before != after:
            yield Message(
                "the absence of this student no longer counts as 0"
                if after is None
                else "the absence of this student now counts as 0"
            )
        return
    points = list[Message]()
    if before["file"] != after["file"]:
        files = {"before": before["file"], "after": after["file"]}
        points.append(Message("another file of the student counts now: {before} → {after}", **files))
    if after["u0"] is None and before["u0"] is not None and after.get("unmarked"):
        points.append(render_note(after["unmarked"]))
    else:
        if before["u0"] != after["u0"]:
            seeds = {name: "—" if u0 is None else u0 for name, u0 in (("before", before["u0"]), ("after", after["u0"]))}
            points.append(Message("the paper is now marked with another u₀: {before} → {after}", **seeds))
        changed = [
            reason
            for part in dict.fromkeys((*before["parts"], *after["parts"]))
            for reason in _part_reasons(part, before["parts"].get(part), after["parts"].get(part), render_note)
        ]
        if len(changed) > MAX_LISTED:
            count = len(changed)
            changed = [
                Message("the points of {count} item changed", plural="the points of {count} items changed", count=count)
            ]
        points += changed
    yield from points
    old, new = before.get("mark", {}), after.get("mark", {})
    if old.get("late") and not new.get("late"):
        yield from (_worded(flag.render) for flag in after["excused"])
    is_computed_differently = any(old.get(step) != new.get(step) for step in ("bonus", "late", "max", "reason"))
    if is_computed_differently or (old.get("value") != new.get("value") and not points):
        from answers.sheets.mark_steps import mark_steps  # slow to import

        if new:
            yield _worded(partial(mark_steps, after["whole"]))
        else:
            yield Message("the mark is now the sum of the points again, without scaling, bonus or deduction")


def _part_reasons(
    part_id: str, before: PaperJson | None, after: PaperJson | None, render_note: RenderNote
) -> Iterator[Message]:
    """Yield why the points of a part change: each changed item, or else other points of the whole part."""
    if before is None or after is None or len(before["items"]) != len(after["items"]):
        yield Message(
            "the exam has changed: part {part_id} is new or removed, or has another number of items", part_id=part_id
        )
        return
    # `marks.json`, read for a class that an earlier version marked, has no verdicts "partly right".
    verdicts = [str(old.get("shown_verdict", old["verdict"])) for old in before["items"]]
    changed, visibly_changed = [], []
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
            raw="" if old["raw"] == new["raw"] else f", {_clipped(old['raw'])!r} → {_clipped(new['raw'])!r}",
        )
    if before["max"] != after["max"]:
        yield Message(
            "part {part_id} is now worth {after:g} points; before, it was worth {before:g}",
            part_id=part_id,
            before=round(before["max"], 2),
            after=round(after["max"], 2),
        )
    elif before["score"] != after["score"] and None not in (before["score"], after["score"]) and not changed:
        yield Message(
            "points earned in part {part_id}: {before:g} → {after:g}{note}",
            part_id=part_id,
            before=round(float(before["score"]), 2),
            after=round(float(after["score"]), 2),
            note=Message(" (decided by the teacher)") if any(map(_is_decided, after["items"])) else "",
        )


def _is_decided(item: PaperJson) -> bool:
    return str(item["note"] or "").startswith((DECIDED.slug, RIGHT_FOR_EVERYBODY, LEFT_OUT))


def _verdict(verdict: str) -> Message:
    """Return a verdict (right, wrong, …) in the words of the feedback sheet, in the reader's language."""
    return _worded(lambda lang: shared_words(lang)["verdicts"].get(verdict, verdict))


def _worded(text_in: Callable[[str], str]) -> Worded:
    """Return a text in all languages; `text_in` returns the text in one language."""
    return Worded(text_in("en"), **{lang: text_in(lang) for lang in LANGUAGES if lang != "en"})


def _clipped(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
