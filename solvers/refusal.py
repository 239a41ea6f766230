"""What a solver says when it is asked for something outside what it accepts."""


class Refusal(ValueError):  # noqa: N818 - refusing is no error of the program
    """What is asked is outside what a solver accepts; the message says what it is and what would be accepted.

    Source: ours.
    """
