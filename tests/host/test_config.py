"""What SIGHUP reads again, and the levels and forms of the log."""

import errno
import io
import json
import os
import re
from pathlib import Path

import pytest

from rummynet.host.ops.host_settings import BadConfig, read_live
from rummynet.host.ops.logbook import Logbook
from rummynet.table.api.host_context import Limits
from tests.support.errors import raises


def test_limits_and_level_are_read_and_the_rest_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "host.toml"
    path.write_text('port = 1\nlog_level = "error"\n[limits]\ntables = 7\nburst = 99\n')
    live = read_live(str(path))
    assert (live.limits.tables, live.bounds.burst, live.log_level) == (7, 99, "error")
    path.write_text("")
    live = read_live(str(path))
    assert (live.limits, live.log_level) == (Limits(), None)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("limits = 3", "write them as a section"),
        ("[limits]\ntables = 0", "the limit tables is set to 0; write a whole number from 1 to 5000"),
        ("[limits]\ntables = true", "tables"),
        ("[limits]\ncolour = 1", "there is no limit 'colour'"),
        (f"[limits]\ntables = '{50 * 'x'}'", f"to '{39 * 'x'};"),
        (f"[limits]\n{50 * 'x'} = 1", f"limit '{40 * 'x'}';"),
        ('log_level = "loud"', "loud"),
        ("=", "TOML"),
    ],
)
def test_an_invalid_value_is_reported_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "host.toml"
    path.write_text(text)
    with pytest.raises(BadConfig) as caught:
        read_live(str(path))
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_a_missing_file_is_reported_too(tmp_path: Path) -> None:
    with raises(BadConfig, BadConfig.code, "none.toml", os.strerror(errno.ENOENT)):
        read_live(str(tmp_path / "none.toml"))


def test_json_lines_hold_the_fields_and_nothing_that_moves_a_cursor() -> None:
    stream, terminal = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    for says in ("pages", "hosting", "came"):
        Logbook(terminal).note(says)
    assert re.fullmatch(r"\d\d:\d\d came\n", terminal.getvalue()), "short, where it is read"
    Logbook(stream, as_json=True).note("came", peer="10.0.0.1", name="\x1b[2Jé\n", table=3)
    (line,) = stream.getvalue().splitlines()
    assert line.isascii() and "\x1b" not in line
    assert json.loads(line) | {"time": ""} == {
        "time": "", "level": "info", "event": "came", "peer": "10.0.0.1", "name": "\x1b[2Jé\n", "table": 3,
    }  # fmt: skip
