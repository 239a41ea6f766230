"""Known mistakes in single questions of the exam `dice`: other readings of a definition, and slips in using it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from answers.exam.mistaken import answered_otherwise
from answers.exam.question import Mistake
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import MATRIX, MIXED, REPORT, SINGLE, USEFUL, Parameters
from answers.kinds.reading import Values

SIX: Final = 6
"""Dice of greatest mean, when there are six or more."""


@answered_otherwise(throws.score, "p-for-q")
def p_for_q(_: Parameters, right: Values, __: str) -> Values:
    """P and Q stand in each other's place."""
    return right[::-1]


@answered_otherwise(throws.score, "sums-with-ones")
def sums_with_ones(params: Parameters, _: Values, __: str) -> Values:
    """Throws in which a die shows 1 are counted with their sum."""
    from solvers.dice_battle.throws import exact_throw_without_ones

    dice, points = params.throw.dice, params.throw.points
    chance = exact_throw_without_ones(dice, 7)[points + dice]  # faces 2 to 7, each a point too many
    return chance, chance * Fraction(6, 5) ** dice


@answered_otherwise(throws.mean_points, "integer-maximiser", "a")
def integer_maximiser(params: Parameters, right: Values, _: str) -> Values:
    """x* is looked for among the integers, of which F is the best."""
    return right[0], params.means.faces


@answered_otherwise(throws.mean_points, "point-of-a-1-forgotten", "ab")
def point_of_a_1_forgotten(params: Parameters, right: Values, letter: str) -> Values:
    """Throws in which a die shows 1 bring nothing to the mean."""
    from answers.exams.dice.games import greatest, useful_without_ones

    means = params.means
    if letter == "b":
        return greatest(useful_without_ones(means))
    through = Fraction(means.faces - 1, means.faces) ** means.thrown
    return Fraction(means.faces + 2, 2) * means.thrown * through, right[1]


@answered_otherwise(throws.mean_points, "mean-for-useful", "b")
def mean_for_useful(params: Parameters, _: Values, __: str) -> Values:
    """The points beyond those that are missing count too: the greatest EP."""
    from solvers.dice_battle.expected_points import blind_choice, exact_expected_points

    faces = params.means.faces
    best = blind_choice(USEFUL, faces)
    return best, exact_expected_points(best, faces)


@answered_otherwise(sequential.few_points, "gain-for-win")
def gain_for_win(_: Parameters, right: Values, __: str) -> Values:
    """E(G) stands in the place of P(G = 1) too."""
    return right[1], right[1], right[2]


@answered_otherwise(sequential.few_points, "one-die-each")
def one_die_each(params: Parameters, right: Values, _: str) -> Values:
    """Player 2 throws a single die too when player 1 does."""
    from answers.exams.dice.games import always_gain, tidy

    return *right[:2], tidy(always_gain(1, 1, params.short.target)[0, 0])


@answered_otherwise(sequential.state_gain, "blind-for-best")
def blind_for_best(params: Parameters, _: Values, letter: str) -> Values:
    """Both players throw six dice, the number of greatest mean, whatever the points."""
    from answers.exams.dice.games import always_gain, tidy

    return (tidy(always_gain(SIX, SIX, REPORT.target)[params.sequential_states[letter]]),)


@answered_otherwise(sequential.state_choice, "six-dice-everywhere", "a")
def six_dice_everywhere(_: Parameters, right: Values, __: str) -> Values:
    """The number of dice of greatest mean is taken for OPT."""
    return (SIX,) * len(right)


@answered_otherwise(sequential.state_choice, "best-for-given", "b")
def best_for_given(params: Parameters, _: Values, __: str) -> Values:
    """EG(i, j), that of the best number of dice, for EG(i, j ; d)."""
    from answers.exams.dice.games import sequential_game, tidy

    return (tidy(sequential_game(REPORT).gain[params.thrown.state]),)


@answered_otherwise(sequential.scoreless_gain, "variant-forgotten")
def variant_forgotten(params: Parameters, _: Values, letter: str) -> Values:
    """A throw with a 1 scores its point all the same."""
    from answers.exams.dice.games import sequential_game, tidy

    return (tidy(sequential_game(REPORT).gain[params.scoreless_states[letter]]),)


@answered_otherwise(sequential.blind_players, "blind-throws-all-dice")
def blind_throws_all_dice(params: Parameters, _: Values, letter: str) -> Values:
    """Blind players throw D dice, though more than six bring less."""
    from answers.exams.dice.games import always_gain, tidy

    dice, state = (params.blind.dice, params.blind.state) if letter == "a" else (REPORT.dice, params.always.state)
    return (tidy(always_gain(dice, dice if letter == "a" else params.always.dice, REPORT.target)[state]),)


@answered_otherwise(sequential.optimal_start, "ten-dice-kept")
def ten_dice_kept(params: Parameters, _: Values, __: str) -> Values:
    """D is still 10."""
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.sequential import sequential

    start = params.start
    game = sequential(REPORT.dice, start.target)
    return int(game.choice[start.state]), tidy(game.gain[start.state])


@answered_otherwise(sequential.match_gain, "opt-of-the-other")
def opt_of_the_other(params: Parameters, right: Values, letter: str) -> Values:
    """OPT is read with the points of player 1 first when player 2 throws; other strategies stay."""
    from answers.exams.dice.games import misread_chances, tidy

    match = params.matches[letter]
    if match.second != "optimal":
        return right
    return (tidy(misread_chances("sequential", match.first, REPORT, match.state).gain),)


@answered_otherwise(one_round.throw_gain, "chance-to-score-more")
def chance_to_score_more(params: Parameters, right: Values, letter: str) -> Values:
    """The probability that player 1 scores more, from which that of player 2 is not taken."""
    from answers.exams.dice.games import draw_chance, number, tidy

    return (tidy((number(right[0]) + 1 - draw_chance(params.throw_pairs[letter])) / 2),)


@answered_otherwise(one_round.throw_gain, "draws-won")
def draws_won(params: Parameters, right: Values, letter: str) -> Values:
    """As many points are a win of player 1."""
    from answers.exams.dice.games import draw_chance, number, tidy

    return (tidy(number(right[0]) + draw_chance(params.throw_pairs[letter])),)


@answered_otherwise(one_round.best_answer, "greatest-for-least")
def greatest_for_least(params: Parameters, _: Values, __: str) -> Values:
    """Player 2 answers with what gains player 1 most."""
    from answers.exams.dice.games import gains_against, greatest

    return greatest(gains_against(params.mix))


@answered_otherwise(one_round.handicap_value, "best-row")
def best_row(params: Parameters, _: Values, __: str) -> Values:
    """The greatest of the minima of the rows, as if no mix guaranteed more."""
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.one_round import handicap_matrix

    handicap = params.handicap
    return (tidy(handicap_matrix(SINGLE, handicap.ahead, handicap.faces).min(axis=1).max()),)


@answered_otherwise(one_round.optimal_mix, "best-row-played")
def best_row_played(params: Parameters, _: Values, __: str) -> Values:
    """The single row that guarantees most."""
    from answers.exams.dice.games import best_single, shares, tidy

    matrix = one_round.uneven_round(params)[0]
    return *shares(best_single(matrix)), tidy(matrix.min(axis=1).max())


@answered_otherwise(one_round.optimal_mix, "mix-of-player-2")
def mix_of_player_2(params: Parameters, right: Values, __: str) -> Values:
    """An optimal mix of player 2, who plays the columns."""
    from answers.exams.dice.games import shares

    return *shares(one_round.uneven_round(params)[1].column), right[-1]


@answered_otherwise(one_round.one_round_matches, "mix-with-lead", "a")
def mix_with_lead(params: Parameters, _: Values, __: str) -> Values:
    """What is optimal with the lead of player 2, not in the even round."""
    from answers.exams.dice.games import round_gain, tidy

    return (tidy(round_gain(params.one_round, REPORT.dice, even=False)),)


@answered_otherwise(one_round.one_round_matches, "draws-as-wins", "b")
def draws_as_wins(params: Parameters, _: Values, __: str) -> Values:
    """The probability not to lose."""
    from answers.exams.dice.games import tidy

    return (tidy(1 - one_round.longer_match(params).loss),)


@answered_otherwise(one_round.one_round_matches, "gain-for-probability", "b")
def gain_for_probability(params: Parameters, _: Values, __: str) -> Values:
    """E(G), from which what player 2 wins is taken."""
    from answers.exams.dice.games import tidy

    return (tidy(one_round.longer_match(params).gain),)


@answered_otherwise(simultaneous.final_gain, "both-past-the-target")
def both_past_the_target(params: Parameters, right: Values, _: str) -> Values:
    """Players who both have N points are level, whoever has more."""
    states = zip(params.final_states, right, strict=True)
    return tuple(0 if min(state) >= REPORT.target else gain for state, gain in states)


@answered_otherwise(simultaneous.round_gain, "value-for-entry")
def value_for_entry(params: Parameters, _: Values, __: str) -> Values:
    """EG₁(i, j), the value of the whole matrix."""
    from answers.exams.dice.games import simultaneous_game, tidy

    return (tidy(simultaneous_game(REPORT).gain[params.round_state]),)


@answered_otherwise(simultaneous.round_matrix, "rows-for-columns")
def rows_for_columns(_: Parameters, right: Values, __: str) -> Values:
    """The dice of player 1 by column."""
    size = MATRIX.dice
    return tuple(right[column * size + row] for row in range(size) for column in range(size))


@answered_otherwise(simultaneous.round_matrix, "corner-of-ten-dice")
def corner_of_ten_dice(params: Parameters, _: Values, __: str) -> Values:
    """The first rows and columns of the matrix of D = 10, whose players go on with ten dice."""
    from answers.exams.dice.games import simultaneous_game, tidy

    corner = simultaneous_game(REPORT).round_matrix(*params.matrix_state)[: MATRIX.dice, : MATRIX.dice]
    return tuple(map(tidy, corner.flat))


@answered_otherwise(simultaneous.state_value, "players-take-turns")
def players_take_turns(params: Parameters, _: Values, letter: str) -> Values:
    """EG of the sequential game."""
    from answers.exams.dice.games import sequential_game, tidy

    return (tidy(sequential_game(REPORT).gain[params.value_states[letter]]),)


@answered_otherwise(simultaneous.state_mix, "best-single-throw")
def best_single_throw(params: Parameters, _: Values, __: str) -> Values:
    """The single number of dice that guarantees most."""
    from answers.exams.dice.games import best_single, shares, simultaneous_game

    return shares(best_single(simultaneous_game(MIXED).round_matrix(*params.mix_state)))


@answered_otherwise(simultaneous.state_mix, "mix-of-one-round")
def mix_of_one_round(_: Parameters, __: Values, ___: str) -> Values:
    """The mix that is optimal in a single round, whatever the points."""
    from answers.exams.dice.games import shares
    from solvers.dice_battle.one_round import one_round

    return shares(one_round(MIXED.dice).mix)


@answered_otherwise(simultaneous.state_mix, "mix-of-the-other")
def mix_of_the_other(params: Parameters, _: Values, __: str) -> Values:
    """An optimal mix of player 2."""
    from answers.exams.dice.games import shares, simultaneous_game

    return shares(simultaneous_game(MIXED).mixes[params.mix_state.mirrored])


@answered_otherwise(simultaneous.optimum_against, "opt-of-player-1", "c")
def opt_of_player_1(params: Parameters, _: Values, __: str) -> Values:
    """OPT is read with the points of player 1 first, though player 2 throws."""
    from answers.exams.dice.games import misread_chances, tidy

    return (tidy(misread_chances("simultaneous", "optimal", REPORT, params.last_state).gain),)


MISTAKES: Final[Mapping[int, tuple[Mistake, ...]]] = {
    1: (p_for_q, sums_with_ones),
    2: (integer_maximiser, point_of_a_1_forgotten, mean_for_useful),
    3: (gain_for_win, one_die_each),
    4: (blind_for_best,),
    5: (six_dice_everywhere, best_for_given),
    6: (variant_forgotten,),
    7: (blind_throws_all_dice,),
    8: (ten_dice_kept,),
    9: (opt_of_the_other,),
    10: (chance_to_score_more, draws_won),
    11: (greatest_for_least,),
    12: (best_row,),
    13: (best_row_played, mix_of_player_2),
    14: (mix_with_lead, draws_as_wins, gain_for_probability),
    15: (both_past_the_target,),
    16: (value_for_entry,),
    17: (rows_for_columns, corner_of_ten_dice),
    18: (players_take_turns,),
    19: (best_single_throw, mix_of_one_round, mix_of_the_other),
    20: (opt_of_player_1,),
}
"""Known mistakes by question."""
