"""Read an appeal, a text file or the form at the end of a marked paper: a student contests the marks of some items."""

import re
from collections.abc import Iterable, Mapping, Sequence

from answers.assets import shared_words
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.flags import Place
from answers.messages import LANGUAGES, Message
from answers.sheets.identity import TOKEN, find_signature
from answers.submissions.raw.submission import (
    STUDENT,
    FileSource,
    Submission,
    field_word,
    item_word,
    part_word,
    refuse_any,
    shown,
    tidy_name,
)

MAX_REASON = 300  # longest reason of an appeal in characters; of a longer one, the end is cut off and replaced by "…"
MOST = 20  # largest number of items in one appeal; with more, the file is not read
_APPEAL = re.compile(
    r"\s*+(?:appeal|r[ée]clamation)\s*+(?:of|on|for|sur|pour|de|question)?\s*+(?P<item>[^:=]{1,30}?)\s*[:=](?P<reason>.*)",
    re.IGNORECASE,
)
"""A line such as "appeal 3b: my graph has no such edge"; the lines after it belong to the reason."""


_FIELD = re.compile(r"appeal_(item|reason)_([1-9])", re.ASCII)
"""The names of the form fields on a marked paper, such as "appeal_item_1" and "appeal_reason_1"."""


_PRINTED = re.compile(r"(?P<item>(?P<part>\d{1,3}[a-z]?)(?:\.\d{1,3})?) (?P<reason>\S.*)", re.ASCII | re.IGNORECASE)
MAX_ROWS = 3  # number of rows of the form on a marked paper, each for an item and a reason


def is_appeal(text: str) -> bool:
    """Return whether a text has a line such as "appeal 3b: …" or "réclamation 3b : …"."""
    return any(map(_APPEAL.fullmatch, text.splitlines()))


def read(text: str, source: FileSource) -> tuple[Submission, ...]:
    """Return one submission with the appeals in `text` and without answers, as a tuple.

    The student is named by a line `student:`, or by the signed code at the foot of the feedback. A CorrigeError names
    every item that the exam does not have, and every line with answers.
    """
    appeals: list[tuple[int, str, str]] = []
    answered: list[tuple[int, str]] = []  # lines with an answer to a part of the exam
    student, counts = "", source.exam.counts if source.exam else {}
    for number, line in enumerate(text.splitlines(), start=1):
        word, colon, rest = line.partition(":")
        begun = _APPEAL.fullmatch(line)
        part = part_word(word) if colon and rest.strip() and len(word) <= 40 and not begun else None
        if part and (source.exam is None or part in counts):
            answered.append((number, line))
        if begun:
            appeals.append((number, begun["item"], begun["reason"]))
        elif find_signature(line, source.secret):
            continue
        elif colon and len(word) <= 40 and field_word(word) == STUDENT and not student:
            student = tidy_name(rest)
        elif appeals:
            at, item, reason = appeals[-1]
            appeals[-1] = (at, item, f"{reason} {line}")
    named, problems = [], []
    for number, written, reason in appeals:
        known = item_word(written) or part_word(written)
        if known is None or (counts and known.partition(".")[0] not in counts):
            cause = Message(
                "the file has an appeal on {shown}, but the exam has no such part or item", shown=shown(written)
            )
            place = Message("{place}, line {number}", place=source.place, number=number)
            problems.append(Problem(cause, place, did_you_mean(written, counts)))
        named.append((known or "", tidy_name(reason)))
    if len(named) > MOST:
        cause = Message("the file has {count} appeals, the limit is {most}", count=len(named), most=MOST)
        problems.append(Problem(cause, source.place, "ask the student for the appeals in several files"))
    for number, line in answered:
        cause = Message("answers in the file of an appeal do not count: {shown}", shown=shown(line))
        place = Message("{place}, line {number}", place=source.place, number=number)
        problems.append(Problem(cause, place, Message("ask the student for the answers and the appeal in two files")))
    refuse_any(problems)
    signature = find_signature(text, source.secret)
    return (
        Submission(
            place=Place(source.place),
            student=student or (signature.identity.student if signature else ""),
            u0=None,
            exam=signature.identity.exam if signature else None,
            answers={},
            signature=signature,
            appeals=tuple(
                (item, reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…")
                for item, reason in named
            ),
        ),
    )


def is_form(names: Iterable[str]) -> bool:
    """Return whether there are form field names, and all are those of the appeal form on a marked paper."""
    found = list(map(_FIELD.fullmatch, names))
    return bool(found) and all(found)


def read_pdf(
    values: Mapping[str, str], token: str, pages: Sequence[str], source: FileSource
) -> tuple[Submission, ...] | None:
    """Return one submission with the appeals on a marked paper, as a tuple; None if the PDF is no marked paper.

    `values` has the texts of the form fields, `token` the signed text in the metadata, and `pages` the text of each
    page, from which appeals are read if the PDF has no fields. CorrigeError if a marked paper has no appeal, and in the
    cases of `read`.
    """
    if is_form(values):
        return read_form(values, (token, *pages), source)
    return None if values else read_printed(pages, source)


def read_form(values: Mapping[str, str], codes: Iterable[str], source: FileSource) -> tuple[Submission, ...]:
    """Return one submission with the appeals in the form fields `values` of a marked paper, as a tuple.

    The first text in `codes` that contains a token, the signed text that names the student, is used. CorrigeError if
    all fields are empty, and in the cases of `read`.
    """
    token = next((match.group() for code in codes if (match := TOKEN.search("".join(code.split())))), "")
    lines = []
    for name in sorted(values):
        _, kind, row = name.split("_")
        item, reason = (" ".join(values.get(f"appeal_{word}_{row}", "").split()) for word in ("item", "reason"))
        if kind == "item" and (item or reason):
            several = re.split(r"\s*[,;]\s*|\s+(?:et|and)\s+", item) if item else ["?"]
            lines += [f"appeal {re.sub('[:=]', ' ', name)[:30]}: {reason}" for name in several if name]
    if not lines:
        cause = Message("the file is a marked paper on which no appeal is written, so it has nothing to mark")
        remedy = Message("ask the student for the answer sheet with answers, or for an appeal")
        raise CorrigeError.single(cause, place=source.place, remedy=remedy)
    return read("\n".join((*lines, token)), source)


def read_printed(pages: Sequence[str], source: FileSource) -> tuple[Submission, ...] | None:
    """Return one submission with the appeals on a printed marked paper, None if no page has the form.

    The texts of the former fields come after the rest of their page, as lines that begin with an item of the exam.
    """
    begins = [shared_words(lang)["appeal"]["how"].partition(" (")[0] for lang in LANGUAGES]
    lines = [" ".join(line.split()) for page in pages for line in page.splitlines()]
    at = next((at for at, line in enumerate(lines) if any(begin in line for begin in begins)), None)
    if at is None:
        return None
    values: dict[str, str] = {}
    for line in lines[at + 1 :]:
        written = _PRINTED.fullmatch(line)
        is_item = written and (source.exam is None or part_word(written["part"]) in source.exam.counts)
        if written and is_item and "u₀" not in line and len(values) < 2 * MAX_ROWS:
            row = len(values) // 2 + 1
            values |= {f"appeal_item_{row}": written["item"], f"appeal_reason_{row}": written["reason"]}
    return read_form(values, pages, source)
