"""Finite automata and regular languages: words, counts, minimal and subset automata, regular expressions."""

from dataclasses import dataclass
from itertools import product

from answers.author import (
    Draws,
    choice,
    choices,
    draw_table,
    exam,
    integers,
    matrix,
    question,
    sequence,
    set_of,
    shared,
)

ORDER = 5


@dataclass(frozen=True)
class Dfa:
    """A complete DFA on {a, b}: its states are 0 to 4, 0 is initial."""

    on_a: tuple[int, ...]
    on_b: tuple[int, ...]
    final: tuple[int, ...]
    words: tuple[str, ...]
    length: int
    state: int

    def run(self, word: str, start: int = 0) -> int:
        """Return the state after a word."""
        for letter in word:
            start = (self.on_a if letter == "a" else self.on_b)[start]
        return start

    def accepts(self, word: str, start: int = 0) -> bool:
        """Tell whether a word is accepted."""
        return self.run(word, start) in self.final


def words_of(length: int) -> list[str]:
    """Return all words of a length."""
    return ["".join(word) for word in product("ab", repeat=length)]


def classes(dfa: Dfa) -> list[tuple[bool, ...]]:
    """Return for each state which words of at most 4 letters are accepted from it (enough for 5 states)."""
    tests = [word for length in range(ORDER) for word in words_of(length)]
    return [tuple(dfa.accepts(word, state) for word in tests) for state in range(ORDER)]


def good_dfa(dfa: Dfa) -> bool:
    """Keep automata that are accessible, not minimal, and of which some words are accepted."""
    reached = {dfa.run(word) for length in range(ORDER) for word in words_of(length)}
    kinds = classes(dfa)
    accepted = sum(dfa.accepts(word) for word in dfa.words)
    return (
        len(reached) == ORDER and len(set(kinds)) in (3, 4) and kinds.count(kinds[dfa.state]) > 1 and 0 < accepted < 4
    )


@shared(until=good_dfa)
def dfa(draws: Draws) -> Dfa:
    """Draw a DFA whose state 4 is equivalent to another one."""
    state = draws.integer(1, ORDER - 2)
    on_a = tuple(draws.integer(0, ORDER - 1) for _ in range(ORDER - 1))
    on_b = tuple(draws.integer(0, ORDER - 1) for _ in range(ORDER - 1))
    final = draws.integer(1, ORDER - 2)
    finals = (final, ORDER - 1) if state == final else (final,)
    words = tuple("".join(draws.choice("ab") for _ in range(size)) for size in (2, 3, 4, 5))
    return Dfa((*on_a, on_a[state]), (*on_b, on_b[state]), finals, words, draws.integer(4, 5), state)


dfa.drawing(
    lambda dfa: draw_table(
        [("a", *dfa.on_a), ("b", *dfa.on_b), ("F", *(1 if state in dfa.final else 0 for state in range(ORDER)))],
        header=("", *range(ORDER)),
    )
)


@question(points=2, kind=choices("A", "B", "C", "D"), needs=dfa, tags="automata", difficulty=1)
def accepted(dfa: Dfa) -> list[str]:
    """Return the accepted words."""
    return [name for name, word in zip("ABCD", dfa.words, strict=True) if dfa.accepts(word)]


accepted.text(
    fr="""
    L’automate déterministe complet ci-dessous a pour états 0 à 4 et pour état initial 0. La table donne, pour
    chaque état, l’état où mène $a$, puis celui où mène $b$ ; la ligne F contient 1 si l’état est final. Lesquels de ces
    mots sont acceptés : A) {{ dfa.words[0] }}, B) {{ dfa.words[1] }}, C) {{ dfa.words[2] }}, D) {{ dfa.words[3] }}
    ?
    """,
    en="""
    The complete deterministic automaton below has states 0 to 4; state 0 is initial. For each state, the table
    gives the state reached on reading $a$, then $b$; row F contains 1 if the state is final. Which of these words
    are accepted: A) {{ dfa.words[0] }}, B) {{ dfa.words[1] }}, C) {{ dfa.words[2] }}, D) {{ dfa.words[3] }}?
    """,
)
accepted.hint(
    fr="Depuis l’état 0, on suit une flèche par lettre ; le mot est accepté si le dernier état est final.",
    en="From state 0, follow one arrow per letter; the word is accepted if the last state is final.",
)
accepted.mistake(
    "complement",
    lambda dfa: [name for name, word in zip("ABCD", dfa.words, strict=True) if not dfa.accepts(word)],
    fr="Ce sont les mots refusés.",
    en="These are the rejected words.",
)


@question(points=3, kind=matrix(ORDER, ORDER, 0, 2), needs=dfa, tags="automata", difficulty=1)
def transitions(dfa: Dfa) -> list[int]:
    """Return the number of letters from i to j."""
    return [(dfa.on_a[i] == j) + (dfa.on_b[i] == j) for i in range(ORDER) for j in range(ORDER)]


transitions.text(
    fr="Donner la matrice M telle que $M_{i,j}$ est le nombre de lettres qui mènent de l’état i à l’état j.",
    en="Give the matrix M such that $M_{i,j}$ is the number of letters that lead from state i to state j.",
)
transitions.labels(*(f"({i},{j})" for i in range(ORDER) for j in range(ORDER)))
transitions.hint(
    fr="L’automate est complet : la somme de chaque ligne vaut 2.", en="The automaton is complete: each row sums to 2."
)
transitions.mistake(
    "transposed",
    lambda dfa: [(dfa.on_a[j] == i) + (dfa.on_b[j] == i) for i in range(ORDER) for j in range(ORDER)],
    fr="Cette matrice est la transposée de celle qu’on demande : les lignes correspondent aux états de départ.",
    en="This is the transposed matrix: the row is the state that one leaves.",
)


@question(points=2, kind=integers(1, 0, 99), needs=dfa, tags="automata counting", difficulty=2)
def count(dfa: Dfa) -> int:
    """Return the number of accepted words of the length."""
    return sum(dfa.accepts(word) for word in words_of(dfa.length))


count.text(
    fr="Combien de mots de longueur {{ dfa.length }} l’automate accepte-t-il ?",
    en="How many words of length {{ dfa.length }} does the automaton accept?",
)
count.hint(
    fr="On additionne les coefficients de la ligne 0 de $M^n$ dans les colonnes des états finals : {{ answer }}.",
    en="Add the entries of row 0 of $M^n$ in the columns of the final states: {{ answer }}.",
)
count.mistake(
    "at-most",
    lambda dfa: sum(dfa.accepts(word) for length in range(dfa.length + 1) for word in words_of(length)),
    fr="On a aussi compté les mots plus courts.",
    en="Shorter words were counted too.",
)


@question(points=2, kind=sequence("a", "b"), needs=dfa, tags="automata traversals", difficulty=1)
def shortest(dfa: Dfa) -> list[str]:
    """Return a shortest accepted word."""
    return list(shortest_word(dfa))


shortest.text(
    fr="Donner un mot accepté de longueur minimale.",
    en="Give an accepted word of minimal length.",
)
shortest.accept(lambda word, dfa: dfa.accepts("".join(word)) and len(word) == len(shortest_word(dfa)))
shortest.hint(
    fr="Un parcours en largeur depuis l’état 0 atteint son premier état final par un mot de longueur minimale.",
    en="A breadth-first search from state 0 first reaches a final state by a shortest word.",
)


def shortest_word(dfa: Dfa) -> str:
    """Return the first of the shortest accepted words."""
    return next(word for length in range(ORDER) for word in words_of(length) if dfa.accepts(word))


@question(
    points=4,
    parts="ab",
    kind={"a": integers(1, 1, 5), "b": set_of(low=0, high=4)},
    needs=dfa,
    tags="automata",
    difficulty=3,
)
def minimal(dfa: Dfa) -> tuple[int, list[int]]:
    """Return the number of classes (a) and the class of a state (b)."""
    kinds = classes(dfa)
    return len(set(kinds)), [state for state in range(ORDER) if kinds[state] == kinds[dfa.state]]


minimal.text(
    fr="Combien d’états l’automate minimal a-t-il (a) ? Quels états sont équivalents à l’état {{ dfa.state }}, "
    "lui-même compris (b) ?",
    en="How many states does the minimal automaton have (a)? Which states are equivalent to state {{ dfa.state }}, "
    "itself included (b)?",
)
minimal.hint(
    fr=(
        "On sépare les états finals des autres, puis on raffine la partition tant qu’une lettre sépare deux états "
        "d’une même classe."
    ),
    en="Separate final states from the others, then refine the partition while a letter separates two states.",
)
minimal.mistake(
    "first-partition",
    lambda dfa: (2, [state for state in range(ORDER) if (state in dfa.final) == (dfa.state in dfa.final)]),
    fr="La partition en états finals et non finals n’est que la première étape.",
    en="The partition into final and other states is only the first step.",
)


@dataclass(frozen=True)
class Nfa:
    """Words whose letter number `place` from the end is an a, and a word to read."""

    place: int
    word: str


@shared
def nfa(draws: Draws) -> Nfa:
    """Draw the automaton."""
    place = draws.integer(3, 5)
    return Nfa(place, "".join(draws.choice("ab") for _ in range(7)))


@question(
    points=4,
    parts="ab",
    kind={"a": set_of(low=0, high=5), "b": integers(1, 1, 99)},
    needs=nfa,
    tags="automata",
    difficulty=3,
)
def subsets(nfa: Nfa) -> tuple[list[int], int]:
    """Return the states after the word (a) and the number of states of the subset automaton (b)."""
    ends = [k for k in range(1, nfa.place + 1) if nfa.word[-k] == "a"]
    return [0, *ends], 2**nfa.place


subsets.text(
    fr="""
    Un automate non déterministe a pour états 0 à {{ nfa.place }} ; l’état 0 est initial, l’état {{ nfa.place }}
    final. L’état 0 boucle sur $a$ et sur $b$, $a$ mène aussi de 0 à 1, et chacune des deux lettres mène de i à i + 1
    si 0 < i < {{ nfa.place }}. Quel est l’ensemble des états atteints après lecture de {{ nfa.word }} (a) ? Combien
    d’états accessibles l’automate déterminisé a-t-il (b) ?
    """,
    en="""
    A nondeterministic automaton has states 0 to {{ nfa.place }}; 0 is initial and {{ nfa.place }} final. State 0
    loops on $a$ and $b$, $a$ also leads from 0 to 1, and both letters lead from i to i + 1 if 0 < i <
    {{ nfa.place }}. Which states can be reached on reading {{ nfa.word }} (a)? How many reachable states has its
    determinisation (b)?
    """,
)
subsets.hint(
    fr="L’état k est atteint si la k-ième lettre en partant de la fin est un $a$ ; l’état 0 est toujours atteint.",
    en="State k is reached if the k-th letter from the end is an $a$; 0 always is.",
)
subsets.mistake(
    "all-subsets",
    lambda nfa: (subsets_of_word(nfa)[1:], 2 ** (nfa.place + 1)),
    fr="L’état 0 est toujours atteint ; seules les parties qui le contiennent sont donc accessibles.",
    en="State 0 is always reached, so that only subsets that contain it are reachable.",
)


def subsets_of_word(nfa: Nfa) -> list[int]:
    """Return the states after the word."""
    return [0, *(k for k in range(1, nfa.place + 1) if nfa.word[-k] == "a")]


@dataclass(frozen=True)
class Expressions:
    """A factor, and the order of the expressions."""

    factor: str
    order: tuple[int, ...]


@shared
def expressions(draws: Draws) -> Expressions:
    """Draw a word and an order."""
    return Expressions(draws.choice(("ab", "ba", "aab", "bba", "aba")), tuple(draws.shuffled(range(4))))


@question(
    points=2,
    kind=choice("A", "B", "C", "D", boxes=True),
    needs=expressions,
    tags="automata regular-expressions",
    difficulty=1,
)
def expression(expressions: Expressions) -> str:
    """Return the letter of the expression of words that end with the factor."""
    return "ABCD"[expressions.order.index(0)]


LIST = """{% set w = expressions.factor %}{% for k in expressions.order %}{{ 'ABCD'[loop.index0] }})
{% if k == 0 %}$(a+b)^* {{ w }}${% elif k == 1 %}${{ w }} (a+b)^*${% elif k == 2 %}$(a+b)^* {{ w }} (a+b)^*$
{% else %}$({{ w }})^*${% endif %}{{ '.' if loop.last else ' ; ' }}{% endfor %}"""
expression.text(
    fr="Quelle expression rationnelle décrit les mots sur $\\{a, b\\}$ qui se terminent par {{ expressions.factor }} ? "
    + LIST,
    en="Which regular expression describes the words on $\\{a, b\\}$ that end with {{ expressions.factor }}? " + LIST,
)
expression.hint(
    fr="On écrit un mot quelconque, puis {{ expressions.factor }} : réponse {{ answer }}.",
    en="Any word, then {{ expressions.factor }}: answer {{ answer }}.",
)
expression.mistake(
    "prefix",
    lambda expressions: "ABCD"[expressions.order.index(1)],
    fr="Cette expression décrit les mots qui commencent par le mot donné, et non ceux qui se terminent par lui.",
    en="This expression describes the words that begin so.",
)

# Examples are for u₀ = 17.
accepted.examples("A | right", "B, D | wrong", " | blank")
transitions.examples("0 0 0 1 1 ; 1 0 1 0 0 ; 0 0 2 0 0 ; 0 2 0 0 0 ; 0 2 0 0 0 | " + " ".join(["right"] * 25))
count.examples("16 | right", "15 | wrong")
shortest.examples("aa | right", "a → a | right", "b | wrong")
minimal.examples("a: 4 | right", "a: 5 | wrong", "b: {4, 3} | right", "b: {3} | wrong")
subsets.examples("a: 5, 0, 1, 2 | right", "a: {0} | wrong", "b: 32 | right", "b: 64 | wrong")
expression.examples("a | right", "B | wrong")

EXAM = exam(__name__, title={"fr": "Automates finis", "en": "Finite automata"})
