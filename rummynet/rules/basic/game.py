"""Basic rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/basic.md."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final

from rummynet.rules.basic import turn
from rummynet.rules.basic.state import BasicState, aces_at, is_first_turn, penalties
from rummynet.rules.core import options as common
from rummynet.rules.core.errors import BadDeck
from rummynet.rules.core.options import Option, Options
from rummynet.rules.core.state import Aces
from rummynet.rules.core.variety import ChanceSteps, FirstStarter, Presentation, Timer, check_seats, of_any_state
from rummynet.rules.core.wording import FEW, meld_named, round_of_deals, times
from rummynet.rules.shared import position_json
from rummynet.rules.shared.calls import FALSE_CALL_COSTS, RummyCalls, call_facts
from rummynet.rules.shared.melds import ACE_HIGH, MELDS, card_at, run_places
from rummynet.rules.shared.one_deck import OneDeckGame
from rummynet.rules.shared.position_json import GivenPosition, Key, Positions, ReadMeld, check
from rummynet.rules.shared.rounds import THROWS
from rummynet_protocol import actions, cards, notation
from rummynet_protocol.actions import Action, CallRummy, LayOff, ThrowOut
from rummynet_protocol.sentences import either, player_in, sentence
from rummynet_protocol.values import replace

SEATS: Final = range(2, 7)  # how many can play


class LowestCardDeals(FirstStarter):
    """Everybody draws a card; the lowest deals."""

    draws_cards = True

    def from_cards(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Everybody draws a card, seat 0 first; two is low, the ace high; who tie for lowest draw again."""
        check_seats("basic rummy", SEATS, players)
        if len(set(deck)) < len(deck) or not set(deck) <= set(range(52)):
            raise BadDeck("the deck of which cards are drawn for the deal holds each of the 52 cards at most once")
        if len(deck) < players:
            raise BadDeck(f"{players} players cannot draw one card each from {len(deck)}")
        draws: list[tuple[int, int]] = []
        seats = list(range(players))
        # The deck can run out when few cards were given; then the lowest seat of those who tie deals.
        while len(seats) > 1 and len(draws) + len(seats) <= len(deck):
            drawn = list(zip(seats, deck[len(draws) :], strict=False))
            draws += drawn
            heights = [(cards.rank(card) - 1) % 13 for _, card in drawn]  # 0 for a two, 12 for an ace
            seats = [seat for (seat, _), height in zip(drawn, heights, strict=True) if height == min(heights)]
        return draws, seats[0]


class BasicCalls(RummyCalls[BasicState]):
    """A throw-out that fits a meld can be called until the next pick-up."""

    hold_option = "call_seconds"

    def lying(self, state: BasicState) -> Sequence[CallRummy]:
        claims = turn.claims_on(state, state.discard[-1], state.turn) if state.discard else ()
        return [claim.action for claim in claims]

    def may_cost(self, state: BasicState, seat: int) -> bool:
        # Not of who threw the last card, who holds none and waits for the others.
        return state.phase == "pickup" or (state.phase == "call" and seat != state.turn)

    def call_brings(self, state: BasicState, action: Action) -> tuple[int, ...]:
        if not isinstance(action, CallRummy) or not isinstance(action.play, LayOff) or not state.discard:
            return ()
        return state.discard[-1:] if action.play.cards == (cards.face(state.discard[-1]),) else ()

    def holds(self, state: BasicState) -> int:
        # What everybody sees decides, not whether a call is possible: else the wait would tell (docs/rules/basic.md).
        thrown = state.phase == "pickup" and state.thrown_by is not None and state.melds
        return int(state.options["call_seconds"]) if thrown or state.phase == "call" else 0


_PENALTIES: Final = {"draw": sentence("the top two cards of the stock"), "pile": sentence("the whole pile")}


class BasicPresentation(Presentation[BasicState]):
    """Hands alone count; turns, declarations and penalties are worth knowing. None of it tells what can be called."""

    spread_pile = True
    runs_pass_sets = True

    def facts(self, state: BasicState) -> Iterator[str]:
        yield sentence("{player} dealt", player=player_in(state.dealer))
        yield from round_of_deals(state)
        if state.aces == "around":
            yield sentence("runs go on past the ace here: Q-K-A-2 is one")
        player = player_in(state.turn)
        match state.phase:
            case "play" if is_first_turn(state, state.turn):
                yield sentence("it is {player}'s first turn, in which they cannot go out", player=player)
            case "call":
                yield sentence("{player} has thrown out their last card, and is out if nobody calls it in time",
                               player=player)  # fmt: skip
            case "penalty":
                choices = either([_PENALTIES[name] for name in penalties(state)])
                yield sentence("{player}'s throw was called: they have to pick up {choices}", player=player,
                               choices=choices)  # fmt: skip
            case "final":
                out = player_in(state.turn if state.out is None else state.out)
                yield sentence("{out} is out: the others lay a last time, now {player}", out=out, player=player)
        if state.taken is not None and state.phase == "play":
            yield sentence("{card} was taken alone: it may not be thrown out in this turn",
                           card=cards.face(state.taken))  # fmt: skip
        yield from call_facts(state)
        if state.declared is not None:
            declarer = player_in(state.declared)
            yield sentence("{player} has declared: what they win in this round counts twice", player=declarer)
        if state.phase != "over":
            for meld in map(meld_named, turn.sets_passed(state.melds, state.aces)):
                yield sentence("a gap over {meld} is allowed here: a run goes on behind a card of this set", meld=meld)
        left: int = state.options["turn_limit"] - state.turned
        if left <= FEW and state.phase not in ("final", "over"):
            yield sentence("the pile can be turned over {times}", times=times(left))

    def _moment(self, state: BasicState, seat: int | None, asked: bool) -> Iterator[str]:
        match state.phase:
            case "call":
                yield sentence("A player threw out their last card. The first other player to see that it fits a meld "
                               "on the table calls it. If nobody does in time, the round is over.")  # fmt: skip
            case "penalty" if seat == state.turn:
                yield sentence("Your throw-out was called: pick up two cards from the stock, or the whole pile.")
            case "penalty":
                yield sentence("A throw-out was called. The player who threw it must pick up cards; then the next "
                               "player plays.")  # fmt: skip
            case "final" if asked:
                yield sentence("Somebody is out. Lay what you can one last time, on any meld too, then pass. What "
                               "stays in your hand counts against you.")  # fmt: skip
            case "final":
                yield sentence("Somebody is out; the others lay one last time, one after the other.")
            case _ if not asked:
                yield sentence("Others play. If a thrown-out card fits a meld on the table, anybody else can call it "
                               "until the next player picks up. The player who threw it must pick up "
                               "cards.")  # fmt: skip
            case "pickup":
                yield sentence("Pick up: draw; or take the top of the pile, but then you may not throw it out this "
                               "turn; or take a deeper card with all above it, if you play that card at once. If the "
                               "stock is empty, turn the pile over.")  # fmt: skip
            case _ if seat is None or is_first_turn(state, seat):
                yield sentence("Lay if you like, then throw out. It is your first turn of the round: you cannot go out "
                               "in it.")  # fmt: skip
            case _:
                yield sentence("Lay if you like, then throw out. If you have laid nothing yet and can lay your whole "
                               "hand at once, except one card to throw out, declare: then the round counts "
                               "twice.")  # fmt: skip
                if state.options["discard_to_go_out"]:
                    yield sentence("You must throw out your last card.")


# -- a position as JSON
_MOST_PICKUPS: Final = 100_000  # far above any round
_SETS: Final = frozenset(shape.cards for shape in MELDS.values() if not shape.is_run)


class BasicPositions(Positions[BasicState]):
    """Positions with the keys of this game; those that are missing are as at the deal."""

    state = BasicState
    phases = ("pickup", "play", "call", "penalty", "final", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        return {
            "pickups": position_json.numbers(_MOST_PICKUPS),
            "taken": position_json.CARD,
            "turned": position_json.number(options["turn_limit"]),
            "idle": position_json.number(_MOST_PICKUPS),
            "declared": position_json.SEAT,
            "wins_game": position_json.SEAT,
        }

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld; a run may have gaps, which ``whole`` looks at, and somewhere in it there are three cards in a row."""
        codes, named = tuple(cards.code(word) for word in words), " ".join(words)[:60]
        if codes in _SETS:
            return codes, codes, False
        check(len(codes) >= 3 and max(codes) < 52, f"{named} is no meld")
        places, is_around = run_places(codes), aces_at(given.options) == "around"
        rising = all(one < two for one, two in pairwise(places)) and places[-1] <= places[0] + 12
        # A run is laid with three cards in a row; only what was added to it can lie behind a gap.
        together = any(three == one + 2 for one, three in zip(places, places[2:], strict=False))
        one_suit = len({code // 13 for code in codes}) == 1 and len(set(codes)) == len(codes)
        fine = one_suit and rising and together and (is_around or places[-1] <= ACE_HIGH)
        check(fine, f"{named} is no meld, or not in order (a run in sequence, a set C D H S)")
        return codes, codes, True

    def whole(self, state: BasicState, given: GivenPosition) -> BasicState:
        """The state with its calls, which are all or none: a throw-out can be called until the next pick-up."""
        sets = turn.in_sets(state.melds)
        for number, meld in enumerate(state.melds):
            places = run_places(meld.cards) if meld.is_run else [0]
            for place in {*range(places[0], places[-1])} - {*places}:
                card = card_at(meld.cards[0] // 13, place)
                says = f"meld {number} has a gap at {cards.FACES[card]}, which does not lie in a set"
                check(sets >> card & 1, says)
        for fine, says in _of_the_phase(state):
            check(fine, says)
        self.game.scoring.check(state)
        claims, thrower = position_json.read_claims(given), state.turn
        if state.phase != "call":
            if not claims:
                return state
            early = state.phase == "pickup" and state.discard
            check(early, "claims are possible only on a card just thrown out, before the next pick-up")
            thrower = (state.turn - 1) % state.players
        right = turn.claims_on(state, state.discard[-1], thrower)
        named = ", ".join(notation.text(claim.action) for claim in right) or "none"
        says = f"claims should be every call on the top of the pile, by seat {thrower}: {named}"
        check(claims is None or claims == right, says)
        return replace(state, claims=right, thrown_by=thrower)


def _of_the_phase(state: BasicState) -> Iterator[tuple[object, str]]:
    """What has to hold in this phase, each with what to say where it does not."""
    phase, out, turn, taken = state.phase, state.out, state.turn, state.taken
    held = [*map(state.count, range(state.players))]
    has_cards, can_pick_up = bool(held[turn]), state.stock or state.discard
    fine = phase != "play" or has_cards
    yield fine, "the seat on turn has no card: then it is out, or its last card waits in phase call"
    # The last card of a hand can be called where stock and pile have nothing for a penalty.
    fine = phase != "pickup" or all(held) or not can_pick_up
    yield fine, "a seat has no card: then it is out, or there is nothing left to pick up"
    fine = phase != "call" or bool(not has_cards and state.discard)
    yield fine, "in phase call the seat on turn has thrown its last card onto the pile"
    yield phase != "penalty" or penalties(state), "in phase penalty there are cards to pick up"
    named = phase == "over" or (out is not None) == (phase == "final")
    yield named, "out names a seat in phase final, and when the round is over"
    done = out is None or not (held[out] or (phase == "final" and turn == out))
    yield done, "the seat that is out holds no card and has nothing more to do"
    fine = state.declared in (None, turn if phase == "call" else out)
    yield fine, "declared names the seat that is out by it, or waits in phase call"
    wins = state.wins_game is None or (phase == "over" and {out, state.declared} == {state.wins_game})
    yield wins, "wins_game names the seat that is out by a declaration of one suit"
    # The card taken alone is in the hand, or laid, while the turn lasts.
    there = taken is None or state.hands[turn] >> taken & 1 or any(taken in meld.cards for meld in state.melds)
    fine = taken is None or (phase == "play" and bool(there))
    yield fine, "taken names a card of the seat on turn, in its hand or laid, in phase play"


class Basic(OneDeckGame[BasicState]):
    """Meld or save up, throw out what nobody can use; who is out gains what the others hold."""

    name = "basic"
    title = "basic rummy"
    summary = (
        "Melds bring nothing by themselves: the first player out gains what the others still hold.",
        "Lay your whole hand at once, and it counts double.",
        "If somebody throws out a card that could have been laid, call it.",
    )
    counting = (
        "In your hand 2 to 9 cost 5, ten to king 10, an ace 15, the queen of spades 40.",
        "The round ends when somebody is out: that player gains what all others hold and 25 more, twice what they hold "
        "after a declaration. The others lose what they hold.",
        "If a card you threw out is called, you pick up the rest of the pile or two cards of the stock.",
        "The game ends after a round in which somebody reaches the target, and the highest total wins.",
    )
    seats = SEATS
    # fmt: off
    options = (
        *common.TARGET_OR_DEALS, common.HAND_BY_PLAYERS,
        Option("discard_to_go_out", False, "the last card must be thrown out", title="Last card is thrown out"),
        Option("final_melds", True, "the others may lay once more when somebody is out",
               title="The others lay once more"),
        Option("turn_limit", 3, "how often the pile may be turned over in a round", 0, 20,
               title="Pile turned over in a round"),
        Option("call_seconds", 3, "how long a throw-out can be called before play goes on", 0, 30,
               title="Seconds to call a throw"),
        common.FIRST_DEALER,
        Option("around_the_corner", False, "a run may go on past its ace: K-A-2",
               title="K-A-2 counts as a run", unwritten=True),
        *common.OF_EVERY_TABLE, common.RUMMY_HINTS, common.COOLDOWN_SECONDS, *FALSE_CALL_COSTS,
    )
    # fmt: on
    steps = turn.STEPS
    pickups = staticmethod(turn.pickups)
    plays = staticmethod(turn.plays)
    scoring = turn.SCORING
    first_starter = LowestCardDeals("first_dealer")
    offers = BasicCalls()
    # Nothing to do after the deal: an empty stock is the pile turned over, unshuffled.
    chance = ChanceSteps()
    presentation = BasicPresentation()
    codec = BasicPositions
    # as the others', and nothing waits for calls, of which a test makes none
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150, "call_seconds": 0}

    def aces_at(self, options: Options) -> Aces:
        return aces_at(options)

    @property
    def bot_points(self) -> Sequence[int] | None:
        # The queen of spades too: the weights of its bots were fitted with that.
        return None

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> BasicState:  # noqa: ANN401 - the fields of State
        return BasicState(**fields, pickups=(0,) * fields["players"])

    def on_clock(self, state: BasicState) -> tuple[int, ...]:
        return () if state.phase == "call" else super().on_clock(state)

    def timers(self, state: BasicState) -> list[Timer]:
        if state.phase == "call":
            return [Timer(state.turn, actions.CloseCall(), state.options["call_seconds"], "rule")]
        return super().timers(state)

    def clock_kinds(self, state: BasicState) -> tuple[type[Action], ...]:
        return (ThrowOut,)

    def left_to_the_clock(self, state: BasicState) -> Action | None:
        return super().left_to_the_clock(state) if state.phase == "play" else turn.left_to_the_clock(state)

    def least_harm(self, state: BasicState) -> Action:
        # A card taken alone may not be thrown out in the same turn; `legal` has another way if it is the last.
        free = state.hands[state.turn] & ~(0 if state.taken is None else 1 << state.taken)
        return THROWS[turn.SCORING.cheapest(free)] if free else self.legal(state, state.turn)[0]


VARIETY: Final = of_any_state(Basic())
