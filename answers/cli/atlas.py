"""corrige atlas: print statistics of an exam's right answers over many seeds, by question, item and goal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.atlas.atlas import (
    AnswerVariety,
    Atlas,
    Goal,
    ItemAtlas,
    PointsWithoutWork,
    QuestionAtlas,
    goals,
    make_atlas,
    missed,
)
from answers.atlas.atlas_json import atlas_json
from answers.atlas.seed_summary import EVERY, atlas_seeds
from answers.cli.common.context import settings_here
from answers.cli.common.options import EngineOptions, ExamFolders, ExamName, Lang, check_alone
from answers.cli.common.output import counting, table
from answers.cli.common.result import Result
from answers.exam.catalogue import load_adjusted
from answers.executors.workers import workers
from answers.grading.attack import LIMIT, Attack, attack_json, find_attack
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
    settings = settings_here(exams)
    exam = load_adjusted(name, settings)
    if attack:
        result = find_attack(exam, atlas_seeds(count)[: ATTACK_SEEDS if seeds is None and not every else count])
        return Result(attack_json(result), _attack_lines(result, lang or language()), needs_person=not result.is_met)
    with (
        workers(engine.chosen) as parallel_map,
        counting(Message("seeds studied for the atlas of {name}", name=name), count) as progress,
    ):
        exam_atlas = make_atlas(partial(load_adjusted, name, settings), count, parallel_map, progress)
    shown_in = lang or language()
    return Result(atlas_json(exam_atlas, shown_in), _lines(exam_atlas, shown_in), needs_person=bool(missed(exam_atlas)))


def _attack_lines(attack: Attack, lang: str) -> Iterator[str]:
    """Yield the result of the attack: what a student earns who answers without work, and whether that is too much."""
    words = shared_words(lang)["atlas"]
    mean, most, limit = (format_decimal(value, lang, 3) for value in (attack.mean, attack.most, LIMIT))
    yield f"{attack.exam.name}, {attack.seeds} {words['seeds']}"
    yield ""
    yield words["attack"].format(mean=mean, most=most, limit=limit)
    if attack.written:
        yield words["attack-paper"]
        yield from (f"  {part_id}: {' ; '.join(texts)}" for part_id, texts in attack.written.items())
    yield words["met" if attack.is_met else "missed"]


def _lines(atlas: Atlas, lang: str) -> Iterator[str]:
    """Yield the lines of an atlas: tables of questions, items and goals, and a legend."""
    rows = _Rows(shared_words(lang)["atlas"], lang)
    yield f"{atlas.exam.name}, {atlas.seeds} {rows.words['seeds']}"
    yield ""
    yield from rows.table(QUESTIONS, map(rows.question, atlas.questions), left=())
    yield ""
    items = (rows.item(item) for question in atlas.questions for item in question.items)
    yield from rows.table(ITEMS, items, left=("part", "commonest", "constant"))
    yield ""
    yield from rows.table(GOALS, map(rows.goal, goals(atlas)), left=("", "goal", "questions"))
    if atlas.exam.as_printed:
        yield rows.words["as_printed"]
    yield ""
    yield from rows.words["legend"].splitlines()
    yield rows.easiest([item for question in atlas.questions for item in question.items])


@dataclass(frozen=True, slots=True)
class _Rows:
    """Functions that format the rows of the printed tables in one language."""

    words: Mapping[str, str]
    lang: str

    def table(self, columns: tuple[str, ...], rows: Iterator[tuple[str, ...]], left: tuple[str, ...]) -> list[str]:
        """Return a table as lines, with its column names in the teacher's language and numbers to the right."""
        names = [self.words.get(name, name) for name in columns]
        right = [self.words.get(name, name) for name in columns if name not in left]
        return table(names, rows, right=right)

    def question(self, question_atlas: QuestionAtlas) -> tuple[str, ...]:
        """Return the cells of a question's row."""
        return (
            str(question_atlas.number),
            self.number(question_atlas.points),
            *self.variety(question_atlas.variety),
            *self.free(question_atlas.copied, question_atlas.points),
            *self.free(question_atlas.constants, question_atlas.points),
            self.percent(question_atlas.trivial),
            self.words["none"] if question_atlas.nearest_tie is None else self.number(question_atlas.nearest_tie[0], 2),
            *(f"{self.number(time, 2)} s" for time in question_atlas.seconds),
        )

    def item(self, item_atlas: ItemAtlas) -> tuple[str, ...]:
        """Return the cells of an item's row."""
        distinct, share = self.variety(item_atlas.variety)
        commonest, constant = (
            item_atlas.part.kind.format(value, self.lang)
            for value in (*item_atlas.variety.commonest, item_atlas.constant)
        )
        return (
            item_atlas.part.id,
            str(item_atlas.item),
            distinct,
            commonest[:WIDEST],
            share,
            constant[:WIDEST],
            self.percent(item_atlas.copied),
            self.percent(item_atlas.constants),
        )

    def easiest(self, items: Sequence[ItemAtlas]) -> str:
        """Return a sentence with the item most often right without work, and whether by copying or by a constant."""
        item_atlas = max(items, key=lambda item: max(item.copied, item.constants))
        how = "easiest-copied" if item_atlas.copied >= item_atlas.constants else "easiest-constant"
        name = f"{item_atlas.part.id}.{item_atlas.item}"
        return self.words[how].format(item=name, share=self.percent(max(item_atlas.copied, item_atlas.constants)))

    def goal(self, goal: Goal) -> tuple[str, ...]:
        """Return the table row of a goal: whether it is met, its name, value, limit and questions."""
        value, limit = (
            self.words["none"] if x is None else self.percent(Fraction(x)) if goal.is_share else self.number(x, 3)
            for x in (goal.value, goal.limit)
        )
        met = self.words["met" if goal.met else "missed"]
        return met, self.words[goal.slug], value, limit, " ".join(map(str, goal.questions))

    def variety(self, variety: AnswerVariety) -> tuple[str, str]:
        """Return how many different answers there are, and the share of the commonest."""
        return str(variety.distinct), self.percent(variety.share)

    def free(self, free: PointsWithoutWork, points: Fraction) -> tuple[str, str, str]:
        """Return the points that need no work: mean, share of all points, and most."""
        share = free.mean / points if points else Fraction(0)
        return self.number(free.mean, 2), self.percent(share), self.number(free.most)

    def number(self, value: Fraction | float, digits: int = 4) -> str:
        return format_decimal(value, self.lang, digits)

    def percent(self, share: Fraction) -> str:
        return f"{float(100 * share):.0f} %"
