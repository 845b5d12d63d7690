"""Vegas rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/vegas.md."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats, HiddenCard, IllegalAction
from rummynet.rules.core.options import IDLE_STOCKS, OF_EVERY_TABLE, RESHUFFLE_LIMIT, Option, Options
from rummynet.rules.core.state import Meld
from rummynet.rules.core.variety import MeldExamples, Newcomers, Presentation, Step, of_any_state
from rummynet.rules.core.wording import all_of, chips, players_named
from rummynet.rules.shared import position_json, rounds
from rummynet.rules.shared.faces import read_words
from rummynet.rules.shared.melds import rows_of
from rummynet.rules.shared.position_json import GivenPosition, Key, Positions, ReadMeld, check, integer, list_of, need
from rummynet.rules.shared.turn_game import StockFromPile, TurnGame, stock_words
from rummynet.rules.vegas import score, turn
from rummynet.rules.vegas import state as vegas_state
from rummynet.rules.vegas.state import ONLY_JOKERS, VegasState, below, clockwise, expired, settling_order
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CountAces, Decline, Swap, Take
from rummynet_protocol.cards import FACES, MOST_DECKS, PER_DECK, RANKS
from rummynet_protocol.sentences import comma_list, player_in, plural_sentence, sentence
from rummynet_protocol.values import replace

# With hands of 12 cards, four decks still do; and no list of a log has room for more.
MOST_SEATS: Final = 12
# docs/rules/vegas.md, "Setting up": enough cards for five turns of everybody, then at the earliest a new stock.
_ROUNDS_BEFORE_SHUFFLE: Final = 5


def decks_for(options: Options, playing: int) -> int:
    """How many decks a round of so many players takes: the option, else enough for five turns of each."""
    wanted = playing * (options["hand"] + _ROUNDS_BEFORE_SHUFFLE)
    # 52, not 54: jokers are left out of the sum (docs/rules/vegas.md). Rounded up.
    return int(options["decks"] or -(-wanted // 52))


def _check_cards(options: Options, playing: int) -> None:
    # The hands, a card for each first draw, and the one turned up.
    says = {"playing": playing, "needed": playing * (options["hand"] + 1) + 1}
    if decks_for(options, playing) * PER_DECK < says["needed"]:
        raise BadOption("{playing} players need {needed} cards; set decks higher, or null for as many as are needed",
                        **says)  # fmt: skip


# -- who plays
class BuyingIn(Newcomers[VegasState]):
    """Anybody may buy in before a round, also those who declined to."""

    may_join = True

    def outside(self, state: VegasState) -> tuple[int, ...]:
        return tuple(seat for seat, plays in enumerate(state.playing) if not plays)


def with_newcomers(state: VegasState, join: Sequence[int]) -> VegasState:
    """The table with the new players: seats that sat out, or further ones. Raises BadSeats."""
    new = sorted(seat for seat in join if seat >= state.players)
    players = state.players + len(new)
    if len(set(join)) < len(join) or any(seat < 0 for seat in join):
        raise BadSeats("join names each seat once, counted from 0")
    if any(state.playing[seat] for seat in join if seat < state.players):
        raise BadSeats("join names a seat that is playing already; only others can come in")
    if new != list(range(state.players, players)):
        raise BadSeats("new seats are numbered on from the last; the next one is {players}", players=state.players)
    if players > MOST_SEATS:
        raise BadSeats("a table has {most_seats} seats at most", most_seats=MOST_SEATS)
    # Before anybody comes in: newcomers of one round do not count for each other.
    price, total = score.entry_terms(state)
    rows = (state.scores, state.expiries, state.paid, state.playing)
    scores, expiries, paid, playing = ([*old, *[0] * len(new)] for old in rows)
    for seat in join:
        scores[seat], expiries[seat], paid[seat], playing[seat] = total, 0, paid[seat] + price, True
    return replace(
        state, players=players, playing=tuple(map(bool, playing)), scores=tuple(scores), expiries=tuple(expiries),
        paid=tuple(paid), hidden=(0,) * players,
    )  # fmt: skip


# -- what people should see
class VegasPresentation(Presentation[VegasState]):
    """Wild cards, chips and decisions."""

    def facts(self, state: VegasState) -> Iterator[str]:
        if state.wild == ONLY_JOKERS:
            yield sentence("only jokers are wild")
        else:
            wild = all_of(state.wild) if len(state.wild) == 1 else state.wild
            yield sentence("{wild} and jokers are wild", wild=wild)
        if state.strict:
            yield sentence("one wild card at most in a meld")
        if not state.options["solidarity"]:
            yield sentence("real cards may be swapped for wild ones")
        player = player_in(state.turn)
        if state.phase == "aces" and state.aces is not None:
            aces = score.aces_of(state, state.turn)
            yield sentence("{player} says how many of their aces count 13, of {aces}", player=player, aces=aces)
        if state.phase == "buyin":
            price, total = chips(state.options["buy_in"]), max(state.scores[seat] for seat in below(state))
            yield sentence("{player} is out: they buy in for {chips} and go on with {total} points, or decline",
                           player=player, chips=price, total=total)  # fmt: skip
        yield from (*_people(state), *_pot(state))
        if state.phase == "pickup" and state.discard and not turn.can_take(state):
            if state.first:
                yield sentence("the first pick-up of a round is a draw")
            else:
                yield sentence("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
        if state.phase in ("pickup", "play") or rounds.is_dead(state):
            yield from stock_words(state)

    def is_wild(self, state: VegasState, card: int) -> bool:
        return state.wilds.has(card % PER_DECK)

    def _moment(self, state: VegasState, seat: int | None, asked: bool) -> Iterator[str]:
        match state.phase:
            case "aces" if asked:
                yield sentence("The round is over: say how many of the aces you hold count 13 against you; the others "
                               "count 1. None, unless that puts you out and you would rather buy in.")  # fmt: skip
            case "aces":
                yield sentence("The round is over; players with aces say how many of them count 13.")
            case "buyin" if asked:
                yield sentence("Your points put you out: buy in and go on with the highest total of those still "
                               "in, or decline and sit out. The last player below the limit wins.")  # fmt: skip
            case "buyin":
                yield sentence("Players whose points put them out buy in or sit out.")
            case _ if not asked:
                yield sentence("Others play; in this game nobody plays out of turn. What you hold at the end counts "
                               "against you.")  # fmt: skip
            case "pickup":
                yield sentence("Pick up the top of the stock or of the pile. You need not use what you take.")
            case _:
                yield sentence("Lay melds and add single cards to anybody's. Say which card a wild one stands for; in "
                               "a set its suit may stay open.")  # fmt: skip
                if state.options["strict"]:
                    yield sentence("One wild card at most in a meld.")
                if not state.options["solidarity"]:
                    yield sentence("A real card can be swapped for a wild one that lies there.")
                yield sentence("Keep a card: you go out by throwing out the last one.")


def _people(state: VegasState) -> Iterator[str]:
    yield sentence("{limit} points put a player out", limit=state.options["max_score"])
    for seat, expiries in enumerate(state.expiries):
        if expiries:
            yield plural_sentence("{player} was out once", "{player} was out {times} times", expiries,
                                  player=player_in(seat), times=expiries)  # fmt: skip
    out = [seat for seat, plays in enumerate(state.playing) if not plays]
    if out:
        yield plural_sentence("{players} sits out", "{players} sit out", len(out), players=players_named(out))


def _pot(state: VegasState) -> Iterator[str]:
    paid = [
        plural_sentence("{players} paid {paid}", "{players} paid {paid} each", count, players=who, paid=each)
        for each, count, who in _alike(state.paid)
    ]
    if len(set(state.paid)) == 1 and state.players > 2:  # most of the time: all names would take two rows of a screen
        paid = [sentence("everybody paid {paid}", paid=state.paid[0])]
    if any(state.paid):
        yield sentence("pot {chips}: {paid}", chips=chips(sum(state.paid)), paid=comma_list(paid))
    else:
        yield sentence("nobody pays into the pot")
    if state.places is not None and state.payout is not None:
        named = [(place, players_named(seats)) for place, seats in enumerate(state.places, 1)]
        places = [sentence("{place}. {players}", place=place, players=players) for place, players in named]
        yield sentence("places: {places}", places=comma_list(places))
        won = [
            plural_sentence("{players} gets {won}", "{players} get {won} each", count, players=who, won=each)
            for each, count, who in _alike(state.payout)
        ]
        if won:
            yield sentence("of the pot {won}", won=comma_list(won))
    elif state.phase not in ("aces", "buyin"):  # there it is not settled yet who plays on, and with how many points
        cost, total = score.entry_terms(state)
        yield sentence("coming in before the next round: {chips}, from {total} points", chips=chips(cost), total=total)


def _alike(chips_by_seat: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Each number of chips, the highest first, with how many have it and who; none is no number."""
    for number in sorted({*chips_by_seat} - {0}, reverse=True):
        seats = [seat for seat, count in enumerate(chips_by_seat) if count == number]
        yield number, len(seats), players_named(seats)


# -- a position as JSON
_MOST_TAKES: Final = 2 * MOST_SEATS
_MOST_CHIPS: Final = 10**9  # far above any pot


class VegasPositions(Positions[VegasState]):
    """Positions with the keys of this game; seats that sit out count as players here."""

    state = VegasState
    phases = ("pickup", "play", "aces", "buyin", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        return {
            "decks": position_json.number(MOST_DECKS, 1),
            "wild": Key("checked", missing=...),
            "first": Key("flag", missing=False),
            "takes": position_json.number(_MOST_TAKES),
            "in": Key("flag", rows="seats", missing=True, field="playing"),
            "aces": position_json.OTHER,
            "expiries": position_json.numbers(_MOST_CHIPS),
            "paid": position_json.numbers(_MOST_CHIPS, missing=options["buy_in"]),
            "places": Key("derived"),
            "payout": Key("derived"),
        }

    def seats(self, given: GivenPosition) -> GivenPosition:
        """The same with its decks; whether so many can play is not asked, since some may sit out."""
        handicaps, players = len(given.options["handicaps"]), given.players
        if handicaps > players:
            raise BadSeats("there are handicaps for {handicaps} seats, but {players} players", handicaps=handicaps,
                           players=players)  # fmt: skip
        decks = integer(need(given.position, "decks"), "decks", 1, MOST_DECKS)
        # Here, since what melds are depends on it.
        wild, by_rank = need(given.position, "wild"), given.options["wild"] == "rank"
        example = "a rank such as 7" if by_rank else "a card such as 7H"
        known = isinstance(wild, str) and wild in (ONLY_JOKERS, *(RANKS if by_rank else FACES[:52]))
        check(known, f"wild should be {example}, or * if only jokers are wild")
        return given._replace(decks=decks)

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld in the order of the table."""
        codes, named = position_json.card_words(words, given), " ".join(words)[:60]
        try:
            wilds = vegas_state.turned_up_wilds(given.position["wild"])
            stands = tuple([turn.stands_for(word, wilds) for word in read_words(words)])
            run = turn.is_run(stands)
        except IllegalAction as problem:
            raise BadPosition(f"{named} is no meld: {problem}") from None
        meld = Meld(codes, stands, (0,) * len(codes), run)
        in_order = turn.laid(rows_of(meld), run) == meld
        check(in_order, f"{named} is not in order: a set lies C D H S, then open suits if it has three")
        too_wild = given.options["strict"] and turn.wild_count(meld) > 1
        check(not too_wild, f"{named} holds more than the one wild card that option strict allows")
        return codes, stands, run

    def whole(self, state: VegasState, given: GivenPosition) -> VegasState:
        """The state with what is there once play is over."""
        phase, out, playing = state.phase, state.out, state.playing
        is_over, is_played, is_counted = phase == "over", phase in ("aces", "buyin", "over"), phase in ("buyin", "over")
        check(sum(playing) >= 2, "in should hold two players or more; a round is not played by fewer")
        for seat, plays in enumerate(playing):
            held = state.count(seat)
            check(not held or plays or is_played, f"seat {seat} sits out but holds cards")
            check(not held or out != seat, f"seat {seat} is said to be out, but holds cards")
            check(held or not plays or out == seat, f"seat {seat} has no card: then it is out and play is over")
        is_last, gone = len(below(state)) <= 1, expired(state)
        counted = (state.round_scores is not None) == is_counted
        waits = not gone or phase == "buyin" or (is_over and is_last)
        check(out is None or is_played, "out names a seat only when play is over")
        check(is_over or playing[state.turn], f"it cannot be the turn of seat {state.turn}, which sits out")
        check(out is None or is_over or playing[out], f"seat {out} cannot have gone out; it sits out")
        check(counted, "round_scores are null until the last ace is counted, and there from then on")
        check(is_over or state.winner is None, "winner is null until the game is over")
        check(waits, f"seat {min(gone, default=0)} has reached the maximum; it cannot play a round without buying in")
        named = given.position.get("aces")
        if named is None or not is_played:
            fine = named is None and not is_counted
            check(fine, "aces are null while cards are played, and there when play is over")
            if is_played and state.all_known:
                state = score.begin_settling(state)[0]
                check(state.phase == "aces", "nobody holds an ace to count; the phase should be buyin or over")
            return state
        check(state.all_known, "aces are counted only when every hand is known")
        aces = tuple([_aces(one, state, seat) for seat, one in enumerate(list_of(named, "aces", state.players))])
        state = replace(state, aces=aces)
        if phase == "aces":
            first = [seat for seat in settling_order(state) if aces[seat] is None][:1] == [state.turn]
            check(first, "turn should be the first seat in settling order that has not counted its aces")
        else:
            check(None not in aces, "aces are awaited in phase aces only")
            right = score.counted(state, aces)
            check(state.round_scores == right, f"round_scores should be {list(right)}: what each holds")
        asked = phase != "buyin" or gone[:1] == [state.turn]
        check(asked, "turn should be the first seat in settling order that has expired")
        ends = is_over and is_last
        done = score.finished(state) if ends else state
        winner = done.winner if ends else None
        check(state.winner == winner, f"winner should be {winner}: the game is over with one below the maximum or none")
        check(is_over or not is_last or phase == "aces", "the game is over with one below the maximum or none")
        return done


def _aces(value: object, state: VegasState, seat: int) -> int | None:
    most = score.aces_of(state, seat) if state.options["aces"] == "ask" else 0
    return None if value is None and most else integer(value, f"aces of seat {seat}", 0, most)


# -- the game
class Vegas(TurnGame[VegasState]):
    """Jokers and a rank of the round are wild, hands cost points, who reaches the maximum pays or leaves."""

    name = "vegas"
    title = "Vegas rummy"
    summary = (
        "For chips: jokers and one rank of each round are wild.",
        "What you are left with counts against you; at 100 you buy in again or leave the game.",
        "The last one below 100 takes most of the pot. Newcomers may come in between rounds.",
    )
    counting = (
        "In your hand 2 to 9 cost their number, ten to king 10, an ace 1 or 13 as you say, a wild card 25.",
        "The round ends when somebody throws out the last card; the others add what they hold to their totals.",
        "Who is at the limit buys in again, at the highest total below it, or sits out. The game ends when only one "
        "player is below it.",
    )
    examples = MeldExamples(
        "9D 9H 9S", "4C *1=5C 6C", "Sets and runs of three or more; ★ and the wild rank stand for any card."
    )
    seats = range(2, MOST_SEATS + 1)
    # fmt: off
    options = (
        Option("buy_in", 1, "chips that everybody pays at the start and for each buy-in", 0, 1000,
               title="Chips of a buy-in"),
        Option("max_score", 100, "total at which a player expires", 10, 1000, title="Points that put you out"),
        Option("handicaps", (), "totals to start with by seat, none for 0 each", 0, 999, is_list=True,
               title="Points to start with", value_names={(): "none"}),
        Option("hand", 7, "cards dealt to each", 3, 12, title="Cards dealt to each"),
        Option("solidarity", True, "wild cards stay in their melds; otherwise the real card can be swapped for them",
               title="Wild cards stay where laid"),
        Option("strict", False, "one wild card at most in a meld", title="One wild card a meld"),
        Option("wild", "rank", "what the turned-up card makes wild: its rank, or that card only",
               choices=("rank", "card"), title="The card turned up makes wild",
               value_names={"rank": "its rank", "card": "that card only"}),
        Option("aces", "ask", "what aces left in a hand count: 1 or 13, as their holder says, or always 1",
               choices=("ask", "low"), title="Aces left in a hand", value_names={"ask": "1 or 13", "low": "1 each"}),
        # Percent of the pot, as the source has it: the second gets 30, the winner the rest.
        Option("split", (70, 30), "parts of the pot in percent by place", 0, 100, is_list=True,
               # Chosen: what people who play for chips use.
               title="Parts of the pot in percent", presets=((100,), (60, 40), (50, 30, 20), (50, 50))),
        Option("third_buy_in", False, "one buy-in goes from the second part of the pot to the third",
               title="A buy-in for the third"),
        Option("decks", None, "decks of 54 cards; without a number as many as the players need", 1, 4, choices=(None,),
               title="Decks of 54 cards", value_names={None: "as many as needed"}),
        RESHUFFLE_LIMIT, IDLE_STOCKS, *OF_EVERY_TABLE,
    )
    # fmt: on

    steps = turn.STEPS
    plays = staticmethod(turn.plays)
    wide_plays = staticmethod(turn.wide_plays)
    chance = StockFromPile()
    newcomers = BuyingIn()
    presentation = VegasPresentation()
    codec = VegasPositions
    score_option = "max_score"
    short_options: ClassVar[Mapping[str, Any]] = {"max_score": 50}  # a few rounds, for tests and the demonstration

    def resolve(self, given: Mapping[str, object]) -> Options:
        options = super().resolve(given)
        # Less than all would leave chips in the pot that nobody gets.
        if not options["split"] or sum(options["split"]) != 100:
            raise BadOption("the parts of split make 100 together, not {sum}", sum=sum(options["split"]))
        if any(points >= options["max_score"] for points in options["handicaps"]):
            raise BadOption("handicaps are below max_score, here 0 to {most}", most=options["max_score"] - 1)
        return options

    def check(self, options: Options, players: int) -> None:
        super().check(options, players)
        if len(options["handicaps"]) not in (0, players):
            raise BadOption("handicaps are {players} totals, one for each seat, or none at all", players=players)
        _check_cards(options, players)

    # -- a round
    def deck(self, options: Options, state: VegasState | None, players: int, joining: int = 0) -> list[int]:
        playing = players if state is None else sum(state.playing) + joining
        # Again for each round: players come in, and an option may have fixed the decks.
        _check_cards(options, playing)
        return cards.full_deck(decks_for(options, playing), jokers=True)

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> VegasState:  # noqa: ANN401
        options, up = fields["options"], fields["discard"][0]
        wild = cards.face(up) if options["wild"] == "card" else RANKS[cards.rank(up)]
        decks = decks_for(options, sum(fields["playing"]))
        return VegasState(**fields, wild=ONLY_JOKERS if cards.is_joker(up) else wild, decks=decks)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step[VegasState]:
        self.check(options, players)
        rounds.check_starter(starter, players)
        return self.dealt(
            options, starter, deck, 1, tuple(options["handicaps"]) or (0,) * players,
            playing=(True,) * players, expiries=(0,) * players, paid=(options["buy_in"],) * players,
        )  # fmt: skip

    def next_round(self, state: VegasState, deck: Sequence[int], join: Sequence[int] = ()) -> Step[VegasState]:
        if state.phase == "aces" and state.aces is None:
            raise HiddenCard("the round is not scored: there are hands that are not known")
        rounds.refuse_next(state, (), self.title)
        table = with_newcomers(state, join)
        starter = next(clockwise(table, state.starter + 1))
        kept = {"playing": table.playing, "expiries": table.expiries, "paid": table.paid}
        return self.dealt(state.options, starter, deck, state.round + 1, table.scores, **kept)

    def apply(self, state: VegasState, seat: int, action: Action) -> Step[VegasState]:
        # A card is taken alone, and a wild card swapped for goes to the hand.
        if (type(action) is Take and action.play) or (type(action) is Swap and action.onward):
            raise self.not_in_this_game(state, action)
        return super().apply(state, seat, action)

    def pickups(self, state: VegasState) -> list[Action]:
        return rounds.pickups(state, turn.can_take(state))

    def seat_of(self, state: VegasState, action: Action) -> int | None:
        if state.phase == "aces" and state.aces is None:
            raise HiddenCard("play is over; the hands have to be shown before they are counted")
        return state.turn

    def actors(self, state: VegasState) -> tuple[int, ...]:
        # Nobody while play is over and the hands are not known yet.
        waits = state.phase == "over" or (state.phase == "aces" and state.aces is None)
        return () if waits else (state.turn,)

    def hands_are_shown(self, state: VegasState) -> bool:
        # From the end of play on: aces, buying in and scores need every hand.
        return state.phase in ("aces", "buyin", "over")

    def left_to_the_clock(self, state: VegasState) -> Action | None:
        if state.phase == "aces":
            return CountAces(0)  # the cheapest count; the clock must not choose what costs
        # Buying in costs chips: nobody pays while away.
        return Decline() if state.phase == "buyin" else super().left_to_the_clock(state)

    def least_harm(self, state: VegasState) -> Action:
        # The card that costs most and is not wild, of equal ones the first; if all are wild the first of these.
        def harm(code: int) -> tuple[bool, int, int]:
            face = code % PER_DECK
            is_wild = state.wilds.has(face)
            return is_wild, state.wilds.order.index(face) if is_wild else -score.points(code, state.wilds), face

        return self.throw_of(state, min(cards.members(state.hands[state.turn]), key=lambda code: (harm(code), code)))

    def with_scores(self, state: VegasState) -> VegasState:
        # With the last card known after the end of play the aces are asked for.
        waits = state.phase == "aces" and state.aces is None and state.all_known
        return score.begin_settling(state)[0] if waits else state


VARIETY: Final = of_any_state(Vegas())
