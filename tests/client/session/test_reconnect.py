"""After every event of a game, a returning client sees what a new one at that seat sees."""

from typing import Any

from rummynet_client.core.session.view_model import ViewModel
from tests.support.fake_host import Guest
from tests.support.forge import Forge
from tests.support.pictures import followed

_OF_THIS_VISIT = {"chat", "refusal", "waiting"}
"""State that depends on when a client connected; everything else comes from the table."""


def seen(guest: Guest) -> dict[str, Any]:
    picture = guest.session.model
    found = {name: getattr(picture, name) for name in ViewModel.__struct_fields__ if name not in _OF_THIS_VISIT}
    return {**found, "lines": tuple(line for line in picture.lines if "another machine" not in line)}


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
