"""What an operator does to a running host: stop it, have it read its configuration again, look at its figures."""

import json
import os
import re
import signal
import socket
import sys
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.support.callers import Caller
from tests.support.daemons import Start
from tests.support.programs import PATIENCE
from tests.support.terminals import Terminal

pytestmark = pytest.mark.drawn(3)


def figures(url: str) -> dict[str, float]:
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                lines = answer.read().decode().splitlines()
            break
        except HTTPError as refused:
            if refused.code != 429:  # asked too often within a second
                raise
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}


def test_sigterm_tells_forty_clients_and_waits_for_none_that_does_not_read(start: Start, tmp_path: Path) -> None:
    (tmp_path / "host.toml").write_text("[limits]\nidle_seconds = 86400\n")
    host = start("--config", "host.toml")
    callers = [Caller(host.port, f"caller {number}") for number in range(40)]
    deaf = Caller(host.port, "deaf", narrow=True)
    assert host.stop() == 0
    farewells = [caller.farewell() for caller in callers]
    assert [bye.code for bye in farewells if bye is not None] == ["closing"] * 40
    assert "come back" in str(farewells[0])
    for caller in (*callers, deaf):
        caller.close()


def test_sighup_reads_the_limits_and_the_level_of_the_log_again(start: Start, tmp_path: Path) -> None:
    config = tmp_path / "host.toml"
    config.write_text("[limits]\nconnections = 2\n")
    host = start("--config", "host.toml")
    callers = [Caller(host.port, f"caller {number}") for number in (1, 2)]
    config.write_text("[limits]\nconnections = 3\n")
    host.process.send_signal(signal.SIGHUP)
    host.until("read the configuration again")
    callers.append(Caller(host.port, "caller 3"))
    config.write_text('log_level = "warning"\n[limits]\ncolour = 3\n')
    host.process.send_signal(signal.SIGHUP)
    assert "colour" in host.until("the configuration is left as it was")
    for caller in callers:
        caller.close()
    assert host.stop() == 0


def test_sighup_without_a_configuration_ends_nothing(start: Start) -> None:
    host = start()
    host.process.send_signal(signal.SIGHUP)
    host.until("no configuration to read again")
    assert host.stop() == 0


def test_a_host_ends_with_the_window_in_which_it_runs(tmp_path: Path) -> None:
    options = ["--data", str(tmp_path), "--port", "0", "--bind", "127.0.0.1", "--no-announce"]
    command = [sys.executable, "-m", "rummynet", "host", *options]
    with Terminal(command, 80, 24, {**os.environ, "TERM": "xterm-256color"}) as window:
        window.until(lambda text: "is open" in text)
        assert window.close_window() == 0


def test_log_lines_can_be_json_objects_with_level_and_peer_as_fields(start: Start) -> None:
    host = start("--log-json")
    Caller(host.port, "caller").close()
    came = json.loads(host.until('"came"'))
    assert (came["level"], came["event"], came["peer"], came["name"]) == ("info", "came", "127.0.0.1", "caller")
    host.stop()
    assert [json.loads(line)["level"] for line in host.errors.read().splitlines()]


def test_figures_are_shown_on_loopback_alone(start: Start) -> None:
    host = start("--metrics", "0")
    found = re.search(r"http://127\.0\.0\.1:\d+/metrics", host.until("metrics"))
    assert found is not None
    ann = Caller(host.port, "caller")
    shown = figures(found[0])
    assert (shown["rummynet_people"], shown["rummynet_connections"]) == (1, 1)
    assert shown['rummynet_tables{stage="waiting"}'] == 0 and shown["rummynet_messages_total"] == 2
    ann.close()
    assert host.stop() == 0


_BACKWARDS = """
import pathlib, time
real, began = time.time, time.time()
time.time = lambda: 2 * began - real()
pathlib.Path(__file__).with_name("turned").touch()
"""


def test_a_system_clock_that_runs_backwards_stops_no_clock_of_the_host(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does not greet is cut off all the same; the log of a game would otherwise show a clock that falls."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(_BACKWARDS)
    (tmp_path / "host.toml").write_text("[limits]\ngreeting_seconds = 1\nfarewell_seconds = 1\n")
    with monkeypatch.context() as backwards:
        backwards.setenv("PYTHONPATH", str(site))
        host = start("--config", "host.toml", fresh=True)
    assert (site / "turned").exists()
    with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE) as caller:
        try:
            assert caller.recv(1) == b""
        except ConnectionResetError:
            pass  # cut off: what TLS never began with has no goodbye
    assert host.stop() == 0


def test_systemd_is_told_once_connections_are_accepted_and_figures_can_have_another_address(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        host = start("--metrics", "127.0.0.2:0")
        assert manager.recv(100).splitlines()[0] == b"READY=1"
    found = re.search(r"http://127\.0\.0\.2:\d+/", host.until("metrics"))
    assert found is not None
    with urllib.request.urlopen(found[0] + "readyz", timeout=PATIENCE) as answer:
        assert answer.read() == b"ok\n"
    assert host.stop() == 0
