"""Crummy rummy, as the rest of the house asks for it. The rules for players are in docs/rules/crummy.md."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.options import TURN_SECONDS, VOIDS, Option, Options
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Contract, Step, Timer, Variety
from rummynet.rules.crummy import plays
from rummynet.rules.crummy import state as states
from rummynet.rules.crummy.apply import answers, apply, left_to_the_clock, stock_texts
from rummynet.rules.crummy.contracts import hand_size, of_round
from rummynet.rules.crummy.melds import is_wild
from rummynet.rules.crummy.messages import facts
from rummynet.rules.crummy.state import CrummyState, decks_for, settled
from rummynet.rules.shared.faces import read_words, with_decks
from rummynet.rules.shared.rounds import (
    check_deck,
    check_starter,
    clockwise,
    deal_out,
    known_cards,
    refuse_next,
    renew_stock,
    turned_up,
)
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap, ThrowOut, Waive, Want
from rummynet_protocol.events import Dealt, TurnedUp
from rummynet_protocol.sentences import said

_LEAST_OFFER: Final = 2
"""Seconds that a card is offered at least."""


class Crummy(Variety):
    """Seven rounds, each with a contract to lay before anything else; cards are bad, the lowest total wins."""

    name = "crummy"
    title = "Crummy rummy"
    seats = range(2, 9)
    options = (
        Option("ace_low", False, "A-2-3-4 is a run too"),
        Option("move", "any", "which wild cards a swap may move to another meld", choices=("any", "jokers")),
        Option("reshuffle_limit", 10, "how often the pile may become the stock in a round", 0, 100),
        Option("offer_seconds", 8, "time to say that one wants a card out of turn", 1, 60),
        TURN_SECONDS,
        VOIDS,
    )

    def named_starter(self, options: Options, players: int) -> int | None:
        """None: the first dealer is drawn."""
        return None

    def starter_from_seat(self, seat: int, players: int) -> int:
        """The seat left of the dealer drawn."""
        return (seat + 1) % players

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """A deck with its two jokers for every two players, rounded up."""
        return cards.full_deck(decks_for(players), jokers=True)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        check_starter(starter, players)
        return self._dealt(options, starter, deck, 1, (0,) * players)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next of the seven rounds: the starter moves one seat clockwise, totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter + 1) % state.players
        return self._dealt(state.options, starter, deck, state.round + 1, state.scores)

    def _dealt(self, options: Options, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]) -> Step:
        """One card at a time, clockwise from the starter; then cards are turned up until one is not wild."""
        players, size = len(scores), hand_size(number)
        check_deck(deck, cards.full_deck(decks_for(players), jokers=True))
        hands, hidden = deal_out(deck, players, size, clockwise(starter, players))
        up = last = players * size
        while is_wild(turned_up(deck, last)):
            last += 1
        state = CrummyState(
            variety=self.name,
            options=options,
            players=players,
            round=number,
            starter=starter,
            turn=starter,
            phase="turnup" if last > up else "pickup",
            hands=hands,
            hidden=hidden,
            stock=tuple(deck[last + 1 :]),
            discard=(deck[last],),
            scores=scores,
            laid=(False,) * players,
            aside=tuple(deck[up:last]),
        )
        shown = [TurnedUp(cards.name(code, state.decks)) for code in deck[up : last + 1]]
        return state, (Dealt((size,) * players), *shown)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, contracts in their lean forms; sorted by their notation."""
        crummy = _ours(state)
        if seat not in self.actors(state):
            return []
        found = plays.listed(crummy, seat) if state.phase == "play" else stock_texts(crummy)
        return sorted(found, key=notation.text)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply(_ours(state), seat, action)

    def explicit(self, state: State, seat: int, action: Action) -> Action:
        """The same action with decks in the names of cards of the hand, where equal cards could be confused."""
        crummy = _ours(state)
        if crummy.decks == 1:
            return action
        match action:
            case ThrowOut(card):
                return ThrowOut(*_named(crummy, seat, (card,)))
            case LayOff(words, meld):
                return LayOff(_named(crummy, seat, words), meld)
            case Swap(card, meld, onward):
                return Swap(_named(crummy, seat, (card,))[0], meld, onward)
            case LayContract(melds):
                coming = iter(_named(crummy, seat, tuple(word for words in melds for word in words)))
                return LayContract(tuple(tuple(next(coming) for _ in words) for words in melds))
            case _:
                return action

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat asked while a card is offered, nobody while cards are to be put back, else the one on turn."""
        crummy = _ours(state)
        if state.phase in ("over", "turnup"):
            return ()
        return (state.turn,) if crummy.asked is None else (crummy.asked,)

    def offer_early(self, state: State) -> tuple[int, ...]:
        """The seats that are asked after the one whose answer is due, nearest first."""
        crummy = _ours(state)
        if crummy.asked is None:
            return ()
        after = (crummy.asked - state.turn) % state.players + 1
        return tuple((state.turn + step) % state.players for step in range(after, state.players))

    def early(self, state: State, seat: int) -> list[Action]:
        """Answers of those who will be asked; and what the player on turn may do once the offer is over."""
        crummy = _ours(state)
        if seat in self.offer_early(state):
            return answers(crummy)
        if crummy.asked is None or seat != state.turn:
            return []
        return sorted(plays.listed(replace(crummy, phase="play", asked=None), seat), key=notation.text)

    def hurries(self, state: State, seat: int) -> int | None:
        """The player on turn may play on two seconds after the draw; who has not answered then has waived."""
        return _LEAST_OFFER if _ours(state).asked is not None and seat == state.turn else None

    def out_of_turn(self, action: Action) -> bool:
        """An answer to an offer may be aimed at an older state."""
        return isinstance(action, Want | Waive)

    def keeps_aim(self, action: Action) -> bool:
        """Answers leave the player on turn where it was."""
        return isinstance(action, Want | Waive)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """Who wants the card that is offered gets the top of the pile."""
        return state.discard[-1:] if isinstance(action, Want) else ()

    # -- chance

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and somebody may want a card of it."""
        if state.phase not in ("pickup", "offer") or state.stock or not _ours(state).can_renew:
            return None
        return sorted(state.discard[:-1])

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order."""
        if self.reshuffle_cards(state) is None:
            raise IllegalAction("the pile is shuffled only for a card from an empty stock, and not oftener than agreed")
        return renew_stock(state, order)

    def insertions(self, state: State) -> int:
        """How many wild cards were turned up and are to be put back."""
        return len(_ours(state).aside)

    def insert(self, state: State, places: Sequence[int] | None) -> Step:
        """Put them back in the order turned up, each so that this many cards lie above it."""
        crummy = _ours(state)
        if not crummy.aside:
            raise IllegalAction("there is no card to put back into the stock")
        stock = list(state.stock)
        if places is None:
            stock = [HIDDEN] * (len(stock) + len(crummy.aside))
        elif len(places) != len(crummy.aside):
            raise IllegalAction(
                said(
                    "name {aside} places, one for each card turned up, not {places}",
                    aside=len(crummy.aside),
                    places=len(places),
                )
            )
        else:
            for code, place in zip(crummy.aside, places, strict=True):
                if place not in range(len(stock) + 1):
                    raise IllegalAction(
                        said(
                            "a place is from 0 to the {stock} cards of the stock, not {place}",
                            stock=len(stock),
                            place=place,
                        )
                    )
                stock.insert(place, code)
        return replace(crummy, stock=tuple(stock), aside=(), phase="pickup"), ()

    def timers(self, state: State) -> list[Timer]:
        """While a card is offered, silence is waiving, for all who are asked; else the turn clock, if there is one.

        The clock's action is empty where it depends on a card that is not known here.
        """
        crummy = _ours(state)
        if crummy.asked is not None:
            seats = (crummy.asked, *self.offer_early(state))
            return [Timer(seat, "waive", state.options["offer_seconds"], "rule") for seat in seats]
        seconds = state.options["turn_seconds"]
        if not seconds or not self.actors(state):
            return []
        return [Timer(state.turn, left_to_the_clock(crummy), seconds, "turn")]

    def facts(self, state: State) -> tuple[str, ...]:
        """The contract and who has laid it, what is wild, who is asked, what is left of picking up."""
        return facts(_ours(state), self.offer_early(state))

    def contract(self, state: State, seat: int) -> Contract | None:
        """The contract of the round, until the seat has laid it."""
        return None if _ours(state).laid[seat] else of_round(state.round)

    def is_wild(self, state: State, card: int) -> bool:
        """Jokers and twos."""
        return is_wild(card)

    # -- positions and knowledge

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return states.written(_ours(state))

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        return states.read(self, position)

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if not 0 <= card < _ours(state).decks * cards.PER_DECK or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one")
        known = _ours(super().reveal(state, seat, card))
        return settled(known)[0] if known.phase == "over" and known.round_scores is None else known


def _ours(state: State) -> CrummyState:
    if not isinstance(state, CrummyState):
        raise TypeError(f"a position of {state.variety} came to crummy rummy")
    return state


def _named(state: CrummyState, seat: int, words: tuple[str, ...]) -> tuple[str, ...]:
    codes = plays.held_codes(state, seat, read_words(words))
    seen = cards.mask((*state.discard, *(code for meld in state.melds for code in meld.cards)))
    return with_decks(words, codes, state.decks, seen)


__all__ = ["VARIETY", "Crummy"]

VARIETY: Final = Crummy()
