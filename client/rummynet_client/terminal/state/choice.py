"""The cursor, the picked cards, and the actions they allow. Pure; independent of keys and colours.

Cards are picked in the hand and in the pile, melds on the table. The offered actions are looked up among the legal
ones, so that every game is played in the same way. Calls are never offered: the player points at cards of the pile.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, Literal

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_names import Melds, face, meld_cards
from rummynet_client.core.views.meld_order import meld_order
from rummynet_client.core.views.ranking import best_first, is_play
from rummynet_client.language import N_, _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import (
    Action,
    CallRummy,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Swap,
    Take,
    ThrowOut,
    Trade,
    Want,
)
from rummynet_protocol.cards import RANKS, SUITS
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value, replace

Row = Literal["pile", "melds", "hand"]
ROWS: Final[tuple[Row, ...]] = ("pile", "melds", "hand")  # from top to bottom
Order = Literal["suit", "rank", "own"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "rank", "own")
PICK: Final = N_("pick cards with space to lay them; t throws out the card under the cursor")
NO_CARD: Final = -1  # the cursor's place in the pile when its card has left it
_OF_A_MELD: Final = ("not_a_meld", "card_twice", "wrong_order", "does_not_fit", "one_at_a_time")  # codes of the rules
_MOST_KEPT: Final = 1  # cards that a play may leave and still be refused: Basic rummy asks for two in the first turn
MOST_OFFERED: Final = 9  # actions offered at once: one for each digit key; a turn of the offers shows the next
_MOST_UNASKED: Final = 3  # while nothing is picked: more lines of them would take the cards' room


class Choice(Value):
    """The cursor, the picked cards, and the order of the hand."""

    row: Row = "hand"
    at: int = 0
    picked: tuple[tuple[Row, str], ...] = ()  # (row, card name or meld number), in the order of picking
    order: Order = "suit"
    arranged: tuple[str, ...] = ()  # the hand in the player's own order; newer cards go to its end
    aim: str = ""
    """The card of hand or pile under the cursor, or the last one there, if it has left the pile; "" among melds."""

    # -- cursor and picks

    def moved(self, model: ViewModel, step: int) -> "Choice":
        """Move the cursor *step* cards along its row, wrapping round at the ends."""
        cards = self.cards(model, self.row)
        # Where the card under the cursor has left the pile, either arrow points at the newest.
        at = (self.at + step) % max(1, len(cards)) if self.at != NO_CARD else len(cards) - 1
        return (replace(self, at=at) if cards else replace(self, at=0))._aimed(model)

    def switched(self, model: ViewModel) -> "Choice":
        """Move the cursor to the pile, to its newest card that can be taken, or from elsewhere back to the hand."""
        there, takes = self.put_in(model, "pile" if self.row == "hand" else "hand"), self.hidden_takes(model)
        at = [number for number, card in enumerate(self.cards(model, "pile")) if face(card) in takes]
        return replace(there, at=at[-1])._aimed(model) if there.row == "pile" and at else there

    def stepped(self, model: ViewModel, step: int) -> "Choice":
        """Move the cursor a row down, or up if negative, past rows that hold nothing; from the last to the first."""
        at = ROWS.index(self.row)
        rows = [ROWS[(at + step * count) % len(ROWS)] for count in range(1, len(ROWS))]
        return next((self.put_in(model, row) for row in rows if self.cards(model, row)), self)

    def put_in(self, model: ViewModel, row: Row) -> "Choice":
        """Move the cursor to a row; in the pile to the newest card."""
        cards = self.cards(model, row)
        return replace(self, row=row, at=max(0, len(cards) - 1) if row == "pile" else 0)._aimed(model)

    def _aimed(self, model: ViewModel) -> "Choice":
        """The same, with the card that the cursor is to stay with."""
        return replace(self, aim=self.card_under_cursor(model) or "" if self.row in ("pile", "hand") else "")

    def toggled(self, model: ViewModel) -> "Choice":
        """Pick the card under the cursor, or unpick it."""
        card = self.card_under_cursor(model)
        if card is None:
            return self
        one = (self.row, card)
        if one in self.picked:
            return replace(self, picked=tuple(other for other in self.picked if other != one))
        return replace(self, picked=(*self.picked, one))

    def undone(self) -> "Choice":
        """Unpick the card picked last."""
        return replace(self, picked=self.picked[:-1])

    def jumped(self, model: ViewModel, last: bool) -> "Choice":
        """Move the cursor to the first or the last card of its row."""
        return replace(self, at=max(0, len(self.cards(model, self.row)) - 1) if last else 0)._aimed(model)

    def pointed(self, model: ViewModel, row: Row, at: int) -> "Choice":
        """Move the cursor to a card or meld and toggle it: a click."""
        return replace(self, row=row, at=at, aim="").fitted(model).toggled(model)

    def cleared(self) -> "Choice":
        """Unpick all cards and move the cursor to the hand."""
        return replace(self, picked=(), row="hand", at=self.at if self.row == "hand" else 0)

    def reordered(self) -> "Choice":
        """Switch to the next order of the hand."""
        return replace(self, order=ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)], at=0)

    def shifted(self, model: ViewModel, step: int) -> "Choice":
        """Move the card under the cursor along the hand, which switches to the player's own order."""
        cards = list(self.cards(model, "hand"))
        to = self.at + step
        if self.row != "hand" or not 0 <= to < len(cards):
            return self
        cards[self.at], cards[to] = cards[to], cards[self.at]
        return replace(self, order="own", arranged=tuple(cards), at=to)

    def fitted(self, model: ViewModel) -> "Choice":
        """Adapt to a changed position: cards that are gone are unpicked, and the cursor is put on a card.

        It stays with its card, wherever a drawn card is sorted in: else a key meant for the one would throw another. If
        its card has left the pile, the cursor is on none: on another card, Enter would do what was meant for the first.
        """
        rows = {row: self.cards(model, row) for row in ROWS}
        picked = tuple((row, card) for row, card in self.picked if card in rows[row])
        here = rows[self.row]
        stays = self.at != NO_CARD and here[self.at : self.at + 1] == (self.aim,)  # of two alike on the one it is on
        if self.aim in here and not stays:
            return replace(self, picked=picked, at=here.index(self.aim))
        if self.row == "pile" and self.aim and not stays:
            return replace(self, picked=picked, at=NO_CARD)
        return replace(self, picked=picked, at=min(self.at, max(0, len(here) - 1)))._aimed(model)

    def lost_card(self, model: ViewModel) -> str:
        """The card that the cursor was on and that has left the pile since; "" if it is there."""
        return self.aim if self.row == "pile" and self.aim not in self.cards(model, "pile") else ""

    def gone_card(self, model: ViewModel, *, is_calling: bool) -> str | None:
        """The card that the cursor was on, or that was picked for a call, if it has left the pile; None if none has."""
        if self.row != "pile" or model.position is None:
            return None
        picked = [card for row, card in self.picked if row == "pile"] if is_calling else []
        pointed = [self.aim] if self.aim and self.at != NO_CARD else []
        return next((card for card in (*pointed, *picked) if card not in self.cards(model, "pile")), None)

    def unaimed(self, card: str) -> "Choice":
        """On no card of the pile, and with none picked: *card*, which was picked, has left it."""
        return replace(self, row="pile", picked=(), at=NO_CARD, aim=card)

    def kept_after(self, action: Action | str) -> "Choice":
        """What stays picked once *action* is sent: after a draw the cards of the hand, to be laid with what came."""
        hand = tuple(one for one in self.picked if one[0] == "hand") if isinstance(action, Draw) else ()
        return replace(self.cleared(), picked=hand)

    # -- cards

    def cards(self, model: ViewModel, row: Row) -> tuple[str, ...]:
        """The cards of a row in display order; of the melds their numbers."""
        if row == "melds":
            return tuple(map(str, meld_order(model.position))) if model.position else ()
        if row == "pile":
            return tuple(model.position["discard"]) if model.position else ()
        if self.order == "own":
            kept = [card for card in self.arranged if card in model.hand]
            return (*kept, *(card for card in model.hand if card not in kept))
        return tuple(sorted(model.hand, key=by_rank if self.order == "rank" else by_suit))

    @property
    def picked_melds(self) -> frozenset[int]:
        """The numbers of the picked melds."""
        return frozenset(int(number) for row, number in self.picked if row == "melds")

    def picked_cards(self, row: Row) -> list[str]:
        """The faces of the picked cards of a row, in the order of picking."""
        return [face(card) for other, card in self.picked if other == row]

    def meld_under_cursor(self, model: ViewModel) -> int | None:
        """The number of the meld under the cursor."""
        under = self.card_under_cursor(model) if self.row == "melds" else None
        return int(under) if under is not None else None

    def card_under_cursor(self, model: ViewModel) -> str | None:
        """The card under the cursor; in the melds the number of a meld."""
        cards = self.cards(model, self.row)
        return cards[self.at] if 0 <= self.at < len(cards) else None

    # -- actions

    @property
    def most_offered(self) -> int:
        """How many offers are shown at once."""
        return MOST_OFFERED if self.picked else _MOST_UNASKED

    def offers(self, model: ViewModel) -> list[Action]:
        """Legal actions with all picked cards and melds; with nothing picked, those that need no choice of cards.

        With the cursor in the pile and no card picked there, the card under the cursor counts as picked; if it cannot
        be taken, nothing is offered, so that Enter does not draw instead.

        Actions with exactly the picked cards come first, then those with more cards, each best first.
        Throwing out is never among them: its own key throws out.
        Cards of the hand that were picked before the turn keep nobody from drawing.
        """
        legal = model.legal()
        if self.points_at_pile:
            under = self.card_under_cursor(model)
            meant = replace(self, row="hand", picked=(*self.picked, ("pile", under))) if under is not None else None
            takes = meant.offers(model) if meant is not None else []
            if takes or not self.picked:
                return takes
        if not self.picked:
            return best_first(model, [action for action in legal if not named(action) or _is_ready(action)])
        from_pile = set(self.picked_cards("pile"))
        wanted = Counter((*self.picked_cards("hand"), *self.picked_cards("pile")))
        fitting = [action for action in legal if _fits(action, wanted, from_pile)]
        if self.picked_melds:
            fitting = [action for action in fitting if self.picked_melds <= melds_of(action, model)]
        # A throw ends the turn: among the offers, Enter would throw out a card that was picked to be laid.
        fitting = [action for action in fitting if not isinstance(action, ThrowOut)]
        if not fitting and Draw() in legal and not from_pile and not self.picked_melds and self.row != "pile":
            return [Draw()]
        if not fitting and not self.picked_melds:  # a contract in some of them: the others are laid off on it
            fitting = [one for one in legal if isinstance(one, LayContract) and Counter(chosen_cards(one)) <= wanted]
        # What was picked is what is meant most likely; more cards are a suggestion.
        exact = [action for action in fitting if set(chosen_cards(action)) == set(wanted)] or self._lay_offs(model)
        return [*best_first(model, exact), *best_first(model, [one for one in fitting if one not in exact])]

    def _lay_offs(self, model: ViewModel) -> list[Action]:
        """Lay-offs of several picked cards at once, which games allow and do not list."""
        hand, variety, state = self.picked_cards("hand"), model.variety, model.state
        if len(hand) < 2 or self.picked_cards("pile") or not model.legal() or variety is None or state is None:
            return []
        assert model.me is not None
        cards = tuple(in_sequence(hand))
        plays = (LayOff(row, meld) for row in (cards, cards[::-1]) for meld in range(len(state.melds)))
        found = {play.meld: play for play in plays if variety.is_legal(state, model.me, play)}
        return [play for meld, play in sorted(found.items()) if self.picked_melds <= {meld}]

    def hidden_takes(self, model: ViewModel) -> list[str]:
        """The cards of the pile that can be taken for a play, while nothing is picked and the cursor is elsewhere."""
        if self.picked or self.row == "pile":
            return []
        can = {one.card for one in model.legal() if isinstance(one, Take) and one.play is not None}
        return [card for card in map(face, self.cards(model, "pile")) if card in can]

    @property
    def points_at_pile(self) -> bool:
        """Whether the cursor is in the pile and no card is picked there: then the cursor says which card is meant."""
        return self.row == "pile" and not self.picked_cards("pile")

    def throws(self, model: ViewModel) -> list[ThrowOut]:
        """The legal throws of the picked cards of the hand; with nothing picked there, of the card under the cursor."""
        picked = self.picked_cards("hand")
        under = self.card_to_throw(model)
        cards = picked or ([under] if under is not None else [])
        legal = set(model.legal())
        return [action for card in dict.fromkeys(cards) if (action := ThrowOut(card)) in legal]

    def card_to_throw(self, model: ViewModel) -> str | None:
        """The card that a throw would mean: the one picked in the hand, else the one under the cursor there."""
        picked = self.picked_cards("hand")
        under = self.card_under_cursor(model) if self.row == "hand" else None
        return picked[0] if len(picked) == 1 else face(under) if under is not None else None

    def why_not(self, model: ViewModel) -> str:
        """Why nothing is offered, with the rules' message where they have one."""
        if model.state is None or model.variety is None or model.me is None:
            return _("no game is being played")
        if model.is_paused:
            return _("The table is paused.")
        if not model.may_act:
            return _("it is not your turn")
        card, refusal = self._refused_card(model)
        if (self.points_at_pile and not self.picked) or (refusal and card == self.card_under_cursor(model)):
            # Why this card cannot be taken stands in the line above.
            if Draw() in model.legal():
                return _("Enter does nothing here: d draws, the arrows point at another card")
            return _("Enter does nothing here: tab goes back to your hand")
        if refusal:
            return refusal
        if self.row == "melds" and not self.picked_cards("hand"):
            return _("Enter does nothing here: tab goes back to your hand")
        action = self._attempt(model)
        if action is None and model.state.phase == "pickup":  # and no card can be drawn: that would be offered
            return _("the stock is empty, so take a card of the pile: tab goes there")
        # The player may act before others have answered: the rules are asked about the position after these answers.
        state = once_answered(model.variety, model.state, model.me)
        return _objection(model.variety, state, model.me, action, model.names) if action is not None else _(PICK)

    def _refused_card(self, model: ViewModel) -> tuple[str, str]:
        """The card of the pile that alone is picked, and why it cannot be taken; ("", "") if that is not the case."""
        pile = [card for row, card in self.picked if row == "pile"]
        refusal = self.cannot_take(model, pile[0]) if len(pile) == len(self.picked) == 1 else ""
        return (pile[0], refusal) if refusal else ("", "")

    def cannot_take(self, model: ViewModel, card: str) -> str:
        """The sentence that a card of the pile cannot be taken, and why; "" if it can."""
        if self.plays_with(model, card) or self.is_taken_bare(model, card):
            return ""
        return _("You cannot take {card}: {reason}.", card=face(card), reason=self.why_not_take(model, card))

    def _attempt(self, model: ViewModel) -> Action | None:
        """The action that the picked cards probably mean; None for none."""
        hand, pile, melds = self.picked_cards("hand"), self.picked_cards("pile"), sorted(self.picked_melds)
        cards = tuple(in_sequence([*hand, *pile]))
        play = LayOff(cards, melds[0]) if melds else LayDown(cards)
        if pile:
            # Taking goes down to the oldest of the picked cards: all above it come along.
            lowest = min(pile, key=[face(card) for card in self.cards(model, "pile")].index)
            return Take(lowest, play)
        if len(hand) == 1 and not melds:
            return ThrowOut(hand[0])
        return play if hand else None

    def plays_with(self, model: ViewModel, card: str) -> list[Action]:
        """The plays that would use a card taken from the pile, best first; none if it goes to the hand."""
        takes = [one for one in model.legal() if isinstance(one, Take) and one.card == face(card)]
        return [one.play for one in best_first(model, takes) if isinstance(one, Take) and one.play is not None]

    def is_taken_bare(self, model: ViewModel, card: str) -> bool:
        """Whether the card may be taken without a play."""
        legal = model.legal()
        return Take(face(card)) in legal or Want(face(card)) in legal

    def why_not_take(self, model: ViewModel, card: str) -> str:
        """Why a card of the pile cannot be taken, with the rules' message where it is about more than melds."""
        no_use = _("nothing in your hand or on the table goes with it")
        if model.state is None or model.variety is None or model.me is None or not model.may_act:
            return replace(self, picked=(("pile", card),)).why_not(model)
        state, taken = once_answered(model.variety, model.state, model.me), face(card)
        # A game refuses one of the two as not its own, whatever the position is.
        for action in (Take(taken, LayDown((taken,))), Take(taken)):
            try:
                model.variety.apply(state, model.me, action)
            except Refusal as refusal:
                if refusal.code == "not_in_this_game":
                    continue
                if refusal.code in _OF_A_MELD:
                    break  # which only this program thought of
                return sentence_of(refusal, model.names)
        play = self._play_with_last_card(model.variety, state, model.me, card, model)
        if play is None:
            return no_use
        says = worded(play, meld_cards(state))
        return _("you would have to {play} at once, and then you would have no card left to throw out", play=says)

    def _play_with_last_card(
        self, variety: Variety, state: State, seat: int, card: str, model: ViewModel
    ) -> LayDown | LayOff | None:
        """The play that would use a card of the pile and that only fails as no card would be left to throw out."""
        pile = self.cards(model, "pile")
        held = [face(one) for one in (*model.hand, *pile[pile.index(card) :])]
        for play in _plays_of(face(card), held, len(meld_cards(state))):
            # The rest are always left enough; in a long pile they would be hundreds.
            if len(play.cards) < len(held) - _MOST_KEPT:
                continue
            try:
                variety.apply(state, seat, Take(face(card), play))
            except Refusal as refusal:
                if refusal.code == "nothing_left_to_throw":
                    return play
        return None


def _plays_of(card: str, held: Sequence[str], melds: int) -> Iterator[LayDown | LayOff]:
    """Plays of *card* with others of *held*, no wild ones: sets, runs, and lay-offs on melds 0 to *melds* - 1."""
    if card[0] == "*":
        return
    same = [other for other in dict.fromkeys(held) if other[0] == card[0] and other != card]
    for size in (2, 3):
        yield from (LayDown(tuple(in_sequence([card, *others]))) for others in combinations(same, size))
    suit = [rank + card[1] for rank in (*RANKS, RANKS[0]) if rank + card[1] in held]
    for first, last in combinations(range(len(suit) + 1), 2):
        run = tuple(suit[first:last])
        if card in run:
            yield from (LayDown(run),) if len(run) > 2 else ()
            yield from (LayOff(cards, meld) for cards in (run, run[::-1]) for meld in range(melds))
    yield from (LayOff((card,), meld) for meld in range(melds))


def can_call(model: ViewModel) -> bool:
    """Whether calls out of turn are allowed here; whether one holds now is not asked."""
    if model.is_paused:
        return False
    # Any card: which calls are allowed out of turn depends on the game alone.
    call = CallRummy(LayDown(("7C",)))
    return model.me is not None and model.variety is not None and model.variety.offers.out_of_turn(call)


def named(action: Action) -> list[str]:
    """The cards that an action names, without their decks; a wild card as itself."""
    words = notation.text(action).split(" ")
    return [face(word.partition("=")[0]) for word in words if len(word) > 1 and (word[0] in RANKS or word[0] == "*")
            and (word[1] in SUITS or word[0] == "*")]  # fmt: skip


def melds_of(action: Action, model: ViewModel) -> set[int]:
    """The numbers of the melds on the table that an action changes."""
    melds = meld_cards(model.state) if model.state is not None else ()
    return set(_melds_of(action, melds))


def _melds_of(action: Action, melds: Melds) -> Iterator[int]:
    match action:
        case LayOff(meld=meld):
            yield meld
        case Swap(meld=meld, onward=onward):
            yield meld
            yield from _melds_of(onward, melds) if onward is not None else ()
        case Take(play=play) | CallRummy(play=play) if play is not None:
            yield from _melds_of(play, melds)
        case Trade(joker=joker):
            yield from (number for number, cards in enumerate(melds) if face(joker) in map(_natural, cards))


def _natural(card: str) -> str:
    return face(card).partition("=")[0]


def chosen_cards(action: Action) -> list[str]:
    """The cards that a player picks for an action: of hand and pile, not of the melds."""
    match action:
        case Trade(card=card) | Swap(card=card):
            return [card]
        case Take(card=card, play=play) if play is not None:
            # The taken card is named twice in such an action, and picked once.
            others = chosen_cards(play)
            if card in others:
                others.remove(card)
            return [card, *others]
        case _:
            return named(action)


def _is_ready(action: Action) -> bool:
    """Whether it is offered though nothing is picked: it takes one open card alone, or lays what the hand holds."""
    return isinstance(action, Want) or (action.play is None if isinstance(action, Take) else is_play(action))


def _fits(action: Action, wanted: Counter[str], from_pile: set[str]) -> bool:
    cards = chosen_cards(action)
    taken = isinstance(action, Take | Want)
    # A card picked in the pile asks for taking it; without one, nothing is to be taken.
    if wanted and (bool(from_pile) != taken or (taken and cards[0] not in from_pile)):
        return False
    return wanted <= Counter(cards)


def _objection(variety: Variety, state: State, seat: int, action: Action, names: Sequence[str]) -> str:
    try:
        variety.apply(state, seat, action)
    except Refusal as refusal:
        if refusal.code == "not_in_this_game" or isinstance(action, LayContract):
            if isinstance(action, LayDown):  # such a game has contracts: none at all is told what one needs
                return _objection(variety, state, seat, LayContract(()), names)
            # Of a play that only this program thought of: what the player asks for is the card.
            if isinstance(action, Take) and action.play is not None:
                return _objection(variety, state, seat, Take(action.card), names)
            return sentence_of(refusal, names)
        says = worded(action, meld_cards(state))
        return _("{action}: {refusal}", action=says, refusal=sentence_of(refusal, names))
    return _("this could mean more than one thing: type it after a colon")


def by_suit(card: str) -> tuple[int, int, str]:
    """Sort key: suit, then rank; jokers last."""
    if card[0] == "*":
        return (len(SUITS), 0, card)
    # The name is last: equal cards of two decks would change places.
    return (SUITS.index(card[1]), RANKS.index(card[0]), card)


def by_rank(card: str) -> tuple[int, int, str]:
    """Sort key: rank, then suit; jokers last."""
    if card[0] == "*":
        return (len(RANKS), 0, card)
    return (RANKS.index(card[0]), SUITS.index(card[1]), card)


def in_sequence(cards: Sequence[str]) -> list[str]:
    """Cards in the order of a meld: by rank, the ace last if a king is among them, then by suit."""
    faces = [card for card in cards if card[0] != "*"]
    high = any(card[0] == "K" for card in faces) and not any(card[0] == "2" for card in faces)

    def key(card: str) -> tuple[int, int, str]:
        rank, suit, text = by_rank(card)
        return (13 if high and card[0] == "A" else rank, suit, text)

    return sorted(cards, key=key)
