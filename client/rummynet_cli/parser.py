"""The argument parser, made from the table of commands."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from rummynet_cli.command_table import VERBS
from rummynet_cli.errors import one_line
from rummynet_cli.flags import GAMES, WITH_DEFAULT, Flag, Verb
from rummynet_cli.own_language import speak, translate_argparse
from rummynet_client.language import N_, _
from rummynet_protocol.sentences import did_you_mean


class _Parser(argparse.ArgumentParser):
    """An argument parser that speaks the person's language, in errors of one line; it says which verb was meant."""

    example: str = ""
    told: Mapping[str, Callable[[], str]] = {}  # the help of each argument by its destination

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            speak()
            known = _("the commands are: {verbs}", verbs=", ".join(action.choices))
            hint = did_you_mean(str(value), action.choices, known)
            self.error(_("there is no command {verb!r}; {hint}", verb=str(value)[:20], hint=hint))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        speak()
        # 2 as for all usage errors (``errors``); argparse would print the whole usage before the line.
        self.exit(2, _("{prog}: {message}; see: {prog} --help", prog=self.prog, message=one_line(message)) + "\n")

    def format_help(self) -> str:
        speak()
        told = dict(self.told)
        for action in self._actions:
            if isinstance(action, argparse._HelpAction):
                action.help = _("show this help message and exit")
            elif isinstance(action, argparse._SubParsersAction):
                _translate_choices(action)
            elif action.dest in told:
                # argparse fills in ``%`` itself.
                action.help = told[action.dest]().replace("%", "%%")
        self._positionals.title, self._optionals.title = _("positional arguments"), _("options")
        self.description, self.epilog = _(self.description or ""), _("example: {example}", example=self.example)
        return super().format_help()


# What people type, by analogy with other programs, for a flag that is called otherwise here.
_MEANT: Final = {"--game": "--variant", "--bots": "--players", "--level": "--strategy", "--host": "--bind"}


class _Version(argparse.Action):
    """Shows the version; the commit is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from rummynet.revision import this_program

        print(this_program())
        parser.exit()


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """What the words say; the verb's module ends up in ``module``. Ends the program where they are wrong."""
    made = parser()
    args, rest = made.parse_known_args(argv)
    if rest:
        verbs = next(action for action in made._actions if isinstance(action, argparse._SubParsersAction))
        speak()
        says, flag = _("unrecognized arguments: %s") % " ".join(rest), _MEANT.get(rest[0], rest[0])
        if has := [verb.name for verb in VERBS if flag in (one.name for one in verb.flags)]:
            says += "; " + _("{flag} is a flag of: {verbs}", flag=flag, verbs=", ".join(has))
        # Not the whole command's ``parse_args``: it would point to the help of all verbs, where no flag is explained.
        verbs.choices[args.verb].error(says)
    return args


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    translate_argparse()
    made = _Parser("rummynet", description=N_("Rummy on the local network, on a host that cannot cheat unnoticed."))
    made.add_argument("--version", action=_Version, nargs=0, help="")
    made.told = {"version": lambda: _("show the version and the commit, and exit")}
    made.example = "rummynet demo, rummynet VERB --help"
    verbs = made.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    for verb in VERBS:
        _add_verb(verbs, verb)
    return made


def _add_verb(verbs: "argparse._SubParsersAction[_Parser]", verb: Verb) -> None:
    made = verbs.add_parser(
        verb.name,
        help=verb.summary,
        description=verb.description,
        # An abbreviation in a script would mean another flag as soon as one is added that begins alike.
        allow_abbrev=False,
    )
    made.set_defaults(module=verb.module)
    made.example = verb.example
    made.told = {_add_flag(made, flag): partial(_help_of, flag) for flag in verb.flags}


def _add_flag(made: argparse.ArgumentParser, flag: Flag) -> str:
    settings: dict[str, Any] = dict(flag.settings)
    if flag.positional:
        destination = settings.pop("dest", flag.name.lower())
        return made.add_argument(destination, metavar=flag.name, help="", **settings).dest
    return made.add_argument(flag.name, help="", **settings).dest


def _help_of(flag: Flag) -> str:
    says, default = _(flag.says, games=GAMES), flag.settings.get("default")
    return says if default is None else _(WITH_DEFAULT, says=says, default=default)


def _translate_choices(verbs: "argparse._SubParsersAction[Any]") -> None:
    summaries = {verb.name: verb.summary for verb in VERBS}
    for choice in verbs._choices_actions:
        # Through the private list: argparse keeps the one-line helps of verbs nowhere else.
        choice.help = _(summaries[choice.dest]).replace("%", "%%")
