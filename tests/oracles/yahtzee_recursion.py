"""Yahtzee by plain recursion, from the words of the rules: slow, for games with few dice, faces and boxes."""

from collections import Counter
from functools import cache
from itertools import combinations, product

LOWER = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance")
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")


WORTHS = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}


def worths(rules):
    return {box: getattr(rules, box) for box in WORTHS}


def read_as(rules):
    read = ("five_is_full", "large_is_small", "kinds_count_all")
    return {"fixed": worths(rules), **{name: getattr(rules, name) for name in read}}


def points(hand, box, *, five_is_full=False, large_is_small=True, kinds_count_all=True, fixed=WORTHS):
    counts = sorted(Counter(hand).values(), reverse=True)
    if box in FACES:
        return (FACES.index(box) + 1) * hand.count(FACES.index(box) + 1)
    if box in ("three_of_a_kind", "four_of_a_kind") and not kinds_count_all:
        equal = 3 if box == "three_of_a_kind" else 4
        return max((equal * face for face in hand if hand.count(face) >= equal), default=0)
    if box == "three_of_a_kind":
        return sum(hand) if counts[0] >= 3 else 0
    if box == "four_of_a_kind":
        return sum(hand) if counts[0] >= 4 else 0
    if box == "full_house":
        full = (len(counts) > 1 and counts[0] >= 3 and counts[1] >= 2) or (five_is_full and len(counts) == 1)
        return fixed[box] if full else 0
    if box in ("small_straight", "large_straight"):
        length = 4 if box == "small_straight" else 5
        if length == 4 and not large_is_small and points(hand, "large_straight"):
            return 0
        return fixed[box] if any(set(range(a, a + length)) <= set(hand) for a in range(1, 9)) else 0
    if box == "yahtzee":
        return fixed[box] if len(counts) == 1 else 0
    return sum(hand)


def moves(rules, hand, left, scored):
    """Return {box: points} for a hand, the open boxes and whether the Yahtzee box holds 50."""
    natural = {box: points(hand, box, **read_as(rules)) for box in left}
    if len(set(hand)) > 1 or "yahtzee" not in rules.boxes or "yahtzee" in left:
        return natural
    extra = rules.extra if scored else 0
    natural = {box: worth + extra for box, worth in natural.items()}
    full = {box: worth for box, worth in worths(rules).items() if box != "yahtzee"}
    lower = {box: full[box] + extra if box in full else natural[box] for box in left if box in LOWER}
    own = FACES[hand[0] - 1]
    if rules.joker == "none" or (rules.joker == "report" and not scored):
        return natural
    if rules.joker == "free":
        return natural if own in left else {**natural, **lower}
    if own in left:
        return {own: natural[own]}
    return lower or natural


def solve(rules):
    """Return a function of (open boxes, upper total, scored): the best expected rest of the game."""
    faces = range(1, rules.faces + 1)
    hands = list(product(faces, repeat=rules.dice))

    @cache
    def after(kept):
        """The chances of the hands that a keep becomes, as sorted tuples."""
        thrown = Counter(tuple(sorted(kept + dice)) for dice in product(faces, repeat=rules.dice - len(kept)))
        return {hand: number / rules.faces ** (rules.dice - len(kept)) for hand, number in thrown.items()}

    @cache
    def keeps(hand):
        return {combination for size in range(rules.dice + 1) for combination in combinations(hand, size)}

    @cache
    def value(left, upper, scored):
        if not left:
            return float(rules.bonus if upper >= rules.threshold else 0)

        @cache
        def turn(hand, rerolls):
            if rerolls:
                return max(sum(p * turn(new, rerolls - 1) for new, p in after(keep).items()) for keep in keeps(hand))
            best = 0.0
            for box, earned in moves(rules, hand, left, scored).items():
                gain = points(hand, box) if box in FACES else 0
                now = scored or (box == "yahtzee" and earned > 0)
                best = max(best, earned + value(left - {box}, upper + gain, now))
            return best

        return sum(turn(tuple(sorted(hand)), 2) for hand in hands) / len(hands)

    return value


def sheets(rules):
    """Yield every (open boxes, upper total, scored) that can be met."""
    for size in range(len(rules.boxes) + 1):
        for filled in combinations(rules.boxes, size):
            totals = [range(0, (FACES.index(b) + 1) * rules.dice + 1, FACES.index(b) + 1) for b in filled if b in FACES]
            for upper in {sum(worths) for worths in product(*totals)}:
                for scored in (False, True) if "yahtzee" in filled else (False,):
                    yield frozenset(rules.boxes) - set(filled), upper, scored
