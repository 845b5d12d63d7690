"""After every event of a game, a returning client sees what a new one at that seat sees."""

from typing import Any

import pytest

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.commands import PlayAction
from rummynet_protocol.actions import Draw
from tests.support.fake_host import FakeHost, Guest, dealt, play
from tests.support.forge import Forge
from tests.support.pictures import followed

_OF_THIS_VISIT = {"chat", "refusal", "waiting"}
"""State that depends on when a client connected; everything else comes from the table."""


def seen(guest: Guest) -> dict[str, Any]:
    picture = guest.session.model
    found = {name: getattr(picture, name) for name in ViewModel.__struct_fields__ if name not in _OF_THIS_VISIT}
    return {**found, "lines": tuple(line for line in picture.lines if "another machine" not in line)}


def fresh(guest: Guest) -> Guest:
    """The same player with a program that has only its key: it reports that it did not sign this itself."""
    twin = Guest(guest.name)
    twin.signer, twin.random = guest.signer, guest.random
    twin.start()
    return twin


def compare(host: FakeHost, guest: Guest) -> None:
    """The guest continues, reconnects, and a twin connects for the first time: all see the same."""
    went_on = seen(guest)
    host.lose(guest)
    host.connect(guest)
    came_back = seen(guest)
    # A client that was away is not ready for the next game, and missed the lobby.
    assert {**went_on, "seats": (), "lobby": ()} == {**came_back, "seats": (), "lobby": ()}
    host.lose(guest)
    twin = fresh(guest)
    host.connect(twin)
    assert seen(twin) == came_back
    host.lose(twin)
    host.connect(guest)


# Names decide the cards. Both games are over after one round: the cards of earlier ones a host does not show again.
@pytest.mark.parametrize("names", [("Ann", "Flo"), ("Ann", "Bob", "Eve")])
def test_coming_back_is_like_coming_for_the_first_time(names: tuple[str, ...]) -> None:
    host, guests = dealt(*names, options="target=20")
    events = 0
    while True:
        play(host, guests, 1)
        if guests[0].session.model.over is not None:
            break  # an old game is not sent to a client that connects after its end
        events += 1
        compare(host, guests[events % len(guests)])
    assert events > 15


def test_a_draw_is_one_line_with_its_card() -> None:
    host, (ann, bob) = dealt("Ann", "Bob")
    play(host, [ann, bob], 12)
    lines = [line for guest in (ann, bob) for line in guest.session.model.lines]
    drawn = [line for line in lines if line.startswith("you drew ")]
    assert drawn and "you drew a card" not in drawn, lines
    assert sum(line.startswith("you got ") for line in lines) == 2, lines  # those that were dealt


def test_cards_that_come_back_one_by_one_are_told_in_one_line() -> None:
    host, (ann, _bob) = dealt("Ann", "Bob")
    once = [line for line in ann.session.model.lines if line.startswith("you got ")]
    twin = fresh(ann)
    twin.kept, twin.private = ann.kept, ann.private
    host.lose(ann)
    host.connect(twin)
    again = [line for line in twin.session.model.lines if line.startswith("you got ")]
    assert len(once) == len(again) == 1 and sorted(once[0].split()) == sorted(again[0].split())


def test_the_log_says_what_a_wild_card_stands_for_in_the_meld_on_which_something_is_laid() -> None:
    seen = 0
    for seed in range(1, 12):
        forge = Forge("vegas", {}, 3, seed=seed)
        forge.play(1)
        melds = [line.partition(" on ")[2] for line in followed(forge, 0).lines if " laid off " in line]
        wild = [card for meld in melds for card in meld.split() if card[0] == "*"]
        assert all("=" in card for card in wild), melds
        seen += len(wild)
    assert seen


def test_a_play_without_a_connection_is_refused_and_not_made_when_it_is_back() -> None:
    host, guests = dealt("Ann", "Bob")
    waits = next(guest for guest in guests if guest.session.model.my_turn)
    host.lose(waits)
    state = waits.session.model.state
    waits.session.apply_command(PlayAction(Draw()))
    refusal = waits.session.model.refusal
    assert refusal is not None and refusal.code == "not_connected" and waits.session.model.waiting is None
    host.connect(waits)
    assert waits.session.model.state == state
