"""What the port for other homes keeps open, and what strangers can cost; time and the engine's words come from here."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from rummynet.far.codes import FarPlace, guest_id
from rummynet.host.far.far_port import GUESTS_KEPT, FarPort, FarSettings
from rummynet.host.far.guest_list import GuestList, Invited
from rummynet.host.ops.logbook import Logbook


class Call:
    def __init__(self, due: float, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        self.due, self.function, self.arguments, self.is_cancelled = due, function, arguments, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Loop:
    def __init__(self) -> None:
        self.now, self.calls = 0.0, list[Call]()
        self.readers: dict[object, Callable[[], None]] = {}

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, function: Callable[..., object], *arguments: object) -> Call:
        self.calls.append(Call(self.now + seconds, function, arguments))
        return self.calls[-1]

    def add_reader(self, sock: object, call: Callable[[], None]) -> None:
        self.readers[sock] = call

    def remove_reader(self, sock: object) -> None:
        del self.readers[sock]

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [one for one in self.calls if not one.is_cancelled and one.due <= end]:
            first = min(due, key=lambda one: one.due)
            self.calls.remove(first)
            self.now = first.due
            first.function(*first.arguments)
        self.now = end


class Socket:
    def setblocking(self, _: bool) -> None:
        pass


class Engine:
    """Takes the words of a port; what it would say is put into ``said``."""

    def __init__(self) -> None:
        self.control, self.way = Socket(), Socket()
        self.opened: dict[str, str | None] = {}
        self.closed: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.channel: tuple[str, Any] | None = None

    def open(self, number: str, code: str | None, _says: object) -> None:
        self.opened[number] = code

    def close_line(self, number: str) -> None:
        self.closed.append(number)

    def receive(self) -> list[dict[str, Any]]:
        said, self.said = self.said, []
        return said

    def take(self) -> tuple[str, Any] | None:
        return self.channel

    def end(self) -> None:
        pass


class Evening:
    def __init__(self, data: Path, codes: int = 1) -> None:
        self.loop, self.engine, self.guests, self.log = Loop(), Engine(), GuestList(data), StringIO()
        self.shown: list[str] = []
        self.begun: list[object] = []
        """Of each connection the address that it is counted by, and the table that it may use."""
        self.port = FarPort(
            self.loop, self.engine, self.guests, lambda _, *how: self.begun.append(how), Logbook(self.log),  # type: ignore[arg-type]
            FarSettings(codes=codes, hours=1), {}, self.loop.time, self._show,
        )  # fmt: skip

    def _show(self, place: FarPlace, _until: float, _table: int | None) -> None:
        self.shown.append(place.code)

    def says(self, number: str, what: str, **fields: object) -> None:
        self.engine.said.append({"id": number, "is": what, **fields})
        self.port.hear()

    @property
    def last(self) -> str:
        return str(len(self.engine.opened))

    def meet(self, secret: bytes) -> None:
        """A guest uses the code that is open."""
        self.says(self.last, "code", code=f"{self.last}-crossover-clockwork")
        self.says(self.last, "met", secret=secret.hex(), says={})
        self.loop.run(2.0)


def test_who_guesses_has_thirty_tries_in_an_evening(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    for _ in range(4 * 3600):
        number = evening.last
        if number not in evening.engine.closed:
            evening.engine.closed.append(number)
            evening.says(number, "code", code="7-crossover-clockwork")
            evening.says(number, "over", why="wrong", text="")
        evening.loop.run(1.0)
    assert 25 <= len(evening.engine.opened) <= 31
    assert "wrong words" in evening.log.getvalue()


def test_no_more_guests_are_waited_for_than_a_rendezvous_should_bear(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    for number in range(GUESTS_KEPT + 5):
        evening.meet(bytes([number]) * 32)
    names = {one.name for one in evening.guests if one.secret}
    assert len(names) == GUESTS_KEPT
    assert guest_id(bytes(32)) not in names and guest_id(bytes([GUESTS_KEPT + 4]) * 32) in names


def test_a_code_ends_when_it_was_said_to_and_with_the_host(tmp_path: Path) -> None:
    evening = Evening(tmp_path, codes=2)
    for number in ("1", "2"):
        evening.says(number, "code", code=f"{number}-crossover-clockwork")
    assert evening.shown == ["1-crossover-clockwork", "2-crossover-clockwork"]
    evening.loop.run(3598)
    assert not evening.engine.closed
    evening.loop.run(4)
    assert evening.engine.closed == ["1", "2"] and not evening.guests.names()
    evening.says("1", "over", why="closed", text="")
    evening.loop.run(2)
    evening.says("3", "code", code="3-crossover-clockwork")
    evening.port.end()
    assert not evening.guests.names()


def test_a_guest_taken_back_is_out_and_not_waited_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.meet(bytes(32))
    lines = [number for number, code in evening.engine.opened.items() if code is not None]
    evening.guests.take_back(guest_id(bytes(32)))
    evening.loop.run(2)
    assert {"1", *lines} <= set(evening.engine.closed)


def test_a_host_that_starts_again_waits_for_its_guests_and_not_at_old_codes(tmp_path: Path) -> None:
    guests = GuestList(tmp_path)
    guests.keep(Invited("7", "7-crossover-clockwork", 9e9))
    guests.keep(Invited(guest_id(bytes(32)), "6-crossover-clockwork", 9e9, bytes(32).hex(), 3))
    evening = Evening(tmp_path)
    assert [code is None for code in evening.engine.opened.values()] == [False, True]
    assert guests.names() == {guest_id(bytes(32))}


@pytest.mark.parametrize("why", ["crowded", "wrong"])
def test_a_code_of_two_who_know_each_other_that_is_spoilt_is_followed_by_the_next(tmp_path: Path, why: str) -> None:
    evening = Evening(tmp_path)
    evening.meet(bytes(32))
    number, code = next((number, code) for number, code in evening.engine.opened.items() if code is not None)
    evening.says(number, "over", why=why, text="")
    evening.loop.run(2)
    after = [one for one in evening.engine.opened.values() if one is not None]
    assert len(after) == 2 and after[0] == code != after[1]


def test_a_code_is_opened_when_it_is_asked_for_and_its_guest_keeps_to_the_table_it_is_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, codes=0)
    assert not evening.engine.opened
    assert evening.port.invite(3) == evening.port.invite(3) == []
    assert evening.engine.opened == {"1": None}
    evening.says("1", "code", code="1-crossover-clockwork")
    (line,) = evening.port.invite(3)
    assert line.endswith("table 3 only, open: rummynet join 1-crossover-clockwork")
    assert evening.port.invite(None) == []
    evening.says("2", "code", code="2-crossover-clockwork")
    secret = bytes(32)
    evening.says("1", "met", secret=secret.hex(), says={})
    evening.engine.channel = ("1", None)
    evening.loop.readers[evening.engine.way]()
    # Also after a restart: it is kept with the guest.
    again = Evening(tmp_path, codes=0)
    assert list(again.engine.opened) == ["1"]
    again.says("1", "met", secret=secret.hex(), says={})
    again.engine.channel = ("1", None)
    again.loop.readers[again.engine.way]()
    assert evening.begun == again.begun == [(f"far:{guest_id(secret)}", 3)]
    # The next guest of the table has the next code.
    evening.loop.run(2.0)
    assert [code for code in evening.engine.opened.values()].count(None) == 3
