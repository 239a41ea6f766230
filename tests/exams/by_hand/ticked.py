"""An exam of one choice of several options, with boxes to tick."""

from answers.author import Draws, choices, exam, question, shared


@shared
def order(draws: Draws) -> int:
    return draws.integer(5, 30)


@question(points=1, kind=choices("A", "B", "C", boxes=True), needs=order)
def which(n: int) -> list[str]:
    return ["A", "C"] if n % 2 else ["A", "B"]


which.text(
    fr="Soit K le graphe complet à {{ order }} sommets. A : K est connexe. B : K a un sommet de degré impair. "
    "C : K est eulérien. Quelles phrases sont vraies ?",
    en="Let K be the complete graph with {{ order }} vertices. A: K is connected. B: K has a vertex of odd degree. "
    "C: K is Eulerian. Which sentences are true?",
)
which.examples("B, C | wrong")

EXAM = exam(__name__, title={"fr": "Cases à cocher", "en": "Boxes to tick"})
