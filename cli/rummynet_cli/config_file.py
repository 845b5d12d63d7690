"""The file given to ``rummynet host --config``: its settings become flags, its section ``limits`` is kept as it is."""

import argparse
import tomllib
from collections.abc import Sequence

from rummynet.files import MOST_CONFIG, read_file
from rummynet_cli.command_table import HOST
from rummynet_cli.parser import parser
from rummynet_protocol.errors import Refusal


class BadConfigFile(Refusal):
    """The file given with --config cannot be used."""

    code = "config"


def with_config(path: str, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments of ``host``: the flags of the file, then those of the line, which win. Raises BadConfigFile."""
    try:
        settings = tomllib.loads(read_file(path, MOST_CONFIG).decode())
    except OSError as problem:
        raise BadConfigFile(f"{path} cannot be read ({problem.strerror}); check the name after --config") from None
    except (ValueError, RecursionError) as problem:
        raise BadConfigFile(f"{path} is no TOML file: {problem}") from None
    limits = settings.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadConfigFile(f"{path} sets limits to {limits!r}; write them as a section: [limits], then name = number")
    given = [word for name, value in settings.items() for word in _as_flags(path, name, value)]
    place = list(argv).index(HOST.name) + 1
    args = parser().parse_args([*argv[:place], *given, *argv[place:]])
    args.limits = limits
    return args


def _as_flags(path: str, name: str, value: object) -> list[str]:
    known = {flag.name.removeprefix("--"): flag for flag in HOST.flags if flag.name != "--config"}
    flag = known.get(name.replace("_", "-"))
    if flag is None:
        raise BadConfigFile(f"{path} sets {name!r}, which is no flag of host; it may set: {', '.join(known)}")
    if "action" in flag.settings:
        if not isinstance(value, bool):
            raise BadConfigFile(f"{path} sets {name} to {value!r}; write true or false")
        return [flag.name] if value else []
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadConfigFile(f"{path} sets {name} to {value!r}; write text or a whole number")
    return [f"{flag.name}={value}"]
