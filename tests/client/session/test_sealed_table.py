"""A client at a table with a sealed deck, before cards are dealt."""

import pytest

from rummynet_client.core.session import host_watch
from rummynet_client.core.text.game_words import deck_words
from rummynet_protocol.sealed.library import NoRistretto
from tests.support.fake_host import seated


def no_library() -> None:
    raise NoRistretto("this computer has no library")


def test_a_computer_without_the_library_agrees_to_no_game_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_watch, "ristretto", no_library)
    host, (ann, _bob) = seated("Ann", "Bob", options="deck=sealed")
    assert ann.session.model.fairness.unknown == "this computer has no library"
    assert "this computer has no library" in host.do(ann, "ready")[-1]
    assert not host.signed(ann, "ready")


@pytest.mark.parametrize(
    ("escrow", "seats", "bots", "opens"),
    [(True, 3, (), True), (True, 4, ("cora",), True), (True, 3, ("cora",), False), (True, 2, (), False),
     (True, 3, ("a", "b"), False), (False, 4, (), False)],
)  # fmt: skip
def test_who_could_look_into_a_hand_is_said_as_it_is(
    escrow: bool, seats: int, bots: tuple[str, ...], opens: bool
) -> None:
    says = " ".join(deck_words({"deck": "sealed", "escrow": escrow}, seats, bots))
    assert ("can open its hand" in says) == opens
    assert ("knows the cards of its bots" in says) == bool(bots)
