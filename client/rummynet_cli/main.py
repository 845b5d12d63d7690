"""The command ``rummynet``: reads its arguments, imports the verb's module and runs it."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, TextIO

from rummynet_cli.command_table import HOST
from rummynet_cli.errors import DEBUG_VARIABLE, explain
from rummynet_cli.own_language import speak
from rummynet_cli.parser import parser, read_arguments
from rummynet_client.language import N_, _


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb named on the command line (or in *argv*); the exit status."""
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        try:
            sys.stdout.flush()
            sys.stderr.flush()  # a line that could not be written is kept, and the interpreter tries it at its end
        except BrokenPipeError:
            raise
        except OSError:  # its window was closed
            _write_nowhere(sys.stdout, sys.stderr)
        return status
    except SystemExit as end:  # argparse, after help or an error
        return end.code if isinstance(end.code, int) else 2
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the shell's prompt would stand behind a question, or behind how far something is
        # 130 and 141 as shells have them: 128 and the signal's number.
        return 130
    except BrokenPipeError:
        # The interpreter flushes standard output once more at its end: let that go nowhere.
        _write_nowhere(sys.stdout)
        return 141
    except Exception as problem:
        # People get one line; who looks for a bug gets where it happened.
        if os.environ.get(DEBUG_VARIABLE):
            raise
        return explain(problem)


def _write_nowhere(*streams: TextIO) -> None:
    for stream in streams:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


CODE: Final = "CODE"  # stands for what the person types next
_CHOICES: Final = (
    (("play",), N_("play against bots")),
    (("join",), N_("join a table on this network")),
    (("join", CODE), N_("join somebody in another home, by a code")),
    (("host",), N_("host tables for others")),
    (("host", "--far"), N_("host tables, also for people in other homes")),
    (("play", "--teach"), N_("learn the game in one round")),
    (("puzzle",), N_("find the best play, one puzzle a day")),
    (("demo",), N_("watch bots play, and the checks")),
)
"""What somebody may want who has typed nothing but the command's name."""


def _chosen() -> Sequence[str]:
    """Ask a person at a terminal what to do, until the answer is one. Returns the arguments."""
    speak()
    for number, (does, says) in enumerate(_CHOICES, 1):
        print(f"  {number}  {_(says):<44}", parser().prog, *does)
    print(_("Type a number: "), end="", flush=True)
    known: dict[str, Sequence[str]] = {str(number): words for number, (words, _says) in enumerate(_CHOICES, 1)}
    known |= dict.fromkeys(("?", "h", "help", "q", "quit"), ("--help",))
    while (answer := sys.stdin.readline()) and answer.strip().lower() not in known:
        print(_("A number from 1 to {most}, or ? for help: ", most=len(_CHOICES)), end="", flush=True)
    words = known[answer.strip().lower() or "?"]
    if CODE not in words:
        return words
    print(_("Type the code that you were told, such as {code}: ", code="7-crossover-clockwork"), end="", flush=True)
    # Without one this is ``join``: it shows the hosts of this network.
    return ["join", *filter(None, [sys.stdin.readline().strip()])]


def _run(argv: Sequence[str]) -> int:
    os.umask(0o077)  # whatever is written, keys, journals, transcripts, is its owner's alone
    if not argv:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            speak()
            parser().error(_("say what you want, such as 'rummynet play' or 'rummynet join'"))
        argv = _chosen()
    args = read_arguments(argv)
    if args.verb == HOST.name and args.config is not None:
        # Only where it is asked for: every verb would pay for the TOML reader at its start.
        from rummynet_cli.config_file import with_config

        args = with_config(args.config, argv)
    # By name, so that ``join`` loads nothing of the host and ``engine`` nothing of the client.
    status: int = import_module(args.module).run(args)
    return status
