"""Example command lines for the help of each command; a test parses them all."""

from typing import Any, TypeAlias

Context: TypeAlias = Any
"""The context of a command, whose class Typer does not export."""

EXAMPLES = {
    "list": ("corrige list", "corrige list --tag graphs --exams mine"),
    "show": ("corrige show phantom", "corrige show dice --lang en"),
    "check": ("corrige check verger",),
    "atlas": ("corrige atlas verger --seeds 100", "corrige atlas nash --all --jobs 2"),
    "key": ("corrige key phantom --u0 17", "corrige key phantom --u0 17 --question 7a --json"),
    "sheet": (
        "corrige sheet phantom --u0 17",
        "corrige sheet phantom --face subject --lang en -o subject.pdf",
        "corrige sheet phantom --u0 17 --layout",
    ),
    "grade": (
        "corrige grade answers.csv --exam phantom",
        "corrige grade scans/*.pdf --json -o marks.json",
        "corrige grade paper.txt --exam nim.py -o paper.pdf",
    ),
    "practice": ("corrige practice phantom", "corrige practice dice --question 7 --u0 17"),
    "compose": (
        "corrige compose phantom:5=3 verger:1 --title Jeux --minutes 60 -o games.toml",
        "corrige compose --tag graphs --difficulty 1-2 --exams mine --title TD --minutes 30",
    ),
    "exam": ("corrige exam new nim",),
    "exam new": ("corrige exam new nim",),
    "exam export": ("corrige exam export nim.py", "corrige exam export games --exams games.toml -o games.zip"),
    "preview": ("corrige preview nim.py", "corrige preview exams/nim --u0 17,18 --lang en"),
    "trust": ("corrige trust exams/nim", "corrige trust --author exams/nim"),
    "explain": (
        "corrige explain",
        "corrige explain u0-changed",
        "corrige explain paper.pdf --item 7a.2",
        "corrige explain algo s05 --item 7a.2",
    ),
    "doctor": ("corrige doctor copie.pdf", "corrige doctor copie.pdf --json -o report.json"),
    "verify": ("corrige verify nash", "corrige verify -o figures.html"),
    "figures": ("corrige figures dice -o figures",),
    "match": ("corrige match toutes_les_esperances decision_une", "corrige match optimal decision.py --games 200"),
    "demo": ("corrige demo -o demo",),
    "class": ("corrige class init algo --exam domino --students list.csv", "corrige class seeds algo"),
    "class init": (
        "corrige class init algo --exam domino --students list.csv",
        "corrige class init algo --exam dice --sitting june",
    ),
    "class add": ("corrige class add algo late.csv", "corrige class add algo --student s36 --name Doe"),
    "class remove": ("corrige class remove algo s12",),
    "class seeds": ("corrige class seeds algo",),
    "class subject": ("corrige class subject algo",),
    "class sheets": (
        "corrige class sheets algo",
        "corrige class sheets algo --one-file --seating",
        "corrige class sheets algo --student s36",
        "corrige class sheets algo --slips",
    ),
    "class sit": (
        "corrige class sit algo --minutes 210",
        "corrige class sit algo --host 10.0.0.5 --tls-cert c.pem --tls-key k.pem",
    ),
    "class keys": ("corrige class keys algo",),
    "class collect": (
        "corrige class collect algo submissions.zip",
        "corrige class collect algo --deadline 2026-05-30T18:00",
    ),
    "class scans": ("corrige class scans algo", "corrige class scans algo --json -o scans.json"),
    "class assign": (
        "corrige class assign algo IMG_2041.jpg s05",
        "corrige class assign algo scan.pdf:3 s05 --sheet-page 2",
        "corrige class assign algo draft.pdf --none",
    ),
    "class grade": ("corrige class grade algo", "corrige class grade algo --diff"),
    "class review": ("corrige class review algo", "corrige class review algo --json -o review.json"),
    "class history": ("corrige class history algo", "corrige class history algo --student s05"),
    "class undo": ("corrige class undo algo",),
    "class decide": (
        "corrige class decide algo s05 4b.1 --value 2075000000 --reason 'the ink is clear'",
        "corrige class decide algo 4b.1 --all-equal --right",
        "corrige class decide algo 4b --everybody --leave-out --reason 'bad question'",
    ),
    "class mistakes": (
        "corrige class mistakes algo",
        "corrige class mistakes algo --accept 1 --label 'The loop begins at 1: u(0) counts too.'",
    ),
    "class report": ("corrige class report algo",),
    "class export": ("corrige class export algo --to csv", "corrige class export algo --to moodle --list grades.csv"),
    "desk": ("corrige desk algo",),
    "play": ("corrige play dice",),
    "play dice": ("corrige play dice --against blind",),
    "play verger": ("corrige play verger --ravens 5",),
    "play yahtzee": ("corrige play yahtzee --against decision_une",),
    "solve": ("corrige solve verger --trees 4 --fruits 10 --ravens 9",),
    "solve alphabeta": ("corrige solve alphabeta tree.json", "corrige solve alphabeta tree.json -o tree.svg"),
    "solve arena": ("corrige solve arena arena.txt -o arena.svg",),
    "solve chess": ("corrige solve chess --position r3k3/8/8/8/8/8/8/BN2K3",),
    "solve chomp": ("corrige solve chomp --board 3x4",),
    "solve cram": ("corrige solve cram --board 4x5",),
    "solve dice": ("corrige solve dice --dice 10 --target 100", "corrige solve dice --table EG -o gains.csv"),
    "solve dice-gain": ("corrige solve dice-gain --first optimal --second blind",),
    "solve domineering": ("corrige solve domineering --board 5x5",),
    "solve game": ("corrige solve game --board 3x3 --first 0,3,1,4,2,5 --second 5,2,4,1,3,0",),
    "solve minmax": ("corrige solve minmax tree.json", "corrige solve minmax tree.json -o tree.svg"),
    "solve nash": ("corrige solve nash --matrix game.csv", "corrige solve nash --matrix game.csv --method exp3"),
    "solve phantom": ("corrige solve phantom --board 3x3 --plans 100 --u0 17",),
    "solve tictactoe": ("corrige solve tictactoe --grid XO./.X./..O",),
    "solve verger": ("corrige solve verger --trees 4 --fruits 10 --ravens 9", "corrige solve verger --orchard 3,2,1"),
    "solve yahtzee": ("corrige solve yahtzee --strategy toutes_les_esperances",),
    "solve yahtzee-aims": ("corrige solve yahtzee-aims --dice 2,2,3,5,6",),
    "solve yahtzee-codes": ("corrige solve yahtzee-codes --dice 6,5,3,3,1",),
    "solve yahtzee-game": ("corrige solve yahtzee-game --seed 17",),
    "solve yahtzee-group": ("corrige solve yahtzee-group --open chance,yahtzee",),
    "solve yahtzee-keep": ("corrige solve yahtzee-keep --dice 2,2,3,5,6 --rolls 2",),
    "solve yahtzee-weights": ("corrige solve yahtzee-weights --sets 100 --steps 2",),
    "solve yahtzee-win": ("corrige solve yahtzee-win --open sixes --lead -20 --dice 2,3,4,6,6 --rolls 1",),
}
"""Example command lines by command, such as "class seeds"; each fits in 80 columns with its indentation."""

SETTINGS = {
    "class grade": (
        "[exams.phantom]",
        'points = { "1" = 2, "7a" = 2.5 }',
        'tolerance = { "4" = { relative = 0.05 }, "8b" = { absolute = 0.02 } }',
    )
}
"""Lines of `corrige.toml` that change what a command does, by command; docs/settings.md lists all settings."""


def called(context: Context) -> str:
    """Return the name of a context's command with the names of its groups, such as "class seeds"."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, context.info_name)
        context = context.parent
    return " ".join(names)
