"""What the turns of all games share: actions made once, cards of stock and pile, and the refusals of a turn.

Functions only, so that it can be compiled (``scripts/packages/compile_rules.py``); who may act when is ``turn_game``.
"""

from collections.abc import Sequence
from typing import Any, Final

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle, refuse
from rummynet.rules.core.state import HIDDEN, Aces, Meld, Phase, State
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared.faces import Word, given_out, read_word
from rummynet.rules.shared.melds import MELDS, allows
from rummynet.rules.shared.rounds import S, can_renew, known_cards, receive
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.events import Drew, Event
from rummynet_protocol.memo import Memo
from rummynet_protocol.sentences import either, sentence

# Lists name these over and over; actions are values, so each is made once.
DRAW: Final = Draw()
PASS: Final = Pass()
THROWS: Final = tuple(ThrowOut(face) for face in cards.FACES)  # by face: it is thrown out
TAKES: Final = tuple(Take(face) for face in cards.FACES)  # by face: it is taken, without a play


def _throws(faces: int) -> list[ThrowOut]:
    return [THROWS[face] for face in cards.members(faces)]


# 2**13 hands of each suit are all that can be asked for, and a game meets some hundred.
_THROWS_OF: Final = Memo(_throws, most=1 << 15)
_SUITS: Final = [0x1FFF << lowest for lowest in range(0, 54, 13)]  # the faces of each suit, and the jokers, as masks


def throws_of(faces: int) -> list[Action]:
    """The throws of the faces in this mask, ascending."""
    return [throw for suit in _SUITS for throw in _THROWS_OF[faces & suit]]


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


def top_of_pile(state: State, text: str, decks: int) -> int:
    """The top of the pile, which *text* has to name, with its deck or without. Raises IllegalAction."""
    if not state.discard:
        refuse("card_not_in_pile", "the discard pile is empty; draw instead")
    word, top = read_word(text), state.discard[-1]
    # A face without a deck will do: the top is the only card that can be meant.
    deck_fits = word.deck is None or (decks > 1 and word.deck == top // cards.PER_DECK)
    if word.face != top % cards.PER_DECK or not deck_fits:
        shown = cards.name(top, decks)
        refuse(
            "card_not_in_pile",
            "{text} is not the top of the discard pile; only the top, {shown}, can be taken",
            text=text,
            shown=shown,
        )
    return top


# -- plays


def codes_of(state: State, seat: int, words: Sequence[Word]) -> tuple[int, ...]:
    """The cards of the seat's hand that the words mean, with several decks. Raises IllegalAction."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    elsewhere = known_cards(state) & ~hand if hidden else 0
    return given_out(words, hand, state.decks, elsewhere, hidden)


def meld_at(melds: Sequence[Meld], number: int) -> Meld:
    """The meld of this number. Raises IllegalAction."""
    if number >= len(melds):
        last = len(melds) - 1
        there = sentence("melds are numbered 0 to {last}", last=last) if melds else sentence("none has been laid yet")
        refuse("does_not_fit", "there is no meld {meld}; {there}", meld=number, there=there)
    return melds[number]


def single_card(play: LayOff) -> str:
    """The card of a lay-off that may have one only. Raises IllegalAction."""
    if len(play.cards) != 1:
        refuse("one_at_a_time", "lay off one card at a time")
    return play.cards[0]


# -- refusals, each made here alone


def not_a_meld(words: Sequence[str], aces: Aces = "either", has_sets: bool = True) -> IllegalAction:
    """The cards make neither a set nor a run, or are not in order, or the game does not have such a meld."""
    shown = " ".join(words)[:60]
    shape = MELDS.get(tuple(words))
    if shape is not None and shape.is_run and not allows(shape.cards, aces):
        if aces == "low":
            return IllegalAction(
                "{cards} is not a meld; here an ace lies below the two", code="not_a_meld", cards=shown
            )
        return IllegalAction("{cards} is not a meld; here an ace lies above the king", code="not_a_meld", cards=shown)
    if not has_sets:
        return IllegalAction(
            "{cards} is not a meld; a run is 3 or more of a suit, in order", code="not_a_meld", cards=shown
        )
    return IllegalAction(
        "{cards} is not a meld; a set is 3 or 4 of a rank in the order C D H S, a run 3 or more of a suit",
        code="not_a_meld",
        cards=shown,
    )


def does_not_fit(words: Sequence[str], meld: Meld, fits: int) -> IllegalAction:
    """The cards do not extend the meld, which takes the single cards of the mask *fits*."""
    named = meld_named(meld)
    if not fits:
        return IllegalAction("nothing fits on {meld}; it is full", code="does_not_fit", meld=named)
    if len(words) > 1:
        return IllegalAction(
            "{cards} do not fit in this order at one end of {meld}",
            code="does_not_fit",
            cards=" ".join(words)[:60],
            meld=named,
        )
    fitting = either([cards.FACES[code] for code in cards.members(fits)])
    return IllegalAction(
        "{card} does not fit on {meld}; what fits is {fitting}",
        code="does_not_fit",
        card=words[0],
        meld=named,
        fitting=fitting,
    )


def use_not_said(word: str) -> IllegalAction:
    """The card of the pile can be taken only with a play."""
    return IllegalAction(
        "say how you use {word} at once, such as 'take {word} lay {word} on 0'", code="card_not_used", word=word
    )


def not_used(word: str) -> IllegalAction:
    """The play leaves the card taken out, or goes farther than it."""
    return IllegalAction(
        "you must use {word} at once, in a lay-off as the outermost card", code="card_not_used", word=word
    )


def nothing_left() -> IllegalAction:
    """The play would take the last card."""
    return IllegalAction(
        "this play would leave you no card to throw out; keep one in your hand", code="nothing_left_to_throw"
    )
