"""The findings of the doctor."""

import asyncio
import io
import os
import socket
from pathlib import Path

import pytest

from rummynet.interfaces import Interface
from rummynet_client.checkup import host_checks as remote
from rummynet_client.checkup import machine_checks as place
from rummynet_client.checkup import multicast_checks as multicast
from rummynet_client.checkup.finding import Finding
from rummynet_client.checkup.multicast_checks import Echoes
from rummynet_client.net.way import Way
from rummynet_client.storage.identity import load_identity
from rummynet_client.storage.settings import Settings

LO = Interface("lo", 1, "127.0.0.1", 8)
ETH = Interface("eth0", 2, "192.0.2.7", 24)


def verdicts(found: list[Finding]) -> list[str]:
    return [one.verdict for one in found]


def test_a_finding_is_one_line_with_what_to_do() -> None:
    assert Finding("port", "fail", "it is shut", "open it").line == "fail port: it is shut -> open it"
    assert Finding("port", "ok", "it answers").line == "ok   port: it answers"
    assert Finding("port", "ok", "it answers").to_dict() == {
        "what": "port", "verdict": "ok", "says": "it answers", "do": None,
    }  # fmt: skip


class TestNetwork:
    def test_interfaces(self) -> None:
        assert multicast.interfaces_found([LO, ETH]) == Finding("interfaces", "ok", "eth0 192.0.2.7")
        assert multicast.interfaces_found([LO]).verdict == "warn"

    def test_all_is_well(self) -> None:
        found = multicast.judge_multicast([LO, ETH], Echoes({"192.0.2.7"}, {}, {"192.0.2.8"}))
        assert verdicts(found) == ["ok", "ok", "ok"]
        assert "192.0.2.8" in found[-1].says

    def test_what_was_sent_and_not_heard_is_a_firewall(self) -> None:
        (_, failing, silent) = multicast.judge_multicast([LO, ETH], Echoes())
        assert failing.verdict == "fail" and "firewall" in failing.do
        assert silent.verdict == "warn" and "Wi-Fi" in silent.do

    def test_what_could_not_be_sent_says_why(self) -> None:
        found = multicast.judge_multicast([ETH], Echoes(failed={"192.0.2.7": "Network is unreachable"}))
        assert found[0].verdict == "fail" and "Network is unreachable" in found[0].says

    def test_who_cannot_listen_is_told_once(self) -> None:
        found = multicast.judge_multicast([LO, ETH], Echoes(listen_error="Address already in use"))
        assert verdicts(found) == ["fail"] and "Address already in use" in found[0].says

    def test_on_loopback_it_is_sent_and_heard(self) -> None:
        echoes = asyncio.run(multicast.probe_multicast([LO], 0.3))
        assert echoes.returned == {"127.0.0.1"} and not echoes.listen_error


class TestRemote:
    def test_nobody_there(self, tmp_path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            found = asyncio.run(remote.host_at(Way(("127.0.0.1", taken.getsockname()[1])), tmp_path))
        assert verdicts(found) == ["fail"] and "start the host" in found[0].do

    def test_silence(self, tmp_path: Path) -> None:
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            way, seconds = Way(("127.0.0.1", silent.getsockname()[1])), 0.1
            while verdicts(found := asyncio.run(remote.host_at(way, tmp_path, seconds))) == ["fail"]:
                seconds *= 2  # on a busy machine even a connection takes longer than that
        assert verdicts(found) == ["ok", "fail"] and found[1].what == "TLS"

    def test_our_versions(self) -> None:
        assert remote.own_versions().verdict == "ok"


class TestPlace:
    def test_a_directory_that_is_not_there_yet(self, tmp_path: Path) -> None:
        (found,) = place.data_directory(tmp_path / "a" / "b")
        assert found.verdict == "ok" and not (tmp_path / "a").exists()

    def test_a_file_in_its_place(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        assert verdicts(place.data_directory(tmp_path / "file")) == ["fail"]

    def test_keys_and_settings_that_cannot_be_used(self, tmp_path: Path) -> None:
        load_identity(tmp_path)
        key, settings = tmp_path / "identity" / "player.key", tmp_path / "settings.toml"
        assert verdicts(place.data_directory(tmp_path)) == ["ok", "ok"]
        key.chmod(0o644)
        found = place.data_directory(tmp_path)[1]
        assert found.verdict == "fail" and str(key) in found.says and "chmod" in found.do
        key.chmod(0o600)
        key.write_bytes(b"")
        settings.write_bytes(b"\xff theme =")
        _space, keys, kept = place.data_directory(tmp_path)
        for found, path in ((keys, key), (kept, settings)):
            assert found.verdict == "fail" and str(path) in found.says and found.do

    def test_nothing_is_left_behind(self, tmp_path: Path) -> None:
        place.data_directory(tmp_path)
        place.clock(tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_clocks(self, tmp_path: Path) -> None:
        assert place.clock(tmp_path).verdict == "ok"
        assert "cannot be right" in place.clock(tmp_path, 0.0).says
        stamped = tmp_path / "x"
        stamped.touch()
        assert "differs by -3600 seconds" in place.clock(tmp_path, stamped.stat().st_mtime + 3600).says


class TestScreen:
    def test_no_terminal(self) -> None:
        found = place.terminal({}, io.StringIO(), io.StringIO())
        assert found[0].verdict == "ok" and "line by line" in found[0].says

    def test_a_real_one(self) -> None:
        master, slave = os.openpty()
        with open(slave, "w", encoding="utf-8") as out:
            found = place.terminal({"TERM": "xterm", "LANG": "C.UTF-8"}, out, out)
        os.close(master)
        assert [one.what for one in found] == ["size", "colours", "characters"]

    @pytest.mark.parametrize(("size", "verdict"), [((80, 24), "ok"), ((79, 24), "warn"), ((200, 23), "warn")])
    def test_sizes(self, size: tuple[int, int], verdict: str) -> None:
        assert place.dimensions(*size).verdict == verdict

    @pytest.mark.parametrize(
        ("environ", "verdict", "says"),
        [
            ({"TERM": "xterm-256color"}, "ok", "256 colours"),
            ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "ok", "16 million"),
            ({"TERM": "linux"}, "ok", "16 colours"),
            ({"TERM": "xterm", "NO_COLOR": "1"}, "ok", "NO_COLOR"),
            ({"TERM": "dumb"}, "warn", "cannot draw a screen"),
            ({}, "warn", "not set"),
        ],
    )
    def test_colours(self, environ: dict[str, str], verdict: str, says: str) -> None:
        found = place.colours(environ)
        assert found.verdict == verdict and says in found.says

    @pytest.mark.parametrize(
        ("environ", "encoding", "verdict"),
        [({}, "utf-8", "ok"), ({}, "ascii", "warn"), ({}, None, "warn"), ({"LANG": "ja_JP.UTF-8"}, "utf-8", "warn")],
    )
    def test_characters(self, environ: dict[str, str], encoding: str | None, verdict: str) -> None:
        assert place.characters(environ, encoding).verdict == verdict

    def test_which_suit_signs_are_shown_and_why(self) -> None:
        utf8 = {"LANG": "C.UTF-8"}
        assert "♣ ♦ ♥ ♠" in place.characters(utf8, "utf-8").says
        for settings in (Settings(signs="no"), Settings(ascii="yes")):
            found = place.characters(utf8, "utf-8", settings)
            assert found.verdict == "ok" and "shows suits as C D H S" in found.says
        assert "locale is C: suits are shown as C D H S" in place.characters({"LC_ALL": "C"}, "utf-8").says
