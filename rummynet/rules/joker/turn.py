"""Joker rummy: what a play does to the position. Turns and phases are those of ``draw_lay_throw``.

Source: the document on joker rummy and the rulings in docs/rules/joker.md.
"""

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.joker import melds
from rummynet.rules.joker import melds as plays
from rummynet.rules.joker.melds import Play, Survey, survey
from rummynet.rules.shared.rounds import part_with, receive, with_meld
from rummynet.rules.shared.turn import not_used, place_in_pile, use_not_said
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayDown, LayOff, Take, Trade
from rummynet_protocol.events import Exchanged, LaidDown, LaidOff
from rummynet_protocol.values import replace


def place_of_taken(state: State, action: Take) -> int:
    """Where in the pile the card lies that is taken, to be used at once. Raises IllegalAction."""
    at = place_in_pile(state, action.card)
    if action.play is None:
        raise use_not_said(action.card)
    _refuse_unused(state, state.discard[at], action.card, action.play)
    return at


def _refuse_unused(state: State, card: int, word: str, play: Play) -> None:
    """Refuse a play that does not use the card taken, or not as the outermost of a lay-off."""
    if type(play) is LayDown:
        used = any([code == card for code, _ in plays.read_laid(play.cards)])
    elif type(play) is LayOff:
        laid = plays.read_lay(survey(state.melds), play.cards, play.meld)
        used = plays.outermost(state.melds[play.meld], laid) == card
    else:
        used = type(play) is Trade and play.card == word
    if not used:
        raise not_used(word)


def put_down(state: State, seat: int, play: Action) -> Step:
    """A play from the hand, whatever it leaves there."""
    table = survey(state.melds)
    if type(play) is LayDown:
        laid = plays.read_meld(table, play.cards)
        codes, stands = zip(*laid, strict=True)
        meld = Meld(codes, stands, (seat,) * len(laid), plays.LAYABLE[stands].is_run)
        after = part_with(state, seat, codes, melds=(*state.melds, meld))
        return after, (LaidDown(seat, len(state.melds), play.cards),)
    if type(play) is LayOff:
        laid, number = plays.read_lay(table, play.cards, play.meld), play.meld
        held = part_with(state, seat, [code for code, _ in laid])
        after = with_meld(held, number, plays.with_cards(state.melds[number], laid, seat))
        return after, (LaidOff(seat, number, play.cards),)
    assert isinstance(play, Trade)
    return _trade(state, table, seat, play.card, play.joker)


def _trade(state: State, table: Survey, seat: int, word: str, joker: str) -> Step:
    """The joker goes to the hand; the place keeps the seat that laid it, or becomes the trader's (`trade_points`)."""
    for code, stands, number, place in table.jokers:
        if cards.FACES[code] == joker and cards.FACES[stands] == word:
            held = receive(part_with(state, seat, (stands,)), seat, (code,))
            meld = state.melds[number]
            codes, by = (*meld.cards[:place], stands, *meld.cards[place + 1 :]), meld.by
            if state.options["trade_points"] == "card":
                by = (*by[:place], seat, *by[place + 1 :])
            return with_meld(held, number, replace(meld, cards=codes, by=by)), (Exchanged(seat, number, word, joker),)
    refuse(
        "does_not_fit",
        "{joker} does not lie on the table as {word}; trade the card that the joker is named for",
        joker=joker,
        word=word,
    )


def takes(state: State, seat: int) -> list[Take]:
    """Every card of the pile with every way to use it at once."""
    table, held = survey(state.melds), state.hands[seat]
    useful = melds.useful(table, held | cards.mask(state.discard))
    found: list[Take] = []
    for card in reversed(state.discard):
        held |= 1 << card
        if useful >> card & 1:
            uses: list[Play] = [
                *melds.melds_of(table, held, card),
                *melds.lays_to(table, held, card),
                *_trades(table, 1 << card),
            ]
            found += [Take(cards.FACES[card], play) for play in uses]
    return found


def lays(state: State) -> list[Play]:
    """Every play from the hand."""
    table, held = survey(state.melds), state.hands[state.turn]
    return [*melds.melds_of(table, held), *melds.lays_of(table, held), *_trades(table, held)]


def _trades(table: Survey, held: int) -> list[Trade]:
    if not table.traded & held:
        return []
    return [
        Trade(cards.FACES[stands], cards.FACES[joker]) for joker, stands, _, _ in table.jokers if held >> stands & 1
    ]
