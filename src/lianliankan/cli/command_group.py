"""Groups of commands: how their help is laid out."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from lianliankan.cli.options import NO_BREAK_HYPHEN
from lianliankan.override import override


class _Formatter(click.HelpFormatter):
    """Writes help in which names are not broken at their hyphens."""

    @override
    def getvalue(self) -> str:
        return super().getvalue().replace(NO_BREAK_HYPHEN, "-")


class _Context(click.Context):
    formatter_class = _Formatter


class _Command(click.Command):
    context_class = _Context


class Commands(click.Group):
    """A group whose help shows its commands before its options, in `sections` if it has any, with whole summaries."""

    context_class = _Context
    command_class = _Command
    group_class = type  # groups in it are such groups, too

    def __init__(self, *names: Any, sections: Mapping[str, Sequence[str]] | None = None, **given: Any) -> None:  # noqa: ANN401
        super().__init__(*names, **given)
        self._sections = sections

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        if self._sections is None:
            return super().list_commands(ctx)
        return [name for section in self._sections.values() for name in section]

    @override
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        width = max(map(len, self.list_commands(ctx)))
        for title, names in (self._sections or {"Commands": self.list_commands(ctx)}).items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), self._summary(ctx, name)) for name in names])
        click.Command.format_options(self, ctx, formatter)

    def _summary(self, ctx: click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return "" if command is None else command.get_short_help_str(limit=1000)
