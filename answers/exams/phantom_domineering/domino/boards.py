"""Tables of games that the exam `domino` draws from in questions 5 and 6, found with the solvers as those of `phantom`.

The tests solve all games of question 5, and reduce games of question 6 by dominance.
"""

from answers.exams.phantom_domineering.rules import Dimensions

HIDDEN: tuple[tuple[Dimensions, str], ...] = (
    (
        Dimensions(3, 4),
        (
            "0468/13ab 46/013a 46/0158 46/015a 46/017a 46/018a 46/019a 46/01a 46/01ab 46/0258 46/0358 46/0378 "
            "46/037a 46/039a 46/03a 46/03ab 46/059a 46/05a 46/05ab 46/079a 46/07a 46/07ab 46/09a 46/0ab"
        ),
    ),
    (
        Dimensions(4, 3),
        "017/2349 017/239b 017/345b 017/39ab 0178/35ab 07/2369 167/359a 17/039b 17/05ab 17/39ab",
    ),
    (
        Dimensions(3, 5),
        (
            "0168/45a 0168/49a 0168/59a 01689d/4abc 0268/157b 0368/257e 0368/49ac 068a/19d 068a/19de 068c/157d "
            "068d/159e 128d/07ab 1678/29cd 2579/08de"
        ),
    ),
    (
        Dimensions(4, 3),
        "017/234b 017/23ab 017/35ab 0178/345b 07/12ab 167/3459 17/0239 17/045b 17/349b",
    ),
    (
        Dimensions(4, 4),
        (
            "01238a/45be 012679a/5def 01379ac/46de 0138a/6cde 0138ac/24ef 0169b/247a 0179bf/234e 0468de/139a "
            "1248a/35de 1468d/5cef"
        ),
    ),
    (
        Dimensions(4, 4),
        (
            "01238a/69cf 0129f/56be 0138a/2cf 0138ac/246b 0148a/236b 0169bf/7acd 0247e/16bc 079bd/26ac 1468d/0bef "
            "1468d/7cef"
        ),
    ),
)
"""The six games of question 6, written as those of `phantom`.

Each player has at most six moves. Over 24 draws of the chances, removing dominated lists never left a game of two lists
against two (or fewer), whose value could be read off four sums of chances; the value was between 0.12 and 0.88, and no
quadratic function of a single chance was within 0.01 of the value in more than seven of ten draws."""

REMAINDERS: tuple[str, str] = (
    (
        "31/13/442 31/15/509 31/16/558 31/17/584 31/18/605 31/20/677 33/11/351 37/14/357 39/21/586 39/23/621 "
        "43/9/194 45/18/361 45/20/503 45/23/535 47/31/690 47/32/711 55/18/284 55/24/471 55/28/538 55/30/580 "
        "55/31/580 55/38/739 55/40/762 55/42/780 65/46/731 65/48/771 65/49/783 69/16/186 69/17/202 69/18/217 "
        "69/19/219"
    ),
    (
        "31/13/558 31/15/491 31/16/442 31/17/416 31/18/395 31/20/323 43/10/779 43/11/762 43/33/194 45/19/610 "
        "45/29/319 47/31/310 47/32/289 51/14/758 51/38/242 55/22/593 65/17/783 65/18/771 65/20/731 67/14/811 "
        "69/33/550 69/35/535 69/37/504 69/54/175 69/55/168"
    ),
)
"""Games of question 5 (a) and (b), written as those of `phantom`.

No modulus is a multiple of 7: modulo 7, i² + i j + 2 j² is the square of i + 4 j, and such a game is solved by hand.
The denominator of each value is above 60 and above the modulus, and both players mix at least 14 integers: games of
simple values have simple strategies, such as squares. The value differs by more than 0.03 from the share of pairs that
player 1 wins."""
