"""The one command, ``rummynet``: reads the line, imports the verb's code, turns errors into one line and a status.

Statuses: 0 done; 1 the answer is no; 2 usage or unreadable input; 3 the network or the host failed, or a bug;
130 Ctrl-C; 141 whoever read our output went away.
"""

import argparse
import os
import sys
import tomllib
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

from rummynet import __version__
from rummynet.files import MOST_CONFIG, read_file
from rummynet_cli.command_table import HOST, VERBS, Flag, Verb
from rummynet_client.language import sentence_of
from rummynet_protocol.errors import Cheat, Refusal, RummynetError
from rummynet_protocol.text import clean, harmless

DEBUG_VARIABLE: Final = "RUMMYNET_DEBUG"
_UNREADABLE: Final = frozenset({"key_file", "known_hosts", "settings", "transcript"})
"""Codes of errors about files on this machine, which are no refusals and none of the host's fault."""


class BadConfig(Refusal):
    """The file given with --config cannot be used."""

    code = "config"


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_line(message)}; see: {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command; the verb's module ends up in ``args.module``."""
    made = _Parser("rummynet", description="Rummy on the local network, on a host that cannot cheat unnoticed.")
    made.add_argument("--version", action="version", version=f"rummynet {__version__}")
    made.epilog = "example: rummynet demo. Each verb explains itself with --help."
    verbs = made.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    for verb in VERBS:
        _add_verb(verbs, verb)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb named on the command line (or in *argv*); the exit status."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except SystemExit as end:  # argparse, after help or an error
        return end.code if isinstance(end.code, int) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The interpreter flushes standard output once more at its end: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as problem:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        return _explain(problem)


def _run(argv: Sequence[str]) -> int:
    os.umask(0o077)  # whatever is written, keys, journals, transcripts, is its owner's alone
    args = parser().parse_args(argv)
    if args.verb == HOST.name and args.config is not None:
        args = _with_config(args.config, argv)
    status: int = import_module(args.module).run(args)
    return status


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


def _with_config(path: str, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, with the flags of the file put before those of the line, so that the line wins."""
    try:
        settings = tomllib.loads(read_file(path, MOST_CONFIG).decode())
    except OSError as problem:
        raise BadConfig(f"{path} cannot be read ({problem.strerror}); check the name after --config") from None
    except (ValueError, RecursionError) as problem:
        raise BadConfig(f"{path} is no TOML file: {problem}") from None
    limits = settings.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadConfig(f"{path} sets limits to {limits!r}; write them as a section: [limits], then name = number")
    given = [word for name, value in settings.items() for word in _as_flags(path, name, value)]
    place = list(argv).index(HOST.name) + 1
    args = parser().parse_args([*argv[:place], *given, *argv[place:]])
    args.limits = limits
    return args


def _as_flags(path: str, name: str, value: object) -> list[str]:
    known = {flag.name.removeprefix("--"): flag for flag in HOST.flags if flag.name != "--config"}
    flag = known.get(name.replace("_", "-"))
    if flag is None:
        raise BadConfig(f"{path} sets {name!r}, which is no flag of host; it may set: {', '.join(known)}")
    if "action" in flag.settings:
        if not isinstance(value, bool):
            raise BadConfig(f"{path} sets {name} to {value!r}; write true or false")
        return [flag.name] if value else []
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadConfig(f"{path} sets {name} to {value!r}; write text or a whole number")
    return [f"{flag.name}={value}"]


def _explain(problem: Exception) -> int:
    """One line on standard error about *problem*; the exit status."""
    says = sentence_of(problem) if isinstance(problem, RummynetError) else str(problem)
    text, status = _line(says), 3
    match problem:
        case Cheat():
            status = 1
        case Refusal():
            status = 2
        case RummynetError():
            status = 2 if problem.code in _UNREADABLE else 3
        case OSError() if problem.filename is not None:
            text, status = f"{problem.filename}: {problem.strerror}; check that it exists and may be used", 2
        case _:
            text = (
                f"unexpected {type(problem).__name__}: {text}. This is a bug: please report this line and what you did"
            )
            text += f" ({DEBUG_VARIABLE}=1 shows where it happened)"
    print(harmless(f"rummynet: {text}"), file=sys.stderr)
    return status


def _line(text: str) -> str:
    return clean(text, 1000)
