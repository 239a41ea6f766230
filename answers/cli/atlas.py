"""corrige atlas: print statistics of an exam's right answers over many seeds, by question, item and goal."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.atlas.atlas import Atlas, PointsWithoutWork, goals, make_atlas, missed
from answers.atlas.atlas_json import atlas_json
from answers.atlas.seed_summary import EVERY, atlas_seeds
from answers.cli.common.options import EngineOptions, ExamFolders, ExamName, Lang, check_alone
from answers.cli.common.output import counting, table
from answers.cli.common.result import Result
from answers.exam.catalogue import load_adjusted
from answers.exam.settings_in_force import load_settings
from answers.executors.workers import workers
from answers.grading.attack import LIMIT, attack_json, find_attack
from answers.grading.attack import SEEDS as ATTACK_SEEDS
from answers.kinds.numbers.format import format_decimal
from answers.messages import Message, language

USUAL_SEEDS = 400
WIDEST = 24
"""Number of characters shown of an answer; the whole answer is in the JSON document."""
QUESTIONS = (
    "question", "points", "distinct", "frequency", "copied", "%", "most", "constants", "%", "most", "trivial", "tie",
    "seconds", "most",
)  # fmt: skip
ITEMS = ("part", "item", "distinct", "commonest", "frequency", "constant", "copied", "constants")
GOALS = ("", "goal", "value", "limit", "questions")


def atlas(
    name: ExamName,
    *,
    seeds: Annotated[
        int | None, typer.Option("--seeds", metavar="N", help="Number of seeds, from 65 to 64006; by default 400.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Use all 64006 seeds.")] = False,
    attack: Annotated[
        bool,
        typer.Option(
            "--attack",
            help="Search for the paper, written without solving anything, that earns most points by follow-through.",
        ),
    ] = False,
    exams: ExamFolders = None,
    lang: Lang = None,
    engine: EngineOptions,
) -> Result:
    """Study an exam's answers over many seeds, and the points earned without solving it; exit with 1 if too many."""
    check_alone({"--seeds": seeds is not None, "--all": every})
    count = EVERY if every else USUAL_SEEDS if seeds is None else seeds
    atlas_seeds(count)
    settings = load_settings(Path.cwd(), exams)
    exam = load_adjusted(name, settings)
    if attack:
        result = find_attack(exam, atlas_seeds(count)[: ATTACK_SEEDS if seeds is None and not every else count])
        shown_in = lang or language()
        words, written = shared_words(shown_in)["atlas"], result.written or {}
        mean, most, limit = (format_decimal(value, shown_in, 3) for value in (result.mean, result.most, LIMIT))
        lines = [f"{exam.name}, {result.seeds} {words['seeds']}", ""]
        lines += [words["attack"].format(mean=mean, most=most, limit=limit), *[words["attack-paper"]] * bool(written)]
        lines += [f"  {part_id}: {' ; '.join(texts)}" for part_id, texts in written.items()]
        lines.append(words["met" if result.is_met else "missed"])
        return Result(attack_json(result), lines, needs_person=not result.is_met)
    with (
        workers(engine.chosen) as parallel_map,
        counting(Message("seeds studied for the atlas of {name}", name=name), count) as progress,
    ):
        exam_atlas = make_atlas(partial(load_adjusted, name, settings), count, parallel_map, progress)
    shown_in = lang or language()
    return Result(atlas_json(exam_atlas, shown_in), _lines(exam_atlas, shown_in), needs_person=bool(missed(exam_atlas)))


def _lines(atlas: Atlas, lang: str) -> Iterator[str]:
    """Yield the lines of an atlas: tables of questions, items and goals, and a legend."""
    words = shared_words(lang)["atlas"]
    all_items = [item for question in atlas.questions for item in question.items]

    def number(value: Fraction | float, digits: int = 4) -> str:
        return format_decimal(value, lang, digits)

    def percent(share: Fraction) -> str:
        return f"{float(100 * share):.0f} %"

    def free(free: PointsWithoutWork, points: Fraction) -> tuple[str, str, str]:
        return number(free.mean, 2), percent(free.mean / points if points else Fraction(0)), number(free.most)

    def named_table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[str] = ()) -> list[str]:
        names = {name: words.get(name, name) for name in columns}
        right = [names[name] for name in columns if name not in left]
        return table([names[name] for name in columns], rows, right=right)

    questions = (
        (
            str(question.number),
            number(question.points),
            str(question.variety.distinct),
            percent(question.variety.share),
            *free(question.copied, question.points),
            *free(question.constants, question.points),
            percent(question.trivial),
            words["none"] if question.nearest_tie is None else number(question.nearest_tie[0], 2),
            *(f"{number(time, 2)} s" for time in question.seconds),
        )
        for question in atlas.questions
    )
    items = (
        (
            item.part.id,
            str(item.item),
            str(item.variety.distinct),
            item.part.kind.format(item.variety.commonest[0], lang)[:WIDEST],
            percent(item.variety.share),
            item.part.kind.format(item.constant, lang)[:WIDEST],
            percent(item.copied),
            percent(item.constants),
        )
        for item in all_items
    )
    rows_of_goals = (
        (
            words["met" if goal.met else "missed"],
            words[goal.slug],
            *(
                words["none"] if value is None else percent(Fraction(value)) if goal.is_share else number(value, 3)
                for value in (goal.value, goal.limit)
            ),
            " ".join(map(str, goal.questions)),
        )
        for goal in goals(atlas)
    )
    yield from (f"{atlas.exam.name}, {atlas.seeds} {words['seeds']}", "", *named_table(QUESTIONS, questions), "")
    yield from (*named_table(ITEMS, items, left=("part", "commonest", "constant")), "")
    yield from named_table(GOALS, rows_of_goals, left=("", "goal", "questions"))
    if atlas.exam.as_printed:
        yield words["as_printed"]
    yield from ("", *words["legend"].splitlines())
    easiest = max(all_items, key=lambda item: max(item.copied, item.constants))
    how = "easiest-copied" if easiest.copied >= easiest.constants else "easiest-constant"
    share = percent(max(easiest.copied, easiest.constants))
    yield words[how].format(item=f"{easiest.part.id}.{easiest.item}", share=share)
