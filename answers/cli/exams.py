"""corrige list and corrige show: list the exams, and show the questions of an exam."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import shorten, wrap

from answers.cli.common import counts
from answers.cli.common.context import all_exams, exam_here
from answers.cli.common.options import AsJson, Difficulty, ExamFolders, ExamName, Lang, Tags, difficulty_levels
from answers.cli.common.output import WIDE, table
from answers.cli.common.result import Result
from answers.exam.catalogue import find_questions
from answers.exam.exam import Exam
from answers.exam.settings_in_force import load_settings
from answers.exam.words import LANGUAGES, MissingWordsError, Words, plain
from answers.messages import Message, decimal, language


def list_exams(
    *, tags: Tags = None, difficulty: Difficulty = "", exams: ExamFolders = None, as_json: AsJson = False
) -> Result:
    """List the exams; with --tag or --difficulty, list the questions on a topic or of a level."""
    if tags or difficulty:
        found = find_questions(tags or [], difficulty_levels(difficulty), load_settings(Path.cwd(), exams).places)
        documents, texts = [], []
        for exam, words, question in ((exam, _words(exam), each) for exam, questions in found for each in questions):
            prompt = plain(words.prompt(question, exam.drawn(exam.model_seed)))
            document = {
                "exam": exam.name,
                "question": question.number,
                "points": float(sum(part.points for part in question.parts)),
                "tags": list(question.tags),
                "difficulty": question.difficulty or None,
                "prompt": prompt,
            }
            documents.append(document)
            points, level = decimal(float(sum(part.points for part in question.parts)), "g"), question.difficulty or ""
            text = shorten(prompt, WIDE, placeholder=" …")
            texts.append((f"{exam.name}:{question.number}", points, str(level), " ".join(question.tags), text))
        heads = ("question", "points", "difficulty", "topics", "text")
        lines = table(heads, texts, right=("points", "difficulty"))
        return Result({"schema": "corrige/list/1", "questions": documents}, lines)
    listed = all_exams(exams)
    # texts of both languages are read only for --json
    rows = [{"name": exam.name, "title": _titles(exam)} for exam in listed if as_json]
    cells = [
        (exam.name, plain(_words(exam).title), str(len(exam.questions)), decimal(float(exam.points), "g"), exam.advice)
        for exam in listed
    ]
    lines = table(("exam", "title", "questions", "points", ""), cells, right=("questions", "points"))
    return Result({"schema": "corrige/list/1", "exams": rows}, lines)


def show(name: ExamName, *, exams: ExamFolders = None, lang: Lang = None) -> Result:
    """Show an exam's questions, with the points, answer kinds and tolerances that apply here."""
    exam, _ = exam_here(name, exams)
    by_language, model = _by_language(exam), exam.drawn(exam.model_seed)
    labels = by_language.get("fr") or next(iter(by_language.values()))
    document = {
        "schema": "corrige/exam/1",
        "exam": exam.name,
        "title": _titles(exam),
        "model_seed": exam.model_seed,
        "points": float(exam.points),
        "questions": [
            {
                "question": question.number,
                "prompt": {code: plain(texts.prompt(question, model)) for code, texts in by_language.items()},
                "parts": {
                    part.id: {
                        "points": float(part.points),
                        "items": list(map(plain, labels.labels(part, model))),
                        "kind": part.kind.describe("en"),
                        "tolerance": {
                            "absolute": float(part.tolerance.absolute),
                            "relative": float(part.tolerance.relative),
                        },
                        "all_or_nothing": part.all_or_nothing,
                    }
                    for part in question.parts
                },
            }
            for question in exam.questions
        ],
    }

    def lines() -> Iterator[str]:
        words = exam.words(lang) if lang else _words(exam)
        yield Message(
            "{plain}: {points}, model seed {model_seed}",
            plain=plain(words.title),
            points=counts.points(float(exam.points)),
            model_seed=exam.model_seed,
        )
        yield from (*wrap(plain(words.source), WIDE), *filter(None, [exam.advice]), "")
        for question in exam.questions:
            yield from wrap(
                f"{question.number}. {plain(words.prompt(question, model))}", WIDE, subsequent_indent="    "
            )
        yield ""
        rows = (
            (
                part.id,
                decimal(float(round(part.points, 2)), "g"),
                part.kind.describe(words.lang),
                part.tolerance.describe(words.lang),
                Message("all or nothing") if part.all_or_nothing and part.count > 1 else "",
                " ".join(map(plain, words.labels(part, model))),
            )
            for part in exam.parts
        )
        columns = ("part", "points", "answer", "tolerance", "together", "items")
        yield from table(columns, rows, right=("points",), widest=WIDE)

    return Result(document, lines())


def _by_language(exam: Exam) -> dict[str, Words]:
    """Return the texts of an exam by language; MissingWordsError if it has texts in no language."""
    words = {}
    for lang in LANGUAGES:
        with suppress(MissingWordsError):
            words[lang] = exam.words(lang)
    return words or {LANGUAGES[0]: exam.words(LANGUAGES[0])}


def _words(exam: Exam) -> Words:
    """Return the texts of an exam in the language of the run, or if there are none, in another language."""
    known = _by_language(exam)
    return known.get(language()) or next(iter(known.values()))


def _titles(exam: Exam) -> dict[str, str]:
    return {lang: plain(words.title) for lang, words in _by_language(exam).items()}
