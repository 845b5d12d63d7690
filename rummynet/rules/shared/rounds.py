"""Steps of a round and of a turn that games share: dealing, hands that are partly unknown, stock and pile, refusals.

Functions only, so that they can be compiled (``scripts/packages/compile_rules.py``); who may act when is ``turn_game``.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from rummynet.rules.core import errors
from rummynet.rules.core.errors import BadSeats, GameOver, IllegalAction, NeedsShuffle, demand, refuse
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Aces, Meld, Phase, State
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared.faces import Word, given_out, read_word
from rummynet.rules.shared.melds import FEWEST, MELDS, allows
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.events import Drew, Event, LaidDown, LaidOff, ThrewOut, Took
from rummynet_protocol.memo import Memo
from rummynet_protocol.notation import text as text_of
from rummynet_protocol.sentences import either, sentence
from rummynet_protocol.values import replace

S = TypeVar("S", bound=State)
Hands = tuple[tuple[int, ...], tuple[int, ...]]  # by seat: known cards as masks, hidden ones counted
Steps = Mapping[type[Action], tuple[Collection[str], Callable[[Any, int, Any], Any] | None]]
"""A game by kind of action: the phases it belongs to, and what it does then; None: ``do`` says it."""
PICKUP: Final[tuple[str, ...]] = ("pickup",)
PLAY: Final[tuple[str, ...]] = ("play",)
WHILE_PLAYED: Final[tuple[str, ...]] = ("pickup", "play", "call", "penalty", "final")
"""The phases in which somebody may call out of turn."""

# Lists name these over and over; actions are values, so each is made once.
DRAW: Final = Draw()
PASS: Final = Pass()
THROWS: Final = tuple(ThrowOut(face) for face in cards.FACES)  # by face: it is thrown out
TAKES: Final = tuple(Take(face) for face in cards.FACES)  # by face: it is taken, without a play


# 2**13 hands of each suit are all that can be asked for, and a game meets some hundred.
_THROWS_OF: Final[Memo[int, list[ThrowOut]]] = Memo(
    lambda faces: [THROWS[face] for face in cards.members(faces)], most=1 << 15
)
_SUITS: Final = [0x1FFF << lowest for lowest in range(0, 54, 13)]  # the faces of each suit, and the jokers, as masks


def throws_of(faces: int) -> list[Action]:
    """The throws of the faces in this mask, ascending."""
    return [throw for suit in _SUITS for throw in _THROWS_OF[faces & suit]]


# -- dealing
def check_deck(deck: Sequence[int], wanted: Collection[int]) -> None:
    """Refuse a deck (or a new order of the pile) that does not hold exactly *wanted*, HIDDEN apart. Raises BadDeck."""
    if len(deck) != len(wanted):
        raise errors.BadDeck(f"there should be {len(wanted)} cards here, not {len(deck)}")
    left, allowed = {*wanted}, frozenset(wanted)
    for card in deck:
        if card != HIDDEN and card not in allowed:
            raise errors.BadDeck(f"{cards.face(card)} is not one of the cards to be shuffled")
        if card != HIDDEN and card not in left:
            raise errors.BadDeck(f"{cards.face(card)} is there twice")
        left.discard(card)


def check_starter(starter: int, players: int) -> None:
    """Refuse a starter that is no seat. Raises BadSeats."""
    if starter not in range(players):
        raise BadSeats("the starter is a seat from 0 to {last}, not {starter}", last=players - 1, starter=starter)


def hand_size(options: Options, players: int) -> int:
    """How many cards each is dealt: option ``hand``; 10, 7 or 6 by the number of players where it is 0."""
    # Keilty's source, row 2 (docs/rules/keilty.md); basic rummy has the same.
    return options["hand"] or (10 if players == 2 else 7 if players < 5 else 6)


def deal_out(deck: Sequence[int], players: int, hand: int, order: Sequence[int]) -> Hands:
    """The hands of a round, one card at a time to the seats in this order: known cards as masks, hidden ones counted.

    A seat that is not in *order* sits the round out and gets none.
    """
    hands, hidden = [0] * players, [0] * players
    for place, card in enumerate(deck[: len(order) * hand]):
        seat = order[place % len(order)]
        if card == HIDDEN:
            hidden[seat] += 1
        else:
            hands[seat] |= 1 << card
    return tuple(hands), tuple(hidden)


def clockwise(starter: int, players: int) -> list[int]:
    """Every seat, beginning with the starter."""
    return [(starter + step) % players for step in range(players)]


def turned_up(deck: Sequence[int], place: int) -> int:
    """The card to turn up, which everybody has to know. Raises HiddenCard."""
    if deck[place] == HIDDEN:
        raise errors.HiddenCard("the card to turn up is not known here; its opening is missing")
    return deck[place]


# -- hands that are partly unknown, and the table
def known_cards(state: State) -> int:
    """Every card whose place is known here, as a mask."""
    seen = 0
    for hand in state.hands:
        seen |= hand
    for card in state.discard:
        seen |= 1 << card
    for meld in state.melds:
        for card in meld.cards:
            seen |= 1 << card
    # All HIDDEN for everybody but the host: then there is nothing to look for.
    if state.stock.count(HIDDEN) < len(state.stock):
        seen |= cards.mask([card for card in state.stock if card != HIDDEN])
    return seen


def part_with(state: S, seat: int, codes: Iterable[int], **changes: Any) -> S:  # noqa: ANN401 - fields of the state
    """The state without these cards in the seat's hand, as ``hands_without``, and with these changes."""
    hands, hidden = hands_without(state, seat, cards.mask(codes))
    return replace(state, hands=hands, hidden=hidden, **changes)


def hands_without(state: State, seat: int, wanted: int, taken: int = 0) -> Hands:
    """Hands and hidden counts after the seat has got *taken* from the pile and given *wanted*, both masks."""
    # Each card is known to be in its hand, or possibly one of its hidden ones. Raises IllegalAction.
    held, counts = state.hands, state.hidden
    hand = held[seat] | taken
    hands = (*held[:seat], hand & ~wanted, *held[seat + 1 :])
    unknown = wanted & ~hand
    # The usual case, without the mask of all known cards.
    if not unknown:
        return hands, counts
    hidden = counts[seat] - unknown.bit_count()
    # A card that lies openly somewhere is in no hand, whatever the hand hides.
    elsewhere = unknown & known_cards(state)
    if hidden < 0 or elsewhere:
        raise not_held(cards.face(next(cards.members(elsewhere or unknown))))
    return hands, (*counts[:seat], hidden, *counts[seat + 1 :])


def not_held(word: str) -> IllegalAction:
    """The refusal of a card that is not in the hand."""
    return IllegalAction("{card} is not in your hand; use cards that you hold", code="card_not_held", card=word)


def receive(state: S, seat: int, codes: Iterable[int], **changes: Any) -> S:  # noqa: ANN401 - fields of the state
    """The state with these cards in the seat's hand besides, a HIDDEN one counted as hidden, and with these changes."""
    held, counts = state.hands, state.hidden
    hand, count = held[seat], counts[seat]
    for card in codes:
        if card == HIDDEN:
            count += 1
        else:
            hand |= 1 << card
    hands, hidden = (*held[:seat], hand, *held[seat + 1 :]), (*counts[:seat], count, *counts[seat + 1 :])
    return replace(state, hands=hands, hidden=hidden, **changes)


def with_meld(state: S, number: int, meld: Meld) -> S:
    """The state with another meld in place of that of this number."""
    return replace(state, melds=(*state.melds[:number], meld, *state.melds[number + 1 :]))


# -- a new stock
def may_renew(state: State) -> bool:
    """Whether the pile but its top may become a new stock if something is laid before that."""
    limit: int = state.options.get("reshuffle_limit", 0)  # basic rummy turns its pile over instead
    return len(state.discard) > 1 and state.reshuffles < limit


def is_last_stock(state: State) -> bool:
    """Whether the round ends with this stock unless somebody lays (option ``idle_stocks``; 0: it does not)."""
    most: int = state.options["idle_stocks"]
    return 0 < most <= state.stocks_since_lay


def can_renew(state: State) -> bool:
    """Whether the pile but its top may become a new stock (options ``reshuffle_limit`` and ``idle_stocks``)."""
    return may_renew(state) and not is_last_stock(state)


def is_dead(state: State) -> bool:
    """Whether there is no new stock only because nobody has laid anything for so long."""
    return not state.stock and state.out is None and may_renew(state) and is_last_stock(state)


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, if need be after a shuffle."""
    return bool(state.stock) or can_renew(state)


# -- stock and pile
def top_of_stock(state: State) -> int:
    """The card that a draw brings. Raises NeedsShuffle where the pile has to become a new stock first."""
    if state.stock:
        return state.stock[0]
    if can_renew(state):
        raise NeedsShuffle("the stock is empty: the pile except its top must be shuffled first")
    refuse("no_cards_left", "the stock is empty and cannot be refilled; pick up in another way, or pass")


def draw_top(state: S, seat: int, phase: Phase = "play", **changes: Any) -> tuple[S, tuple[Event, ...]]:  # noqa: ANN401
    """The top of the stock comes to the hand. Raises NeedsShuffle, IllegalAction."""
    card = top_of_stock(state)
    # `drawn` may be HIDDEN: then the turn clock waits until the card is known.
    drawn = receive(state, seat, (card,), stock=state.stock[1:], drawn=card, phase=phase, **changes)
    return drawn, (Drew(seat, name_of(card, state.decks)),)


def name_of(card: int, decks: int = 1) -> str | None:
    """The name of a card drawn, None where it is not known here."""
    return None if card == HIDDEN else cards.name(card, decks)


def place_in_pile(state: State, word: str) -> int:
    """Where in the pile of one deck that card lies. Raises IllegalAction."""
    card = cards.FACE_OF.get(word, HIDDEN)
    if card not in state.discard:
        refuse("card_not_in_pile", "{word} is not in the pile; take a card that lies there", word=word)
    return state.discard.index(card)


def top_of_pile(state: State, text: str) -> int:
    """The top of the pile, which *text* has to name, with its deck or without. Raises IllegalAction."""
    demand(state.discard, "card_not_in_pile", "the discard pile is empty; draw instead")
    word, top, decks = read_word(text), state.discard[-1], state.decks
    # A face without a deck will do: the top is the only card that can be meant.
    deck_fits = word.deck is None or (decks > 1 and word.deck == top // cards.PER_DECK)
    if word.face != top % cards.PER_DECK or not deck_fits:
        refuse("card_not_in_pile", "{text} is not the top of the discard pile; only the top, {shown}, can be taken",
               text=text, shown=cards.name(top, decks))  # fmt: skip
    return top


def take_top(state: S, seat: int, text: str, **changes: Any) -> tuple[S, tuple[Event, ...]]:  # noqa: ANN401
    """The top of the pile, which *text* has to name, comes to the hand. Raises IllegalAction."""
    top = top_of_pile(state, text)
    after = receive(state, seat, (top,), discard=state.discard[:-1], **changes)
    return after, (Took(seat, (cards.name(top, state.decks),)),)


def pickups(state: State, may_take: bool) -> list[Action]:
    """To draw, and to take the top of the pile alone; to pass where neither is possible."""
    found: list[Action] = [DRAW] if can_draw(state) else []
    if may_take:
        found.append(TAKES[state.discard[-1] % cards.PER_DECK])
    return found or [PASS]


def throw_out(state: S, seat: int, text: str, following: int) -> tuple[S, Event]:
    """The card of the hand that *text* names on the pile, and the turn passed on unless the hand is empty then."""
    codes = codes_of(state, seat, (read_word(text),))
    phase, turn = ("pickup", following) if state.count(seat) > 1 else (state.phase, state.turn)
    hands, hidden = hands_without(state, seat, 1 << codes[0])
    pile = state.discard + codes
    thrown = replace(state, hands=hands, hidden=hidden, discard=pile, drawn=None, phase=phase, turn=turn)
    return thrown, ThrewOut(seat, cards.name(codes[0], state.decks))


def check_pass(found: Sequence[Action]) -> None:
    """Refuse to pass where there is a way to pick up among those *found*. Raises IllegalAction."""
    if PASS not in found:
        # The first by notation, so that host and client refuse with the same sentence.
        take = min(map(text_of, found))
        refuse("cannot_pass", "you may pass only when there is nothing to pick up; here you can {take}", take=take)


# -- plays
def codes_of(state: State, seat: int, words: Sequence[Word]) -> tuple[int, ...]:
    """The cards of the seat's hand that the words mean, with several decks. Raises IllegalAction."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    elsewhere = known_cards(state) & ~hand if hidden else 0
    return given_out(words, hand, state.decks, elsewhere, hidden)


def laid_event(state: State, seat: int, play: LayDown | LayOff) -> Event:
    """What others hear of cards put on the table of *state*."""
    if isinstance(play, LayDown):
        return LaidDown(seat, len(state.melds), play.cards)
    return LaidOff(seat, play.meld, play.cards)


def meld_at(melds: Sequence[Meld], number: int) -> Meld:
    """The meld of this number. Raises IllegalAction."""
    if number >= len(melds):
        last = len(melds) - 1
        there = sentence("melds are numbered 0 to {last}", last=last) if melds else sentence("none has been laid yet")
        refuse("does_not_fit", "there is no meld {meld}; {there}", meld=number, there=there)
    return melds[number]


def single_card(play: LayOff) -> str:
    """The card of a lay-off that may have one only. Raises IllegalAction."""
    demand(len(play.cards) == 1, "one_at_a_time", "lay off one card at a time")
    return play.cards[0]


# -- refusals, each made here alone
def not_a_meld(words: Sequence[str], aces: Aces = "either", has_sets: bool = True) -> IllegalAction:
    """The cards make neither a set nor a run, or are not in order, or the game does not have such a meld."""
    shown, shape = " ".join(words)[:60], MELDS.get(tuple(words))
    if shape is not None and shape.is_run and not allows(shape.cards, aces):
        says = sentence("{cards} is not a meld; here an ace lies above the king", cards=shown)
        if aces == "low":
            says = sentence("{cards} is not a meld; here an ace lies below the two", cards=shown)
    elif len(words) < FEWEST:
        says = sentence(
            "{cards} is not a meld: that takes 3 cards or more; to lay onto a meld, name it too", cards=shown
        )
    elif any({*words} == {*meld} and allows(one.cards, aces, has_sets) for meld, one in MELDS.items()):
        says = sentence("{cards} is not in order: a run rises, a set is named clubs, diamonds, hearts, spades",
                        cards=shown)  # fmt: skip
    elif has_sets:
        says = sentence("{cards} is not a meld; a set is 3 or 4 of a rank, a run 3 or more of a suit in a row",
                        cards=shown)  # fmt: skip
    else:
        says = sentence("{cards} is not a meld; a run is 3 or more of a suit, in order", cards=shown)
    return IllegalAction(says, code="not_a_meld")


def does_not_fit(words: Sequence[str], meld: Meld, fits: int) -> IllegalAction:
    """The cards do not extend the meld, which takes the single cards of the mask *fits*."""
    named, fitting = meld_named(meld), either([cards.FACES[code] for code in cards.members(fits)])
    says = sentence("{card} does not fit on {meld}; what fits is {fitting}", card=words[0], meld=named, fitting=fitting)
    if not fits:
        says = sentence("nothing fits on {meld}; it is full", meld=named)
    elif len(words) > 1:
        shown = " ".join(words)[:60]
        says = sentence("{cards} do not fit in this order at one end of {meld}", cards=shown, meld=named)
    return IllegalAction(says, code="does_not_fit")


def use_not_said(word: str) -> IllegalAction:
    """The card of the pile can be taken only with a play."""
    says = sentence("say how you use {word} at once, such as 'take {word} lay {word} on 0'", word=word)
    return IllegalAction(says, code="card_not_used")


def not_used(word: str) -> IllegalAction:
    """The play leaves the card taken out, or goes farther than it."""
    says = sentence("you must use {word} at once, in a lay-off as the outermost card", word=word)
    return IllegalAction(says, code="card_not_used")


def nothing_left() -> IllegalAction:
    """The play would take the last card."""
    says = sentence("this play would leave you no card to throw out; keep one in your hand")
    return IllegalAction(says, code="nothing_left_to_throw")


def refuse_next(state: State, join: Collection[int], title: str) -> None:
    """Refuse a next round that cannot be. Raises IllegalAction, HiddenCard, GameOver, BadSeats."""
    demand(state.phase == "over", "round_not_over", "the round is not over; play it to its end first")
    if state.round_scores is None:
        raise errors.HiddenCard("the round is not scored: there are hands that are not known")
    if state.finished:
        raise GameOver("the game is over; begin a new one")
    if join:
        raise BadSeats("nobody can join a game of {title} that has begun", title=title)
