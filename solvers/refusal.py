"""What a solver says when it is asked for something outside what it accepts."""


class Refusal(ValueError):  # noqa: N818 - refusing is no error of the program
    """What is asked is outside what a solver accepts; the message says what it is and what would be accepted.

    Parameters
    ----------
    template
        The message; when it has values, their names stand in braces, as in `str.format`.

    Source: ours.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values
