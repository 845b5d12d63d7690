"""A client at a host that is newer: a game, option or number of players that it does not know is no cheat."""

from collections.abc import Callable
from typing import Any

from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_client.terminal.state.table_offers import table_offers
from rummynet_client.terminal.table.head import head_lines
from rummynet_protocol.fairness.entries import Entry, Opened
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Message, TableShown
from tests.support.crooked import Rewrites, cheat, remembered
from tests.support.fake_host import Guest, seated

SAYS = "this game cannot be checked by this version of rummynet, so you take no part in it; a newer one may"


def newer(**changes: Any) -> Callable[[Message], list[Message]]:  # noqa: ANN401 - any field
    """The tables of a host that is newer, as it shows them."""

    def shows(message: Message) -> list[Message]:
        return [replace(message, **changes)] if isinstance(message, TableShown) else [message]

    return shows


def text_of(guest: Guest) -> str:
    return "\n".join("".join(piece[1] for piece in line) for line in head_lines(guest.session.model, 200))


def assert_calm(guest: Guest) -> None:
    """It says that it does not know the game, once, and nothing against the host."""
    assert cheat(guest) is None and remembered(guest) == []
    told = [line for line in guest.lines if SAYS in line and not line.startswith("refused")]
    assert len(told) == 1 and told[0].startswith("fair check=unknown cheat=false")
    shown = text_of(guest)
    assert SAYS in shown and "cannot be checked" in shown.splitlines()[0]
    said = "\n".join([shown, *guest.lines])
    assert not any(word in said for word in ("CHEAT", "NOT FAIR", "ALARM", "CHEATING", "cheat=true"))
    assert (guest.session.model.fairness.doubts, guest.session.model.waits) == ((), {})


def test_all_screens_show_a_table_whose_game_they_do_not_know() -> None:
    host, (ann, _) = seated("Ann", "Bob")
    ann.tamper = newer(variant="whist")
    host.do(ann, "stand")
    host.do(ann, "sit 1")
    assert "whist" in text_of(ann)
    narrator = Narrator()
    told = [line for item in ann.news for line in narrator.tell([item], ann.session.model)]
    assert any("whist" in line for line in told)
    last = [line for line in told if "sit down as" in line][-1]
    assert "Say 'ready'" not in last and "Say 'stand'" in last
    offers = [offer.key for offer in table_offers(ann.session.model, LobbyState())]
    assert "p" not in offers and "l" in offers


def test_a_log_of_a_game_that_it_does_not_know_is_followed_no_further() -> None:
    host, (ann, _bob) = seated("Ann", "Bob")
    eve = Guest("Eve")
    host.connect(eve)
    host.do(eve, "watch 1")

    def other(entry: Entry) -> Entry:
        return replace(entry, variant="whist") if isinstance(entry, Opened) else entry

    eve.tamper = Rewrites(host, other)
    host.all("ready")
    assert ann.session.model.state is not None and eve.session.model.state is None
    assert_calm(eve)
