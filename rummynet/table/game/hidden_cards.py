"""The cards of a round with a sealed deck, of which the host knows what everybody knows, until all keys are open."""

from collections.abc import Sequence

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step
from rummynet.rules.sealed_decks import open_stock
from rummynet.table.game.dealt_cards import AnyDeck, Drawn, MixedDeck, Play, RoundStart, receivers
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.errors import Cheat
from rummynet_protocol.events import Drew, Event
from rummynet_protocol.sealed.sealed_round import SealedRound


class HiddenPlay(Play):
    """As ``Play``; ``full`` is the position that the log shows, and there once ``is_dealt``.

    ``sealed`` are the hidden cards themselves.
    """

    def __init__(self, begin: RoundStart, deck: MixedDeck, sealed: SealedRound) -> None:
        self.variety, self.options, self.sealed = begin.variety, begin.options, sealed
        self._begin = begin
        self._drawn_starter = begin.starter(deck.z, deck.s_pub) if begin.before is None else 0
        # Who begins, and who gets how many cards, is the same whatever their order is.
        order = begin.cards()
        ordered, _ = begin.deal_step(order, self._drawn_starter)
        self.starter = ordered.starter
        self.to = receivers(ordered, order)
        self.turned_up: list[int] = []  # the cards turned up by the deal, in order
        self.is_dealt = False  # all cards that the deal turns up are known
        self.is_open = False  # all keys are open, and ``full`` knows every card
        self._size = len(order)
        self._epochs = [deck.epoch]  # of the first stock, and of those that cards were put back into, or that are new
        self._steps: list[tuple[int, Action] | None] = []
        """The actions of the round, by seat; None for the next stock of ``_epochs``."""

    @property
    def public(self) -> State:
        """The same position: the host knows no more."""
        return self.full

    @public.setter
    def public(self, state: State) -> None:
        self.full = state

    # -- the deal

    @property
    def needs_card(self) -> bool:
        """Whether the deal turns up a card more than are known."""
        try:
            self._deal_step()
        except HiddenCard:
            return True
        return False

    def complete_deal(self) -> None:
        """All cards that the deal turns up are known now."""
        self.full, _ = self._deal_step()
        self.is_dealt = True

    def _deal_step(self) -> Step[State]:
        deck, first = [HIDDEN] * self._size, len(self.to)
        deck[first : first + len(self.turned_up)] = self.turned_up
        return self._begin.deal_step(deck, self._drawn_starter)

    def insert_cards(self) -> int:
        """As ``Play.insert_cards``; their places come with the mixes that follow."""
        count = self.variety.chance.insertions(self.full)
        if count:
            self.full, _ = self.variety.chance.insert(self.full, None)
            self._add_stock(self.sealed.epoch + 1)
        return count

    def restock(self, deck: AnyDeck) -> None:
        """As ``Play.restock``."""
        count = len(self.variety.chance.reshuffle_cards(self.full) or ())
        self.full, _ = self.variety.chance.reshuffle(self.full, [HIDDEN] * count)
        self._add_stock(deck.epoch)

    def _add_stock(self, epoch: int) -> None:
        self._epochs.append(epoch)
        self._steps.append(None)

    # -- actions

    def try_action(self, seat: int, action: Action) -> Step[State]:
        """What an action would bring. Raises IllegalAction, also NeedsShuffle."""
        return self.variety.apply(self.full, seat, action)

    def take_action(self, seat: int, action: Action, state: State, events: Sequence[Event]) -> Drawn:
        """An action has brought this position."""
        count, is_hidden = sum(isinstance(event, Drew) for event in events), self.full.stock[:1] == (HIDDEN,)
        self._steps.append((seat, action))
        self.full = state
        return Drawn(count, self.sealed.top if count and is_hidden else None, ())

    def reveal(self, seat: int, card: int) -> None:
        """A card of a seat whose key is open."""
        if not self.full.hands[seat] >> card & 1:
            self.full = self.variety.reveal(self.full, seat, card)

    # -- the end

    def open_all(self) -> None:
        """All keys are open: check everything by them, and play the round again with every card. Raises Cheat."""
        left, known, v = self.sealed.audit(), self.full, self.variety
        epochs = iter(self._epochs)
        state, _ = self._begin.deal_step(self.sealed.orders[next(epochs)], self._drawn_starter)
        for step in self._steps:
            if step is None:
                state, _ = open_stock(v, state, self.sealed.orders[next(epochs)])
            else:
                try:
                    state, _ = v.apply(state, *step)
                except IllegalAction as problem:
                    raise Cheat("rules", f"with open cards a move is not legal: {problem}") from None
        if (known.discard, known.melds, known.out) != (state.discard, state.melds, state.out):
            raise Cheat("rules", "the round played with open cards comes out differently")
        if any(cards.mask(held) & ~state.hands[seat] for seat, held in left.items()):
            raise Cheat("hand", "a seat holds other cards by its key than by the moves of the round")
        self.full, self.is_open = state, True
