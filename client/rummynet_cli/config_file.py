"""The file given to ``rummynet host --config``: its settings become flags, its section ``limits`` is kept as it is."""

import argparse
import os
import re
import stat
import sys
import tomllib
from collections.abc import Mapping, Sequence

from rummynet.files import MOST_CONFIG, read_file
from rummynet_cli.command_table import HOST
from rummynet_cli.own_language import speak
from rummynet_cli.parser import read_arguments
from rummynet_client.language import _, system_words
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import did_you_mean


class BadConfigFile(Refusal):
    """The file given with --config cannot be used."""

    code = "config"


def with_config(path: str, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of ``host``: the flags of the file, then those of the line, which win. Raises BadConfigFile."""
    speak()
    try:
        settings = tomllib.loads(read_file(path, MOST_CONFIG).decode())
    except OSError as problem:
        raise BadConfigFile(
            _(
                "{path} cannot be read ({reason}); check the name after --config",
                path=path,
                reason=system_words(problem),
            )
        ) from None
    except (ValueError, RecursionError) as problem:
        # Bytes that are no UTF-8 are a ValueError; deeply nested arrays exhaust the reader's recursion.
        raise BadConfigFile(_("{path} is not a TOML file: {problem}", path=path, problem=problem)) from None
    _check_readers(path, settings)
    limits = settings.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadConfigFile(
            _(
                "{path} sets limits to {limits!r}; write them as a section: [limits], then name = number",
                path=path,
                limits=limits,
            )
        )
    given = [word for name, value in settings.items() for word in _as_flags(path, name, value)]
    # Flags of the file first: argparse takes the last of two, so the command line wins.
    place = list(argv).index(HOST.name) + 1
    args = read_arguments([*argv[:place], *given, *argv[place:]])
    args.limits = limits
    return args


def _check_readers(path: str, settings: Mapping[str, object]) -> None:
    """A password in the file is for its owner, and for the group of a service. Raises BadConfigFile."""
    # As libpq reads an address: in front of the @, or as a parameter.
    holds_password = re.match(r"\w+://[^/@]*:[^/]*@|.*[?&]password=", str(settings.get("journal", ""))) is not None
    # A service's group may read it: packages install such files as root's with the service's group.
    if holds_password and sys.platform != "win32" and os.stat(path).st_mode & stat.S_IRWXO:
        raise BadConfigFile(
            _("{path} contains a password and other users can read it; fix that with: chmod o= {path}", path=path)
        )


def _as_flags(path: str, name: str, value: object) -> list[str]:
    # A configuration that names another one could name itself.
    known = {flag.name.removeprefix("--"): flag for flag in HOST.flags if flag.name != "--config"}
    flag = known.get(name.replace("_", "-"))
    if flag is None:
        otherwise = _("it may set: {known}", known=", ".join(known))
        hint = did_you_mean(name.replace("_", "-"), (*known, "limits"), otherwise)
        raise BadConfigFile(
            _("{path} sets {name!r}, but host has no such flag; {hint}", path=path, name=name, hint=hint)
        )
    # A switch is there or not; a word such as "no" would be taken for yes.
    if flag.is_switch:
        if not isinstance(value, bool):
            raise BadConfigFile(
                _("{path} sets {name} to {value!r}; write true or false", path=path, name=name, value=value)
            )
        return [flag.name] if value else []
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadConfigFile(
            _("{path} sets {name} to {value!r}; write text or a whole number", path=path, name=name, value=value)
        )
    # In one word, as a value may begin with a dash.
    return [f"{flag.name}={value}"]
