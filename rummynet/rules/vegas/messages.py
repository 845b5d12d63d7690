"""What people should see of a position of Vegas rummy beside cards and points, in words."""

from collections.abc import Iterator, Sequence

from rummynet.rules.core.variety import Presentation
from rummynet.rules.core.wording import all_of, chips, players_named
from rummynet.rules.shared.rounds import is_dead
from rummynet.rules.shared.stock import stock_words
from rummynet.rules.vegas.legal import can_take
from rummynet.rules.vegas.score import aces_of, entry_terms
from rummynet.rules.vegas.state import ONLY_JOKERS, VegasState, below
from rummynet_protocol.cards import PER_DECK
from rummynet_protocol.sentences import comma_list, player_in, plural_sentence, sentence


class VegasPresentation(Presentation[VegasState]):
    """Wild cards, chips and decisions."""

    def facts(self, state: VegasState) -> Iterator[str]:
        """What is wild, chips, who has expired or sits out, what is to be decided."""
        yield from (*_wilds(state), *_decision(state), *_people(state), *_pick_up(state))

    def is_wild(self, state: VegasState, card: int) -> bool:
        """Jokers, and what the turned-up card has made wild."""
        return state.wilds.has(card % PER_DECK)

    def rule_of_the_moment(self, state: VegasState, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return _moment(state, seat, asked)


def _wilds(state: VegasState) -> Iterator[str]:
    if state.wild == ONLY_JOKERS:
        yield sentence("only jokers are wild")
    else:
        wild = all_of(state.wild) if len(state.wild) == 1 else state.wild
        yield sentence("{wild} and jokers are wild", wild=wild)
    if state.strict:
        yield sentence("one wild card at most in a meld")
    if not state.options["solidarity"]:
        yield sentence("real cards may be swapped for wild ones")


def _decision(state: VegasState) -> Iterator[str]:
    if state.phase == "aces" and state.aces is not None:
        aces = aces_of(state, state.turn)
        yield sentence(
            "{player} says how many of their aces count 13, of {aces}", player=player_in(state.turn), aces=aces
        )
    if state.phase == "buyin":
        total = max(state.scores[seat] for seat in below(state))
        yield sentence(
            "{player} has expired: they buy in for {chips} and go on with {total} points, or decline",
            player=player_in(state.turn),
            chips=chips(state.options["buy_in"]),
            total=total,
        )


def _people(state: VegasState) -> Iterator[str]:
    yield sentence("players expire at {limit}", limit=state.options["max_score"])
    for seat, expiries in enumerate(state.expiries):
        if expiries:
            yield plural_sentence(
                "{player} has expired once",
                "{player} has expired {times} times",
                expiries,
                player=player_in(seat),
                times=expiries,
            )
    sitting_out = [seat for seat, plays in enumerate(state.playing) if not plays]
    if sitting_out:
        yield plural_sentence(
            "{players} sits out", "{players} sit out", len(sitting_out), players=players_named(sitting_out)
        )
    if any(state.paid):
        yield sentence("pot {chips}: {paid}", chips=chips(sum(state.paid)), paid=comma_list([*_paid(state)]))
    else:
        yield sentence("nobody pays into the pot")
    if state.places is not None and state.payout is not None:
        places = [
            sentence("{place}. {players}", place=place, players=players_named(seats))
            for place, seats in enumerate(state.places, 1)
        ]
        yield sentence("places: {places}", places=comma_list(places))
        if any(state.payout):
            yield sentence("of the pot {won}", won=comma_list([*_won(state.payout)]))
    elif state.phase not in ("aces", "buyin"):  # there it is not settled yet who plays on, and with how many points
        cost, total = entry_terms(state)
        yield sentence("coming in before the next round: {chips}, from {total} points", chips=chips(cost), total=total)


def _paid(state: VegasState) -> Iterator[str]:
    if len(set(state.paid)) == 1 and state.players > 2:  # most of the time: all names would take two rows of a screen
        yield sentence("everybody paid {paid}", paid=state.paid[0])
        return
    for paid, seats in _alike(state.paid):
        yield plural_sentence(
            "{players} paid {paid}", "{players} paid {paid} each", len(seats), players=players_named(seats), paid=paid
        )


def _won(payout: Sequence[int]) -> Iterator[str]:
    for won, seats in _alike(payout):
        yield plural_sentence(
            "{players} gets {won}", "{players} get {won} each", len(seats), players=players_named(seats), won=won
        )


def _alike(chips_by_seat: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each number of chips, the highest first, with the seats that have it; none is no number."""
    for number in sorted({*chips_by_seat} - {0}, reverse=True):
        yield number, [seat for seat, count in enumerate(chips_by_seat) if count == number]


def _pick_up(state: VegasState) -> Iterator[str]:
    if state.phase == "pickup" and state.discard and not can_take(state):
        first = sentence("the first pick-up of a round is a draw")
        takes = sentence("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
        yield first if state.first else takes
    if state.phase in ("pickup", "play") or is_dead(state):
        yield from stock_words(state)


def _moment(state: VegasState, seat: int | None, asked: bool) -> tuple[str, ...]:
    match state.phase:
        case "aces" if asked:
            return (
                sentence(
                    "The round is over: say how many of the aces you hold count 13 against you; the others count 1."
                ),
            )
        case "aces":
            return (sentence("The round is over; players with aces say how many of them count 13."),)
        case "buyin" if asked:
            return (
                sentence(
                    "You have expired: buy in and go on with the highest total of the players who have not, or "
                    "decline and sit out. The last player below the limit wins."
                ),
            )
        case "buyin":
            return (sentence("Players who have expired buy in or sit out."),)
    if not asked:
        return (
            sentence(
                "Others play; in this game nobody plays out of turn. What you hold at the end counts against you."
            ),
        )
    if state.phase == "pickup":
        return (sentence("Pick up the top of the stock or of the pile. You need not use what you take."),)
    says = [
        sentence(
            "Lay melds and add single cards to anybody's. Say which card a wild one stands for; in a set its suit "
            "may stay open."
        )
    ]
    if state.options["strict"]:
        says.append(sentence("One wild card at most in a meld."))
    if not state.options["solidarity"]:
        says.append(sentence("A real card can be swapped for a wild one that lies there."))
    return (*says, sentence("Keep a card: you go out by throwing out the last one."))
