"""The sandboxed process that calls the decision function of a student's program for Yahtzee.

Each line of its input, after the text of the program, is a JSON list of arguments for the decision function. A program
defines `decide`, or `decision` with the arguments, box names and results of the Yahtzee report (section 2.2).
"""

import json
from collections.abc import Callable

from answers.sandbox.program_process import description, enter, load_function, write

MAX_MEMORY = 1_000_000_000
"""Bytes that the program may use beyond those of the interpreter, including NumPy."""
REPORT_NAMES = {
    "ones": "As",
    "twos": "Deux",
    "threes": "Trois",
    "fours": "Quatre",
    "fives": "Cinq",
    "sixes": "Six",
    "three_of_a_kind": "Brelan",
    "four_of_a_kind": "Carre",
    "full_house": "Full",
    "yahtzee": "Yahtzee",
    "small_straight": "PetiteSuite",
    "large_straight": "GrandeSuite",
    "chance": "Chance",
}
"""The names of the boxes in the report's functions."""
FURTHER = "PrimeYahtzee"
"""The name of the points of further Yahtzees in the report, where they are in no box."""

Decide = Callable[..., object]
Sheet = dict[str, int]


def serve(path: str) -> None:
    """Run the process: answer each line of questions on standard input by the decision function of a program.

    `path` is the name of the program's file, which exceptions show; its text is the first line after the trials of the
    sandbox. The process ends when standard input is closed.
    """
    questions, answers = enter(MAX_MEMORY, with_packages=True)
    source = json.loads(questions.readline())
    decide = load_function(source, path, "decide", "dice, rerolls, mine, theirs")
    taken = 4  # a function `decide` does not get the points of further Yahtzees
    if isinstance(decide, str):
        taken = 5
        decision = load_function(source, path, "decision", "valeurDes, nrelancer, feuilleScore, feuilleScoreAdv")
        decide = decide if isinstance(decision, str) else _as_decide(decision)
    if isinstance(decide, str):
        write(answers, decide)
        return
    write(answers, "")
    for line in questions:
        decisions = list[object]()
        for arguments in json.loads(line):
            try:
                decisions.append(json.loads(json.dumps(decide(*arguments[:taken]))))
            except Exception as error:  # noqa: BLE001 - an exception must not end the other decisions
                decisions.append({"error": description(error, path)})
        write(answers, decisions)


def _as_decide(decision: Decide) -> Decide:
    """Convert a decision function of the report, with its boxes, booleans and None, to that of `decide`."""

    def report_sheet(sheet: Sheet, further: tuple[Sheet, int]) -> dict[str, int | None]:
        """Return a score sheet with the box names of the report, without the points of further boxes."""
        extra, total = further
        points = {name: sheet[box] - extra.get(box, 0) if box in sheet else None for box, name in REPORT_NAMES.items()}
        return {**points, FURTHER: total}

    def decide(dice: list[int], rerolls: int, mine: Sheet, theirs: Sheet, further: list[tuple[Sheet, int]]) -> object:
        """Return what the student's `decision` decides: the dice to keep or, without rerolls, the box to fill."""
        answer = decision(list(dice), rerolls, report_sheet(mine, further[0]), report_sheet(theirs, further[1]))
        if not rerolls:
            name = str(answer).replace("é", "e").replace(" ", "").lower()
            return {report.lower(): box for box, report in REPORT_NAMES.items()}.get(name, answer)
        if not isinstance(answer, list | tuple) or len(answer) != len(dice):
            raise ValueError(f"the decision is {answer!r}, not {len(dice)} booleans, true for a die to keep")
        return [die for die, is_kept in zip(dice, answer, strict=True) if is_kept]

    return decide
