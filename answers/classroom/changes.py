"""The results of the last marking, and their comparison with the marks of now: which change, and why."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Any, TypeAlias

from answers.assets import shared_words
from answers.classroom.artifact_json import from_bytes, to_bytes
from answers.classroom.db import insert, reading, save_setting, setting, transaction
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exports.gradebook import MARKS, Gradebook, GradebookRow
from answers.files import json_of, read_limited
from answers.flags import DECIDED, LATE, LEFT_OUT, RIGHT_FOR_EVERYBODY, note_named
from answers.messages import LANGUAGES, Message, Worded
from answers.paper import Paper

PaperJson: TypeAlias = dict[str, Any]  # Any: an object of JSON

RenderNote: TypeAlias = Callable[[str], Message]
"""Return the sentence of a note, from its slug and detail."""

MARKING = "marking"
"""The setting of the store with the problems, settled items, fingerprint and outputs of the last marking, as JSON."""
MAX_MARKS = 500_000_000
"""The largest size of `marks.json` that is read, in bytes."""
MAX_LISTED = 8
"""The largest number of changed items listed one by one."""


@dataclass(frozen=True, slots=True)
class Change:
    """A student, the mark before and after, and all reasons in words.

    A mark is None without a marked paper, except for an absence that counts as 0. JSON documents have these fields.
    """

    student: str
    before: float | None
    after: float | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastMarking:
    """The results of the last marking of a class, as they are stored.

    Attributes
    ----------
    fingerprint
        The fingerprint of all that the marks were made of; "" if it is not known.
    rows, unassigned
        The JSON of the row of each student, and of each unassigned paper.
    others
        The JSON of the problems and of the items settled for everybody.
    outputs
        The digests of the files written, by path in the folder.
    """

    fingerprint: str = ""
    rows: tuple[str, ...] = ()
    unassigned: tuple[str, ...] = ()
    others: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)

    def gradebook(self, exam: Exam) -> Gradebook:
        """Return the marks."""
        rows, unassigned = (tuple(map(from_bytes, texts)) for texts in (self.rows, self.unassigned))
        return Gradebook(exam, rows, unassigned, *from_bytes(self.others))


def last_marking(folder: Path) -> LastMarking:
    """Return the results of the last marking of a class; empty if there was none."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT student, content FROM result ORDER BY id").fetchall()
        document = json.loads(setting(connection, MARKING) or "{}")
    of_students, unassigned = ([row["content"] for row in rows if bool(row["student"]) == of] for of in (True, False))
    return LastMarking(rows=tuple(of_students), unassigned=tuple(unassigned), **document)


def save_results(folder: Path, gradebook: Gradebook, fingerprint: str = "", paths: Iterable[Path] = ()) -> None:
    """Store the results of a marking, which wrote `paths`, in place of the last results.

    Equal results are not written again.
    """
    rows = tuple(to_bytes(row).decode() for row in gradebook.rows)
    unassigned = tuple(to_bytes(paper).decode() for paper in gradebook.unassigned)
    others = to_bytes((gradebook.problems, gradebook.settled)).decode()
    marking = LastMarking(fingerprint, rows, unassigned, others, outputs_of(folder, paths))
    if marking == last_marking(folder):
        return
    document = {"fingerprint": fingerprint, "others": others, "outputs": marking.outputs}
    with transaction(folder) as connection:
        connection.execute("DELETE FROM result")
        for row, content in zip(gradebook.rows, rows, strict=True):
            insert(connection, "result", [{"student": row.student.id, "content": content}])
        insert(connection, "result", ({"student": "", "content": content} for content in unassigned))
        save_setting(connection, MARKING, json.dumps(document))


def outputs_of(folder: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return the digests of the files that a marking has written, by path in the folder."""
    return {path.relative_to(folder).as_posix(): content_digest(path) for path in paths}


def content_digest(path: Path) -> str:
    """Return a digest of the content of a file, "" if there is no such file or it cannot be read."""
    try:
        with path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def changed_rows(last: LastMarking, gradebook: Gradebook) -> tuple[tuple[GradebookRow, ...], tuple[Paper, ...]]:
    """Return the rows and the unassigned papers that differ from the last marking; all if there was none."""
    known = {*last.rows, *last.unassigned}
    rows = (row for row in gradebook.rows if to_bytes(row).decode() not in known)
    unassigned = (paper for paper in gradebook.unassigned if to_bytes(paper).decode() not in known)
    return tuple(rows), tuple(unassigned)


def changes(folder: Path, gradebook: Gradebook, last: LastMarking | None = None) -> tuple[Change, ...]:
    """Compare the results of the last marking, read unless given, with those of a gradebook that is not written yet.

    For a class that was last marked by an earlier version, these are the papers of `marks.json`, without absences.
    """
    last, before = last or last_marking(folder), dict[str, PaperJson | float]()
    if last.rows:
        before = _by_student(map(from_bytes, last.rows))
    else:
        for paper in _read(folder / MARKS)["papers"]:
            before.setdefault(paper["student"], paper)  # the first paper of a student is the one that counts
    after = _by_student(gradebook.rows)
    known = {row.student.id for row in gradebook.rows}
    students = dict.fromkeys((*after, *(student for student in before if student in known)))
    render_note = partial(_note, gradebook.exam)
    changed = (_change(student, before.get(student), after.get(student), render_note) for student in students)
    return tuple(filter(None, changed))


def _by_student(rows: Iterable[GradebookRow]) -> dict[str, PaperJson | float]:
    """Return the paper of each student as JSON; the mark of an absence stands in place of a paper.

    The paper has the verdict of each item that the feedback shows, and what the computation of the mark is worded from.
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
        from answers.sheets.mark_steps import mark_steps  # slow to import

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
    return str(item["note"] or "").startswith((DECIDED.slug, RIGHT_FOR_EVERYBODY, LEFT_OUT))


def _verdict(verdict: str) -> Message:
    return _worded(lambda lang: shared_words(lang)["verdicts"].get(verdict, verdict))


def _note(exam: Exam, text: str) -> Message:
    """Return the sentence of a note, from the texts of corrige and of the exam."""
    from answers.sheets.view import plain_note_text  # slow to import

    return _worded(lambda lang: plain_note_text(note_named(text), exam.words(lang)))


def _worded(text_in: Callable[[str], str]) -> Worded:
    return Worded(text_in("en"), **{lang: text_in(lang) for lang in LANGUAGES if lang != "en"})


def _clipped(text: str) -> str:
    """Return a text of at most 40 characters, with an ellipsis if it is cut."""
    return text if len(text) <= 40 else f"{text[:39]}…"
