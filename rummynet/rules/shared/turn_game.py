"""The turn of every game: which action belongs where, who may act, the turn clock, a new stock, the end of a round."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, cast

from rummynet.rules.core.errors import HiddenCard, IllegalAction, demand, refuse
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, Phase, State
from rummynet.rules.core.variety import ChanceSteps, PositionCodec, S, Step, Timer, Variety
from rummynet.rules.core.wording import FEW, times
from rummynet.rules.shared import rounds
from rummynet.rules.shared.calls import false_calls_cost, pay_false_call
from rummynet.rules.shared.faces import read_words, with_decks
from rummynet.rules.shared.rounds import DRAW, can_draw, codes_of, known_cards
from rummynet.rules.shared.scoring import Scoring
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, CallRummy, LayContract, LayDown, LayOff, Swap, ThrowOut
from rummynet_protocol.events import Dealt, Passed, Shuffled, TurnedUp
from rummynet_protocol.sentences import player_in, sentence
from rummynet_protocol.values import replace

ROUND_OVER: Final = sentence("the round is over; wait for the next deal")
_DUE: Final[Mapping[Phase, str]] = {
    "pickup": sentence("pick up first: draw, or take from the pile"),
    "play": sentence("you have picked up already; lay or throw out"),
    "offer": sentence("others are asked first whether they want the top of the pile; wait for their answers"),
    "turnup": sentence("wild cards turned up go back into the stock first; wait a moment"),
    "call": sentence("you threw out your last card; wait to see whether somebody calls it"),
    "penalty": sentence("your card was called; choose 'penalty draw' or 'penalty pile' first"),
    "final": sentence("somebody is out; lay what you can and pass"),
    "aces": sentence("play is over; say how many of your aces count 13, such as 'aces 0'"),
    "buyin": sentence("your total has reached the maximum; say 'buy' or 'decline'"),
}
"""By phase: what has to be done first."""


class StockFromPile(ChanceSteps[S]):
    """The pile but its top replaces an empty stock, as often as ``reshuffle_limit`` and ``idle_stocks`` say."""

    phases: ClassVar[tuple[Phase, ...]] = ("pickup",)  # when a card of the stock may be wanted

    def reshuffle_cards(self, state: S) -> list[int] | None:
        if state.phase not in self.phases or state.stock or not rounds.can_renew(state):
            return None
        # Ascending, as FAIRNESS.md has the cards of a shuffle: the order of the pile must not enter the new one.
        return sorted(state.discard[:-1])

    def reshuffle(self, state: S, order: Sequence[int]) -> Step[S]:
        if self.reshuffle_cards(state) is None:
            refuse("illegal", "the pile is shuffled only when somebody draws from an empty stock, and only as often as "
                   "agreed")  # fmt: skip
        # The top stays: else nothing could be taken until somebody has thrown out (docs/rules).
        rounds.check_deck(order, state.discard[:-1])
        made, idle = state.reshuffles + 1, state.stocks_since_lay + 1
        fresh = replace(state, stock=tuple(order), discard=state.discard[-1:], reshuffles=made, stocks_since_lay=idle)
        return fresh, (Shuffled(len(order)),)


def stock_words(state: State) -> Iterator[str]:
    """One sentence at most: the next stock is one of the last, or the round ends, or ended, without a lay."""
    left: int = state.options["reshuffle_limit"] - state.reshuffles
    is_played = state.phase in ("pickup", "play", "offer")
    if not is_played and rounds.is_dead(state):
        yield sentence("the round ended because nobody laid anything while a whole new stock was drawn")
    # In every phase: it would be told anew with every take if a throw-out changed it.
    elif is_played and left and rounds.is_last_stock(state) and not state.stock:
        yield sentence("nobody laid anything while a whole new stock was drawn: there will be no other stock unless "
                       "somebody lays")  # fmt: skip
    elif is_played and left and rounds.is_last_stock(state):
        yield sentence("without a lay the round ends with this stock: nobody has laid since the shuffle")
    elif left <= FEW:
        yield sentence("the pile can become the stock {times}", times=times(left))


class TurnGame(Variety[S]):
    """A game of turns: pick up, play, throw out. ``steps`` says what belongs where and what it does."""

    steps: ClassVar[rounds.Steps]
    scoring: ClassVar[Scoring[Any]] = Scoring()  # how a round is scored and who wins the game
    codec: ClassVar[type[PositionCodec[Any]]]
    start_moves: ClassVar[Literal["clockwise", "counter-clockwise"]] = "clockwise"
    """Where the start of the next round goes, by one seat."""

    # -- hooks
    def do(self, state: S, seat: int, action: Action) -> Step[S]:
        """What an action does whose time it is. Raises IllegalAction."""
        if state.false_calls and self.offers.is_false_call(state, seat, action):
            return pay_false_call(state, seat, cast(CallRummy, action))
        _, step = self.steps[type(action)]
        if step is not None:
            done: Step[S] = step(state, seat, action)
            return done
        # To pass, unless the game says what that does.
        rounds.check_pass(self.pickups(state))
        return self.scoring.end_round(state, None, (Passed(seat, "pass"),))

    @abstractmethod
    def pickups(self, state: S) -> list[Action]:
        """How the seat on turn may begin it, unsorted; to pass only where it cannot pick up."""

    @abstractmethod
    def plays(self, state: S, seat: int) -> list[Action]:
        """What a seat from which an action is due may do in any other phase, unsorted. Exact if its hand is known."""

    @abstractmethod
    def least_harm(self, state: S) -> Action:
        """What the turn clock does where it cannot throw out the card drawn. Every card of the hand is known."""

    def wide_plays(self, state: S) -> Iterator[Action] | None:
        """All that the seat on turn may play, and more that is not legal; None where ``legal`` is all."""
        return None

    def seat_of(self, state: S, action: Action) -> int | None:
        """The seat from which such an action is due; None for calls, which every seat may make."""
        return None if type(action) is CallRummy else state.turn

    def codes(self, decks: int) -> range:
        return range(decks * cards.PER_DECK)

    def pickup_without_stock(self, state: S) -> Action | None:
        """What the turn clock picks up where nothing can be drawn; None where that depends on a hidden card."""
        return self.pickups(state)[0]

    def hand_size(self, options: Options, players: int, number: int) -> int:
        return rounds.hand_size(options, players)

    def goes_back(self, card: int) -> bool:
        """Whether a card that is turned up goes back into the stock, so that the next one is turned up."""
        return False

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> S:  # noqa: ANN401 - the fields of the state
        """The position of these fields right after a deal, with the cards that go back."""
        return cast(S, State(**fields))

    @property
    def positions(self) -> PositionCodec[S]:
        return self.codec(self)

    # -- a round
    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step[S]:
        self.check(options, players)
        rounds.check_starter(starter, players)
        return self.dealt(options, starter, deck, 1, (0,) * players)

    def next_round(self, state: S, deck: Sequence[int], join: Sequence[int] = ()) -> Step[S]:
        rounds.refuse_next(state, join, self.title)
        starter = (state.starter + (1 if self.start_moves == "clockwise" else -1)) % state.players
        return self.dealt(state.options, starter, deck, state.round + 1, state.scores)

    def dealt(
        self, options: Options, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...],
        **kept: Any,  # noqa: ANN401
    ) -> Step[S]:  # fmt: skip
        """One card at a time, clockwise from the starter; then a card is turned up; the rest is the stock."""
        # *kept* are further fields of the state; ``playing`` among them says by seat whether it plays the round.
        players = len(scores)
        playing = kept.get("playing", (True,) * players)
        rounds.check_deck(deck, self.deck(options, None, sum(playing)))
        size, order = self.hand_size(options, players, number), rounds.clockwise(starter, players)
        hands, hidden = rounds.deal_out(deck, players, size, [seat for seat in order if playing[seat]])
        up = last = sum(playing) * size
        while self.goes_back(rounds.turned_up(deck, last)):
            last += 1
        if false_calls_cost(options):
            kept["false_calls"] = (0,) * players
        state = self.first_position(
            tuple(deck[up:last]), variety=self.name, options=options, players=players, round=number, starter=starter,
            turn=starter, phase="turnup" if last > up else "pickup", hands=hands, hidden=hidden,
            stock=tuple(deck[last + 1 :]), discard=(deck[last],), scores=scores, **kept,
        )  # fmt: skip
        shown = [TurnedUp(cards.name(code, state.decks)) for code in deck[up : last + 1]]
        return state, (Dealt(tuple([size if plays else 0 for plays in playing])), *shown)

    # -- what may be done
    def legal(self, state: S, seat: int) -> list[Action]:
        found: list[Action] = []
        if seat in self.actors(state):
            found = self.pickups(state) if state.phase == "pickup" else self.plays(state, seat)
        if state.claims:
            found = [*found, *(claim.action for claim in state.claims if claim.by != seat)]
        return sorted(found, key=notation.by_text)

    def all_legal(self, state: S, seat: int) -> Iterator[Action]:
        wide = self.wide_plays(state) if state.phase == "play" and seat == state.turn else None
        if wide is None:
            yield from self.legal(state, seat)
        else:
            yield from (action for action in wide if self.is_legal(state, seat, action))

    # -- doing it
    def not_in_this_game(self, state: S, action: Action) -> IllegalAction:
        word = notation.text(action).split()[0]
        says = {"action": word, "title": self.title}
        return IllegalAction("{action!r} belongs to another game; {title} has no such action", code="not_in_this_game",
                             **says)  # fmt: skip

    def apply(self, state: S, seat: int, action: Action) -> Step[S]:
        row = self.steps.get(type(action))
        if row is None:
            raise self.not_in_this_game(state, action)
        demand(state.phase != "over", "round_over", ROUND_OVER)
        due = self.seat_of(state, action)
        if seat != due if due is not None else seat not in range(state.players):
            # Nobody may be due while chance acts; the refusal still has to name somebody.
            asked = (self.actors(state) or (state.turn,))[0]
            if seat != asked:
                refuse("not_your_turn", "it is {player}'s turn; wait for yours", player=player_in(asked))
            refuse("wrong_phase", _DUE[state.phase])  # to whom an offer is made: not what is due on a turn
        # After the turn: who is not on turn should hear that, not what the phase lacks.
        if state.phase not in row[0]:
            refuse("wrong_phase", _DUE[state.phase])
        after, happened = self.do(state, seat, action)
        # Whatever changes the melds counts as a lay: a meld, a lay-off, a contract, a swap, a trade, a rummy.
        if after.stocks_since_lay and after.melds != state.melds:
            after = replace(after, stocks_since_lay=0)
        return after, happened

    def explicit(self, state: S, seat: int, action: Action) -> Action:
        if state.decks == 1 or type(action) not in self.steps:
            return action
        seen = cards.mask((*state.discard, *(code for meld in state.melds for code in meld.cards)))

        def named(words: Sequence[str]) -> tuple[str, ...]:
            return with_decks(words, codes_of(state, seat, read_words(words)), state.decks, seen)

        match action:
            # Takes and answers name the top of the pile, which all see; only cards of a hand can be mistaken.
            case ThrowOut(card) | Swap(card):
                return replace(action, card=named((card,))[0])
            case LayDown(words) | LayOff(words):
                return replace(action, cards=named(words))
            case LayContract(melds):
                coming = iter(named([word for words in melds for word in words]))
                return LayContract(tuple([tuple([next(coming) for _ in words]) for words in melds]))
        return action

    # -- the turn clock
    def on_clock(self, state: S) -> tuple[int, ...]:
        return (state.turn,) if self.actors(state) else ()

    def timers(self, state: S) -> list[Timer]:
        seconds = state.options["turn_seconds"]
        if not seconds or not self.on_clock(state):
            return []
        return [Timer(state.turn, self.left_to_the_clock(state), seconds, "turn")]

    def left_to_the_clock(self, state: S) -> Action | None:
        """What is done for the seat on turn when its time is up: it draws, and throws out what it drew."""
        # Cards of the hand are named with their deck where there are several, so that the public cannot mistake them.
        if state.phase == "pickup":
            return DRAW if can_draw(state) else self.pickup_without_stock(state)
        drawn = state.drawn
        if drawn is not None and drawn != HIDDEN and state.hands[state.turn] >> drawn & 1:
            return self.throw_of(state, drawn)
        # None: the host knows the hand and does it; others learn the card from the log.
        return None if state.hidden[state.turn] else self.least_harm(state)

    def throw_of(self, state: S, card: int) -> ThrowOut:
        return ThrowOut(cards.name(card, state.decks))

    # -- knowledge
    def reveal(self, state: S, seat: int, card: int) -> S:
        # Checked here and not when it is used: the opening that names the card is what is wrong.
        if card not in self.codes(state.decks) or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one: it is somewhere else")
        return self.with_scores(super().reveal(state, seat, card))

    def with_scores(self, state: S) -> S:
        """The position with its points, if the round is over and every hand is known."""
        unscored = state.phase == "over" and state.round_scores is None
        return self.scoring.score(state)[0] if unscored else state
