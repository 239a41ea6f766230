"""What u₀ draws for the exam `dice`, and the prompts that say it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from answers.exam.exam import Text
from solvers.sequence import lcg

State = tuple[int, int]
Pair = tuple[str, str]

DICE, TARGET = 10, 100
"""D and N of the report."""
MIX_DICE: Final = 6
MATRIX_DICE: Final = 3
_TOGETHER: Final = re.compile(r" (?=[:;?!=%])|(?<==) |(?<=,) (?=[^\s()]*\))|(?<=[abc]\)) ")
STRATEGIES: Final = ("blind", "optimal", "random")
DUELS: Final = tuple((first, second) for first in STRATEGIES for second in STRATEGIES)
UNEVEN_DUELS: Final = tuple((first, second) for first, second in DUELS if first != second)
NAMES: Final[Mapping[str, Text]] = {
    "blind": Text(fr="aveugle", en="blind"),
    "optimal": Text(fr="optimal", en="optimal"),
    "random": Text(fr="aléatoire", en="random"),
}


@dataclass(frozen=True, slots=True)
class Parameters:
    """What u₀ draws, question by question; a state is (points of the player asked about, points of the other one).

    `throw` is (d, k), `mean` is (d, D, F), `fixed` the dice of both players, boards are (D, N); `mix` is in percent,
    `handicap` is (D, points ahead), `one_round` is (D, N), `round_choices` are two numbers of dice.
    """

    u0: int
    throw: tuple[int, int]
    mean: tuple[int, int, int]
    fixed: tuple[int, int]
    sequential_states: tuple[State, State]
    choice_states: tuple[State, State]
    scoreless_state: State
    blind_board: tuple[int, int]
    optimal_board: tuple[int, int]
    duel_target: int
    duels: tuple[Pair, Pair]
    throw_pairs: tuple[tuple[int, int], tuple[int, int]]
    mix: tuple[int, ...]
    handicap: tuple[int, int]
    faces: int
    one_round: tuple[int, int]
    one_round_duel: Pair
    final_states: tuple[State, State, State]
    round_state: State
    round_choices: tuple[int, int]
    matrix_state: State
    value_states: tuple[State, State]
    mix_state: State
    last_target: int


def draw(u0: int) -> Parameters:
    """Draw all parameters: an integer from a to b is a + u(k) mod (b - a + 1), with its own k ≥ 1000."""
    pick = partial(_pick, u0)
    dice, first_row = pick(1000, 3, 8), pick(1024, 1, 9)
    second_row = pick(1026, 1, 9)
    sequential = (pick(1007, 40, 80), pick(1009, 40, 80))
    ahead = (pick(1050, 30, 90), pick(1052, 30, 90))
    duel, scoreless, matrix = pick(1022, 0, 8), pick(1015, 50, 80), pick(1048, 60, 86)
    shares = tuple(pick(1028 + n, 5, 23) for n in range(4))
    return Parameters(
        u0=u0,
        throw=(dice, pick(1001, 3 * dice, 5 * dice)),
        mean=(pick(1002, 2, 12), pick(1003, 2, 12), pick(1004, 4, 12)),
        fixed=(pick(1005, 2, 8), pick(1006, 1, 4)),
        sequential_states=(
            (sequential[0], pick(1008, sequential[0] - 15, sequential[0] + 15)),
            (sequential[1], pick(1010, sequential[1] - 15, sequential[1] + 15)),
        ),
        choice_states=((pick(1011, 50, 90), pick(1012, 50, 90)), (pick(1013, 90, 99), pick(1014, 50, 99))),
        scoreless_state=(scoreless, pick(1016, scoreless + 1, scoreless + 15)),
        blind_board=(pick(1017, 3, 10), pick(1018, 50, 100)),
        optimal_board=(pick(1019, 3, 10), pick(1020, 50, 100)),
        duel_target=pick(1021, 50, 100),
        duels=(DUELS[duel], DUELS[(duel + pick(1023, 1, 8)) % 9]),
        throw_pairs=(
            (first_row, pick(1025, first_row + 1, 10)),
            (pick(1027, second_row + 1, 10), second_row),
        ),
        mix=(*shares, 100 - sum(shares)),
        handicap=(pick(1032, 4, 8), pick(1033, 2, 12)),
        faces=pick(1034, 4, 8),
        one_round=(pick(1035, 6, 12), pick(1036, 50, 100)),
        one_round_duel=UNEVEN_DUELS[pick(1037, 0, 5)],
        final_states=(
            (pick(1038, 100, 110), pick(1039, 95, 110)),
            (pick(1040, 95, 110), pick(1041, 100, 110)),
            (pick(1042, 100, 102), pick(1043, 100, 102)),
        ),
        round_state=(pick(1044, 60, 95), pick(1045, 60, 95)),
        round_choices=(pick(1046, 1, 5), pick(1047, 6, 10)),
        matrix_state=(matrix, pick(1049, matrix + 1, matrix + 9)),
        value_states=(
            (ahead[0], pick(1051, ahead[0] + 1, ahead[0] + 9)),
            (pick(1053, ahead[1] + 1, ahead[1] + 9), ahead[1]),
        ),
        mix_state=(pick(1054, 90, 99), pick(1055, 90, 99)),
        last_target=pick(1056, 50, 100),
    )


PROMPTS: Final[Mapping[int, Callable[[Parameters], Text]]] = {
    1: lambda p: Text(
        fr="Un lancer de d dés rapporte leur somme, ou 1 point dès qu’un dé montre 1. Probabilité P de marquer k = "
        f"{p.throw[1]} points avec d = {p.throw[0]} dés ; probabilité Q du même total sachant qu’aucun dé ne montre 1 "
        "?",
        en="A throw of d dice scores their sum, or 1 point as soon as one die shows 1. What is the probability P to "
        f"score k = {p.throw[1]} points with d = {p.throw[0]} dice, and that of the same total given that no die shows "
        "1, Q?",
    ),
    2: lambda p: Text(
        fr=f"EP(d) : nombre moyen de points d’un lancer de d dés. EP({p.mean[0]}) ? Nombre de dés d* qui maximise EP "
        f"sur {{1, …, {p.mean[1]}}} ? Et réel x* qui maximise EP quand les dés ont {p.mean[2]} faces, de 1 à "
        f"{p.mean[2]} ?",
        en=f"EP(d) is the mean number of points of a throw of d dice. What is EP({p.mean[0]})? Which number of dice d* "
        f"maximises EP over {{1, …, {p.mean[1]}}}? And which real x* does, for dice with {p.mean[2]} faces, 1 to "
        f"{p.mean[2]}?",
    ),
    3: lambda p: Text(
        fr="Jeu séquentiel : on lance à tour de rôle, le premier qui a N points gagne ; G vaut 1 si c’est le joueur "
        f"1, −1 sinon. Ici N = 2 ; le joueur 1 lance toujours d₁ = {p.fixed[0]} dés, le joueur 2 toujours d₂ = "
        f"{p.fixed[1]}. P(G = 1), E(G) ? Et E(G) avec d₁ = 1 ?",
        en="Sequential game: players throw in turn, the first to have N points wins; G is 1 if it is player 1, −1 if "
        f"not. Here N = 2; player 1 always throws d₁ = {p.fixed[0]} dice, player 2 always d₂ = {p.fixed[1]}. P(G = 1), "
        "E(G)? And E(G) with d₁ = 1?",
    ),
    4: lambda p: Text(
        fr="Jeu séquentiel, de 1 à D = 10 dés par lancer, N = 100, les deux joueurs jouant au mieux : espérance de "
        f"gain EG(i, j) du joueur qui va lancer, avec i points contre j, pour (i, j) : {_states(p.sequential_states)}.",
        en="Sequential game, 1 to D = 10 dice a throw, N = 100, both players playing their best: expected gain EG(i, "
        f"j) of the player to throw, with i points against j, for (i, j): {_states(p.sequential_states)}.",
    ),
    5: lambda p: Text(
        fr=f"Même jeu : un nombre optimal de dés OPT(i, j) pour (i, j) : {_states(p.choice_states)}.",
        en=f"Same game: an optimal number of dice OPT(i, j) for (i, j): {_states(p.choice_states)}.",
    ),
    6: lambda p: Text(
        fr="Même jeu, mais un lancer où un dé montre 1 ne rapporte rien : EG(i, j) pour (i, j) : "
        f"{_states((p.scoreless_state, p.scoreless_state[::-1]))}.",
        en="Same game, but a throw in which a die shows 1 scores nothing: EG(i, j) for (i, j): "
        f"{_states((p.scoreless_state, p.scoreless_state[::-1]))}.",
    ),
    7: lambda p: Text(
        fr=f"La stratégie aveugle lance toujours le nombre de dés qui maximise EP. Avec D = {p.blind_board[0]} : ce "
        f"nombre d, et E(G) entre deux joueurs aveugles au jeu séquentiel en N = {p.blind_board[1]} points ?",
        en=f"The blind strategy always throws the number of dice that maximises EP. With D = {p.blind_board[0]}: this "
        f"number d, and E(G) between two blind players of the sequential game to N = {p.blind_board[1]} points?",
    ),
    8: lambda p: Text(
        fr=f"Jeu séquentiel, D = {p.optimal_board[0]}, N = {p.optimal_board[1]} : un premier lancer optimal OPT(0, 0), "
        "et EG(0, 0).",
        en=f"Sequential game, D = {p.optimal_board[0]}, N = {p.optimal_board[1]}: an optimal first throw OPT(0, 0), "
        "and EG(0, 0).",
    ),
    9: lambda p: Text(
        fr=f"Jeu séquentiel, D = 10, N = {p.duel_target}. La stratégie aléatoire choisit uniformément de 1 à D dés. "
        f"E(G) exacte pour le joueur 1 : a) {_duel(p.duels[0], 'fr')} ; b) {_duel(p.duels[1], 'fr')}.",
        en=f"Sequential game, D = 10, N = {p.duel_target}. The random strategy picks 1 to D dice uniformly. Exact E(G) "
        f"of player 1: a) {_duel(p.duels[0], 'en')}; b) {_duel(p.duels[1], 'en')}.",
    ),
    10: lambda p: Text(
        fr="Jeu simultané en un tour : G vaut 1, 0 ou −1 selon que le joueur 1 marque plus, autant ou moins. EG₁(d₁, "
        f"d₂) pour (d₁, d₂) : {_states(p.throw_pairs)}.",
        en="Simultaneous game in one round: G is 1, 0 or −1 as player 1 scores more, as much or less. EG₁(d₁, d₂) for "
        f"(d₁, d₂): {_states(p.throw_pairs)}.",
    ),
    11: lambda p: Text(
        fr=f"Même jeu, D = 5. Le joueur 1 lance 1, …, 5 dés avec les probabilités {_percents(p.mix)}. Meilleure "
        "réponse j du joueur 2 (un nombre de dés), et E(G) alors ?",
        en=f"Same game, D = 5. Player 1 throws 1, …, 5 dice with probabilities {_percents(p.mix)}. What is player 2’s "
        "best answer j (a number of dice), and E(G) then?",
    ),
    12: lambda p: Text(
        fr=f"Même jeu, D = {p.handicap[0]}, mais le joueur 2 part avec {p.handicap[1]} points d’avance, qui s’ajoutent "
        "à son lancer. Valeur v = z′ − z″ du programme linéaire du joueur 1 ?",
        en=f"Same game, D = {p.handicap[0]}, but player 2 starts {p.handicap[1]} points ahead, added to their throw. "
        "What is the value v = z′ − z″ of player 1’s linear programme?",
    ),
    13: lambda p: Text(
        fr=f"Même jeu sans avance, D = 6, dés à {p.faces} faces : une stratégie mixte optimale p(1), …, p(6). Trois "
        "décimales ; toute stratégie qui garantit la valeur du jeu est juste.",
        en=f"Same game with nobody ahead, D = 6, dice with {p.faces} faces: an optimal mixed strategy p(1), …, p(6). "
        "Three decimals; any strategy that guarantees the value of the game is right.",
    ),
    14: lambda p: Text(
        fr=f"Dés à 6 faces. E(G) en un tour, D = {p.one_round[0]}, {_duel(p.one_round_duel, 'fr')} ? Puis au jeu "
        "simultané (on joue des tours jusqu’à ce qu’un joueur ait N points ; qui en a le plus gagne) en N = "
        f"{p.one_round[1]} points, D = 10, quand le joueur 1 joue à chaque tour la stratégie optimale pour un seul "
        "tour et que le joueur 2 est aveugle : P(G = 1), P(G = 0) ?",
        en=f"Dice with 6 faces. E(G) in one round, D = {p.one_round[0]}, {_duel(p.one_round_duel, 'en')}? Then in the "
        f"simultaneous game (rounds until a player has N points; who has more wins) to N = {p.one_round[1]} points, D "
        "= 10, when player 1 uses in each round the strategy that is optimal for a single one and player 2 is blind: "
        "P(G = 1), P(G = 0)?",
    ),
    15: lambda p: Text(
        fr=f"Jeu simultané en N = 100 points, terminé : EG₁(i, j) pour (i, j) : {_states(p.final_states)}.",
        en=f"Simultaneous game to N = 100 points, ended: EG₁(i, j) for (i, j): {_states(p.final_states)}.",
    ),
    16: lambda p: Text(
        fr=f"Jeu simultané, D = 10, N = 100, à (i, j) = {p.round_state}. Les joueurs lancent d₁ = "
        f"{p.round_choices[0]} et d₂ = {p.round_choices[1]} dés, puis jouent au mieux : espérance de gain E₁ ?",
        en=f"Simultaneous game, D = 10, N = 100, at (i, j) = {p.round_state}. The players throw d₁ = "
        f"{p.round_choices[0]} and d₂ = {p.round_choices[1]} dice, then play their best: expected gain E₁?",
    ),
    17: lambda p: Text(
        fr=f"Même jeu avec D = 3 : la matrice E₁(i, j), lignes d₁ et colonnes d₂, à (i, j) = {p.matrix_state}.",
        en=f"Same game with D = 3: the matrix E₁(i, j), rows d₁ and columns d₂, at (i, j) = {p.matrix_state}.",
    ),
    18: lambda p: Text(
        fr=f"Même jeu avec D = 10 : valeur EG₁(i, j) pour (i, j) : {_states(p.value_states)}.",
        en=f"Same game with D = 10: value EG₁(i, j) for (i, j): {_states(p.value_states)}.",
    ),
    19: lambda p: Text(
        fr=f"Même jeu avec D = 6, à (i, j) = {p.mix_state} : une stratégie mixte optimale du joueur 1. Trois "
        "décimales ; toute stratégie qui garantit EG₁(i, j) est juste.",
        en=f"Same game with D = 6, at (i, j) = {p.mix_state}: an optimal mixed strategy of player 1. Three "
        "decimals; any strategy that guarantees EG₁(i, j) is right.",
    ),
    20: lambda p: Text(
        fr=f"Jeu simultané, D = 10, N = {p.last_target}. E(G) exacte de la stratégie optimale contre a) l’aveugle ; b) "
        "l’aléatoire ; c) OPT, le plus petit nombre de dés optimal au jeu séquentiel.",
        en=f"Simultaneous game, D = 10, N = {p.last_target}. Exact E(G) of the optimal strategy against a) blind; b) "
        "random; c) OPT, the smallest number of dice that is optimal in the sequential game.",
    ),
}


def prompt(number: int) -> Callable[[Parameters], Text]:
    """Return the prompt of a question, from the parameters; no formula of it is cut at the end of a line."""

    def asked(params: Parameters) -> Text:
        text = PROMPTS[number](params)
        return Text(fr=_TOGETHER.sub("\u00a0", text.fr), en=_TOGETHER.sub("\u00a0", text.en))

    return asked


def _pick(u0: int, k: int, low: int, high: int) -> int:
    return low + lcg.term(u0, k) % (high - low + 1)


def _states(states: tuple[State, ...]) -> str:
    """States by the letters of their parts: "a) (40, 52), b) (61, 60)"."""
    return ", ".join(f"{letter}) {state}" for letter, state in zip("abc", states, strict=False))


def _duel(pair: Pair, lang: str) -> str:
    first, second = (NAMES[name][lang] for name in pair)
    return f"{first} contre {second}" if lang == "fr" else f"{first} against {second}"


def _percents(mix: tuple[int, ...]) -> str:
    return ", ".join(f"{share} %" for share in mix)
