"""The part of the configuration file that is read again at SIGHUP: ``[limits]`` and ``log_level``.

Everything else in it (address, port, data, name) needs a restart.
"""

import tomllib

from rummynet.files import MOST_CONFIG, read_file
from rummynet.host.limits.bounds import Bounds
from rummynet.host.ops.host_settings import BadLimit, read_limits
from rummynet.host.ops.logbook import LEVELS
from rummynet.table.api.host_context import Limits
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value


class BadConfig(Refusal):
    """The configuration cannot be read again; the previous one stays in force."""

    code = "config"


class LiveSettings(Value):
    """Settings that can be changed while the host runs; ``log_level`` is None where the file does not set it."""

    bounds: Bounds
    limits: Limits
    log_level: str | None


def read_live(path: str) -> LiveSettings:
    """The file's current settings. Raises BadConfig."""
    try:
        values = tomllib.loads(read_file(path, MOST_CONFIG).decode())
    except OSError as problem:
        raise BadConfig(f"{path} cannot be read ({problem.strerror})") from None
    except (ValueError, RecursionError) as problem:
        raise BadConfig(f"{path} is no TOML file: {problem}") from None
    limits, level = values.get("limits", {}), values.get("log_level", values.get("log-level"))
    if not isinstance(limits, dict):
        raise BadConfig(f"{path} sets limits to {limits!r}; write them as a section: [limits], then name = number")
    if level is not None and level not in LEVELS:
        raise BadConfig(f"{path} sets log_level to {level!r}; it is one of {', '.join(LEVELS)}")
    try:
        return LiveSettings(*read_limits(limits), level)
    except BadLimit as problem:
        raise BadConfig(f"{path}: {problem}") from None
