"""Tables of boards that the exam `phantom` draws from, found with the solvers, which a draw may not use.

A cell (i, j) of a board of P columns is written as the number i P + j. The tests search for formulas that give the
values of question 6, sample the table of questions 7 and 8, and solve all games of question 5.
"""

from collections.abc import Mapping

from answers.exams.phantom_domineering.rules import Dimensions

HIDDEN: tuple[tuple[Dimensions, str], ...] = (
    (
        Dimensions(3, 4),
        (
            "046/289a 046/28a 0468/139a 0468/19ab 0468/19b 0468/3ab 1a/057b 46/012 46/01a 46/0237 46/0238 46/028 "
            "46/08a 46/0ab 46/1258 46/158a 46/2358 46/238 46/238b 46/258b 56/09a 56/13a 56/279 56/39a"
        ),
    ),
    (
        Dimensions(4, 3),
        (
            "0127/349b 0127/4589 0127/459 017/2389 017/289 017/359a 017/35ab 01ab/2378 027/19a 07/1245 07/1268 "
            "07/126a 07/2346 07/238a 167/349 167/39a 17/0259 17/038a 17/059 17/234b 17/259 17/34b 17/3ab 17/59a"
        ),
    ),
    (
        Dimensions(3, 5),
        (
            "0135a/247d 0135a/27e 01468/359b 01468/359d 01468/359e 01568b/23c 01568b/23ce 01568b/24cd 01568b/2cde "
            "01568b/2de 01568b/34e 01568b/4ce 04579c/16ae 04579c/28ae 04579c/3ae 04579c/6ae"
        ),
    ),
    (
        Dimensions(4, 3),
        (
            "0127/345b 0127/35b 017/2458 017/256b 017/258a 017/349 017/459b 017/59ab 01a/2378 01a/3478 049/167b "
            "07/1234 07/124 07/124b 07/126 07/236 07/236a 17/025 17/025b 17/034b 17/05ab 17/349b 17/359a 17/459"
        ),
    ),
    (
        Dimensions(4, 4),
        (
            "0123ce/589d 0124be/9cd 0124de/39bc 0124de/59b 0124de/69b 0124de/79af 0124de/79bf 0125bc/367e "
            "0125bc/36df 0125bc/469f 0125bc/6ae 01456ac/238f 0148bcf/356d 0156bc/27ae 0156bc/27e 0169bf/57ae "
            "02458e/136a 02458e/69a 0248ac/15be 0248ac/17d 0248ac/35de 0248ac/35ef"
        ),
    ),
    (
        Dimensions(4, 4),
        (
            "0123ce/79d 01248ce/356b 0124be/79d 0124de/568a 0124de/579b 0124de/59af 0124de/69bc 0124de/79ab "
            "0124de/9ab 0124de/9bcf 0125bc/46f 0125bc/6af 01456ac/2789 01456ac/289 01456ac/28d 0169bf/57ac "
            "02458e/69af 0248ac/135e 0248ac/135f 0248ac/356d 0248ac/67f 0248de/679f"
        ),
    ),
)
"""The six games of question 6: the size of a board, then boards as FORBIDDEN/MARKED, a hexadecimal digit for each cell.
One of the marked cells will be forbidden too.

Each player has at most six moves. No list of a player wins whichever cell is forbidden, and optimal strategies are
mixed for nearly all chances. Of such boards, about twenty for each game were selected: their values are far apart, and
no fixed minimum, maximum, sum, half or complement of chances is near the value in more than two of five draws."""

PAIRS: Mapping[Dimensions, str] = {
    Dimensions(4, 5): "0,2 0,5 0,12 0,15 0,17 1,3 1,10 1,11 1,14 1,17 1,18 2,10 5,12 6,8 6,13",
    Dimensions(5, 4): "0,2 0,9 0,16 0,18 0,19 1,2 1,8 1,10 1,18 4,6 4,14 8,10 9,10",
    Dimensions(5, 5): "0,3 0,4 0,11 0,12 0,13 0,14 0,21 0,22 0,24 1,16 2,17 5,13 5,14 6,11 7,11 10,13",
    Dimensions(4, 6): "0,3 0,4 0,13 0,14 0,19 0,22 1,3 1,6 2,7 2,10 2,13 2,16 6,15 6,16 6,17 7,9",
    Dimensions(6, 4): "0,3 0,8 0,9 0,12 0,16 1,11 4,5 4,9 4,13 4,16 4,19 5,9 5,10 8,10 8,12 8,14",
    Dimensions(5, 6): "0,2 0,6 0,15 0,18 0,23 0,24 0,25 1,7 2,8 2,17 7,13 7,15 7,17 8,15 8,16 13,15",
    Dimensions(6, 5): "0,11 0,28 1,13 1,15 1,22 1,26 1,28 2,5 2,11 5,14 6,8 6,19 6,21 7,15 11,13 11,18",
}
"""Pairs of forbidden cells of questions 7 and 8, up to reflections, by size of the board.

With these pairs, over nine seeds, no plan was unbeaten among 500 or 700 plans and no value with 90 plans was 0 or 1. Of
such pairs, up to sixteen with values far apart were selected."""

REMAINDERS: tuple[str, str] = (
    (
        "31/6/143 31/7/161 31/8/200 31/9/240 31/12/405 31/13/442 31/15/509 31/16/558 31/17/584 31/18/605 31/20/677 "
        "33/8/292 33/9/333 33/10/333 33/11/351 33/23/667 33/24/667 33/25/667 33/26/714 35/7/286 35/8/286 35/10/343 "
        "35/11/343 35/12/500 35/13/500 35/14/500 35/24/771 35/25/771 35/26/771 35/27/771 35/28/771 37/7/250 37/14/357 "
        "39/7/125 39/16/429 39/17/462 39/20/545 39/21/586 39/22/611 39/23/621 39/30/783 39/31/818 43/9/194 43/34/833 "
        "45/15/293 45/16/293 45/18/361 45/20/503 45/21/509 45/22/509 45/23/535 45/28/667 45/36/833 47/31/690 47/32/711 "
        "49/9/167 49/15/286 49/16/357 49/19/429 49/20/429 49/21/429 49/22/429 55/17/255 55/18/284 55/24/471 55/28/538 "
        "55/30/580 55/31/580 55/38/739 55/39/750 55/40/762 55/41/776 55/42/780"
    ),
    (
        "31/6/857 31/7/839 31/8/800 31/9/760 31/12/595 31/13/558 31/15/491 31/16/442 31/17/416 31/18/395 31/20/323 "
        "33/6/867 33/7/857 33/9/784 33/10/784 33/15/500 33/18/500 33/19/500 33/23/250 33/24/211 33/26/158 35/10/571 "
        "35/11/571 35/15/571 35/16/571 35/17/571 35/18/571 35/19/429 35/20/429 35/21/429 35/22/429 35/23/321 35/24/143 "
        "35/25/143 35/26/143 35/27/143 35/28/143 37/7/833 37/24/292 37/29/167 39/13/700 39/14/700 39/15/667 39/16/667 "
        "39/22/485 39/30/214 39/31/200 43/10/779 43/11/762 43/33/194 45/10/745 45/11/727 45/14/667 45/17/667 45/19/610 "
        "45/23/526 45/24/500 45/25/500 45/26/500 45/29/319 47/31/310 47/32/289 49/9/833 49/15/714 49/16/643 49/19/571 "
        "49/20/571 49/21/571 49/22/571 51/14/758 51/36/283 51/38/242 55/22/593"
    ),
)
"""Games of question 5 (a) and (b), each as MODULUS/BOUND/VALUE, with the value in thousandths.

Moduli are odd, from 31 to 59; bounds are from a fifth to four fifths of the modulus. The value differs by more than
0.03 from the share of pairs that player 1 wins. With some even moduli a player has a number that never loses."""
