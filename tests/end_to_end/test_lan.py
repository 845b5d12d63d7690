"""Real hosts that announce themselves on loopback, found by the real client there. Nothing leaves this machine."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from zeroconf.asyncio import AsyncZeroconf

from rummynet_client.checkup import host_checks as remote
from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import MetHost
from rummynet_client.net import discover
from rummynet_client.net.discover import NetworkWatch
from rummynet_client.net.lobby_watch import LobbyWatch
from rummynet_client.net.probe import Impostor, reachable_address
from rummynet_client.net.way import Way
from rummynet_client.seek import find_hosts, with_standing
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import invitation, read_place
from tests.support.errors import raises
from tests.support.programs import Program, program
from tests.support.terminals import Terminal

pytestmark = pytest.mark.drawn(4)

PATIENCE = 60.0
LISTENING = """
from zeroconf.asyncio import AsyncZeroconf
from rummynet_client.net import discover
from rummynet_cli import main as cli
discover.open_zeroconf = lambda: AsyncZeroconf(["127.0.0.1"])
raise SystemExit(cli.main(["join", "--name", "anna"]))
"""
"""``join`` without an address, with its ears on loopback."""


@pytest.fixture(autouse=True)
def ears_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discover, "open_zeroconf", lambda: AsyncZeroconf(["127.0.0.1"]))


@dataclass(frozen=True)
class Host:
    """A host on loopback: its place, its key."""

    program: Program
    address: str
    fingerprint: str

    @property
    def where(self) -> tuple[str, int]:
        return read_place(self.address).where

    def stop(self) -> int:
        return self.program.stop()


@contextmanager
def hosting(home: Path, *more: str) -> Iterator[Host]:
    with program("host", "--bind", "127.0.0.1", "--port", "0", *more, home=home) as started:
        said = re.fullmatch(r"listening (\S+) fingerprint (\S+)", started.hear())
        assert said is not None
        yield Host(started, said[1], said[2])


@pytest.fixture
def kitchen(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path / "kitchen", "--name", "Kitchen") as made:
        yield made


def seen(watch: NetworkWatch, fingerprint: str) -> list[ListedHost]:
    return [one for one in with_standing(watch.hosts(), ()) if one.host.announcement.fingerprint == fingerprint]


async def until_seen(watch: NetworkWatch, fingerprint: str, tables: int = 0) -> None:
    """Until the host is there, with so many tables."""
    async with asyncio.timeout(PATIENCE):
        while not [one for one in seen(watch, fingerprint) if one.host.announcement.open == tables]:
            watch.changed.clear()
            await watch.changed.wait()


def join(home: Path, address: str, *lines: str) -> tuple[int, list[str], str]:
    """The status, what was said, and the errors of a visit with these commands."""
    with program("join", address, "--json", home=home) as started:
        for line in lines:
            started.say(line)
        return started.end(), started.lines, started.errors()


def test_inside_a_host_its_tables_are_seen_live_with_those_who_sit(kitchen: Host, tmp_path: Path) -> None:
    async def until(watch: NetworkWatch, lobbies: LobbyWatch, players: list[list[str]]) -> None:
        async with asyncio.timeout(PATIENCE):
            while [
                row["players"] for one in lobbies.with_tables(seen(watch, kitchen.fingerprint)) for row in one.rows()
            ] != (players):
                watch.changed.clear()
                await watch.changed.wait()

    async def go(visit: Program) -> None:
        async with NetworkWatch() as watch, LobbyWatch(watch.changed) as lobbies:
            await until_seen(watch, kitchen.fingerprint)
            visit.say("create keilty")
            await until(watch, lobbies, [[]])
            visit.say("sit 1")
            await until(watch, lobbies, [["anna"]])
            visit.say("stand")
            await until(watch, lobbies, [[]])

    with program("join", kitchen.address, "--json", "--name", "anna", home=tmp_path / "anna") as visit:
        asyncio.run(go(visit))


def test_on_a_terminal_one_key_goes_from_the_list_to_a_table_and_w_looks_on(kitchen: Host, tmp_path: Path) -> None:
    with program("join", kitchen.address, "--json", "--name", "ben", home=tmp_path / "ben") as visit:
        visit.say("create keilty name=porch")
        visit.say("sit 1")
        assert visit.end() == 0
    env = {**os.environ, "RUMMYNET_HOME": str(tmp_path / "anna"), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    for keys, seen_there in (("2", "anna · not ready you"), ("\x1b[Bw", "watching: anna")):
        with Terminal([sys.executable, "-c", LISTENING], 80, 24, env) as terminal:
            # The second time the list may come before the lobby has said that anna stood up.
            row = " 2 table 1 keilty waiting 1 of 6: ben porch"
            terminal.until(lambda text, wanted=row: wanted in " ".join(text.split()))  # type: ignore[misc]
            terminal.press(keys)
            terminal.until(lambda text, wanted=seen_there: wanted in " ".join(text.split()))  # type: ignore[misc]
            terminal.press(":stand\r:quit\r")
            assert terminal.ended() == 0


def test_on_a_dumb_terminal_the_hosts_are_numbered(kitchen: Host, tmp_path: Path) -> None:
    env = {**os.environ, "RUMMYNET_HOME": str(tmp_path / "anna"), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    with Terminal([sys.executable, "-c", LISTENING], 80, 24, env) as terminal:
        terminal.until(lambda text: "number of the host to join:" in text)
        terminal.press("1\n")
        terminal.until(lambda text: "You are at Kitchen" in text)
        terminal.press("quit\n")
        assert terminal.ended() == 0
        assert b"\x1b" not in terminal.raw


def test_the_lobby_visits_two_hosts_of_one_name(kitchen: Host, tmp_path: Path) -> None:
    async def go(other: Host) -> dict[str, ListedHost]:
        async with NetworkWatch() as watch:
            await until_seen(watch, kitchen.fingerprint)
            await until_seen(watch, other.fingerprint, tables=1)
        met = (MetHost(other.address, other.fingerprint, "Kitchen"),)
        async with asyncio.timeout(PATIENCE):
            while True:  # in two seconds not all of them answer where many programs wait for the processor
                found = await find_hosts(2.0, met, lambda host: ())
                here = {one.host.announcement.fingerprint: one for one in found}
                if all(key in here and here[key].answers for key in (kitchen.fingerprint, other.fingerprint)):
                    return here

    with hosting(tmp_path / "other", "--name", "Kitchen") as other:
        join(tmp_path / "anna", other.address, "create vegas")
        found = asyncio.run(go(other))
    assert found[kitchen.fingerprint].standing.kind == "new"
    assert found[other.fingerprint].standing.kind == "known"
    assert [row["variant"] for row in found[other.fingerprint].rows()] == ["vegas"]
    assert found[other.fingerprint].rows()[0]["players"] == []


def test_a_host_that_keeps_silent_is_not_found(kitchen: Host, tmp_path: Path) -> None:
    async def go(quiet: Host) -> None:
        async with NetworkWatch() as watch:
            await until_seen(watch, kitchen.fingerprint)
            assert not seen(watch, quiet.fingerprint)

    with hosting(tmp_path / "quiet", "--no-announce") as quiet:
        asyncio.run(go(quiet))


def test_what_answers_with_another_key_than_announced_is_an_impostor(kitchen: Host, tmp_path: Path) -> None:
    async def go(other: Host) -> None:
        async with NetworkWatch() as watch:
            await until_seen(watch, kitchen.fingerprint)
            (one,) = seen(watch, kitchen.fingerprint)
        with raises(Impostor, "impostor", "Kitchen"):
            await reachable_address(replace(one.host, port=other.where[1]))

    with hosting(tmp_path / "other", "--no-announce") as other:
        asyncio.run(go(other))


def test_an_invitation_brings_the_key_and_another_key_is_refused_loudly(kitchen: Host, tmp_path: Path) -> None:
    status, lines, _ = join(tmp_path / "anna", invitation(*kitchen.where, kitchen.fingerprint), "tables")
    assert status == 0 and lines[0].startswith("welcome ")
    wrong = "sha256:" + "0" * 64
    status, lines, errors = join(tmp_path / "bo", invitation(*kitchen.where, wrong))
    assert status == 3 and lines == []
    assert "IS NOT THE ONE YOU WERE INVITED TO" in errors and wrong in errors and kitchen.fingerprint in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(("locale", "has_code"), [("C.UTF-8", True), ("C", False)])
def test_invite_shows_links_and_leaves_standard_output_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str, has_code: bool
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    with hosting(tmp_path / "inviting", "--invite", "--no-announce") as host:
        assert host.stop() == 0
        assert len(host.program.lines) == 1
        told = host.program.errors()
        assert invitation(*host.where, host.fingerprint) in told
        assert ("█" in told) is has_code and ("no QR code here" in told) is not has_code


def test_a_host_on_all_of_ipv4_listens_on_ipv6_too(tmp_path: Path) -> None:
    with program("host", "--port", "0", "--no-announce", home=tmp_path / "wide") as wide:
        port = wide.hear().split()[1].rpartition(":")[2]
        status, lines, _ = join(tmp_path / "anna", f"[::1]:{port}", "tables")
    assert status == 0 and lines[0].startswith("welcome ")


def test_the_doctor_examines_a_host(kitchen: Host, tmp_path: Path) -> None:
    found = asyncio.run(remote.host_at(Way(kitchen.where, kitchen.fingerprint), tmp_path, PATIENCE))
    assert [(one.what, one.verdict) for one in found] == [
        ("port", "ok"), ("TLS", "ok"), ("key", "ok"), ("greeting", "ok"),
    ]  # fmt: skip
    wrong = asyncio.run(remote.host_at(Way(kitchen.where, "sha256:" + "0" * 64), tmp_path, PATIENCE))
    assert wrong[-1].verdict == "fail" and "INVITED YOU" in wrong[-1].says
