"""The argument parser, made from the table of commands."""

import argparse
from typing import Any, NoReturn

from rummynet import __version__
from rummynet_cli.command_table import VERBS
from rummynet_cli.errors import one_line
from rummynet_cli.flags import Flag, Verb


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and that says which verb was meant."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            from difflib import get_close_matches

            meant = get_close_matches(str(value), action.choices, 1)
            hint = f"did you mean {meant[0]!r}?" if meant else f"there are: {', '.join(action.choices)}"
            self.error(f"there is no verb {str(value)[:20]!r}; {hint}")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)}; see: {self.prog} --help\n")


class _Version(argparse.Action):
    """Shows the version; the commit is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from rummynet_cli.revision import revision

        commit = revision()
        print(f"rummynet {__version__}" + (f" (commit {commit})" if commit else ""))
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command; the verb's module ends up in ``args.module``."""
    made = _Parser("rummynet", description="Rummy on the local network, on a host that cannot cheat unnoticed.")
    made.add_argument("--version", action=_Version, nargs=0, help="show the version and the commit, and exit")
    made.epilog = "example: rummynet demo. Each verb explains itself with --help."
    verbs = made.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    for verb in VERBS:
        _add_verb(verbs, verb)
    return made


def _add_verb(verbs: "argparse._SubParsersAction[_Parser]", verb: Verb) -> None:
    made = verbs.add_parser(
        verb.name,
        help=verb.summary,
        description=verb.description,
        epilog=f"example: {verb.example}",
        allow_abbrev=False,
    )
    made.set_defaults(module=verb.module)
    for flag in verb.flags:
        _add_flag(made, flag)


def _add_flag(made: argparse.ArgumentParser, flag: Flag) -> None:
    settings: dict[str, Any] = dict(flag.settings)
    if flag.positional:
        destination = settings.pop("dest", flag.name.lower())
        made.add_argument(destination, metavar=flag.name, help=flag.help, **settings)
    else:
        made.add_argument(flag.name, help=flag.help.replace("%", "%%"), **settings)
