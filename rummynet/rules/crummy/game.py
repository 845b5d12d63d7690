"""Crummy rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/crummy.md."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from rummynet.rules.core.errors import BadOption, BadPosition, IllegalAction, demand, refuse
from rummynet.rules.core.options import IDLE_STOCKS, OF_EVERY_TABLE, RESHUFFLE_LIMIT, Option, Options
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.core.variety import Contract, MeldExamples, Offers, Presentation, Step, Timer, of_any_state
from rummynet.rules.core.wording import players_named
from rummynet.rules.crummy import turn
from rummynet.rules.crummy.state import CONTRACTS, CrummyState, decks_for, is_wild, value
from rummynet.rules.shared import melds, position_json, rounds
from rummynet.rules.shared.faces import read_words
from rummynet.rules.shared.position_json import GivenPosition, Key, Positions, ReadMeld, check
from rummynet.rules.shared.scoring import Scoring, held, totals_with
from rummynet.rules.shared.turn_game import StockFromPile, TurnGame, stock_words
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Waive, Want
from rummynet_protocol.sentences import player_in, sentence
from rummynet_protocol.values import replace


class CrummyStock(StockFromPile[CrummyState]):
    """A new stock for a draw or for a penalty card; places for wild cards that were turned up and go back."""

    phases = ("pickup", "offer")

    def insertions(self, state: CrummyState) -> int:
        return len(state.aside)

    def insert(self, state: CrummyState, places: Sequence[int] | None) -> Step[CrummyState]:
        aside, stock = state.aside, list(state.stock)
        demand(aside, "illegal", "there is no card to put back into the stock")
        if places is None:
            # These cards move the others too: without their places nobody knows any place of the stock any more.
            return replace(state, stock=(HIDDEN,) * (len(stock) + len(aside)), aside=(), phase="pickup"), ()
        if len(places) != len(aside):
            refuse("illegal", "name {aside} places, one for each card turned up, not {places}", aside=len(aside),
                   places=len(places))  # fmt: skip
        for code, place in zip(aside, places, strict=True):
            if place not in range(len(stock) + 1):
                refuse("illegal", "a place is from 0 to the {stock} cards of the stock, not {place}", stock=len(stock),
                       place=place)  # fmt: skip
            stock.insert(place, code)
        return replace(state, stock=tuple(stock), aside=(), phase="pickup"), ()


_LEAST_OFFER: Final = 2
"""Seconds that a card is offered at least, so that there is time to answer (docs/rules/crummy.md)."""


class CrummyOffers(Offers[CrummyState]):
    """After a draw the others may have the top of the pile; they answer in order."""

    # Who has not answered two seconds after the draw, when the player on turn may play on, has waived.

    def offer_early(self, state: CrummyState) -> tuple[int, ...]:
        return state.asked_after(state.asked)

    def early(self, state: CrummyState, seat: int) -> list[Action]:
        # Asked in order, but answered at once by all: else a table of eight would wait for each in turn.
        if seat in self.offer_early(state):
            return turn.answers(state)
        if state.asked is None or seat != state.turn:
            return []
        return sorted(turn.lean_plays(replace(state, phase="play", asked=None), seat), key=notation.by_text)

    def keeps_actions(self, options: Options) -> bool:
        return True

    def hurries(self, state: CrummyState, seat: int) -> int | None:
        return _LEAST_OFFER if state.asked is not None and seat == state.turn else None

    def out_of_turn(self, action: Action) -> bool:
        return isinstance(action, Want | Waive)

    def keeps_aim(self, action: Action) -> bool:
        return isinstance(action, Want | Waive)

    def call_brings(self, state: CrummyState, action: Action) -> tuple[int, ...]:
        return state.discard[-1:] if isinstance(action, Want) else ()


class CrummyPresentation(Presentation[CrummyState]):
    """A contract before anything else, wild cards, who is asked, and what is left of picking up."""

    def facts(self, state: CrummyState) -> Iterator[str]:
        have_laid = players_named([seat for seat, laid in enumerate(state.laid) if laid])
        yield sentence("contract: {contract}", contract=turn.contract_words(state.contract))
        yield sentence("laid by {players}", players=have_laid)
        yield sentence("twos and jokers are wild")
        if state.asked is not None:
            card, player, after = cards.face(state.discard[-1]), player_in(state.asked), state.asked_after(state.asked)
            if after:
                then = players_named(after)
                yield sentence("{card} is offered to {player}, then to {then}", card=card, player=player, then=then)
            else:
                yield sentence("{card} is offered to {player}", card=card, player=player)
        if state.discard and not state.can_take:
            yield sentence("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
        yield from stock_words(state)

    def contract(self, state: CrummyState, seat: int) -> Contract | None:
        return None if state.laid[seat] else state.contract

    def is_wild(self, state: CrummyState, card: int) -> bool:
        return is_wild(card)

    def _moment(self, state: CrummyState, seat: int | None, asked: bool) -> Iterator[str]:
        match state.phase:
            case "turnup":
                yield sentence("A wild card was turned up; it goes back into the stock at a place that nobody knows.")
            case "offer" if asked:
                yield sentence("Want the top of the pile? The top of the stock comes too. No answer means no.")
            case "offer" if seat == state.turn:
                yield sentence("You drew, so the others are asked about the top of the pile.")
            case "offer":
                yield sentence("Another player is asked first about the top of the pile.")
            case _ if not asked:
                yield sentence("Others play. When a player draws, the others may have the top of the pile: you may be "
                               "asked whether you want it.")  # fmt: skip
            case "pickup":
                yield sentence("Pick up the top of the pile or of the stock. If you draw, the others may want the top "
                               "of the pile.")  # fmt: skip
            case _ if seat is not None and state.laid[seat]:
                yield sentence("Your contract is on the table: add single cards to any meld, or swap a real card for a "
                               "wild one, which moves on at once. You cannot lay new melds. Then throw out. The round "
                               "ends when a hand is empty.")  # fmt: skip
            case _ if state.contract.whole_hand:
                yield sentence("The last contract is three runs. It takes your whole hand with the card just picked "
                               "up, and ends the round. Until you have it, just throw out.")  # fmt: skip
            case _:
                yield sentence("Lay your contract first, all at once; before it you can lay nothing else. Twos and "
                               "jokers are wild, at most half of a meld. Until you have it, just throw "
                               "out.")  # fmt: skip


class CrummyPositions(Positions[CrummyState]):
    """Positions with the keys of this game; those beyond the common ones may be left out when read."""

    # Then nobody has laid, nothing is aside, the nearest seat is asked.

    state = CrummyState
    phases = ("turnup", "pickup", "offer", "play", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        # Each is a card of the stock besides: no more than all cards of all stocks.
        counted = {"bought": position_json.numbers(position_json.MOST_SCORE)} if options["buys"] is not None else {}
        return {
            "decks": Key("derived", missing=...),
            "asked": position_json.SEAT,
            "laid": position_json.FLAGS,
            "aside": Key("card", rows="list", missing=()),
            "takes": position_json.number(2 * players),  # `can_take` ends there
            **counted,
            "places": Key("derived"),
        }

    def seats(self, given: GivenPosition) -> GivenPosition:
        return given._replace(decks=decks_for(super().seats(given).players))

    def meld_word(self, code: int, stands: int, decks: int) -> str:
        return turn.table_word(code, stands, decks)

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        codes = position_json.card_words(words, given)
        check(words, "a meld of the position has no cards")
        read = read_words(words)
        try:
            is_run = turn.kind_of(read, given.options["ace_low"])
        except IllegalAction as problem:
            raise BadPosition(f"a meld of the position is none: {problem}") from None
        return codes, tuple(word.means for word in read), is_run

    def whole(self, state: CrummyState, given: GivenPosition) -> CrummyState:
        scored, offers = state.phase == "over" and state.all_known, state.phase == "offer"
        number = position_json.need(given.position, "round")
        position_json.integer(number, "round", 1, len(given.options["contracts"]))
        may_want = state.asked_after(state.turn) if offers else ()
        if "asked" not in given.position:
            state = replace(state, asked=next(iter(may_want), None))
        check(
            state.asked in may_want if offers else state.asked is None,
            "asked should be another seat than the one on turn, with cards out of turn left, while one is offered",
        )
        # `finished` is no key of a position: it follows from round and phase.
        laid = tuple([melds.meld_of(melds.rows_of(one), one.is_run, turn.order) for one in state.melds])
        state = replace(state, melds=laid, finished=scored and state.is_last_round)
        fine = bool(state.aside) == (state.phase == "turnup") and all(map(is_wild, state.aside))
        check(fine, "aside should hold wild cards in phase turnup, and nothing in any other phase")
        fine = not offers or bool(state.discard and rounds.can_draw(state))
        check(fine, "nothing can be offered: the pile is empty, or there is no card to go with it")
        check(not scored or min(state.scores) >= 0, "scores are 0 or more: cards in a hand cost points")
        return super().whole(state, given)


def _winner(state: CrummyState, points: tuple[int, ...]) -> int | None:
    """The seat alone in the first place, after the last round."""
    totals = totals_with(state, points)
    return totals.index(min(totals)) if state.is_last_round and totals.count(min(totals)) == 1 else None


class Crummy(TurnGame[CrummyState]):
    """Rounds with a contract each to lay before anything else; cards are bad, the lowest total wins."""

    name = "crummy"
    title = "Crummy rummy"
    summary = (
        "Seven rounds, each with a contract of sets and runs that you must lay first.",
        "Jokers and twos are wild; you can get the top of the pile out of turn.",
        "What you still hold counts against you; the lowest total wins.",
    )
    counting = (
        "In your hand 3 to 8 cost 5, nine to king 10, aces, twos and jokers 15.",
        "A card out of turn comes with the top card of the stock.",
        "The round ends when a hand is empty; the others add what they hold to their totals.",
        "The game ends after the last contract, and the lowest total wins.",
    )
    examples = MeldExamples(
        "9D 9D 9S", "5C *1=6C 7C 8C", "A set: three or more of a rank. A run: four or more of a suit in a row."
    )
    seats = range(2, 9)
    # fmt: off
    options = (
        Option("contracts", tuple(range(1, len(CONTRACTS) + 1)), "contracts of the rounds, by their numbers",
               1, len(CONTRACTS), is_list=True, title="Contracts of the rounds",
               # Chosen: shorter evenings, from easy to hard.
               presets=((1, 2, 3), (1, 3, 5, 7), (2, 4, 6), (5, 6, 7))),
        Option("ace_low", False, "A-2-3-4 is a run too", title="A-2-3-4 counts as a run"),
        Option("move", "any", "which wild cards a swap may move to another meld", choices=("any", "jokers"),
               title="Wild cards that a swap moves", value_names={"any": "any of them", "jokers": "jokers"}),
        RESHUFFLE_LIMIT, IDLE_STOCKS,
        Option("buys", None, "cards that a player may have out of turn in a round; without a number as "
                             "many as they want", 0, 20,
               choices=(None,), title="Cards out of turn in a round", value_names={None: "any number"}),
        Option("offer_seconds", 8, "time to say that you want a card out of turn", 1, 60,
               title="Seconds to want a card"),
        *OF_EVERY_TABLE,
    )
    # fmt: on

    steps = turn.STEPS
    wide_plays = staticmethod(turn.wide_plays)
    scoring = Scoring(partial(held, worth=value), _winner, is_last=lambda state: state.is_last_round)
    offers = CrummyOffers()
    chance = CrummyStock()
    presentation = CrummyPresentation()
    codec = CrummyPositions

    def resolve(self, given: Mapping[str, Any]) -> Options:
        options = super().resolve(given)
        if not options["contracts"]:
            raise BadOption("contracts names the contract of each round, such as 1,3,5,7; name one at least")
        return options

    def deck(self, options: Options, state: CrummyState | None, players: int, joining: int = 0) -> list[int]:
        return cards.full_deck(decks_for(players), jokers=True)

    def hand_size(self, options: Options, players: int, number: int) -> int:
        # The table of docs/rules/crummy.md: 7 for contract 1 to 13 for contract 7.
        return int(options["contracts"][number - 1]) + 6

    def goes_back(self, card: int) -> bool:
        # It ends: hands take 26 cards of each deck at most, and of the 28 left no more than 6 are wild.
        return is_wild(card)

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> CrummyState:  # noqa: ANN401
        players, counts = fields["players"], fields["options"]["buys"] is not None
        bought = (0,) * players if counts else ()
        return CrummyState(**fields, laid=(False,) * players, bought=bought, aside=aside)

    def pickups(self, state: CrummyState) -> list[Action]:
        return rounds.pickups(state, state.can_take)

    def plays(self, state: CrummyState, seat: int) -> list[Action]:
        return turn.answers(state) if state.phase == "offer" else turn.lean_plays(state, seat)

    def seat_of(self, state: CrummyState, action: Action) -> int | None:
        if type(action) is not Want and type(action) is not Waive:
            return state.turn
        if state.phase != "offer":
            refuse("wrong_phase", "no card is offered now; wait until somebody has drawn")
        return state.asked

    def do(self, state: CrummyState, seat: int, action: Action) -> Step[CrummyState]:
        after, happened = super().do(state, seat, action)
        # An empty hand ends the round, also by a play. The throw of a last card leaves the phase as it is.
        if after.phase == "play" and not after.count(seat):
            return self.scoring.end_round(after, seat, happened)
        return after, happened

    def actors(self, state: CrummyState) -> tuple[int, ...]:
        # Nobody while cards are to be put back.
        if state.phase in ("over", "turnup"):
            return ()
        return (state.turn,) if state.asked is None else (state.asked,)

    def on_clock(self, state: CrummyState) -> tuple[int, ...]:
        return () if state.asked is not None else super().on_clock(state)

    def timers(self, state: CrummyState) -> list[Timer]:
        if state.asked is None:
            return super().timers(state)
        seats = (state.asked, *state.asked_after(state.asked))
        # For all at once: an offer takes as long whether one is asked or seven, and silence must not cost a turn.
        return [Timer(seat, Waive(), state.options["offer_seconds"], "rule") for seat in seats]

    def least_harm(self, state: CrummyState) -> Action:
        hand = cards.members(state.hands[state.turn])
        # Wild cards last: they cost most in the hand, but a contract needs them. Of equal faces the lowest deck.
        least = min(hand, key=lambda code: (is_wild(code), -value(code), code % cards.PER_DECK, code))
        return self.throw_of(state, least)


VARIETY: Final = of_any_state(Crummy())
