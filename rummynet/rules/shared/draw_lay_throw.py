"""The plain turn of a one-deck game: draw or take, lay melds and lay off, throw out a card.

As it stands: the top of the pile is taken alone, cards are laid off one at a time, no call interrupts. A game changes a
step by overriding it, and adds plays of its own in ``lays`` and ``lay``.
"""

from collections.abc import Iterator
from typing import ClassVar

from rummynet.rules.core.errors import (
    CannotPass,
    CardNotHeld,
    CardNotInPile,
    DoesNotFit,
    NeedsShuffle,
    NoCardsLeft,
    NotAMeld,
    NothingLeftToThrow,
    NotInThisGame,
    NotYourTurn,
    OneAtATime,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN, Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared.melds import MELDS, SHAPES, Aces, allows, melds_in, with_cards
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.plain_actions import DRAW, PASS, TAKES, THROWS
from rummynet.rules.shared.rounds import can_draw, hands_with, hands_without, lays_noted, part_with, with_meld
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.events import Drew, Event, LaidDown, LaidOff, Passed, ThrewOut, Took, WentOut
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import player_in, said
from rummynet_protocol.values import replace


class DrawLayThrow(OneDeckGame):
    """A one-deck game with the plain turn. The methods are its steps; each raises IllegalAction where it refuses."""

    aces: ClassVar[Aces] = "either"
    """Where an ace lies in a run."""
    last_card_is_thrown: ClassVar[bool] = True
    """A play has to leave a card to throw out; if not, an empty hand ends the round at once, also by a play."""
    ends_with_the_stock: ClassVar[bool] = True
    """A turn that ends when nothing can be drawn any more ends the round: cards taken alone could go round for ever.

    False where every card taken is used, so that rounds end by themselves."""
    pickup_actions: ClassVar[tuple[type[Action], ...]] = (Draw, Take, Pass)
    play_actions: ClassVar[tuple[type[Action], ...]] = (LayDown, LayOff)
    """What may be done beside throwing out, once a card is picked up."""
    unknown: ClassVar[str] = said("this game does not know the action; draw, take, meld, lay, throw or pass")
    pick_up_first: ClassVar[str] = said("pick up first: draw, or take from the pile")
    picked_up: ClassVar[str] = said("you have picked up already; lay or throw out")

    # -- what may be done

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, sorted by the notation. Exact if its hand is fully known."""
        if seat != state.turn:
            return []
        return sorted(self.pickups(state) if state.phase == "pickup" else self.plays(state), key=text)

    def pickups(self, state: State) -> list[Action]:
        """How the seat on turn may pick up; to pass only where it cannot."""
        found: list[Action] = [*self.takes(state)]
        if can_draw(state):
            found.append(DRAW)
        return found or [PASS]

    def takes(self, state: State) -> Iterator[Action]:
        """The ways to take from the pile."""
        if state.discard:
            yield TAKES[state.discard[-1]]

    def plays(self, state: State) -> list[Action]:
        """What the seat on turn may lay and throw out."""
        if state.phase != "play":
            return []
        return [*self.lays(state), *[THROWS[card] for card in cards.members(state.hands[state.turn])]]

    def lays(self, state: State) -> Iterator[Action]:
        """Melds and lay-offs from the hand of the seat on turn."""
        hand, spare = state.hands[state.turn], state.count(state.turn) - self.last_card_is_thrown
        for shape in melds_in(hand):
            if len(shape.cards) <= spare and allows(shape.cards, self.aces):
                yield shape.laying
        for number, meld in enumerate(state.melds if spare else ()):
            for card in cards.members(SHAPES[meld.cards].fits & hand):
                if with_cards(meld, (card,), state.turn, self.aces) is not None:
                    yield LayOff((cards.FACES[card],), number)

    # -- doing it

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return lays_noted(state, self._step(state, seat, action))

    def _step(self, state: State, seat: int, action: Action) -> Step:
        self._refuse_moment(state, seat, action)
        match action:
            case Draw():
                return self.draw(state, seat)
            case Take():
                return self.take(state, seat, action)
            case Pass():
                return self.pass_turn(state, seat)
            case ThrowOut(card):
                return self.throw(state, seat, card)
        after, happened = self.lay(state, seat, action)
        if self.last_card_is_thrown and not after.count(seat):
            raise NothingLeftToThrow("after this play no card would be left to throw out; keep one in your hand")
        return self.ended_if_out(after, happened)

    def _refuse_moment(self, state: State, seat: int, action: Action) -> None:
        """Refuse what comes at the wrong time or from the wrong seat."""
        picks_up = isinstance(action, self.pickup_actions)
        if not picks_up and not isinstance(action, (*self.play_actions, ThrowOut)):
            raise NotInThisGame(self.unknown)
        if state.phase == "over":
            raise RoundOver("the round is over; wait for the next deal")
        if seat != state.turn:
            raise NotYourTurn(said("it is {player}'s turn; wait for yours", player=player_in(state.turn)))
        if picks_up != (state.phase == "pickup"):
            raise WrongPhase(self.picked_up if picks_up else self.pick_up_first)

    def draw(self, state: State, seat: int) -> Step:
        """The top of the stock. Raises NeedsShuffle where the pile has to become a new one first."""
        if not can_draw(state):
            raise NoCardsLeft("there is nothing to draw: the stock is empty and the pile cannot become a new one")
        if not state.stock:
            raise NeedsShuffle("the stock is empty; the pile but its top has to be shuffled first")
        card = state.stock[0]
        hands, hidden = hands_with(state, seat, (card,))
        drawn = replace(state, stock=state.stock[1:], phase="play", drawn=card, hands=hands, hidden=hidden)
        return drawn, (Drew(seat, None if card == HIDDEN else cards.face(card)),)

    def take(self, state: State, seat: int, action: Take) -> Step:
        """The top of the pile, to be used or kept."""
        if action.play is not None or not state.discard or cards.face(state.discard[-1]) != action.card:
            raise CardNotInPile(said("{word} is not in the pile; take a card that lies there", word=action.card))
        return self.taken(state, seat, len(state.discard) - 1)

    def taken(self, state: State, seat: int, at: int) -> Step:
        """The card of the pile at this place and all above it, come to the hand."""
        card = state.discard[at:]
        hands, hidden = hands_with(state, seat, card)
        held = replace(state, discard=state.discard[:at], phase="play", drawn=None, hands=hands, hidden=hidden)
        return held, (Took(seat, tuple(map(cards.face, card))),)

    def lay(self, state: State, seat: int, play: Action) -> Step:
        """Cards of the hand put on the table, whatever they leave there."""
        if isinstance(play, LayDown):
            shape = MELDS.get(play.cards)
            if shape is None or not allows(shape.cards, self.aces):
                raise NotAMeld("that is neither a set (3 or 4 of a rank) nor a run (3 or more of a suit in a row)")
            meld = Meld(shape.cards, shape.cards, (seat,) * len(shape.cards), shape.is_run)
            hands, hidden = hands_without(state, seat, shape.mask)
            held = replace(state, hands=hands, hidden=hidden, melds=(*state.melds, meld))
            return held, (LaidDown(seat, len(state.melds), shape.words),)
        assert isinstance(play, LayOff)
        if len(play.cards) > 1:
            raise OneAtATime("lay off one card at a time")
        if play.meld >= len(state.melds):
            raise DoesNotFit(said("there is no meld {number} on the table", number=play.meld))
        codes = tuple(cards.FACE_OF.get(word, HIDDEN) for word in play.cards)
        meld = state.melds[play.meld]
        grown = with_cards(meld, codes, seat, self.aces)
        if grown is None:
            raise DoesNotFit(
                said("{cards} does not fit onto {meld}", cards=" ".join(play.cards), meld=meld_named(meld))
            )
        return with_meld(part_with(state, seat, codes), play.meld, grown), (LaidOff(seat, play.meld, play.cards),)

    def throw(self, state: State, seat: int, word: str) -> Step:
        """The end of a turn, or of the round with the last card."""
        card = cards.FACE_OF.get(word, HIDDEN)
        if card not in self.deck_cards:
            raise CardNotHeld(said("{word} is not in your hand; throw out a card that you hold", word=word))
        hands, hidden = hands_without(state, seat, 1 << card)
        discard, happened = (*state.discard, card), (ThrewOut(seat, word),)
        if not hands[seat] and not hidden[seat]:
            out = replace(state, hands=hands, hidden=hidden, discard=discard, drawn=None)
            return self.ended_if_out(out, happened)
        thrown = replace(
            state, hands=hands, hidden=hidden, discard=discard, drawn=None,
            turn=(seat + 1) % state.players, phase="pickup",
        )  # fmt: skip
        if self.ends_with_the_stock and not can_draw(thrown):
            return self.ended(replace(thrown, turn=seat, phase=state.phase), None, happened)
        return thrown, happened

    def pass_turn(self, state: State, seat: int) -> Step:
        """Nothing can be picked up: the round is blocked."""
        if can_draw(state):
            raise CannotPass("you can draw; pass only where nothing else can be done")
        if next(self.takes(state), None) is not None:
            raise CannotPass("you can take a card of the pile and use it; pass only where nothing else can be done")
        return self.ended(state, None, (Passed(seat, "pass"),))

    # -- the end of a round

    def ended_if_out(self, state: State, happened: tuple[Event, ...]) -> Step:
        """The position after something has left the hand of the seat on turn: an empty hand ends the round."""
        if state.count(state.turn):
            return state, happened
        return self.ended(state, state.turn, (*happened, WentOut(state.turn)))

    def ended(self, state: State, out: int | None, happened: tuple[Event, ...]) -> Step:
        """The round is over, *out* has gone out (None: blocked)."""
        over, scored = self.scoring.settled(replace(state, phase="over", out=out, drawn=None))
        return over, (*happened, *scored)
