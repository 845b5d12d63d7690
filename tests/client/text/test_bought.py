"""Crummy rummy: a card bought out of turn is told as such, and to whom wanted it too, that another was nearer."""

from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.text import news
from rummynet_protocol.fairness.entries import Acted, read_entry
from tests.support.followers import in_seat
from tests.support.forge import Forge


def bought() -> tuple[Forge, int, int, int]:
    """A game in which a card is bought: the log, the entry, who buys, and another seat that is not on turn."""
    for seed in range(50):
        forge = Forge("crummy", {}, 4, seed=seed).play(1)
        for index, one in enumerate(forge.written):
            entry = read_entry(one.entry)
            if isinstance(entry, Acted) and entry.do.startswith("want "):
                return forge, index, entry.seat, next(seat for seat in range(4) if seat != entry.seat)
    raise AssertionError("nobody bought a card")


def test_who_wanted_it_too_is_told_that_another_was_nearer() -> None:
    forge, at, buyer, other = bought()
    for wanted in (True, False):
        game = JoinedGame(1, in_seat(forge, other))
        for index in range(at):
            game.handle_entry(index, forge.written[index].entry, forge.written[index].signature)
        if wanted:
            game.wanted_turn = game.follower.auditor.turn_began
        told = game.handle_entry(at, forge.written[at].entry, forge.written[at].signature)
        (says,) = [item.says for item in told if isinstance(item, news.SeatActed)]
        name = game.player_name(buyer)
        assert says.startswith(f"{name} bought ") and says.endswith(f"{name} was nearer than you") is wanted
