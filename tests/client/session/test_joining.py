"""A client that joins a running game of Vegas rummy and plays from the next round on; and one that returns."""

import asyncio

from rummynet_client.core.text import news
from rummynet_client.frontend import going_to
from rummynet_client.net.host_link import ConnectOptions, HostLink, Opening
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_client.terminal.state.table_offers import coming_in_text, game_offers
from rummynet_protocol.actions import Decline
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Sit, Watch
from tests.support.fake_host import FakeHost, Guest, play, seated


def begun(options: str = "", names: tuple[str, ...] = ("Ann", "Bob", "Cid")) -> tuple[FakeHost, list[Guest]]:
    host, guests = FakeHost(), [Guest(name) for name in names]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], f"create vegas {options}".strip())
    for command in ("sit 1", "ready"):
        for guest in guests:
            host.do(guest, command)
    return host, guests


def to_round(host: FakeHost, guests: list[Guest], number: int) -> None:
    for _ in range(2000):
        if guests[0].session.model.round >= number and guests[0].session.model.due:
            return
        play(host, guests, 1)
    raise AssertionError("the round does not come")


def sitting_out(names: tuple[str, ...] = ("Ann", "Bob", "Cid", "Dot")) -> tuple[FakeHost, list[Guest], Guest]:
    """A game of four, in which one who does not own the table has declined to buy in again; names decide the cards."""
    host, guests = begun("max_score=30 decks=1", names)
    for _ in range(3000):
        due = next(guest for guest in guests if guest.session.model.my_turn)
        if Decline() in due.session.model.legal() and due is not guests[0]:
            host.do(due, "decline")
            return host, guests, due
        play(host, guests, 1)
    raise AssertionError("nobody declined in this game; take other cards")


def test_who_sits_out_stays_ready_while_they_vote_and_shuffle() -> None:
    host, guests, out = sitting_out(("Kim", "Flo", "Eve", "Nia"))  # their stock runs out in time
    number = guests[0].session.model.round
    to_round(host, guests, number + 1)
    host.do(out, "ready")
    gone = next(guest for guest in guests[1:] if guest is not out)
    host.lose(gone)
    assert gone.session.model.me is not None
    host.do(out, f"vote {gone.session.model.me}")
    host.connect(gone)
    host.do(guests[0], f"admit {out.session.model.me}")
    told = len(out.news)
    to_round(host, guests, number + 2)
    state, me = out.session.model.state, out.session.model.me
    assert state is not None and me is not None and state.count(me) == 7
    assert any(isinstance(item, news.StockRenewed) for item in out.news[told:]), "no shuffle: take other cards"
    flags = [item.ready for item in out.news[told:] if isinstance(item, news.SeatTaken) and item.me]
    assert flags == [False], "ready until the round in which they come in"
    assert not [item for item in out.news[told:] if isinstance(item, news.WasRefused)]


def test_who_goes_to_another_table_frees_the_seat_at_the_first_unless_its_game_runs() -> None:
    host, (ann, _bob) = seated("Ann", "Bob")
    host.do(ann, "sit 9")
    host.do(ann, "create vegas bots=simple")
    assert [names for _, _, _, _, names, *_ in host.lobby.rows.message().tables] == [("Bob",), ("Ann",)]
    host.do(ann, "sit 1")
    host.all("ready")
    host.do(ann, "sit 2")
    assert [names for _, _, _, _, names, *_ in host.lobby.rows.message().tables] == [("Ann", "Bob"), ("Ann",)]


def test_who_sits_the_round_out_is_offered_to_come_in() -> None:
    host, guests, out = sitting_out(("Cid", "Gus", "Lea", "Bob"))  # who play a round more
    to_round(host, guests, guests[0].session.model.round + 1)
    dot = Guest("Eve")
    host.connect(dot)
    host.do(dot, "sit 1")
    for guest in (out, dot):
        (offer,) = [one for one in game_offers(guest.session.model, LobbyState()) if one.key == "p"]
        assert offer.commands == ("ready",) and offer.is_urgent
        assert coming_in_text(guest.session.model).startswith("You can come in")
        host.do(guest, *offer.commands)
        (offer,) = [one for one in game_offers(guest.session.model, LobbyState()) if one.key == "p"]
        assert offer.commands == ("ready no",)
        assert "if the owner" in coming_in_text(guest.session.model)
    assert not [one for one in game_offers(guests[0].session.model, LobbyState()) if one.key == "p"]


class LinkTo(HostLink):
    """A link to the fake host, which carries the messages one by one, so that the client acts between any two."""

    def __init__(self, host: FakeHost, guest: Guest) -> None:
        super().__init__(
            guest.session, ConnectOptions(("192.0.2.1", 1), "ann"), lambda items: None, None, None, None, None
        )
        self.host, self.guest = host, guest

    def _flush(self, *, shows: bool = True) -> None:
        self._changed.set()

    async def carry(self, opening: Opening) -> None:
        """Connect, and run *opening* from the Welcome on, as the screen does."""
        host, session = self.host, self.session
        host.ends[self.guest.signer.public] = (self.guest, Connection(Role.HOST))
        session.connected(host.signer.public)
        going: asyncio.Task[None] | None = None
        while host.step():
            if going is None and session.is_open:
                going = asyncio.create_task(opening(self))  # type: ignore[arg-type]
            self._flush()
            for _ in range(9):
                await asyncio.sleep(0)
        assert going is not None
        await going


def joined_at(host: FakeHost, guest: Guest, table: int, *, watch: bool = False) -> list[type]:
    """The requests for a seat or to watch that joining this table causes."""
    opening, before = going_to(table, watch), len(host.asked)
    assert opening is not None
    asyncio.run(LinkTo(host, guest).carry(opening))
    asked = [type(request) for who, request in host.asked[before:] if who is guest]
    return [one for one in asked if one in (Sit, Watch)]


def test_who_has_no_seat_at_a_table_asks_for_one_and_who_has_one_is_there_at_once() -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    cid = Guest("Cid")
    assert joined_at(host, cid, 1) == [Sit]
    assert any(seat.me for seat in cid.session.model.seats)
    host.do(bob, "create keilty")
    host.do(bob, "sit 2")
    for table, asks in ((1, []), (2, [Sit])):
        host.lose(ann)
        ann.start()
        assert joined_at(host, ann, table) == asks
        assert ann.session.model.table is not None and ann.session.model.table.table == table
    host.connect(cid)
    assert [cid.session.request_own_tables(1) for _ in range(2)] == [True, False], "once on a connection"
