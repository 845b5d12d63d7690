"""The parts of a game with one deck: a new stock from the pile, positions as JSON, what people see."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from rummynet.rules.core.errors import BadPosition, IllegalAction
from rummynet.rules.core.state import Phase, State
from rummynet.rules.core.variety import ChanceSteps, PositionCodec, Presentation, Step, Variety
from rummynet.rules.shared.melds import read_natural
from rummynet.rules.shared.position_json import hand_names, read_common, read_seats, whole, write_common
from rummynet.rules.shared.rounds import can_renew, check_hands, renew_stock
from rummynet.rules.shared.scoring import Scoring, on_table
from rummynet.rules.shared.stock_words import stock_words


class StockFromPile(ChanceSteps):
    """An empty stock is made anew of the pile but its top, as often as ``reshuffle_limit`` and ``idle_stocks`` say."""

    phases: ClassVar[tuple[Phase, ...]] = ("pickup",)
    """When a card of the stock may be wanted."""

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and a draw is possible."""
        if state.phase not in self.phases or state.stock or not can_renew(state):
            return None
        return sorted(state.discard[:-1])

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order."""
        if self.reshuffle_cards(state) is None:
            raise IllegalAction("the pile is shuffled only for a draw from an empty stock, and not oftener than agreed")
        return renew_stock(state, order)


class OneDeckPresentation(Presentation):
    """What lies on the table counts; whether there will be another stock is worth knowing."""

    def facts(self, state: State) -> tuple[str, ...]:
        """Whether there will be another stock."""
        return (stock_words(state),)

    def points_on_table(self, state: State) -> tuple[int, ...]:
        """By seat: the worth of the cards it has laid."""
        return tuple(on_table(state.melds, state.players))


class OneDeckPositions(PositionCodec):
    """Positions with the keys that all games have, and ``dealer`` where the seat that is named or drawn deals."""

    phases: ClassVar[tuple[Phase, ...]] = ("pickup", "play", "over")

    def __init__(self, game: Variety, deck_cards: Collection[int], scoring: Scoring[Any]) -> None:
        self._game = game
        self._deck_cards = deck_cards
        self._scoring = scoring

    def write(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        written = write_common(state)
        return written | {"dealer": dealer(state)} if self._names_dealer() else written

    def hand(self, state: State, seat: int) -> list[str | None]:
        """The hand as ``write`` has it."""
        return hand_names(state, seat)

    def read(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        options, players = read_seats(self._game, position)
        common = read_common(
            self._game, position, options, players, phases=self.phases, deck=self._deck_cards,
            read_meld=self.read_meld, most_reshuffles=options.get("reshuffle_limit", 0),
        )  # fmt: skip
        if self._names_dealer():
            right = (common["starter"] - 1) % players
            if whole(position.get("dealer", right), "dealer", 0, players - 1) != right:
                raise BadPosition(f"dealer should be seat {right}, the one before the starter")
        state = self.read_own(position, common | {"finished": common["winner"] is not None})
        self._scoring.check(state)
        return state

    def read_meld(self, words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """A meld: codes, what they stand for, whether it is a run. Raises BadPosition, BadCard."""
        return read_natural(words)

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> State:
        """The state of these fields of State, with what only this game has in *position*, checked.

        Raises BadPosition, BadCard.
        """
        if fields["claims"]:
            raise BadPosition("claims are empty in this game: nobody calls")
        state = State(**fields)
        check_hands(state)
        return state

    def _names_dealer(self) -> bool:
        return self._game.first_starter.named_seat == "deals"


def dealer(state: State) -> int:
    """The seat before the starter, which deals."""
    return (state.starter - 1) % state.players
