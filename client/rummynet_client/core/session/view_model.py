"""Everything a screen may show, as one immutable value.

``Session.model`` builds it on every access. It holds no secret of anybody else. A screen fetches the model after every
piece of news (or once per redraw), draws from it alone, and passes the player's commands to
``Session.apply_command(verbs.parse_command(text))``. What to draw:

- no ``table``: the ``lobby``, rows as ``TableListed``
- ``table`` set, ``game`` None or ``over`` set: the ``seats`` with their readiness
- otherwise the game: ``state`` is the rules' position as far as this seat may know it (own hand as a mask, others as
  counts in ``state.hidden``, pile oldest first, melds with who laid each card); ``position`` is the same with card
  names as text. ``due`` are the seats that have to act, ``my_turn`` whether the own one is among them. Between two
  rounds, and during a shuffle (``shuffling``), the last position stays and no seat is due.
- ``words`` always; ``fairness`` for the state of the checks in plain words, with their limits in one sentence.
- ``refusal`` is the answer to the last input if that was refused; the next input clears it.
- ``waiting`` is an input without an answer yet (``sending…``).
- ``clock`` counts down from the moment of its news; the screen keeps that moment.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.offline import HONEST, limits
from rummynet.verifier.report import with_names
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.review import RoundReview
from rummynet_client.core.session.waits import Waited
from rummynet_client.core.session.watch.alarms import Alarms
from rummynet_client.core.text import news
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.language import _, ngettext, sentence_of, translated
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.values import Value, field, replace

MOST_LINES: Final = 500  # some rounds, further back than anybody scrolls


class VoidedShuffle(Value):
    """A voided shuffle."""

    round: int
    silent: tuple[str, ...]  # names of the players that the host calls silent
    protests: tuple[str, ...]  # names of those among them who protest that they had answered


class Fairness(Value):
    """The state of the fairness checks."""

    summary: str  # one sentence: what has been checked so far, or the cheat found
    cheat: str | None
    """The cheat found in this game, or since this program started; None without one. The client then stops playing."""
    limits: str  # what the checks do not protect against
    voids: tuple[VoidedShuffle, ...] = ()  # every voided shuffle, with the seats that the host blames
    doubts: tuple[str, ...] = ()
    """What may be the network or the host, since this program started; they stay until the player clears them."""
    unknown: str = ""
    """Why this program cannot check the game at this table and takes no part in it; empty where it can."""

    @property
    def voided(self) -> int:
        """How many shuffles were voided because a seat stayed silent."""
        return len(self.voids)


class ViewModel(Value, kw_only=True):
    """The client's state at one moment."""

    connected: bool
    silent: bool = False  # the host has not answered for some seconds, on a connection that stands
    host: str  # the host's name; empty before the first Welcome
    name: str = ""  # the own name as others see it
    lobby: tuple[news.TableListed, ...] = ()
    lobby_more: int = 0  # further tables that the host has not named
    table: news.TableChanged | None = None
    seats: tuple[news.SeatTaken, ...] = ()  # the players with a seat, by the table's seat numbers
    watching: bool = False  # the client is at the table without a seat
    game: int | None = None  # the number of the current or last game; None before the first
    over: news.GameWasWon | None = None
    variety: Variety | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    state: State | None = None
    position: Mapping[str, Any] | None = None
    me: int | None = None  # the own seat in the game; None for spectators
    names: tuple[str, ...] = ()  # the players of the game by seat
    words: tuple[str, ...] = ()  # the six words; empty before the session is agreed on
    round: int = 0
    due: tuple[int, ...] = ()
    early: tuple[int, ...] = ()  # seats that may answer now an offer that reaches them later
    my_turn: bool = False
    shuffling: bool = False  # a ceremony is in progress: actions are refused until it is done
    hand: tuple[str, ...] = ()
    clock: news.ClockChanged | None = None
    fairness: Fairness
    lines: tuple[str, ...] = ()  # the events of the game as sentences, oldest first
    chat: tuple[news.ChatSaid, ...] = ()
    rounds: tuple[news.RoundScored, ...] = ()
    reviews: tuple[RoundReview, ...] = ()
    """The finished rounds with open cards: who had what, and which rummies nobody called."""
    refusal: news.WasRefused | None = None
    waiting: str | None = None
    break_left: int = 0  # milliseconds of the own break between two rounds, as of the last tick; 0 outside one
    is_paused: bool = False
    """Whether the table rests, by the log of its game: its host refuses every action until it goes on."""
    paused_millis: int = 0  # how long it has been paused, as the host says, as of the last tick
    waits: Mapping[int, Waited] = field(default_factory=dict)
    """By seat that is waited for: what is done without it if the others want that, as of the last tick."""
    chat_since: tuple[int, ...] = ()  # how many of ``lines`` came after each line of the chat
    progress: str = ""  # how far the shuffle of a sealed deck is; empty where there is none
    awaits_parts: bool = False  # parts of a sealed deck are due, so that nobody can act
    parts_from: tuple[int, ...] = ()  # the other seats whose programs have kept the game waiting for some seconds
    is_catching_up: bool = False  # what happened before the player came, or was away, is on its way
    called_off: str = ""  # why the game ended before it was played to its end; else ""

    @property
    def hides_takes(self) -> bool:
        """Whether what goes with the pile is named only when asked: finding it is the game, as it makes a rummy."""
        picks_up = self.state is not None and self.state.phase == "pickup" and bool(self.state.discard)
        spread = self.variety is not None and self.variety.presentation.spread_pile
        return picks_up and spread and not self.options.get("hints")

    def legal(self) -> Sequence[Action]:
        """The own seat's legal actions. Calls are never listed: seeing them is the game.

        Includes early actions: an answer before it is due, a play while others are due.
        """
        if self.me is None or not self.may_act:
            return ()
        assert self.state is not None
        assert self.variety is not None
        return _legal(self.variety, self.state, self.me)

    @property
    def may_act(self) -> bool:
        """Whether the own seat is due, may answer early, or may continue while others are due, at a table in play."""
        return self.is_asked or self.hurries

    @property
    def is_asked(self) -> bool:
        """Whether the own seat is due or may answer early."""
        return (self.my_turn or self.me in self.early) and not (self.is_paused or self.awaits_card)

    @property
    def hurries(self) -> bool:
        """Whether the own seat is on turn and need not wait for the answers of others."""
        if self.me is None or not self.due or self.is_paused or self.awaits_card:
            return False
        assert self.state is not None
        assert self.variety is not None
        # Who comes in with the next round has a seat that the position does not know yet.
        return self.me < self.state.players and self.variety.offers.hurries(self.state, self.me) is not None

    @property
    def awaits_card(self) -> bool:
        """Whether a drawn card is on its way, so that nobody can act."""
        state, me = self.state, self.me
        return self.awaits_parts or (
            state is not None and me is not None and me < state.players and state.hidden[me] > 0
        )

    @property
    def is_between_games(self) -> bool:
        """Whether the player has a seat at a table without a game in progress."""
        return self.table is not None and not self.watching and self.table.stage == "waiting"

    @property
    def owns_table(self) -> bool:
        """Whether the player has a seat and the table is theirs."""
        return self.table is not None and any(seat.me and seat.seat == self.table.owner for seat in self.seats)

    @property
    def owner(self) -> news.SeatTaken | None:
        """The owner of the table; None if the owner has no seat."""
        return next((seat for seat in self.seats if self.table is not None and seat.seat == self.table.owner), None)

    @property
    def owner_name(self) -> str:
        """Who owns the table, in a sentence."""
        return self.owner.name if self.owner is not None else _("the owner of the table")

    @property
    def may_resume(self) -> bool:
        """Whether the player may end the pause of the table, or say that they want it to end."""
        if self.table is None or not self.is_paused:
            return False
        owner = self.owner
        # After ``idle_seconds`` most of the others may end a pause too (PROTOCOL.md, `manage`).
        is_long = self.paused_millis >= 1000 * self.options.get("idle_seconds", 0)
        return self.owns_table or (self.me is not None and (owner is None or not owner.connected or is_long))

    @property
    def is_in_play(self) -> bool:
        """Whether a game is being played at the table, and the player has a seat in it."""
        return self.table is not None and self.table.stage == "playing" and self.me is not None and not self.called_off

    @property
    def absent(self) -> tuple[news.SeatTaken, ...]:
        """The players of the running game who have lost their connection; none for spectators."""
        if not self.is_in_play:
            return ()
        # A newcomer who waits for the next round keeps nobody waiting.
        return tuple(seat for seat in self.seats if not (seat.connected or seat.me) and seat.seat < len(self.names))

    @property
    def overdue(self) -> tuple[news.SeatTaken, ...]:
        """The players without whom the others may go on: they have kept them waiting too long."""
        if not self.is_in_play:
            return ()
        waits = {seat for seat, one in self.waits.items() if not (one.left or one.is_ahead)}
        return tuple(seat for seat in self.seats if seat.seat in waits and not seat.me)

    @property
    def kept_waiting(self) -> list[tuple[news.SeatTaken, Waited]]:
        """The others without whom the game could go on: they are away, or have kept it waiting too long."""
        if self.me is None or self.is_paused:
            return []
        seats = {seat.seat: seat for seat in [*self.absent, *self.overdue]}
        return [(seat, self.waits[number]) for number, seat in seats.items() if number in self.waits]

    @property
    def own_wait(self) -> Waited | None:
        """What the others can do without the player, for whom they wait; None if they do not."""
        return self.waits.get(self.me) if self.me is not None and self.is_in_play and not self.is_paused else None

    @property
    def facts(self) -> tuple[str, ...]:
        """The game's facts beside cards and points, as sentences."""
        return (
            tuple(in_second_person(fact, self.names, self.me) for fact in self.variety.presentation.facts(self.state))
            if self.variety and self.state is not None
            else ()
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The game scores by seat."""
        return self.state.scores if self.state is not None else ()


# Enough for the positions of a few keys; each entry may hold thousands of actions.
@lru_cache(maxsize=32)
def _legal(game: Variety, state: State, seat: int) -> tuple[Action, ...]:
    """A screen asks several times for one key."""
    found = [*game.legal(state, seat), *game.offers.early(state, seat)]
    return tuple(action for action in found if not isinstance(action, CallRummy))


def game_fields(game: JoinedGame | None) -> dict[str, Any]:
    """The fields of a view model that come from the game."""
    if game is None:
        return {}
    auditor, due = game.follower.auditor, game.due
    return {
        "game": game.number,
        "over": game.over,
        "called_off": game.called_off,
        "variety": game.variety,
        "options": auditor.options,
        "state": game.state,
        "position": game.position,
        "me": game.me,
        "names": game.names,
        "words": auditor.words,
        "round": auditor.round,
        "due": due,
        "early": game.early,
        "my_turn": game.me in due,
        "progress": game.progress,
        "awaits_parts": game.awaits_parts,
        "shuffling": game.shuffling and not auditor.finished,
        "is_paused": game.is_paused,
        "hand": game.hand,
        "lines": tuple(game.lines[-MOST_LINES:]),
        "rounds": tuple(game.rounds),
        "reviews": tuple(game.reviews),
    }


def nothing_yet(host: str) -> ViewModel:
    """What can be shown before there is any connection."""
    # Connected: nothing is lost before there is a connection.
    return ViewModel(connected=True, host=host, fairness=fairness_of(None, Alarms()))


def without_host(
    variety: Variety, state: State, seat: int, names: tuple[str, ...], title: str, honest: str, *,
    due: tuple[int, ...], over: news.GameWasWon | None, lines: Sequence[str], refusal: news.WasRefused | None,
) -> ViewModel:  # fmt: skip
    """What a client at such a table would show; *honest* says that nothing here is checked."""
    position = variety.positions.write(state)
    stage = "playing" if over is None else "waiting"
    return replace(
        nothing_yet("rummynet"), game=1, me=seat, names=names, over=over, variety=variety, options=state.options,
        table=news.TableChanged(1, title, variety.name, stage, state.options, ()), state=state, position=position,
        round=state.round, due=due, my_turn=seat in due, lines=tuple(lines), refusal=refusal,
        hand=tuple(card for card in position["hands"][seat] if card is not None),
        fairness=Fairness(honest, None, honest),
    )  # fmt: skip


def fairness_of(game: JoinedGame | None, alarms: Alarms, unknown: str = "") -> Fairness:
    """The state of the game's checks, and the findings about the host that are not cleared."""
    stopped = game.follower.cheat if game is not None else None
    # The cheat of this game goes before older ones: it is why the game stands still.
    found = with_names(sentence_of(stopped), game.names) if game is not None and stopped is not None else None
    cheat, doubts = found or alarms.cheat, alarms.doubts
    # Nothing of a game that cannot be checked is called fair.
    if game is None or unknown:
        summary = unknown or _("nothing to check yet")
        return Fairness(summary, cheat, translated(HONEST), doubts=doubts, unknown=unknown)
    auditor = game.follower.auditor
    checks = sum(auditor.passed.values())
    summary = _("stopped: {found}", found=found) if found else _("all {checks} checks held so far", checks=checks)
    voids = tuple(VoidedShuffle(one.round, one.names, one.protesters) for one in auditor.voids)
    if voids:
        times = ngettext("{n} shuffle was put aside", "{n} shuffles were put aside", len(voids), n=len(voids))
        summary += "; " + _("{times}, nothing came from: {who}", times=times, who=", ".join(map(_blamed, voids)))
    return Fairness(summary, cheat, " ".join(map(translated, limits(auditor))), voids, doubts)


def _blamed(void: VoidedShuffle) -> str:
    names = [_("{name}, who protests", name=name) if name in void.protests else name for name in void.silent]
    return " + ".join(names)
