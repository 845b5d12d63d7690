"""Joker rummy: what a play does to the position. Turns and phases are those of ``draw_lay_throw``.

Source: the document on joker rummy and the rulings in docs/rules/joker.md.
"""

from rummynet.rules.core.errors import CardNotInPile, CardNotUsed, DoesNotFit
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.joker import melds as plays
from rummynet.rules.joker.melds import Play, Survey, survey
from rummynet.rules.shared.rounds import hands_without, part_with, receive, with_meld
from rummynet_protocol import cards
from rummynet_protocol.actions import LayDown, LayOff, Take, Trade
from rummynet_protocol.events import Exchanged, LaidDown, LaidOff
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace


def place_of_taken(state: State, action: Take) -> int:
    """Where in the pile the card lies that is taken, to be used at once. Raises IllegalAction."""
    word, card = action.card, cards.FACE_OF.get(action.card)
    if card is None or card not in state.discard:
        raise CardNotInPile(said("{word} is not in the pile; take a card that lies there", word=word))
    if action.play is None:
        raise CardNotUsed(said("say how you use {word} at once, such as 'take {word} lay {word} on 0'", word=word))
    _refuse_unused(state, card, word, action.play)
    return state.discard.index(card)


def _refuse_unused(state: State, card: int, word: str, play: Play) -> None:
    """Refuse a play that does not use the card taken, or not as the outermost of a lay-off."""
    match play:
        case LayDown(texts):
            used = any(code == card for code, _ in plays.read_laid(texts))
        case LayOff(texts, number):
            laid = plays.read_lay(survey(state.melds), texts, number)
            used = plays.outermost(state.melds[number], laid) == card
        case Trade(real, _):
            used = real == word
    if not used:
        raise CardNotUsed(said("{word} has to be used at once, in a lay-off as the outermost card", word=word))


def put_down(state: State, seat: int, play: Play) -> Step:
    """A play from the hand, whatever it leaves there."""
    table = survey(state.melds)
    match play:
        case LayDown(texts):
            laid = plays.read_meld(table, texts)
            codes, stands = zip(*laid, strict=True)
            hands, hidden = hands_without(state, seat, cards.mask(codes))
            meld = Meld(codes, stands, (seat,) * len(laid), plays.LAYABLE[stands].is_run)
            after = replace(state, hands=hands, hidden=hidden, melds=(*state.melds, meld))
            return after, (LaidDown(seat, len(state.melds), plays.words(laid)),)
        case LayOff(texts, number):
            laid = plays.read_lay(table, texts, number)
            held = part_with(state, seat, (code for code, _ in laid))
            after = with_meld(held, number, plays.placed(state.melds[number], laid, seat))
            return after, (LaidOff(seat, number, plays.words(laid)),)
        case Trade(card, joker):
            return _trade(state, table, seat, card, joker)


def _trade(state: State, table: Survey, seat: int, word: str, joker: str) -> Step:
    """The place keeps the seat that laid the joker; the joker goes to the hand."""
    for code, stands, number, place in table.jokers:
        if cards.FACES[code] == joker and cards.FACES[stands] == word:
            held = receive(part_with(state, seat, (stands,)), seat, (code,))
            meld = state.melds[number]
            codes = (*meld.cards[:place], stands, *meld.cards[place + 1 :])
            return with_meld(held, number, replace(meld, cards=codes)), (Exchanged(seat, number, word, joker),)
    raise DoesNotFit(
        said(
            "{joker} does not lie on the table as {word}; trade the card that the joker is named for",
            joker=joker,
            word=word,
        )
    )
