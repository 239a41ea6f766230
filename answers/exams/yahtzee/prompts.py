"""The prompts of the exam `yahtzee`; every convention that the report leaves open is said where it is first needed."""

from collections.abc import Callable, Mapping
from typing import Final

from answers.exam.exam import Text
from answers.exams.yahtzee.draws import BOX_NAMES, Parameters, boxes_text, dice_text
from solvers.yahtzee.rules.rules import UPPER


def _quarters(n: int, lang: str) -> str:
    text = f"{n / 4:g}"
    return text.replace(".", ",") if lang == "fr" else text


def _joker_boxes(p: Parameters, place: int, lang: str) -> str:
    face, other, lower = p.joker
    return boxes_text((UPPER[face - 1] if place == 0 else other, *lower), lang)


def _aims(p: Parameters, lang: str) -> str:
    (first, second), of = p.aims, {"fr": "pour", "en": "for"}[lang]
    told = [f"{BOX_NAMES[box][lang]} {of} {dice_text(hand)}" for box, hand in (first, second)]
    return f"a) {told[0]} ; b) {told[1]}." if lang == "fr" else f"a) {told[0]}; b) {told[1]}."


def _human(p: Parameters, place: int, lang: str) -> str:
    hand, closed, factor = p.human[place]
    shut = {"fr": "prises", "en": "filled"}[lang]
    return f"{dice_text(hand)}, {boxes_text(closed, lang)} {shut}, c = {factor}"


def _single(p: Parameters, place: int, lang: str) -> str:
    box, hand = p.single_boxes[place]
    return f"{BOX_NAMES[box][lang]}, {dice_text(hand)}"


PROMPTS: Final[Mapping[int, Callable[[Parameters], Text]]] = {
    1: lambda p: Text(
        fr=f"Avec {p.counts[0]} dés à {p.counts[1]} faces et une feuille de {p.counts[2]} cases : nombre de "
        f"combinaisons de dés (sans ordre), de groupes de {p.counts[3]} cases, et de situations au sens du rapport "
        "(combinaisons × 2 nombres de relances × joker ou non × relances possibles × feuilles).",
        en=f"With {p.counts[0]} dice of {p.counts[1]} faces and a sheet of {p.counts[2]} boxes: how many combinations "
        f"of dice (without order), groups of {p.counts[3]} boxes, and situations in the sense of the report "
        "(combinations × 2 numbers of rerolls × joker or not × possible rerolls × sheets)?",
    ),
    2: lambda p: Text(
        fr="Désormais 5 dés à 6 faces ; une main s’écrit en ordre décroissant. Probabilité d’obtenir "
        f"{dice_text(p.thrown[0])} d’un lancer (P) ; {dice_text(p.thrown[1])} en gardant {dice_text(p.thrown[1][-2:])} "
        "et en relançant les trois autres dés (Q).",
        en="From now on 5 dice of 6 faces; a hand is written in decreasing order. What is the probability to throw "
        f"{dice_text(p.thrown[0])} (P); {dice_text(p.thrown[1])} after keeping {dice_text(p.thrown[1][-2:])} and "
        "throwing the other three dice again (Q)?",
    ),
    3: lambda p: Text(
        fr="Cases, numérotées dans l’ordre de la feuille : 0 à 5, As à Six ; 6 brelan ; 7 carré ; 8 full (25 points) ; "
        "9 petite suite (30) ; 10 grande suite (40) ; 11 Yahtzee (50) ; 12 chance. Brelan, carré et chance valent la "
        f"somme des dés ; cinq dés égaux ne sont pas un full. Points de la main {dice_text(p.scored)} dans chacune ?",
        en="Boxes, numbered in the order of the sheet: 0 to 5, ones to sixes; 6 three of a kind; 7 four of a kind; "
        "8 full house (25 points); 9 small straight (30); 10 large straight (40); 11 Yahtzee (50); 12 chance. Three "
        "and four of a kind and chance are worth the sum of the dice; five equal dice are no full house. How many "
        f"points is the hand {dice_text(p.scored)} worth in each?",
    ),
    4: lambda p: Text(
        fr="Joker, dans toute la suite : si la case Yahtzee contient 50, un autre Yahtzee rapporte 100 points de plus "
        "et remplit la case supérieure de sa valeur ; si elle est prise, une case inférieure libre, où full et suites "
        "comptent en entier ; à défaut, une case supérieure, pour 0. Si elle contient 0, c’est une main ordinaire. "
        f"Avec cinq {p.joker[0]} : le plus de points du coup (100 compris) parmi les cases permises : "
        f"a) Yahtzee 50, cases libres {_joker_boxes(p, 0, 'fr')} ; b) Yahtzee 50, libres {_joker_boxes(p, 1, 'fr')} ; "
        "c) Yahtzee 0, libres les mêmes qu’en b.",
        en="Joker, here and below: if the Yahtzee box holds 50, another Yahtzee earns 100 points more and fills the "
        "upper box of its face; if that is filled, an open lower box, where full house and straights count in full; "
        "else an upper box, for 0. If it holds 0, the hand is an ordinary one. "
        f"With five {p.joker[0]}s: the most points of the turn (100 included) among the boxes allowed: "
        f"a) Yahtzee 50, open boxes {_joker_boxes(p, 0, 'en')}; b) Yahtzee 50, open {_joker_boxes(p, 1, 'en')}; "
        "c) Yahtzee 0, open the same as in b.",
    ),
    5: lambda p: Text(
        fr="Possib : brelan et carré sont atteignables dès une paire, le Yahtzee dès trois dés égaux, le full avec "
        "deux paires et seulement ainsi, une suite à partir de valeurs consécutives auxquelles il manque un seul dé. "
        "Nombre de dés manquants pour les cases 6 à 11 : 0 si elle est atteinte, −1 si elle n’est pas atteignable. "
        f"Main : {dice_text(p.possib)}.",
        en="Possib: three and four of a kind are attainable from a pair on, the Yahtzee from three equal dice on, the "
        "full house with two pairs and only so, a straight from consecutive faces one die short. How many dice are "
        "missing for the boxes 6 to 11: 0 if it is attained, −1 if it is not attainable? "
        f"Hand: {dice_text(p.possib)}.",
    ),
    6: lambda p: Text(
        fr="Poids2 = 50 − 10 m p s’il reste r = 1 relance, 50 − 10 m p / 3 si r = 2 ; m : dés manquants ; p = 2/3 pour "
        f"full et suites, 5/6 pour brelan, carré et Yahtzee. Poids2 de {_aims(p, 'fr')}",
        en="Poids2 = 50 − 10 m p with r = 1 reroll left, 50 − 10 m p / 3 with r = 2; m: missing dice; p = 2/3 for the "
        f"full house and straights, 5/6 for three, four of a kind and Yahtzee. Poids2 of {_aims(p, 'en')}",
    ),
    7: lambda p: Text(
        fr="Espérance maximale E des points dans une seule case, et code d’une relance qui l’atteint : le premier dé "
        "(le plus grand) est le bit de poids fort, 1 garde le dé ; 14 = 01110 garde les 2e, 3e et 4e. Ici et plus bas, "
        "toute relance optimale est juste ; deux décimales suffisent. "
        f"r = 1, {_single(p, 0, 'fr')} : E (a), code (b) ; r = 2, {_single(p, 1, 'fr')} : E (c), code (d).",
        en="Greatest expectation E of the points in a single box, and the code of a reroll that reaches it: the first "
        "die (the highest) is the most significant bit, 1 keeps the die; 14 = 01110 keeps the 2nd, 3rd and 4th. Here "
        f"and below any optimal reroll is right; two decimals will do. r = 1, {_single(p, 0, 'en')}: E (a), "
        f"code (b); r = 2, {_single(p, 1, 'en')}: E (c), code (d).",
    ),
    8: lambda p: Text(
        fr="E_global d’une case : espérance, avant le premier des trois lancers, d’un coup qui ne vise qu’elle. "
        f"a) {BOX_NAMES[p.means[0]].fr} ; b) {BOX_NAMES[p.means[1]].fr}.",
        en="E_global of a box: expectation, before the first of the three throws, of a turn that only aims at it. "
        f"a) {BOX_NAMES[p.means[0]].en}; b) {BOX_NAMES[p.means[1]].en}.",
    ),
    9: lambda p: Text(
        fr="E_global d’un groupe : moyenne, sur le premier lancer, du maximum sur les cases du groupe de E(case) + "
        "E_global(groupe sans elle), où E(case) est l’espérance de la question 7 avec r = 2 : équation (9). Sans "
        f"prime, Yahtzee barré (0 point). a) {boxes_text(p.groups[0], 'fr')} ; b) {boxes_text(p.groups[1], 'fr')}.",
        en="E_global of a group: mean, over the first throw, of the maximum over the boxes of the group of E(box) + "
        "E_global(group without it), where E(box) is the expectation of question 7 with r = 2: equation (9). No "
        f"bonus, Yahtzee box at 0. a) {boxes_text(p.groups[0], 'en')}; b) {boxes_text(p.groups[1], 'en')}.",
    ),
    10: lambda p: Text(
        fr="Decision_Une vise la case libre de plus grand Poids1 × Poids2 parmi celles que Possib nomme, la première "
        "en cas d’égalité, et garde ses dés : tous ceux de la valeur, un par valeur d’une suite, les deux paires ou "
        "les cinq dés du full ; s’il y a le choix, les plus grands. Poids1 : points de la case ; brelan, carré : dés "
        "gardés + 3,5 par autre dé. Case supérieure, nommée si un dé montre sa valeur : Poids1 = c × somme de ces dés, "
        "Poids2 = 10 par dé si r = 1, 20/3 si r = 2. Poids1 × Poids2 de la case visée (a), code (b) : "
        f"r = 2, {_human(p, 0, 'fr')} ; de même (c), (d) : r = 1, {_human(p, 1, 'fr')}.",
        en="Decision_Une aims at the open box with the greatest Poids1 × Poids2 among those that Possib names, the "
        "first of equals, and keeps its dice: all of the face, one for each face of a straight, the two pairs or the "
        "five dice of the full house; the highest if there is a choice. Poids1: points of the box; three and four of a "
        "kind: kept dice + 3.5 for each other die. Upper box, named if a die shows its face: Poids1 = c × sum of these "
        "dice, Poids2 = 10 a die if r = 1, 20/3 if r = 2. Poids1 × Poids2 of the box aimed at (a), code (b): "
        f"r = 2, {_human(p, 0, 'en')}; the same (c), (d): r = 1, {_human(p, 1, 'en')}.",
    ),
    11: lambda p: Text(
        fr="Sans relance, Decision_Une (D) remplit la case dont les points dépassent le plus son E_global ; "
        "Toutes_les_esperances (T) celle qui maximise points + E_global(autres cases). Main "
        f"{dice_text(p.fill[1])}, cases libres {boxes_text(p.fill[0], 'fr')}, Yahtzee barré, prime hors d’atteinte : "
        "numéros des cases remplies ?",
        en="Without rerolls, Decision_Une (D) fills the box whose points exceed its E_global most; "
        "Toutes_les_esperances (T) the one that maximises points + E_global(other boxes). Hand "
        f"{dice_text(p.fill[1])}, open boxes {boxes_text(p.fill[0], 'en')}, Yahtzee box at 0, bonus out of reach: "
        "which box numbers do they fill?",
    ),
    12: lambda p: Text(
        fr="Avec des relances, T vise la case qui maximise (9) et joue sa meilleure relance. Yahtzee barré : maximum E "
        f"de (9) (a), code (b). r = {p.aimed[2]}, libres {boxes_text(p.aimed[0], 'fr')}, main {dice_text(p.aimed[1])}.",
        en="With rerolls, T aims at the box that maximises (9) and plays its best reroll. Yahtzee box at 0: maximum E "
        f"of (9) (a), code (b). r = {p.aimed[2]}, open {boxes_text(p.aimed[0], 'en')}, hand {dice_text(p.aimed[1])}.",
    ),
    13: lambda p: Text(
        fr=f"Jeu réduit aux cases {boxes_text(p.reduced[0], 'fr')} ; 35 points de prime si les deux premières "
        f"totalisent au moins {p.reduced[1]}. Espérance M du score du meilleur joueur possible (a) ; puis au premier "
        f"coup, r = 2, main {dice_text(p.reduced[2])} : espérance maximale E du score final (b), code (c).",
        en=f"Game reduced to the boxes {boxes_text(p.reduced[0], 'en')}; a bonus of 35 points if the first two hold at "
        f"least {p.reduced[1]}. Expected score M of the best possible player (a); then in the first turn, r = 2, hand "
        f"{dice_text(p.reduced[2])}: greatest expectation E of the final score (b), code (c).",
    ),
    14: lambda p: Text(
        fr="Prime en vue : moins de 65 points en section supérieure, et 65 possibles avec quatre dés dans chaque case "
        "supérieure libre. Perturbation ajoute alors α × la somme des dés gardés de la valeur d’une case supérieure "
        "visée, s’il en reste 1 à 4, et maximise (9) sur cases et relances ensemble. "
        f"α = {_quarters(p.alpha, 'fr')}, libres {boxes_text(p.perturbed[0], 'fr')}, total supérieur {p.perturbed[1]}, "
        f"Yahtzee barré, r = {p.perturbed[3]}, main {dice_text(p.perturbed[2])} : maximum E (a), code (b).",
        en="Bonus in sight: less than 65 points in the upper section, and 65 possible with four dice in each open "
        "upper box. Perturbation then adds α × the sum of the kept dice of the face of an upper box aimed at, if 1 to "
        "4 are open, and maximises (9) over boxes and rerolls together. "
        f"α = {_quarters(p.alpha, 'en')}, open {boxes_text(p.perturbed[0], 'en')}, upper total {p.perturbed[1]}, "
        f"Yahtzee box at 0, r = {p.perturbed[3]}, hand {dice_text(p.perturbed[2])}: maximum E (a), code (b).",
    ),
    15: lambda _: Text(
        fr="Partie entière sur la liste-destin 1 + u(k) mod 6, k = 0, 1, …, où u(0) = u₀, u(n) = 15091 · u(n − 1) mod "
        "64007 ; chaque lancer prend en tête autant de nombres que de dés ; prime de 35 à 65 points. Score final : "
        "a) D ; b) T ; c) Perturbation, α ci-dessus. D : c = 3 si la prime est en vue, sinon 2 ; "
        "sans case à viser, garde les dés ≥ 4 si la chance est libre, sinon rien ; garde un Yahtzee si la case "
        "Yahtzee contient 50 ; pour remplir, prime en vue, points et E_global des cases supérieures × 20/13. T : si la "
        "case Yahtzee contient 50, une case vaut ce qu’elle vaudrait seule (joker et 100 points compris) ; viser le "
        "Yahtzee compte la suite avec joker en proportion de E/50. À égalité : première case, puis plus de dés gardés, "
        "puis les plus petits.",
        en="A whole game on the destiny list 1 + u(k) mod 6, k = 0, 1, …, where u(0) = u₀, u(n) = 15091 · u(n − 1) mod "
        "64007; each throw takes as many numbers as dice from the front; bonus of 35 from 65 points. Final score: "
        "a) D; b) T; c) Perturbation, α as above. D: c = 3 if the bonus is in sight, else 2; with "
        "no box to aim at, keeps dice ≥ 4 if chance is open, else nothing; keeps a Yahtzee if the Yahtzee box holds "
        "50; to fill, with the bonus in sight, points and E_global of upper boxes × 20/13. T: if the Yahtzee box holds "
        "50, a box is worth what it would be alone (joker and 100 points included); aiming at the Yahtzee counts the "
        "rest with joker in proportion to E/50. Equals: first box, then more dice kept, then the smallest.",
    ),
    16: lambda _: Text(
        fr="Match de dix sets antithétiques s = 0, …, 9 : à l’aller, T joue sur 1 + u(400 s + k) mod 6, D sur "
        "1 + u(400 s + 200 + k) mod 6, k = 0, 1, … ; au retour ils échangent. Deux victoires : 1 point ; une seule et "
        "le meilleur score moyen : 0,5 point. Points de T, de D, et écart moyen de score T − D par partie.",
        en="A match of ten antithetic sets s = 0, …, 9: first T plays on 1 + u(400 s + k) mod 6, D on "
        "1 + u(400 s + 200 + k) mod 6, k = 0, 1, …; then they exchange lists. Two wins: 1 point; only one and the "
        "higher mean score: 0.5 points. Points of T, of D, and mean difference of score T − D a game.",
    ),
}
