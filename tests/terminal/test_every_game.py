"""Every game of the list, a new one too, can be drawn at every moment of a round, for who plays and who watches."""

import pytest

from rummynet_client.core.session.guide import rule_now
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol.cards import PER_DECK, RANKS, members
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.games import EVERY


@pytest.mark.parametrize("name", EVERY)
def test_a_game_is_drawn_with_its_hand_and_its_rule(name: str) -> None:
    for steps in range(0, 24, 6):
        model = pictures.playing(name, 3, steps, seed=3)
        assert model.state is not None and model.me is not None and model.variety is not None
        shown = plain(screen(model, Choice(), Size(80, 40)))
        assert model.variety.title in shown and rule_now(model)
        ranks = {RANKS[card % PER_DECK % 13] for card in members(model.state.hands[model.me]) if card % PER_DECK < 52}
        assert all(rank.replace("T", "10") in shown for rank in ranks)
        watching = replace(model, me=None, hand=(), my_turn=False)
        assert model.variety.title in plain(screen(watching, Choice(), Size(80, 40)))
