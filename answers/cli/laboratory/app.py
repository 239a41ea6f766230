"""The two groups of the laboratory: solvers as a calculator, and games to play in the terminal."""

from answers.cli.common.command import group

SOLVE = """The solvers as a calculator: the games of the documents, for parameters of one's own.

By document: nash has nash, game, phantom, domineering; jeux has arena, tictactoe, chomp, cram, minmax, alphabeta,
chess; dice has dice, dice-gain; verger has verger; yahtzee has those that begin so, and corrige match.
"""

solve = group(
    SOLVE,
    {
        "alphabeta": "answers.cli.laboratory.trees:alphabeta",
        "arena": "answers.cli.laboratory.trees:arena",
        "chess": "answers.cli.laboratory.boards:chess",
        "chomp": "answers.cli.laboratory.boards:chomp",
        "cram": "answers.cli.laboratory.boards:cram",
        "dice": "answers.cli.laboratory.dice:dice",
        "dice-gain": "answers.cli.laboratory.dice:dice_gain",
        "domineering": "answers.cli.laboratory.boards:domineering",
        "game": "answers.cli.laboratory.phantom:game",
        "minmax": "answers.cli.laboratory.trees:minmax",
        "nash": "answers.cli.laboratory.nash:nash",
        "phantom": "answers.cli.laboratory.phantom:phantom",
        "tictactoe": "answers.cli.laboratory.boards:tictactoe",
        "verger": "answers.cli.laboratory.verger:verger",
        "yahtzee": "answers.cli.laboratory.yahtzee:yahtzee",
        "yahtzee-aims": "answers.cli.laboratory.yahtzee:yahtzee_aims",
        "yahtzee-codes": "answers.cli.laboratory.yahtzee:yahtzee_codes",
        "yahtzee-game": "answers.cli.laboratory.yahtzee:yahtzee_game",
        "yahtzee-group": "answers.cli.laboratory.yahtzee:yahtzee_group",
        "yahtzee-keep": "answers.cli.laboratory.yahtzee:yahtzee_keep",
        "yahtzee-weights": "answers.cli.laboratory.weights:yahtzee_weights",
    },
)

play = group(
    "Play against a strategy in the terminal.",
    {
        "dice": "answers.cli.laboratory.play:dice",
        "verger": "answers.cli.laboratory.play:verger",
        "yahtzee": "answers.cli.laboratory.play:yahtzee",
    },
)
