"""Record the data that a seed drew when its sheet was issued, and compare it with the data that the seed draws today.

So a student is never marked against other data than the sheet shows, after an exam was edited or corrige was upgraded.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from string import ascii_lowercase
from typing import Any, TypeAlias

from answers.exam.exam import Exam
from answers.exam.key_json import params_to_json, plain_answers
from answers.exam.words import plain
from answers.flags import EXAM_CHANGED, SHEET_CHANGED, Flag
from answers.kinds.parsing import Values
from answers.sheets.identity import TOKEN, Identity, Student, find_signature
from answers.sheets.issued_files import content_hash_in_folder, issued_sheet
from answers.sheets.sheet import BlankSheet, sheet_html, sheet_pdf
from answers.sheets.view import question_views

SAT_SHEET = "sat"
"""The content hash of the sheets that `class sit` shows; no printed sheet has it."""
MOST_SHOWN = 3
"""Largest number of differences in a flag."""
LONGEST = 30
"""Largest number of characters of a value in a flag."""
CLOSE = 1e-9
"""Relative difference of floating-point answers between machines."""

JsonValue: TypeAlias = Any  # whatever JSON holds

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Issue:
    """The data of a seed when its sheet was issued to a student.

    Attributes
    ----------
    printed
        By question number, a digest of the numbers in the question's text and drawing, in the language `lang`.
    answers
        The right answers by part id, as JSON; empty if they could not be computed.
    looks
        Content hashes of the sheets with this data, `SAT_SHEET` for those shown in a browser; the token on a paper
        has the content hash of its sheet.
    """

    u0: int
    lang: str
    params: dict[str, JsonValue]
    printed: dict[str, str]
    answers: dict[str, JsonValue] = field(default_factory=dict)
    looks: tuple[str, ...] = ()

    def is_same(self, other: "Issue") -> bool:
        """Return whether two issues have equal parameters, language and printed numbers, whatever their answers."""
        return (self.params, self.lang, self.printed) == (other.params, other.lang, other.printed)


@dataclass(frozen=True, slots=True)
class Issued:
    """The data with which a class issued its sheets, the latest of a seed last, and the marking rules at that time."""

    issues: tuple[Issue, ...] = ()
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, u0: int, content_hash: str = "") -> Issue | None:
        """Return the latest issue of a seed with this content hash, else the latest of the seed, or None."""
        of_seed = [issue for issue in self.issues if issue.u0 == u0]
        latest = of_seed[-1] if of_seed else None
        with_hash = (issue for issue in reversed(of_seed) if content_hash and content_hash in issue.looks)
        return next(with_hash, latest)

    def has_content_hash(self, u0: int, content_hash: str) -> bool:
        """Return whether a sheet with this content hash was issued for seed `u0`."""
        return any(content_hash in issue.looks for issue in self.issues if issue.u0 == u0)

    def with_issue(self, issue: Issue) -> "Issued":
        """Return a copy with `issue` added, or merged into the latest issue of its seed if that has the same data.

        The content hashes of `issue` are removed from earlier issues of its seed with other data.
        """
        last = self.of(issue.u0)
        if last is not None and last.is_same(issue):
            hashes = tuple(dict.fromkeys((*last.looks, *issue.looks)))
            merged = replace(last, looks=hashes, answers=last.answers or issue.answers)
            return replace(self, issues=tuple(merged if earlier is last else earlier for earlier in self.issues))
        others = (
            replace(earlier, looks=tuple(value for value in earlier.looks if value not in issue.looks))
            if earlier.u0 == issue.u0
            else earlier
            for earlier in self.issues
        )
        return replace(self, issues=(*others, issue))


def issue_of(
    exam: Exam, u0: int, lang: str, answers: Mapping[str, Values] | None = None, content_hash: str = ""
) -> Issue:
    """Return what seed `u0` draws today as an issue, without right answers or hash of the sheet unless given."""
    hashes = (content_hash,) if content_hash else ()
    params, printed = params_to_json(exam.drawn(u0)), printed_numbers(exam, u0, lang)
    return Issue(u0, lang, params, printed, plain_answers(answers or {}), hashes)


def printed_numbers(exam: Exam, u0: int, lang: str) -> dict[str, str]:
    """Return a digest of the numbers in the text, labels and drawing of each question, by question number as text."""
    views = question_views(exam, exam.words(lang), exam.drawn(u0))
    digests = {}
    for view in views:
        labels = " ".join(plain(cell.label) for part in view.parts for cell in part.cells)
        numbers = _NUMBER.findall(f"{plain(view.prompt)} {labels} {view.drawing or ''}")
        digests[str(view.number)] = sha256(" ".join(numbers).encode()).hexdigest()[:16]
    return digests


def marking_rules(exam: Exam) -> dict[str, dict[str, str]]:
    """Return the points, tolerance and all-or-nothing rule of each part, by part id."""
    return {
        part.id: {
            "points": str(part.points),
            "tolerance": f"{part.tolerance.absolute} {part.tolerance.relative}",
            "all_or_nothing": str(part.all_or_nothing).lower(),
        }
        for part in exam.parts
    }


@dataclass(frozen=True, slots=True)
class DataCheck:
    """A comparison of the data with which a class issued its sheets with those that the seeds draw today.

    `folder`, `secret` and `lang` are those of the class. `answers_of` returns the right answers of today for a seed, by
    part id.
    """

    folder: Path
    exam: Exam
    lang: str
    secret: str
    issued: Issued
    answers_of: Callable[[int], Mapping[str, Values]]

    def flags(self, u0: int, stem: str = "", content_hash: str = "") -> tuple[Flag, ...]:
        """Return a flag if the data on a paper's sheet differ from those with which the paper is marked today, else ().

        `stem` is the student's name in files, and `content_hash` the hash in the token of the paper's sheet, "" if
        unknown. If the data were not recorded when the sheet was handed out, the stored PDF of that sheet is compared:
        it must have all numbers that the sheet printed today would show.
        """
        issue = self.issued.of(u0, content_hash)
        if issue is not None:
            changes = self.changes(issue)
            return (EXAM_CHANGED("; ".join(changes)),) if changes else ()
        for sheet_hash in dict.fromkeys(
            filter(None, (content_hash, content_hash_in_folder(self.folder, stem, self.secret)))
        ):
            sheet = issued_sheet(self.folder, Identity(self.exam.name, u0, stem, sheet_hash), self.secret)
            if sheet is not None:
                blank = BlankSheet(self.exam, u0, Student(stem))
                if sheet_hash == content_hash_of(sheet_html(blank, lang=self.lang, secret=self.secret)):
                    return ()
                # The issued sheet has the names of the student, which may have digits; today's has the identifier.
                today = _numbers_of_pdf(sheet_pdf(blank, lang=self.lang, secret=self.secret), stem)
                return (SHEET_CHANGED,) if today - _numbers_of_pdf(sheet, stem) else ()
        return ()

    def changes(self, issue: Issue) -> tuple[str, ...]:
        """Return the differences between an issue and the data of today, at most three, as texts for a flag.

        The differences are in the drawn parameters, or in the numbers that questions with other answers show. An added
        or removed parameter counts only if answers differ.
        """
        common: list[str] = []
        lost: list[str] = []
        for name, old, new in _differences(issue.params, params_to_json(self.exam.drawn(issue.u0))):
            (lost if _NOTHING in (old, new) else common).append(f"{name}: {_shown(old)} → {_shown(new)}")
        if common or issue.answers == (answers := plain_answers(self.answers_of(issue.u0))):
            return tuple(common[:MOST_SHOWN])
        questions = {part_id.rstrip(ascii_lowercase) for part_id in changed_parts(issue.answers, answers)}
        if not questions:
            return ()
        printed = printed_numbers(self.exam, issue.u0, issue.lang)
        shown = [f"Q{number}" for number in questions if printed.get(number) != issue.printed.get(number)]
        return (*lost, *sorted(shown))[:MOST_SHOWN]


def changed_parts(before: Mapping[str, JsonValue], now: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return the ids of the parts that are in both mappings with different right answers."""
    return tuple(part for part, values in now.items() if part in before and not _is_close(before[part], values))


def _is_close(old: JsonValue, new: JsonValue) -> bool:
    """Return whether two JSON values are equal, floating-point numbers up to rounding."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_is_close, old, new))
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=CLOSE, abs_tol=CLOSE)
    return bool(old == new)


_NOTHING = object()


def _differences(old: JsonValue, new: JsonValue, name: str = "") -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Yield the innermost values that differ, each as name, old value and new value, `_NOTHING` for a missing value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            inner = f"{name}.{key}" if name else str(key)
            yield from _differences(old.get(key, _NOTHING), new.get(key, _NOTHING), inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, pair in enumerate(zip(old, new, strict=True), start=1):
            yield from _differences(*pair, f"{name}[{at}]")
    elif not _is_close(old, new):
        yield name, old, new


def _shown(value: JsonValue) -> str:
    text = "—" if value is _NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def content_hash_of(html: str) -> str:
    """Return the content hash in the token of an HTML page; "" if there is no token."""
    signature = find_signature(html, "")
    return signature.identity.content_hash if signature else ""


def _numbers_of_pdf(pdf: bytes, stem: str) -> Counter[str]:
    """Count the numbers on a sheet, without those of its token and of the student's identifier."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        text = "\n".join(page.get_textpage().get_text_range() for page in document)
    text = TOKEN.sub("", text)
    return Counter(_NUMBER.findall(text.replace(stem, "") if stem else text))
