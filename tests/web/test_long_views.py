"""The longest lists of actions: the host sends them in parts that fit a message, and the page plays each of them."""

import json
import random
import subprocess
from typing import Any

import pytest

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.sight import legal_texts
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet.table.game.dealt_cards import Play
from rummynet_protocol import cards
from rummynet_protocol.values import replace
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import MOST_VIEW, AskView, View
from tests.support.pages import WEB, need_pages
from tests.support.people import TableHarness
from tests.web.test_choosing import MOST_MORE

pytestmark = pytest.mark.drawn(1)

# fmt: off
LONGEST: dict[str, tuple[str, str, int, int, dict[str, int]]] = {
    # name: game, phase, cards in hand, most cards of the pile, further fields
    "23 cards and both jokers, the first that was too long": ("joker", "play", 23, 0, {}),
    "both jokers, nearly all other cards in the pile": ("joker", "pickup", 3, 46, {}),
    "nearly all cards, the rest in the pile": ("joker", "pickup", 30, 20, {}),
    "nearly all cards in hand": ("joker", "play", 52, 0, {}),
    "a contract of three melds": ("crummy", "play", 52, 0, {"round": 6}),
}
# fmt: on


def position(state: State, phase: Any, held: int, most: int, fields: dict[str, int]) -> State:  # noqa: ANN401
    """The state with so many cards in the hand on turn, both jokers among them; the other hand has one."""
    every = range(getattr(state, "decks", 1) * cards.PER_DECK)
    deck = sorted(every, key=lambda code: code % cards.PER_DECK < 52)
    hand, other, pile, stock = deck[:held], deck[-1:], deck[held : held + most][::-1], deck[held + most : -1]
    hands = [0] * state.players
    hands[state.turn], hands[1 - state.turn] = cards.mask(hand), cards.mask(other)
    return replace(
        state, hands=tuple(hands), hidden=(0, 0), stock=tuple(stock), discard=tuple(pile), phase=phase, melds=(),
        drawn=None, **fields,
    )  # fmt: skip


@pytest.mark.parametrize("name", LONGEST)
def test_every_action_of_the_longest_lists_is_sent_and_can_be_played(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_pages()
    game, phase, held, most, fields = LONGEST[name]
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], game)
    assert table.game is not None and table.game.play is not None
    play = table.game.play
    assert isinstance(play, Play)
    play.full = position(play.full, phase, held, most, fields)
    monkeypatch.setattr(Ledger, "state", play.full)
    asker = next(one for one in people if one.key == table.game.keys[play.full.turn])
    legal = legal_texts(play.variety, play.full, play.full.turn)
    assert sum(len(action) + 3 for action in legal) > MOST_VIEW, "else it is no long list"

    parts: dict[int, str] = {}
    found: list[str] = []
    more = 1
    while more:
        answer = hall.ask(asker, AskView(asker.request(), 1, len(found)))
        assert isinstance(answer, View)
        body = pack_message(answer)
        assert frame(body) and read_message(body) == answer, "it can be sent, and read"
        view = json.loads(answer.json)
        assert view["legal"] and view["position"]["hands"]
        parts[len(found)] = answer.json
        found += view["legal"]
        more = view["more"]
        assert len(found) + more == len(legal)
    assert sorted(found) == sorted(legal)
    first = json.loads(parts[0])["legal"]
    assert {one for one in legal if one.split()[0] in ("draw", "pass", "throw", "trade")} <= set(first)
    beyond = json.loads(hall.ask(asker, AskView(asker.request(), 1, 2**31)).json)  # type: ignore[attr-defined]
    assert (beyond["legal"], beyond["more"]) == ([], 0)

    position_shown = view["position"]
    tried = [*random.Random(1).sample(legal, 10), max(legal, key=len), found[0], found[-1]]
    views = [
        {"hand": position_shown["hands"][play.full.turn], "pile": position_shown["discard"], "legal": [],
         "parts": parts, "tried": tried}
    ]  # fmt: skip
    done = subprocess.run(
        ["node", "--no-warnings", "tests/reach.js"],
        cwd=WEB, input=json.dumps(views), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    [[count, sent]] = json.loads(done.stdout)
    assert count == len(legal)
    assert [text.split(".")[0] for text, _ in sent] == [text.split(".")[0] for text in tried]
    assert all(pushes <= MOST_MORE for _, pushes in sent)


def test_a_list_that_fits_is_sent_whole_in_the_order_of_the_notation() -> None:
    hall = TableHarness(seed=3)
    table, people = hall.game(["Ann", "Bob"], "joker")
    assert table.game is not None and table.game.play is not None
    full = table.game.play.full
    asker = next(one for one in people if one.key == table.game.keys[full.turn])
    answer = hall.ask(asker, AskView(asker.request(), 1))
    assert isinstance(answer, View)
    view = json.loads(answer.json)
    assert (view["legal"], view["more"]) == (legal_texts(variety("joker"), full, full.turn), 0)
