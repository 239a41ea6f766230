"""Digests of what corrige computes, to restructure it without changing a result: python -m tests.golden [EXAM …].

Four files an exam, compared entry by entry: `EXAM.draws.json` (what 59 seeds draw), `EXAM.keys.json` (answers and
evidence of five seeds, right and with each known mistake), `EXAM.marks.json` (50 simulated papers in seven formats),
`EXAM.pages.json` (bytes of a few sheets).
They say that nothing changed, never that it is right: expected values stand in the other tests.
"""

import argparse
import csv
import io
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import openpyxl
import pikepdf

from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.key_json import key_to_json, params_to_json
from answers.exam.scenario import Scenario
from answers.exam.settings import Settings
from answers.exports.gradebook import marks_document
from answers.grading.grade import grade_files
from answers.kinds.parsing import Values
from answers.sheets.identity import TOKEN_VERSION, Student, field_name
from answers.sheets.sheet import BlankSheet, ExaminerKey, Feedback, Model, sheet_pdf
from tests.answers.submissions.sheets import flattened_by_pdfium, saved
from tests.answers.submissions.text.test_office_file import WORD, packed, run
from tests.simulations.wrong_answers import paper as slipping_paper
from tests.simulations.wrong_answers import text

HERE = Path(__file__).parent
SECRET = "golden"
SEEDS = tuple(random.Random(2026).sample(range(1, 64007), 5))
COUNTS = {"json": 15, "txt": 14, "csv": 8, "pdf": 6, "printed.pdf": 3, "docx": 2, "xlsx": 2}
FORMATS = tuple(kind for kind, count in COUNTS.items() for _ in range(count))

Digests = dict[str, str]


def digest(thing: object) -> str:
    """Return 8 hexadecimal digits of a JSON value, its floats to 9 significant digits."""
    return sha256(json.dumps(_rounded(thing), sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:8]


def _rounded(thing: object) -> object:
    if isinstance(thing, float):
        return f"{thing:.9g}"
    if isinstance(thing, Mapping):
        return {key: _rounded(value) for key, value in thing.items()}
    return list(map(_rounded, thing)) if isinstance(thing, list | tuple) else thing


def draw_digests(exam: Exam) -> Digests:
    """Return a digest a seed: the data that it draws."""
    return {str(u0): digest(params_to_json(exam.drawn(u0))) for u0 in (1, 17, 64006, *range(503, 64006, 1134))}


def key_digests(exam: Exam, seeds: Sequence[int] = SEEDS, mistakes: Sequence[str] | None = None) -> Digests:
    """Return a digest a seed and scenario: the right key, and that with each known mistake."""
    slugs = exam.mistakes if mistakes is None else mistakes
    results = {}
    for u0 in seeds:
        for slug in ("", *slugs):
            try:
                document = key_to_json(exam, make_key(exam, Scenario(u0, (slug,) if slug else ())))
                results[f"{u0} {slug}".strip()] = digest(
                    {name: document[name] for name in ("answers", "evidence", "oral")}
                )
            except Exception as error:  # noqa: BLE001 - a mistake that has no answer for a seed
                results[f"{u0} {slug}".strip()] = type(error).__name__
    return results


def mark_digests(exam: Exam, step: int = 1) -> Digests:
    """Return a digest of every `step`-th simulated paper: score, flags, and the text and verdict of each item."""
    key_of = _keys_of(exam)
    with tempfile.TemporaryDirectory() as folder:
        files = [
            _paper_file(exam, number, kind, key_of, Path(folder))
            for number, kind in enumerate(FORMATS)
            if number % step == 0
        ]
        graded = grade_files(files, Settings(secret=SECRET), exam.name)
    assert not graded.problems, graded.problems
    document = marks_document(exam.name, graded.papers)
    assert isinstance(document["papers"], list)
    return {Path(paper["file"]).name.partition(":")[0]: digest(_without_words(paper)) for paper in document["papers"]}


def _without_words(paper: Mapping[str, object]) -> object:
    """A paper without the folder that it lay in and without sentences, which may be worded better."""
    parts = paper["parts"]
    assert isinstance(parts, dict)
    return {
        "score": [paper["score"], paper["max"], paper["u0"]],
        "flags": paper["flags"],
        "parts": {
            part_id: [part["score"], part["max"], [(item["raw"], item["verdict"]) for item in part["items"]]]
            for part_id, part in parts.items()
        },
    }


KeyOf = Callable[..., Key]
NO_ANSWER = (ArithmeticError, LookupError, ValueError, CorrigeError)
"""What a solution raises where a scenario has no answer."""


def _keys_of(exam: Exam) -> KeyOf:
    return cache(lambda u0, mistakes=(): make_key(exam, Scenario(u0, mistakes)))


def _answers(exam: Exam, number: int, key_of: KeyOf) -> tuple[int, dict[str, tuple[str, ...]]]:
    """What the paper of a number says: slips of all kinds, one known mistake, or a wrong start that is followed."""
    source, u0 = random.Random(number), SEEDS[number % len(SEEDS)]
    key = key_of(u0)
    if number % 3 == 0:
        return u0, dict(slipping_paper(exam, key, key_of(SEEDS[(number + 1) % len(SEEDS)]), source).answers)
    answers: Mapping[str, Values] = key.answers
    if number % 3 == 1 and exam.mistakes:
        with suppress(*NO_ANSWER):
            answers = key_of(u0, (source.choice(exam.mistakes),)).answers
    else:
        part = source.choice([part for part in exam.parts if not isinstance(key.answers[part.id][0], tuple)])
        first, *others = key.answers[part.id]
        assert not isinstance(first, tuple)
        wrong = (first + 1, *others)
        with suppress(*NO_ANSWER):
            answers = make_key(exam, Scenario(u0, (), ((part.id, wrong),))).answers
        answers = {**answers, part.id: wrong}
    written = {part_id: [text(value) for value in values] for part_id, values in answers.items()}
    written[source.choice(exam.parts).id][-1] = ""
    return u0, {part_id: tuple(values) for part_id, values in written.items()}


def _paper_file(exam: Exam, number: int, kind: str, key_of: KeyOf, folder: Path) -> Path:
    u0, answers = _answers(exam, number, key_of)
    student, path = f"s{number:02}", folder / f"s{number:02}.{kind}"
    lines = [
        f"student: {student}",
        f"u0: {u0}",
        *(f"{part_id}: {' ; '.join(texts)}" for part_id, texts in answers.items()),
    ]
    items = {f"{part_id}.{at}": one for part_id, texts in answers.items() for at, one in enumerate(texts, 1)}
    row = {"student": student, "u0": str(u0), **items}
    if kind == "json":
        path.write_text(json.dumps({"student": student, "u0": u0, "exam": exam.name, "answers": answers}))
    elif kind == "txt":
        path.write_text("\n".join(lines))
    elif kind == "csv":
        stream = io.StringIO()
        csv.writer(stream, delimiter=";").writerows([row.keys(), row.values()])
        path.write_text(stream.getvalue())
    elif kind == "xlsx":
        book = openpyxl.Workbook()
        assert book.active is not None
        for cells in (row.keys(), row.values()):
            book.active.append(list(cells))
        book.save(path)
    elif kind == "docx":
        path.write_bytes(packed("word/document.xml", WORD.format("".join(f"<w:p>{run(line)}</w:p>" for line in lines))))
    else:
        pdf = sheet_pdf(BlankSheet(exam, u0, Student(student)), secret=SECRET)
        texts = {field_name(part.id, at): one for part in exam.parts for at, one in enumerate(answers[part.id], 1)}
        with pikepdf.open(io.BytesIO(pdf)) as document:
            for field in document.Root.AcroForm.Fields:
                field.V = pikepdf.String(texts.get(str(field.T), str(field.get("/V", ""))))
            content = saved(document)
        path.write_bytes(flattened_by_pdfium(content) if kind == "printed.pdf" else content)
    return path


def page_digests(exam: Exam) -> Digests:
    """Return digests of the bytes of a few pages: model, key, feedback, and blank sheets, also with earlier tokens."""
    u0, student = SEEDS[0], Student("s01", "Ba", "Zoé")
    key, model = make_key(exam, u0), make_key(exam, exam.model_seed)
    with tempfile.TemporaryDirectory() as folder:
        file = _paper_file(exam, 0, "txt", _keys_of(exam), Path(folder))
        paper = grade_files([file], Settings(secret=SECRET), exam.name).papers[0]
    sheets = {
        "blank": BlankSheet(exam, u0, student),
        "model": Model(exam, model),
        "key": ExaminerKey(exam, key),
        "feedback": Feedback(exam, key, paper, student),
    }
    earlier = {f"blank {version}": version for version in range(3, TOKEN_VERSION)}
    return {
        f"{name} {lang}": sha256(sheet_pdf(sheet, lang=lang, secret=SECRET, version=version)).hexdigest()[:8]
        for name, sheet, version in (
            *((name, sheet, TOKEN_VERSION) for name, sheet in sheets.items()),
            *((name, sheets["blank"], version) for name, version in earlier.items()),
        )
        for lang in ("fr", "en")
    }


WHAT = {"draws": draw_digests, "keys": key_digests, "marks": mark_digests, "pages": page_digests}


def recorded(exam: str, name: str) -> Digests:
    """Return the digests on file."""
    results: Digests = json.loads((HERE / f"{exam}.{name}.json").read_text())
    return results


def differences(results: Digests, known: Digests) -> Iterator[str]:
    """Yield what is not as it was recorded, of what was found."""
    return (name for name in results if results[name] != known.get(name))


def main() -> int:
    """Compare, or record with --write; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("exams", nargs="*", metavar="EXAM")
    parser.add_argument("--write", action="store_true", help="record what is computed now")
    parser.add_argument("--only", choices=WHAT, help="draws, keys, marks or pages")
    options = parser.parse_args()
    count = 0
    for name in options.exams or exam_names():
        for what, compute in WHAT.items():
            if options.only not in (None, what):
                continue
            result = compute(load_exam(name))
            if options.write:
                (HERE / f"{name}.{what}.json").write_text(json.dumps(result, indent=0) + "\n")
            changed = list(differences(result, recorded(name, what)))
            count += len(changed)
            print(f"{name} {what}: {len(result)} digests, {len(changed)} differ", *changed[:10], sep="\n  ", flush=True)
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
