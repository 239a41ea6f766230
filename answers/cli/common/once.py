"""Commands that take each option once, and speak the language of the run."""

from typer.core import TyperCommand, TyperOption

from answers.cli.common.examples import Context
from answers.cli.common.run_language import run_language
from answers.cli.common.spoken import Spoken
from answers.errors import CorrigeError
from answers.messages import Message, speak


class Once(Spoken, TyperCommand):
    """A command that refuses an option of one value that is given twice; Typer would keep the last, silently."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments, and speak as they ask from now on.

        Raises
        ------
        CorrigeError
            If an option that takes one value is given twice.
        """
        options, _, given = self.make_parser(ctx).parse_args(args=list(args))
        speak(run_language(options.get("lang"), options.get("folder")))
        for option in given:
            if isinstance(option, TyperOption) and not option.multiple and given.count(option) > 1:
                raise CorrigeError.one(Message("{opts} is given twice", opts=option.opts[0]), remedy="give it once")
        return super().parse_args(ctx, args)
