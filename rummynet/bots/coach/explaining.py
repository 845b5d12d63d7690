"""Finds the reasons for an action: facts that hold for what the seat sees, those that matter most first."""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach import play_reasons
from rummynet.bots.evaluation.bot_plays import is_play
from rummynet.bots.evaluation.outlook import unseen_copies
from rummynet.bots.evaluation.partners import companions, lay_offs, pairs_of
from rummynet.bots.evaluation.weighing import Weighed
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import STRATEGY as EXPERT
from rummynet.bots.strategy import NothingToDo, choices
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet_protocol import actions, cards
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

# Cards in another hand from which on it is worth a word: three cards can go out with one meld, without a card to
# throw or more.
_FEW_CARDS: Final = 3
_MOST_REASONS: Final = 3  # told of one action: the first ones decide, and a hint has to fit on a line or two
# Plays of one turn that are followed to its throw: no hand has more melds and cards to lay, and a strategy in a
# circle ends.
_MOST_PLAYS: Final = 8


class Explainer:
    """Explains actions of one seat in one position, which has no calls in it."""

    def __init__(self, variety: Variety, view: SeatView, ranked: Weighed) -> None:
        self._variety, self._view, self._ranked = variety, view, ranked
        self._state, self._seat = view.position, view.seat

    def reasons(self, action: actions.Action) -> tuple[play_reasons.Reason, ...]:
        """The reasons for the best of the ranked actions, three at most."""
        found = self._facts(action)[:_MOST_REASONS]
        if found:
            return tuple(found)
        if len(choices(self._variety, self._state, self._seat)) == 1:
            return (play_reasons.OnlyChoice(),)
        return self._compared()

    def _facts(self, action: actions.Action) -> list[play_reasons.Reason]:
        match action:
            case actions.ThrowOut(card):
                return self._of_throw(card)
            case actions.Draw() | actions.TurnOver():
                return self._of_draw()
            case actions.Take(card, None) | actions.Want(card):
                return [*self._brought(action), *self._company(card, after=self._applied(self._state, action))]
            case actions.Waive() if self._state.discard:
                card = cards.face(self._state.discard[-1])
                return [*self._company(card, without=True), *self._beside(actions.Want(card))]
            case actions.AcceptPenalty():
                return list(self._brought(action))
            case actions.BuyIn():
                return [play_reasons.StaysIn()]
            case _ if is_play(action):
                return self._of_play(action)
        return []

    def _compared(self) -> tuple[play_reasons.Reason, ...]:
        """The figure of the search, where no fact was found."""
        if len(self._ranked) < 2:
            return ()
        return (self._instead_of(self._ranked[1][1]),)

    # -- plays

    def _of_play(self, action: actions.Action) -> list[play_reasons.Reason]:
        after = self._applied(self._state, action)
        if after is None:
            return []
        found: list[play_reasons.Reason] = []
        if isinstance(action, actions.Take):
            found += self._brought(action)
        state, card = self._turn_ended(after)
        found += self._laid(after, state)
        trade = action.play if isinstance(action, actions.Take) else action
        if isinstance(trade, actions.Trade):
            found.append(play_reasons.GetsWild(trade.joker))
        if isinstance(action, actions.Swap) and action.onward is None:
            gained = cards.members(after.hands[self._seat] & ~self._state.hands[self._seat])
            found += [play_reasons.GetsWild(cards.face(code)) for code in list(gained)[:1]]
        if self._is_out(after):
            return [play_reasons.GoesOut(), *found]
        throw = play_reasons.ThenThrow(card) if card and self._is_safe(state, card) else None
        # The throw has a place of its own: without it a hint of three plays says nothing of how the turn ends.
        return [*found[: _MOST_REASONS - 1], throw] if throw is not None else [*found, *self._near_out()]

    def _laid(self, after: State, end: State) -> list[play_reasons.Reason]:
        before, now, then = map(self._variety.presentation.points_on_table, (self._state, after, end))
        if now:
            points, turn = (laid[self._seat] - before[self._seat] for laid in (now, then))
            return [play_reasons.Lays(points, turn if turn > points else 0)] if points > 0 else []
        shed = sum(len(meld.cards) for meld in after.melds) - sum(len(meld.cards) for meld in self._state.melds)
        return [play_reasons.Sheds(shed)] if shed > 0 else []

    def _brought(self, action: actions.Action) -> list[play_reasons.Brings]:
        """How many cards come, if more than one does."""
        after = self._applied(self._state, action)
        if isinstance(action, actions.Take):
            count = len(self._state.discard) - len(after.discard) if after is not None else 0
        else:
            count = after.count(self._seat) - self._state.count(self._seat) if after is not None else 0
        return [play_reasons.Brings(count)] if count > 1 else []

    def _turn_ended(self, state: State) -> tuple[State, str]:
        """The position in which the turn ends if ``expert`` goes on, and the card thrown out; empty if not known."""
        for _ in range(_MOST_PLAYS):
            if state.turn != self._seat or state.phase != "play":
                break
            view = SeatView(self._seat, replace(state, claims=()), self._view.log)
            try:
                action = EXPERT.rank(self._variety, view, _first, Budget(0, StepClock(1)))[0][1]
            except NothingToDo:
                break
            if isinstance(action, actions.ThrowOut):
                return state, action.card.partition(".")[0]
            after = self._applied(state, action)
            if after is None or not is_play(action):
                break
            state = after
        return state, ""

    def opened_by(self, action: actions.Action) -> list[play_reasons.OpensTo]:
        """What the others could lay off on the melds that an action would lay: why it may be worth more in the hand."""
        after = self._applied(self._state, action) if self._variety.one_deck else None
        if after is None or not is_play(action):
            return []
        places, aces = Whereabouts(self._variety, after, self._seat), self._variety.aces_at(self._state.options)
        new = [meld for meld in after.melds if meld not in self._state.melds]
        fitting = {
            face for meld in new for face, before in lay_offs(meld.stands, meld.is_run, aces)
            if before < 0 and places.is_within_reach(face)
        }  # fmt: skip
        return [play_reasons.OpensTo(tuple(map(cards.face, sorted(fitting))))] if fitting else []

    # -- throws

    def _of_throw(self, card: str) -> list[play_reasons.Reason]:
        code = self._code_of(card)
        after = self._applied(self._state, actions.ThrowOut(card))
        if after is not None and self._is_out(after):
            return [play_reasons.GoesOut()]
        found: list[play_reasons.Reason] = []
        hand = list(cards.members(self._state.hands[self._seat]))
        if code is None or self._variety.presentation.is_wild(self._state, code):
            return found
        if self._variety.one_deck:
            found += self._about_others(code % cards.PER_DECK)
        natural = [one for one in hand if not self._variety.presentation.is_wild(self._state, one)]
        if not self._companions(code, natural):
            found.append(play_reasons.GoesWithNothing(card))
        values = self._worth_held()
        if values and values[code] == max(values[one] for one in hand) and len({values[one] for one in hand}) > 1:
            found += [play_reasons.Dearest(values[code]), *self._near_out()]
        return found

    def _about_others(self, face: int) -> list[play_reasons.Reason]:
        """Whether others can lay a card of the hand that is thrown out."""
        places = Whereabouts(self._variety, self._state, self._seat)
        # First: a throw of what is nearly a meld looks like a blunder, unless one sees that the card can come back.
        back: list[play_reasons.Reason] = [play_reasons.TakesBack()] if places.comes_back(face) else []
        meld = places.fitting_meld(face)
        # A card that fits is told even if it is the best throw: the player should see the price.
        if meld is not None and self._may_lay_off():
            return [*back, play_reasons.FitsMeld(meld)]
        if places.is_safe(face):
            return [*back, play_reasons.Safe()]
        return [*back, play_reasons.NeedsTwo()] if places.needs_two(face) else back

    def _is_safe(self, state: State, card: str) -> bool:
        return (
            self._variety.one_deck
            and card in cards.FACE_OF
            and Whereabouts(self._variety, state, self._seat).is_safe(cards.FACE_OF[card])
        )

    def _may_lay_off(self) -> bool:
        return any(
            self._variety.presentation.contract(self._state, other) is None
            for other in range(self._state.players)
            if other != self._seat
        )

    # -- picking up

    def _of_draw(self) -> list[play_reasons.Reason]:
        takes = [one for _, one in self._ranked if isinstance(one, actions.Take)]
        if not self._state.discard:
            return []
        if not takes:
            return [play_reasons.NothingInPile()]
        first = takes[0]
        if first.play is None:
            return self._company(first.card, without=True)
        beside = self._beside(first)
        # What the take would lay belongs beside what it would bring: one without the other would be a wrong picture.
        return [*beside, self._instead_of(first)] if beside else []

    def _instead_of(self, other: actions.Action) -> play_reasons.Reason:
        """By how much the first of the ranked actions is better than another one."""
        values = {action: value for value, action in self._ranked}
        points = round(self._ranked[0][0] - values[other])
        return play_reasons.Better(other, points) if points > 0 else play_reasons.Close(other)

    def _beside(self, action: actions.Take | actions.Want) -> list[play_reasons.Reason]:
        """The cards that would come with a card beside it."""
        return [play_reasons.WouldBring(action.card, one.cards - 1) for one in self._brought(action)]

    def _companions(self, code: int, hand: Iterable[int]) -> list[int]:
        return companions(code, hand, self._variety.aces_at(self._state.options), self._variety.has_sets)

    def _company(self, card: str, after: State | None = None, *, without: bool = False) -> list[play_reasons.Reason]:
        """What of the hand a card goes with, and is not thrown out *after*; *without*: that it goes with nothing."""
        face = cards.FACE_OF.get(card.partition(".")[0])
        if face is None or self._variety.presentation.is_wild(self._state, face):
            return []
        hand = cards.members(self._state.hands[self._seat])
        natural = [one for one in hand if not self._variety.presentation.is_wild(self._state, one)]
        plain, thrown = card.partition(".")[0], "" if after is None else self._turn_ended(after)[1]
        gone = {face, cards.FACE_OF.get(thrown, face)}
        with_it = self._companions(face, [one for one in natural if one % cards.PER_DECK not in gone])
        if without:
            return [] if with_it else [play_reasons.GoesWithNothing(plain)]
        named = tuple(cards.face(one) for one in with_it)
        return [play_reasons.GoesWith(plain, named)] if named and thrown != plain else []

    # -- the others

    def _near_out(self) -> list[play_reasons.Reason]:
        """The other seat with the fewest cards, if these are few."""
        counts = [
            (self._state.count(other), other)
            for other in range(self._state.players)
            if other != self._seat and self._state.count(other)
        ]
        count, seat = min(counts, default=(_FEW_CARDS + 1, 0))
        return [play_reasons.NearOut(seat, count)] if count <= _FEW_CARDS else []

    def _is_out(self, after: State) -> bool:
        return after.out == self._seat or not after.count(self._seat)

    def _worth_held(self) -> Sequence[int]:
        """What cards cost in the hand, by code; empty where the game does not say."""
        return self._variety.scoring.worth_held if isinstance(self._variety, OneDeckGame) else ()

    def _code_of(self, card: str) -> int | None:
        """The code of a card of the own hand, by its name with or without a deck."""
        face = cards.FACE_OF.get(card.partition(".")[0])
        held = cards.members(self._state.hands[self._seat])
        return next((code for code in held if code % cards.PER_DECK == face), None)

    def _applied(self, state: State, action: actions.Action) -> State | None:
        try:
            return self._variety.apply(state, self._seat, action)[0]
        except Refusal:  # chance has to act first
            return None


def _first(_below: int) -> int:
    return 0


class Whereabouts:
    """Where each card is, as *seat* sees it; for games of ``one_deck``."""

    def __init__(self, variety: Variety, state: State, seat: int) -> None:
        self._rules = variety.presentation
        self._aces = variety.aces_at(state.options)
        self._pairs = pairs_of(self._aces, variety.has_sets)
        self._state = state
        self._seat = seat
        self.own = {code % cards.PER_DECK for code in cards.members(state.hands[seat])}
        self.lying = {code % cards.PER_DECK for meld in state.melds for code in meld.cards}
        unseen = unseen_copies(state)[0]
        self._for_others = {face for face, copies in enumerate(unseen) if copies}
        for other in range(state.players):
            if other != seat:
                self._for_others |= {code % cards.PER_DECK for code in cards.members(state.hands[other])}
        self.pile = {code % cards.PER_DECK for code in state.discard} if self._rules.spread_pile else set[int]()
        jokers = set(cards.JOKERS) if unseen_copies(state)[2] else set[int]()
        # The own jokers are no danger: nobody else can lay one.
        self._can_differ = bool(jokers - self.own)  # a joker that others have, or can trade for, goes with everything

    def is_within_reach(self, face: int) -> bool:
        """Whether another player may hold or get the card."""
        return face in self._for_others or face in self.pile

    def open_pairs(self, face: int) -> list[tuple[int, int]]:
        """The pairs of cards within reach of others that make a meld with this one."""
        return [pair for pair in self._pairs[face] if all(map(self.is_within_reach, pair))]

    def comes_back(self, face: int) -> bool:
        """Whether the seat could lay the card from the pile with what it holds and what else lies there."""
        pairs = self._pairs[face] if self._rules.spread_pile else ()
        return any(self.own & {*pair} and self.own | self.pile >= {*pair} for pair in pairs)

    def fitting_meld(self, face: int) -> int | None:
        """The number of a meld that the card fits now; None without one."""
        for number, meld in enumerate(self._state.melds):
            if (face, -1) in lay_offs(meld.stands, meld.is_run, self._aces):
                return number
        return None

    def fits_later(self, face: int) -> bool:
        """Whether the card fits a meld once another card within reach of others lies there."""
        return any(
            one == face and before >= 0 and self.is_within_reach(before)
            for meld in self._state.melds
            for one, before in lay_offs(meld.stands, meld.is_run, self._aces)
        )

    def is_safe(self, face: int) -> bool:
        """Whether nobody else can lay the card as things stand, whatever the hidden cards are."""
        return not self._fits_somewhere(face) and not self.open_pairs(face)

    def needs_two(self, face: int) -> bool:
        """Whether others can lay the card only with two cards that nobody has shown."""
        shown = self.pile | {
            code % cards.PER_DECK
            for other, hand in enumerate(self._state.hands)
            if other != self._seat
            for code in cards.members(hand)
        }
        return not self._fits_somewhere(face) and not any(
            one in shown or two in shown for one, two in self.open_pairs(face)
        )

    def _fits_somewhere(self, face: int) -> bool:
        """Whether the card goes, or may come to go, with a meld that lies on the table, or with a joker."""
        suit = face // 13
        passes = self._rules.runs_pass_sets and any(
            meld.is_run and meld.stands[0] // 13 == suit for meld in self._state.melds
        )
        return self._can_differ or passes or self.fitting_meld(face) is not None or self.fits_later(face)
