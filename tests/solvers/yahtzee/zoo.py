"""Small games for the tests, with every joker and every bonus, that the slow oracle can still solve."""

from solvers.yahtzee.rules.rules import YahtzeeRules

FIVE_COINS = ("ones", "twos", "three_of_a_kind", "full_house", "yahtzee")
SMALL = [
    YahtzeeRules(1, 2),
    YahtzeeRules(1, 3, threshold=4, bonus=7, boxes=("ones", "threes", "chance")),
    YahtzeeRules(2, 2, boxes=("yahtzee",)),
    YahtzeeRules(2, 3, threshold=8, bonus=5, boxes=("ones", "threes", "yahtzee", "chance")),
    *(
        YahtzeeRules(5, 2, threshold=12, bonus=20, joker=joker, extra=extra, boxes=FIVE_COINS)
        for joker in ("forced", "free", "report", "none")
        for extra in (0, 100)
    ),
    YahtzeeRules(5, 2, threshold=11, joker="free", five_is_full=True, boxes=FIVE_COINS),
    YahtzeeRules(3, 3, threshold=9, bonus=11, joker="report", boxes=("twos", "threes", "three_of_a_kind", "yahtzee")),
    YahtzeeRules(4, 4, threshold=10, bonus=15, boxes=("ones", "fours", "small_straight", "yahtzee")),
    YahtzeeRules(3, 4, threshold=1000, joker="report", boxes=("ones", "fours", "yahtzee", "chance")),
    YahtzeeRules(5, 2, threshold=13, bonus=20, joker="free", boxes=FIVE_COINS, full_house=7, yahtzee=31),
    YahtzeeRules(
        4, 4, threshold=9, bonus=8, joker="report", boxes=("twos", "small_straight", "yahtzee"), small_straight=12
    ),
]
NAMES = [f"{r.dice}x{r.faces}-{r.joker}-{r.extra}-{r.threshold}" for r in SMALL]
