"""An exam with numbers, a choice with a reason, and a proof, which a person marks by criteria."""

from answers.author import Criterion, Draws, Written, exam, integers, question, shared, yes_or_no


@shared
def order(draws: Draws) -> int:
    return draws.integer(5, 30)


@question(points=2, kind=integers(1, 0, 999), needs=order)
def edges(n: int) -> int:
    return n * (n - 1) // 2


edges.text(
    fr="Combien d’arêtes a le graphe complet à {{ order }} sommets ?",
    en="How many edges has the complete graph with {{ order }} vertices?",
)
edges.examples("210 | right", "17 | wrong")


@question(
    points={"a": 1, "b": 2},
    parts="ab",
    kind={
        "a": yes_or_no(boxes=True),
        "b": Written(lines=4, criteria=[Criterion("parity", 2, "parle du degré", "uses the degree")]),
    },
    needs=order,
)
def eulerian(n: int) -> tuple[bool, str]:
    return n % 2 == 1, f"n − 1 = {n - 1}"


eulerian.text(
    fr="Le graphe complet à {{ order }} sommets est-il eulérien ? (b) Pourquoi ?",
    en="Is the complete graph with {{ order }} vertices Eulerian? (b) Why?",
)
eulerian.examples("a: oui | right", "a: non | wrong")


@question(
    points=4,
    kind=Written(
        lines=8,
        criteria=[
            Criterion("uses-n", 1, "utilise n", "uses n"),
            Criterion("induction", "3", "récurrence complète", "complete induction"),
            Criterion("missing-case", -1, "un cas manque", "a case is missing"),
        ],
        note="Un contre-exemple suffit. <b>",
    ),
    needs=order,
)
def proof(n: int) -> None:
    return None


proof.text(
    fr="Démontrer que tout arbre à {{ order }} sommets a {{ order - 1 }} arêtes.",
    en="Prove that every tree with {{ order }} vertices has {{ order - 1 }} edges.",
)

EXAM = exam(__name__, title={"fr": "Explications", "en": "Explanations"})
