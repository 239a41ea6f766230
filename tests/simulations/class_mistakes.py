"""How many mistakes of a class are found: python -m tests.simulations.class_mistakes [EXAM …] [--held-out].

Sixty papers of three exams, with recorded seeds. Of each exam, four mistakes that it does not declare, written by hand
as the programs of students, are made by three students each; eight students make none. Everybody makes slips too. A
find is false unless at least two of its students made the same mistake, and it explains answers that this mistake
changes. With `--weak`, the students are those of `one_error.weak_papers`, who made no common mistake: every find is
false.
"""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from time import monotonic
from typing import Any

import numpy as np

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.mutation import exam_code
from answers.executors.workers import Engine, ParallelMap, workers
from answers.flags import Place
from answers.grading import class_mistakes
from answers.grading.class_mistakes import Find, MarkedAnswers, find_mistakes
from answers.grading.grade import Assignment, mark_many
from answers.grading.mark import parse_responses
from answers.grading.similarity import NO_CLASS
from answers.kinds.parsing import Values
from answers.submissions.raw.submission import Submission
from tests.oracles import dice_exam, jeux_exam, matrix_games, nash_exam, orchard_exam, orchard_recursion
from tests.simulations.one_error import texts_of, weak_papers, with_slips

PAPERS, STUDENTS = 20, 3
"""Papers of a class, and how many students make each mistake."""
SEEDS = {"verger": 1, "dice": 2, "jeux": 3, "congestion": 4, "hachage": 5, "phantom": 6}
"""Of the random generator that draws seeds, students and slips."""
Answers = Mapping[str, Values]
Mistake = Callable[[Any, Key], Answers]


# The orchard game


def faces(die: Any) -> tuple[tuple[int, int, int], int]:
    return (die.tree_faces, die.basket_faces, die.raven_faces), die.basket_size


def a_throw_too_many(drawn: Any, _: Key) -> Answers:
    start, throws = drawn.walk
    ends = orchard_exam.after(start.trees, start.ravens, throws + 1, *faces(drawn.die))
    won, lost = ends.get("won", Fraction(0)), ends.get("lost", Fraction(0))
    return {"1b": (won, lost, 1 - won - lost)}


def of_strategies(chance: Callable[..., Fraction], drawn: Any) -> Answers:
    """The answers to question 5: three strategies, for two orchards and two dice."""
    asked = {
        "5a": (drawn.edition, drawn.original),
        "5b": (drawn.orchard, drawn.original),
        "5c": (drawn.orchard, drawn.die),
    }
    return {
        part: tuple(chance(orchard.trees, orchard.ravens, name, *faces(die)) for name in ("max", "min", "random"))
        for part, (orchard, die) in asked.items()
    }


def lost_with_a_raven_left(drawn: Any, _: Key) -> Answers:
    return of_strategies(
        lambda trees, ravens, *rest: Fraction(orchard_exam.rough_chance(trees, ravens - 1, *rest)), drawn
    )


def length_without_the_last_throw(_: Any, key: Key) -> Answers:
    return {part: tuple(Fraction(value) - 1 for value in key.answers[part]) for part in ("2b", "4b")}


def trees_ordered_once(drawn: Any, _: Key) -> Answers:
    """The trees are sorted before the game, never again: baskets are filled from one end of the list."""

    @cache
    def win(trees: tuple[int, ...], ravens: int, name: str, sides: tuple[int, int, int], size: int) -> float:
        if not any(trees) or not ravens:
            return float(not any(trees))
        tree, basket, raven = sides
        full = [at for at, fruits in enumerate(trees) if fruits]
        won = raven * win(trees, ravens - 1, name, sides, size)
        won += tree * sum(win(orchard_recursion.without(trees, at), ravens, name, sides, size) for at in full)
        left = trees
        for _ in range(min(size, sum(trees))):
            there = [at for at, fruits in enumerate(left) if fruits]
            left = orchard_recursion.without(left, there[0] if name == "max" else there[-1])
        won += basket * win(left, ravens, name, sides, size)
        return won / (tree * len(full) + basket + raven)

    def chance(trees: tuple[int, ...], ravens: int, name: str, *die: Any) -> Fraction:
        if name == "random":
            return Fraction(orchard_exam.rough_chance(trees, ravens, name, *die))
        return Fraction(win(tuple(sorted(trees, reverse=True)), ravens, name, *die))

    return of_strategies(chance, drawn)


# Dice Battle


@cache
def gains_of_own_places() -> np.ndarray:
    """EG for ten dice and 100 points, if the players do not change places between two throws."""
    chances, gain = dice_exam.throws(10), np.zeros((100, 100))
    for total in range(198, -1, -1):
        for i in range(max(0, total - 99), min(99, total) + 1):
            after = np.ones(chances.shape[1])
            short = min(len(after), 100 - i)
            after[:short] = -gain[i : i + short, total - i]
            gain[i, total - i] = (chances @ after).max()
    return gain


def players_keep_their_places(drawn: Any, _: Key) -> Answers:
    gain = gains_of_own_places()
    return {f"4{letter}": (float(gain[state]),) for letter, state in drawn.sequential_states.items()}


def level_rounds_lost(drawn: Any, _: Key) -> Answers:
    """A round is won with more points, and lost otherwise."""
    gain = dice_exam.one_round(10, level=-1)
    return {f"10{letter}": (float(gain[one - 1, two - 1]),) for letter, (one, two) in drawn.throw_pairs.items()}


def dice_of_player_1_for_both(drawn: Any, _: Key) -> Answers:
    state, first = drawn.round_state, drawn.round_choices.first
    gain, _mixes = dice_exam.simultaneous(10, min(state))
    return {"16": (float(dice_exam.round_matrix(gain, *state, 10)[first - 1, first - 1]),)}


def both_must_reach_the_target(drawn: Any, _: Key) -> Answers:
    ends, (state, choices) = {1: 0.0, 0: 0.0, -1: 0.0}, (drawn.last_round.state, drawn.last_round.choices)
    for k, p in enumerate(dice_exam.throw(choices[0])):
        for m, q in enumerate(dice_exam.throw(choices[1])):
            i, j = state[0] + k, state[1] + m
            if min(i, j) >= 100:
                ends[int(np.sign(i - j))] += p * q
    return {"15": tuple(ends.values())}


# Games on graphs


def rest_of_the_row_bitten(drawn: Any, _: Key) -> Answers:
    def count(bar: Sequence[int], *, players: bool) -> Values:
        start = jeux_exam.squares(bar), 0
        states, todo = {start}, [start]
        while todo:
            present, player = todo.pop()
            for i, j in present:
                left = frozenset(s for s in present if s[0] != i or s[1] < j), (1 - player) * players
                if left not in states:
                    states.add(left)
                    todo.append(left)
        return len(states), sum(len(present) for present, _ in states)

    return {"1a": count(drawn.graph_bar, players=False), "1b": count(drawn.arena_bar, players=True)}


def crosses_only(drawn: Any, _: Key) -> Answers:
    """Every move of min-max lays a cross."""

    def after(cells: str) -> list[str]:
        if jeux_exam.winner(cells) is not None:
            return []
        return [cells[:k] + "X" + cells[k + 1 :] for k in range(16) if cells[k] == "."]

    @cache
    def calls(cells: str) -> int:
        return 1 + sum(map(calls, after(cells)))

    start = jeux_exam.grid(*drawn.memo_grid)
    states, todo = {start}, [start]
    while todo:
        for later in after(todo.pop()):
            if later not in states:
                states.add(later)
                todo.append(later)
    return {"6": (calls(start), 1 + sum(len(after(state)) for state in states), len(states))}


def own_lines_only(drawn: Any, _: Key) -> Answers:
    """The heuristic counts the lines of the crosses alone."""

    def worth(cells: str) -> int:
        if jeux_exam.winner(cells) is not None:
            return (100, -100)[jeux_exam.winner(cells)]
        lines = ([cells[k] for k in line] for line in jeux_exam.LINES)
        return sum(line.count("X") ** 2 for line in lines if "O" not in line)

    def limited(cells: str, depth: int) -> int:
        after = jeux_exam.successors(cells)
        if depth == 0 or not after:
            return worth(cells)
        best: int = (max, min)[jeux_exam.player(cells)](limited(later, depth - 1) for later in after)
        return best

    start = jeux_exam.grid(*drawn.depth_grid)
    return {"7a": (limited(start, 2), limited(start, 3))}


def no_cut_below_min(drawn: Any, _: Key) -> Answers:
    """Alpha-beta cuts at max nodes only."""

    def met(tree: Any, step: int) -> Values:
        leaves: list[int] = []

        def value(node: Any, level: int, alpha: int, beta: int) -> int:
            if isinstance(node, int):
                leaves.append(node)
                return node
            for child in node[::step]:
                if level % 2 == 0:
                    alpha = max(alpha, value(child, level + 1, alpha, beta))
                    if alpha >= beta:
                        break
                else:
                    beta = min(beta, value(child, level + 1, alpha, beta))
            return alpha if level % 2 == 0 else beta

        value(tree, 0, -100, 100)
        return len(leaves), sum(leaves)

    return {"8b": met(drawn.tree, 1), "8c": met(drawn.tree, -1)}


# Congestion (held out, as all below)

ROUTES = "AC", "BD", "AED"


def edge_cost(net: Any, letter: str, load: int) -> int:
    return int(net.slopes["ABCDE".index(letter)] * load + net.fixed["ABCDE".index(letter)])


def distributions(net: Any) -> list[tuple[int, int, int]]:
    n = net.drivers
    return [(i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i)]


def loads(state: Sequence[int]) -> dict[str, int]:
    return {e: sum(n for n, route in zip(state, ROUTES, strict=True) if e in route) for e in "ABCDE"}


def walk_of(net: Any) -> tuple[list[int], list[tuple[int, ...]]]:
    """The gains and the states of the moves of greatest gain, from the third route."""
    state, gains, states = (0, 0, net.drivers), list[int](), list[tuple[int, ...]]()
    while (best := max(gains_of(net, state)))[0] > 0:
        state = tuple(n - (at == -best[1]) + (at == -best[2]) for at, n in enumerate(state))
        gains.append(best[0])
        states.append(state)
    return gains, states


def gains_of(net: Any, state: Sequence[int]) -> list[tuple[int, int, int]]:
    load, gains = loads(state), []
    for old in (route for route in range(3) if state[route]):
        for new in {0, 1, 2} - {old}:
            left, taken = set(ROUTES[old]) - set(ROUTES[new]), set(ROUTES[new]) - set(ROUTES[old])
            before = sum(edge_cost(net, e, load[e]) for e in left)
            gains.append((before - sum(edge_cost(net, e, load[e] + 1) for e in taken), -old, -new))
    return gains


def potential_from_zero(drawn: Any, _: Key) -> Answers:
    net = drawn.network
    return {"1b": (sum(edge_cost(net, e, k) for e in "AED" for k in range(net.drivers)),)}


def all_answers(net: Any, cost: Callable[[Sequence[int]], int]) -> Answers:
    """The answers of a student whose states cost so much."""
    _, states = walk_of(net)
    stable = [state for state in distributions(net) if max(gains_of(net, state))[0] <= 0]
    low, high = min(map(cost, distributions(net))), max(map(cost, stable))
    total = cost((0, 0, net.drivers))
    return {"1a": (total,), "3a": (low,), "3b": (high,), "4": (Fraction(high, low),), "5b": (sum(map(cost, states)),)}


def each_edge_paid_once(drawn: Any, _: Key) -> Answers:
    """The costs of the edges in use are added, not those of the drivers."""
    net = drawn.network
    return all_answers(net, lambda state: sum(edge_cost(net, e, load) for e, load in loads(state).items() if load))


def middle_edge_free(drawn: Any, _: Key) -> Answers:
    """The third route is A and D: its edge E is forgotten."""
    drawn_net = drawn.network
    net = replace(drawn_net, slopes=(*drawn_net.slopes[:4], 0), fixed=(*drawn_net.fixed[:4], 0))
    answers = all_answers(net, lambda state: sum(load * edge_cost(net, e, load) for e, load in loads(state).items()))
    potential = sum(edge_cost(net, e, k) for e in "AD" for k in range(1, net.drivers + 1))
    return {**answers, "1b": (potential,), "5a": (sum(walk_of(net)[0][:2]),)}


# Hash tables


def searches_from_zero(drawn: Any, _: Key) -> Answers:
    """The key at the head of a list is found for nothing."""
    table = drawn.hashing
    lengths = [sum(table.h(key) == cell for key in table.keys) for cell in range(11)]
    return {"2b": (Fraction(sum(n * (n - 1) // 2 for n in lengths), 7),)}


def empty_cell_not_examined(_: Any, key: Key) -> Answers:
    return {"4a": (int(str(key.answers["4a"][0])) - 1,)}


def probes_backwards(drawn: Any, _: Key) -> Answers:
    cells: dict[int, int] = {}
    for key in drawn.hashing.keys:
        cell = drawn.hashing.h(key)
        while cell in cells.values():
            cell = (cell - 1) % 11
        cells[key] = cell
    return {"3": tuple(cells.values())}


# Phantom Domineering


def one_number_after_the_other(drawn: Any, _: Key) -> Answers:
    """The waits for each number are added, as if it were looked for alone."""
    answers = {}
    for letter, count in zip("abc", drawn.counts, strict=True):
        weights = nash_exam.terms(drawn.u0, count)
        answers[f"4{letter}"] = (float(sum(sum(weights) / weight for weight in weights)),)
    return answers


def last_square_counted_once(drawn: Any, _: Key) -> Answers:
    """The remainder is that of i² + i j + j²."""
    answers = {}
    for letter, game in zip("ab", drawn.remainders, strict=True):
        below = [
            [int(((i * i + i * j + j * j) % game.modulus < game.bound) == (letter == "a")) for j in range(100)]
            for i in range(100)
        ]
        answers[f"5{letter}"] = (float(matrix_games.linear_program(np.array(below))[0]),)
    return answers


HELD_OUT: Mapping[str, tuple[Mistake, ...]] = {
    "congestion": (potential_from_zero, each_edge_paid_once, middle_edge_free),
    "hachage": (searches_from_zero, empty_cell_not_examined, probes_backwards),
    "phantom": (one_number_after_the_other, last_square_counted_once),
}
"""Mistakes written when the changes were complete, and searched once."""
MISTAKES: Mapping[str, tuple[Mistake, ...]] = {
    "verger": (a_throw_too_many, lost_with_a_raven_left, length_without_the_last_throw, trees_ordered_once),
    "dice": (
        players_keep_their_places,
        level_rounds_lost,
        dice_of_player_1_for_both,
        both_must_reach_the_target,
    ),
    "jeux": (rest_of_the_row_bitten, crosses_only, own_lines_only, no_cut_below_min),
}


MISTAKES_OF = {**MISTAKES, **HELD_OUT}


def submissions(
    exam: Exam, keys: Sequence[Key], source: random.Random, *, weak: bool
) -> list[tuple[Submission, Mistake | None]]:
    """Return a paper of each student, with the mistake that the student makes."""
    made: list[Mistake | None] = [None] * len(keys)
    if not weak:
        mistakes = [mistake for mistake in MISTAKES_OF[exam.name] for _ in range(STUDENTS)]
        made[: len(mistakes)] = mistakes
    papers = []
    for at, (key, mistake) in enumerate(zip(keys, made, strict=True)):
        if weak:
            texts = list(weak_papers(exam, key, keys[at - 1], source))[at % 3][1]
        else:
            changed = mistake(key.params, key) if mistake else {}
            texts = with_slips(exam, key, texts_of(exam, {**key.answers, **changed}), source)
        papers.append((Submission(Place(f"{key.u0}.json"), f"s{key.u0}", str(key.u0), exam.name, texts), mistake))
    return papers


def causes(find: Find, keys: Mapping[str, Key], made: Mapping[str, Mistake | None]) -> set[str]:
    """Return the names of the mistakes that a find shows: two of its students made it, where it changes answers."""
    explained = {
        student: {one.item[0] for one in find.explained if one.student == student} for student in find.students
    }
    counts: dict[str, int] = {}
    for student, parts in explained.items():
        if (mistake := made[student]) and parts <= mistake(keys[student].params, keys[student]).keys():
            counts[mistake.__name__] = counts.get(mistake.__name__, 0) + 1
    return {name for name, count in counts.items() if count > 1}


def simulate(name: str, parallel_map: ParallelMap, *, weak: bool) -> tuple[set[str], int]:
    """Print the finds in the class of an exam; return the mistakes found, and the number of false finds."""
    load = partial(load_exam, name if name in exam_names() else f"docs/examples/{name}.py")
    exam, source = load(), random.Random(SEEDS[name])
    keys = [cached_key(exam, u0) for u0 in source.sample(range(1, 64007), PAPERS)]
    papers = submissions(exam, keys, source, weak=weak)
    begun = monotonic()
    assigned = [(paper, Assignment(paper.student, key.u0)) for (paper, _), key in zip(papers, keys, strict=True)]
    marked = [graded for [(_, graded)] in mark_many(load, assigned, NO_CLASS, parallel_map)]
    print(f"\n## {name}: {PAPERS} papers marked in {monotonic() - begun:.0f} s", flush=True)
    made = {paper.student: mistake for paper, mistake in papers}
    answers = [
        MarkedAnswers(paper.student, key.u0, parse_responses(exam, paper.answers, u0=key.u0), graded.parts)
        for (paper, _), key, graded in zip(papers, keys, marked, strict=True)
    ]
    begun = monotonic()
    search = find_mistakes(exam, load, answers, cache(lambda scenario: cached_key(exam, scenario)), parallel_map)
    print(f"{search.tried} changes executed in {monotonic() - begun:.0f} s; left out: {search.slow}")
    found, false = set[str](), 0
    for find in search.finds:
        names = causes(find, dict(zip(made, keys, strict=True)), made)
        found |= names
        false += not names
        _, lines = exam_code(exam.location).difference(find.mutation)
        parts = sorted({one.item[0] for one in find.explained})
        print(f"\n{', '.join(names) or 'FALSE'}: evidence {find.evidence:.1f}, {find.others} others, {parts}")
        print(*find.students)
        print("\n".join(lines), flush=True)
    return found, false


def main() -> None:
    """Print how many mistakes are found, and how many finds are false."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("exams", nargs="*")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--weak", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--seconds", type=float, default=class_mistakes.BUDGET, help="for a search, as on an idle machine"
    )
    namespace = parser.parse_args()
    class_mistakes.BUDGET = namespace.seconds
    total = found = false = 0
    with workers(Engine(namespace.jobs)) as parallel_map:
        for name in namespace.exams or (HELD_OUT if namespace.held_out else MISTAKES):
            mistakes, wrong = simulate(name, parallel_map, weak=namespace.weak)
            total, found, false = total + len(MISTAKES_OF[name]), found + len(mistakes), false + wrong
            print(f"\n{name}: found {sorted(mistakes)}, {wrong} false", flush=True)
    print(f"\n{found} of {total} mistakes found, {false} false finds")


if __name__ == "__main__":
    main()
