"""Commands that take each option once."""

from typing import Any

from typer.core import TyperCommand, TyperOption

from answers.errors import CorrigeError


class Once(TyperCommand):
    """A command that refuses an option of one value that is given twice; Typer would keep the last, silently."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # Any: Typer does not name the class of a context
        """Read the arguments.

        Raises
        ------
        CorrigeError
            If an option that takes one value is given twice.
        """
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            if isinstance(option, TyperOption) and not option.multiple and given.count(option) > 1:
                raise CorrigeError.one(f"{option.opts[0]} is given twice", remedy="give it once")
        return super().parse_args(ctx, args)
