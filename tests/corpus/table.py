"""How the files of real programs are read, program by exam: python -m tests.corpus.table [DIR] [--only TEXT].

DIR has a folder for each exam: `class/` with the settings and the list of a class, `<program>.pdf` with the sheet as
the program saved it, and `<program>.json` with what was typed. Each cell counts the answers of a file:

    right       read as they were typed
    unread      shown to the teacher, not marked
    flagged     read otherwise than typed, with a flag that names the box
    absent      not in the file, as a person has found
    SILENT      read otherwise than typed, without a flag
    accused     right, with a flag that somebody changed the box

and then has what is wrong with the paper as a whole: "scan" and "no-text" (a person reads it), the flags that name no
box, "NOBODY" if the file does not say which student it belongs to, "REFUSED" if it is not read at all; last the exit
code of `corrige grade`.
"""

import argparse
import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.exam.settings import Settings
from answers.flags import (
    CUT_OFF,
    FLATTENED,
    INCOMPLETE,
    LAST_BOX_EMPTY,
    NO_TEXT,
    READERS_DISAGREE,
    SCANNED,
    SHOWN_OTHERWISE,
    WRITTEN_OVER,
    Flag,
)
from answers.grading.grade import grade_files
from answers.grading.mark import mark, parse_responses
from answers.kinds.parsing import Unreadable
from answers.paper import Paper, Verdict
from answers.sheets.identity import field_name
from answers.submissions.raw.submission import CUT

HERE = Path(__file__).parent
ACCUSING = {SHOWN_OTHERWISE.slug, READERS_DISAGREE.slug, WRITTEN_OVER.slug}
USUAL = {FLATTENED.slug, CUT_OFF.slug, INCOMPLETE.slug, LAST_BOX_EMPTY.slug, *ACCUSING}
ALIKE = str.maketrans("≈≃´\N{NO-BREAK SPACE}", "··· ")
"""Signs for which MuPDF draws a dot, and the space that looks like another."""
EXPECTED = json.loads((HERE / "expected.json").read_text("utf-8"))
"""What a person has found in the files that are not read as they were typed."""


@dataclass(frozen=True)
class Case:
    """A file of a program, the settings of its class, and what was typed."""

    path: Path
    settings: Settings
    student: str
    u0: int
    answers: dict[str, list[str]]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"


@dataclass
class Outcome:
    """The fields of the answers by what became of them, and what a teacher is told of the whole paper.

    `shown` has the texts that are not read as they were typed, as they are shown to the teacher.
    """

    shown: dict[str, str] = field(default_factory=dict)
    fields: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    paper: list[str] = field(default_factory=list)
    exit_code: int = 0

    @property
    def cell(self) -> str:
        counts = Counter({kind: len(names) for kind, names in self.fields.items() if names})
        return ", ".join(
            [*(f"{count} {kind}" for kind, count in counts.items()), *self.paper, f"exit {self.exit_code}"]
        )


def cases(folder: Path) -> Iterator[Case]:
    """Yield the files below a folder of which it is known what was typed."""
    for path in sorted(folder.glob("*/*.pdf")):
        expected, rules = path.with_suffix(".json"), path.parent / "class" / "corrige.toml"
        if expected.is_file() and rules.is_file():
            typed, rules_text = json.loads(expected.read_text("utf-8")), tomllib.loads(rules.read_text("utf-8"))
            settings = Settings(rules_text["lang"], rules_text["secret"], rules_text["exam"])
            yield Case(path, settings, typed["student"], typed["u0"], typed["answers"])


exam_named = cache(load_exam)


def outcome(case: Case) -> Outcome:
    result = Outcome()
    try:
        graded = grade_files([case.path], case.settings)
    except CorrigeError as error:
        result.paper, result.exit_code = ["REFUSED", *(str(problem.cause) for problem in error.problems)], 2
        return result
    result.exit_code = int(bool(graded.problems) or any(paper.needs_teacher for paper in graded.papers))
    (paper,) = graded.papers
    result.paper = [str(flag) for flag in paper.flags if flag.slug not in USUAL]
    if case.student not in paper.student or paper.u0 not in (None, case.u0):
        result.paper.append("NOBODY" if paper.u0 is None else f"ANOTHER {paper.u0}")
    if NO_TEXT not in paper.flags and SCANNED not in paper.flags:
        _compare(case, graded.exam, paper, result)
    return result


def _compare(case: Case, exam: Exam, paper: Paper, result: Outcome) -> None:
    flags: Sequence[Flag] = paper.flags
    flagged = {flag.detail for flag in flags}
    accused = {flag.detail for flag in flags if flag.slug in ACCUSING}
    written = {part_id: tuple(texts) for part_id, texts in case.answers.items()}
    marks = mark(exam, cached_key(exam, Scenario(case.u0)), parse_responses(exam, written, u0=case.u0))
    for part in exam.parts:
        marked = paper.parts[part.id].items if part.id in paper.parts else ()
        raw = tuple(item.raw for item in marked) or ("",) * part.count
        typed = tuple(case.answers.get(part.id, ("",) * part.count))
        for place, (before, after) in enumerate(zip(part.kind.read(typed), part.kind.read(raw), strict=True), start=1):
            name = field_name(part.id, place)
            visible = raw[place - 1].removesuffix(CUT)
            is_settled = (  # right or wrong whichever digits follow
                bool(marked) and marked[place - 1].verdict is not Verdict.UNREADABLE and visible != raw[place - 1]
            )
            is_unread = isinstance(before, Unreadable) and isinstance(after, Unreadable)
            if is_settled:
                is_same = marked[place - 1].verdict is marks[part.id].items[place - 1].verdict
                is_beginning = typed[place - 1].translate(ALIKE).startswith(visible.translate(ALIKE))
                kind = "right" if is_same and is_beginning else "SILENT"
            elif is_unread or before == after:
                kind = "right"
            elif isinstance(after, Unreadable):
                kind = "unread"
            elif name in flagged:
                kind = "flagged"
            else:
                kind = "absent" if name in EXPECTED.get(case.name, {}).get("absent", ()) else "SILENT"
            result.fields[kind].add(name)
            if kind != "right":
                result.shown[name] = raw[place - 1]
            if kind == "right" and name in accused:
                result.fields["accused"].add(name)
    for name in accused & {"name", "first_name", "u0"}:
        result.fields["accused"].add(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE)
    parser.add_argument("--only", default="", help="only files whose name has this text")
    parser.add_argument("--boxes", action="store_true", help="name the boxes that are not right")
    asked = parser.parse_args()
    totals: Counter[str] = Counter()
    for case in cases(asked.folder):
        if asked.only not in case.name:
            continue
        result = outcome(case)
        print(f"{case.name:28} {result.cell}", flush=True)
        totals.update({kind: len(names) for kind, names in result.fields.items()})
        totals["papers"] += 1
        totals.update(word for word in result.paper if word.isupper() or word in ("no-text", "scanned"))
        for kind, names in result.fields.items():
            if asked.boxes and kind != "right" and names:
                print(f"{'':30}{kind}: {' '.join(sorted(names))}")
    print(", ".join(f"{count} {kind}" for kind, count in totals.items()))


if __name__ == "__main__":
    main()
