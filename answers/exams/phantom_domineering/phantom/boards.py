"""The boards that the exam `phantom` draws from, found once with the solvers: a draw itself may not ask them.

Its tests find the table of question 6 again, and sample that of questions 7 and 8.
A cell (i, j) of a board of P columns stands as the number i P + j.
"""

from collections.abc import Mapping

from answers.exams.phantom_domineering.cells import Size

HIDDEN: tuple[tuple[Size, str], ...] = (
    (Size(2, 3), "012 013 014 015 024 034 045 123 124 125 134 135 145 234 245 345"),
    (Size(3, 2), "012 013 023 024 025 034 035 123 124 125 134 135 234 235 245 345"),
    (Size(4, 2), "06 07 16 17"),
    (Size(4, 2), "016 017 026 027 036 037 046 047 056 057 067 126 127 136 137 146 147 156 157 167"),
    (Size(3, 3), "04 14 24 34 45 46 47 48"),
    (
        Size(3, 3),
        (
            "014 024 034 045 046 047 048 124 134 145 146 147 148 234 245 246 247 248 345 346 347 348 456 457 458 467 "
            "468 478"
        ),
    ),
)
"""The six games of question 6: sizes, and the sets of cells of which one will be forbidden, a digit a cell.

They are all the sets of two or three cells with which no list of either player wins whichever cell it is: then, and
only then, the value lies strictly between 0 and 1, for any positive chances."""

PAIRS: Mapping[Size, str] = {
    Size(4, 5): "0,2 0,5 0,12 0,15 0,17 1,3 1,10 1,11 1,14 1,17 1,18 2,10 5,12 6,8 6,13",
    Size(5, 4): "0,2 0,9 0,16 0,18 0,19 1,2 1,8 1,10 1,18 4,6 4,14 8,10 9,10",
    Size(5, 5): "0,3 0,4 0,11 0,12 0,13 0,14 0,21 0,22 0,24 1,16 2,17 5,13 5,14 6,11 7,11 10,13",
    Size(4, 6): "0,3 0,4 0,13 0,14 0,19 0,22 1,3 1,6 2,7 2,10 2,13 2,16 6,15 6,16 6,17 7,9",
    Size(6, 4): "0,3 0,8 0,9 0,12 0,16 1,11 4,5 4,9 4,13 4,16 4,19 5,9 5,10 8,10 8,12 8,14",
    Size(5, 6): "0,2 0,6 0,15 0,18 0,23 0,24 0,25 1,7 2,8 2,17 7,13 7,15 7,17 8,15 8,16 13,15",
    Size(6, 5): "0,11 0,28 1,13 1,15 1,22 1,26 1,28 2,5 2,11 5,14 6,8 6,19 6,21 7,15 11,13 11,18",
}
"""Pairs of forbidden cells of questions 7 and 8, up to reflections.

Of all pairs on a board, those were kept with which, over nine seeds, no one of 500 or 700 plans was unbeaten and no
value of 90 plans was 0 or 1; of these, up to sixteen whose values are far apart."""
