"""Keilty rummy, as the rest of the house asks for it. The rules for players are in docs/rules/keilty.md."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats, HiddenCard, IllegalAction
from rummynet.rules.core.options import COOLDOWN_SECONDS, RUMMY_HINTS, TURN_SECONDS, VOIDS, Option, Options
from rummynet.rules.core.state import HIDDEN, Claim, State
from rummynet.rules.core.variety import Step, Timer, Variety
from rummynet.rules.core.wording import times
from rummynet.rules.keilty import apply
from rummynet.rules.keilty.apply import pile_mask, settled
from rummynet.rules.keilty.claims import possible, tracked
from rummynet.rules.keilty.legal import can_draw, turn_texts
from rummynet.rules.shared.melds import read_natural
from rummynet.rules.shared.position_json import read_claims, read_common, read_seats, write_common
from rummynet.rules.shared.rounds import check_deck, deal_out, dealt_events, known_cards, refuse_next, turned_up
from rummynet.rules.shared.scoring import laid_less_held, lowest
from rummynet.rules.shared.scoring import winner as winner_of
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.notation import parse
from rummynet_protocol.sentences import said

_DECK: Final = range(52)
_PHASES: Final = ("pickup", "play", "over")
_MOST_DEALT: Final = 48


class _Interned(dict[str, Action]):
    """Actions by their notation, each made once."""

    def __missing__(self, text: str) -> Action:
        action = self[text] = parse(text)
        return action


_ACTIONS: Final = _Interned()


class Keilty(Variety):
    """Draw or take what you use at once, lay and lay off for points, throw out; and call what the pile offers."""

    name = "keilty"
    title = "Keilty rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game", 1, 100_000),
        Option("hand", 0, "cards dealt to each, 0 for 10, 7 or 6 by the number of players", 3, 13, choices=(0,)),
        Option("first_starter", "draw", "who begins round 1: draw, or a seat", seat_or_draw=True),
        Option("reshuffle_limit", 10, "how often the pile may become the stock in a round", 0, 100),
        TURN_SECONDS,
        VOIDS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )

    def check(self, options: Options, players: int) -> None:
        """As for every variety; the deck has to have enough cards for the hands."""
        super().check(options, players)
        if players * options["hand"] > _MOST_DEALT:
            most = _MOST_DEALT // players
            raise BadOption(
                said(
                    "hand is at most {most} with {players} players, so that a stock is left", most=most, players=players
                )
            )

    def named_starter(self, options: Options, players: int) -> int | None:
        """The seat of option ``first_starter``, None if it says draw."""
        starter = options["first_starter"]
        return None if starter == "draw" else int(starter)

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """The 52 cards."""
        return cards.full_deck()

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        if starter not in range(players):
            raise BadSeats(
                said("the starter is a seat from 0 to {last}, not {starter}", last=players - 1, starter=starter)
            )
        return _dealt(options, players, starter, deck, 1, (0,) * players)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next round: the starter moves one seat counter-clockwise, totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter - 1) % state.players
        return _dealt(state.options, state.players, starter, deck, state.round + 1, state.scores)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        texts = turn_texts(state) if seat == state.turn else []
        texts += [claim.action for claim in state.claims if claim.by != seat]
        texts.sort()
        return [_ACTIONS[text] for text in texts]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(state, seat, action)

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The pile from the lowest card of the play up; nothing if the play's cards do not all lie there."""
        return apply.taken_by_call(state, action) if isinstance(action, CallRummy) else ()

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and a draw is possible."""
        if state.phase != "pickup" or state.stock or not can_draw(state):
            return None
        return sorted(state.discard[:-1])

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order."""
        wanted = self.reshuffle_cards(state)
        if wanted is None:
            raise IllegalAction("the pile is shuffled only for a draw from an empty stock, and not oftener than agreed")
        check_deck(order, wanted)
        return apply.reshuffled(state, tuple(order))

    def timers(self, state: State) -> list[Timer]:
        """The turn clock: draws (or passes, or takes), then throws out the card drawn, else the lowest.

        No clock runs without a limit. The action is empty where it depends on a card that is not known here.
        """
        seconds = state.options["turn_seconds"]
        if not seconds or state.phase == "over":
            return []
        return [Timer(state.turn, _left_to_the_clock(state), seconds, "turn")]

    def clock_verbs(self, state: State) -> tuple[str, ...]:
        """A card of the hand is thrown out; where nothing can be drawn the hand decides what can be taken."""
        return ("take", "pass") if state.phase == "pickup" else ("throw",)

    def facts(self, state: State) -> tuple[str, ...]:
        """How often the pile can still become the stock."""
        return (
            said(
                "the pile can become the stock {times}",
                times=times(state.options["reshuffle_limit"] - state.reshuffles),
            ),
        )

    # -- positions

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return write_common(state)

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked.

        Which claims there are follows from the cards; one that is not listed counts as made by who acted last.
        """
        options, players = read_seats(self, position)
        common = read_common(
            self, position, options, players, phases=_PHASES, deck=_DECK, read_meld=read_natural,
            most_reshuffles=options["reshuffle_limit"],
        )  # fmt: skip
        state = State(**common, finished=common["winner"] is not None)
        _check_counts(state)
        _check_scores(state)
        return replace(state, claims=_true_claims(state, read_claims(position, players)))

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if card not in _DECK or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one: it is somewhere else")
        known = super().reveal(state, seat, card)
        return settled(known)[0] if known.phase == "over" and known.round_scores is None else known


def _hand_size(options: Options, players: int) -> int:
    return options["hand"] or (10 if players == 2 else 7 if players < 5 else 6)


def _dealt(
    options: Options, players: int, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]
) -> Step:
    """One card at a time, clockwise from the starter; the next is turned up; the rest is the stock."""
    check_deck(deck, _DECK)
    size = _hand_size(options, players)
    up = turned_up(deck, players * size)
    hands, hidden = deal_out(deck, players, size, starter)
    state = State(
        variety=VARIETY.name,
        options=options,
        players=players,
        round=number,
        starter=starter,
        turn=starter,
        phase="pickup",
        hands=hands,
        hidden=hidden,
        stock=tuple(deck[players * size + 1 :]),
        discard=(up,),
        scores=scores,
    )
    return state, dealt_events(players, size, up)


def _left_to_the_clock(state: State) -> str:
    if state.phase == "pickup":
        if can_draw(state):
            return "draw"
        return "" if state.hidden[state.turn] else sorted(turn_texts(state))[0]
    drawn, hand = state.drawn, state.hands[state.turn]
    if drawn is not None and drawn != HIDDEN and hand >> drawn & 1:
        return f"throw {cards.face(drawn)}"
    if state.hidden[state.turn]:
        return ""
    return f"throw {cards.face(lowest(hand))}"


def _check_counts(state: State) -> None:
    """Refuse hands that cannot be: a seat without cards is out, and its round is over."""
    for seat in range(state.players):
        empty = not state.count(seat)
        if empty and (state.phase != "over" or state.out != seat):
            raise BadPosition(f"seat {seat} has no card: then it is out and the round is over")
        if not empty and state.out == seat:
            raise BadPosition(f"seat {seat} is said to be out, but holds cards")
    if state.out is not None and state.phase != "over":
        raise BadPosition("out names a seat only when the round is over")


def _check_scores(state: State) -> None:
    if state.phase != "over":
        if state.round_scores is not None or state.winner is not None:
            raise BadPosition("round_scores and winner are null until the round is over")
        return
    if not state.all_known:
        return
    if state.round_scores != laid_less_held(state):
        right = list(laid_less_held(state))
        raise BadPosition(f"round_scores should be {right}: what each has laid less what each holds")
    before = [total - points for total, points in zip(state.scores, state.round_scores, strict=True)]
    if state.winner != winner_of(before, state.scores, state.options["target"]):
        raise BadPosition("winner should be the seat that has won with these scores, null while nobody has")


def _true_claims(state: State, given: tuple[Claim, ...] | None) -> tuple[Claim, ...]:
    """Every claim that is possible here; those given keep who made them possible, the others count for the last actor.

    What is given and not possible is left out: which claims there are follows from the cards, only ``by`` does not.
    """
    texts = [] if state.phase == "over" else possible(state.melds, pile_mask(state))
    last = state.turn if state.phase == "play" else (state.turn - 1) % state.players
    return tracked(given or (), texts, last)


VARIETY: Final = Keilty()
