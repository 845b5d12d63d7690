"""Games of Vegas rummy as text: as ``tests.support.playthrough``, with decks, joining, and hands shown at the end.

The script has a line ``join 3 4`` before the deal of a round in which seats come in.
"""

from collections.abc import Iterator

from rummynet.rules.core.state import HIDDEN
from rummynet.rules.core.variety import Step
from rummynet.rules.vegas.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.events import Event
from tests.support.playthrough import Game, shown
from tests.support.vegas_positions import vegas


class VegasGame(Game):
    """The open position and the public one; once the hands are shown these are the same."""

    join: tuple[int, ...] = ()

    def do(self, line: str) -> tuple[Event, ...]:
        verb, _, rest = line.partition(" ")
        if verb == "join":
            self.join = tuple(map(int, rest.split()))
            return ()
        if verb in ("deal", "shuffle"):
            named = rest.split()
            decks = 1 + max(int(card.partition(".")[2] or 0) for card in named)
            order = [cards.code(card, decks) for card in named]
            return self._chance(verb, order)
        return super().do(line)

    def _chance(self, verb: str, order: list[int]) -> tuple[Event, ...]:
        if verb == "deal":
            happened = self._both(self._dealt(order), self._dealt(self._unseen(order)))
            self.join = ()
            return happened
        hidden = VARIETY.chance.reshuffle(self.public, [HIDDEN] * len(order))
        return self._both(VARIETY.chance.reshuffle(self.full, order), hidden)

    def _dealt(self, deck: list[int]) -> Step:
        if hasattr(self, "full"):
            return VARIETY.next_round(self.full, deck, self.join)
        return super()._dealt(deck)

    def _both(self, full: Step, public: Step) -> tuple[Event, ...]:
        self.full, self.public = full[0], public[0]
        if VARIETY.hands_are_shown(self.full):
            self.public = self.full
        return full[1]


def money(game: VegasGame) -> Iterator[str]:
    """What only this game has, where it has changed."""
    state = vegas(game.public)
    if VARIETY.hands_are_shown(state):
        yield f"  aces {state.aces}; in {state.playing}; expiries {state.expiries}; paid {state.paid}"
    if state.places is not None:
        yield f"  places {state.places}; payout {state.payout}"


def replay(text: str) -> str:
    """The whole text that the script in *text* leads to."""
    script = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    game = VegasGame(script[0])
    lines = [f"> {script[0]}"]
    for line in script[1:]:
        lines.append(f"> {line}")
        happened = game.do(line)
        if not line.startswith("join"):
            lines += [*shown(game, happened), *money(game)]
    return "\n".join(lines) + "\n"
