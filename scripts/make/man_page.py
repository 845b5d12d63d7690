"""The manual page rummynet(1), from the table of commands; scripts/make/docs.py writes it."""

from rummynet import __version__
from rummynet_cli.command_table import VERBS
from rummynet_cli.flags import Flag, Verb

STATUSES = {
    "0": "Done.",
    "1": "The answer is no: a transcript does not verify, a check of doctor fails.",
    "2": "Usage, or input that cannot be read.",
    "3": "The network or the host failed.",
    "130": "Ended by Ctrl-C.",
    "141": "Whoever read the output went away.",
}
ENVIRONMENT = {
    "RUMMYNET_HOME": "The data directory, where --data does not say another.",
    "RUMMYNET_DEBUG": "If set, an unexpected error shows where it happened.",
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": "The language of the client: English or German.",
    "NO_COLOR": "If set, no colours.",
}
FILES = {
    "identity/": "The player's key and the keys of hosts met before, readable by their owner alone.",
    "transcripts/": "A signed transcript of every game; rummynet verify checks it.",
    "settings.toml": "The settings of the client.",
    "host/": "The journal of a host, and the transcripts of its games.",
}
HEAD = r"""
.SH NAME
rummynet \- rummy on the local network, on a host that cannot cheat unnoticed
.SH SYNOPSIS
.B rummynet
.I VERB
.RI [ argument " ...]"
.br
.B rummynet
.RB [ \-\-help | \-\-version ]
.SH DESCRIPTION
Host and players shuffle together by commit and reveal, so that nobody can choose the cards.
Each player's client checks every signature, card and move while the game goes on;
.B rummynet verify
checks the transcript afterwards.
.B rummynet demo
shows a whole game between bots.
""".strip()


def man_page() -> str:
    """The page, in the macros of man(7)."""
    lines = ['.\\" Made by scripts/make/docs.py from the table of commands.']
    lines += [f'.TH RUMMYNET 1 "" "rummynet {__version__}" "User Commands"', HEAD, ".SH COMMANDS"]
    for verb in VERBS:
        lines += _verb(verb)
    lines += [".SH EXIT STATUS", *_terms(STATUSES), ".SH ENVIRONMENT", *_terms(ENVIRONMENT)]
    lines += [".SH FILES", "In the data directory:", *_terms(FILES)]
    lines += [".SH EXAMPLES", *(line for verb in VERBS for line in (".nf", _text(verb.example), ".fi"))]
    return "\n".join(lines) + "\n"


def _verb(verb: Verb) -> list[str]:
    lines = [f".SS rummynet {_text(verb.name)}", _text(verb.description)]
    for flag in verb.flags:
        lines += [".TP", _head(flag), _text(flag.help[0].upper() + flag.help[1:] + ".")]
    return lines


def _head(flag: Flag) -> str:
    """The argument as it is typed: names bold, what stands for something else in italics."""
    name, _, value = flag.shown.partition(" ")
    if flag.positional:
        return f".I {_text(flag.shown)}"
    return f'.BI {_text(name)} " {_text(value)}"' if value else f".B {_text(name)}"


def _terms(terms: dict[str, str]) -> list[str]:
    return [line for name, meaning in terms.items() for line in (".TP", f".B {_text(name)}", _text(meaning))]


def _text(text: str) -> str:
    """The text with what roff would take as its own written so that it does not."""
    made = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return "\\&" + made if made[:1] in (".", "'") else made
