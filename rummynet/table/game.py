"""One game: its log from the opening entry to the end, and what has to happen before each next entry.

The dealer brings the seats through the ceremonies and hands over decks; the play keeps the rules; this joins them and
writes the log. Whatever is told was recorded before it.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from rummynet.rules.refusals import IllegalAction, NeedsShuffle
from rummynet.rules.state import State
from rummynet.rules.variety import Timer, Variety, stand_in
from rummynet.table.acting import Aimed, Aims
from rummynet.table.calls import Call, Calls
from rummynet.table.ceremony import Circle
from rummynet.table.chronicle import Chronicle
from rummynet.table.dealer import Dealer
from rummynet.table.effects import Clock, Moment, Tell
from rummynet.table.holding import Doing, Holding, by_clock
from rummynet.table.house import House
from rummynet.table.joining import Door
from rummynet.table.play import Begin, Deck, Drawn, Given, Play
from rummynet.table.refusals import LostRace, NoGame, NotAbsent, Paused, Shuffling, TooLate
from rummynet.table.waits import Waits
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import (
    VERSION,
    Acted,
    Dealt,
    Ended,
    Inserted,
    Opened,
    Scored,
    Shown,
    Voted,
)
from rummynet_protocol.fairness.votes import Votes
from rummynet_protocol.wire.messages import Openings, Race

STAND_IN_SECONDS: Final = 5
"""At a table without a turn clock: how long the turn of a seat lasts that the others want played for."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is played at a table."""

    table: int
    variety: Variety
    options: Mapping[str, Any]


class Game:
    """A game among ``players`` (key, name) by seat. ``over`` once its log is complete, ``failed`` if it never can be.

    ``members`` answers who is told about it. Every method may be called at any time; requests that do not fit raise
    a Refusal and change nothing.
    """

    def __init__(
        self,
        house: House,
        agreed: Agreed,
        number: int,
        players: tuple[tuple[bytes, str], ...],
        members: Callable[[], tuple[bytes, ...]],
        door: Door,
        at: Moment,
    ) -> None:
        self._door = door
        self.agreed = agreed
        self.number = number
        self.log = house.chance(32)
        self.over = False
        self.round = 0
        self.play: Play | None = None
        """The round being played, from its deal on, or the one played last."""
        self.chronicle = Chronicle(house.signer, agreed.table, number, members, at.ms)
        rules = fair.rules_hash(agreed.variety.name, agreed.options)
        self.dealer = Dealer(house, self.chronicle, self.log, rules, players)
        self._house = house
        lost = 1000 * house.limits.lost_seconds
        self._votes = Votes(len(players))
        self._waits = Waits(agreed.table, members, lambda: self.keys, lost, lambda seat: self._votes.carry(seat))
        self.paused = False
        """Nobody can act and no clock of the rules runs."""
        self._begin: Begin | None = None
        self._aims: Aims | None = None
        self._calls = Calls(agreed.variety, agreed.options)
        self._pending: Doing | None = None
        """A draw that was accepted and waits for its shuffle."""
        self._holding = Holding()
        self._openings: list[tuple[int, int, Openings]] = []
        """What was shown to one seat in this round: after which entry, to which seat."""
        self._accepted: set[tuple[int, bytes]] = set()
        """Signed actions, by seat, that were accepted in this game: repeated, they change nothing."""
        self._shown = False
        self._stuck: str | None = None

    @property
    def failed(self) -> str | None:
        """Why this game never can come to its end; None while it can."""
        if self.dealer.spent:
            return f"the game was called off: too many shuffles of round {self.round} were put aside for silent seats"
        return self._stuck

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return self.dealer.keys

    def begin(self, at: Moment) -> None:
        """Open the log and seat the players."""
        v, host = self.agreed.variety, self._house
        options = dict(self.agreed.options)
        opened = Opened(VERSION, self.log, host.signer.public, host.name, v.name, options, at.unix)
        self.chronicle.write(opened, at)
        self.dealer.meet((), at)

    # -- what seats do

    def submit(self, seat: int, what: str, payload: bytes, signature: bytes, at: Moment) -> None:
        """A seat's signed part in a ceremony, or its action. A repetition changes nothing. Raises Refusal."""
        if self.over or self.failed:
            raise NoGame("the game is over")
        if what == "action":
            self._act(seat, payload, signature, at)
            return
        if what == "vote":
            self._vote(seat, payload, signature, at)
            return
        complete = self.dealer.submit(seat, what, payload, signature, at)
        try:
            self._use(complete, at)
        except Refusal as problem:
            raise RuntimeError("the game cannot go on after a ceremony") from problem

    def lost(self, seat: int, at: Moment) -> None:
        """The seat's player is not connected."""
        self.dealer.lost(seat)
        self._waits.lost(seat, at)
        self._run_clocks(at)

    def connected(self, seat: int, at: Moment) -> None:
        """The seat's player is connected again."""
        self._waits.returned(seat, at)
        self._run_clocks(at)

    def present(self, seat: int, at: Moment) -> None:
        """The seat's player did something by hand."""
        self._waits.present(seat, at)

    def pause(self, at: Moment) -> None:
        """Let nobody act until ``resume``; a ceremony that has begun goes on."""
        self.paused = True
        self._waits.pause(at)
        at.stop(Clock(self.agreed.table, "hold"))

    def resume(self, at: Moment) -> None:
        """Go on; every clock has the time that was left of it."""
        self.paused = False
        if self._run_clocks(at) and self._holding.action is not None:
            at.start(Clock(self.agreed.table, "hold"), max(0, self._holding.due - at.ms))

    def returned(self, seat: int, at: Moment) -> None:
        """The seat's player is here, or has shown a sign of life."""
        if not (self.over or self.failed):
            self.dealer.returned(seat, at)

    def send(self, key: bytes, start: int, at: Moment) -> None:
        """Tell one person the log from *start* on, its own cards of this round, and the running clocks.

        Cards come where they first came, right after the entry that gave them, so that whoever reads on from any
        point learns everything in the order of play.
        """
        seat = self.keys.index(key) if key in self.keys else None
        mine = [one for one in self._openings if one[1] == seat]
        if not self._shown:
            at.effects.extend(Tell((key,), message) for index, _, message in mine if index < start)
        for index in range(start, len(self.chronicle.rows)):
            at.tell((key,), self.chronicle.message(index))
            at.effects.extend(Tell((key,), message) for given, _, message in mine if given == index)
        self._waits.show(key, at)

    def restarted(self, at: Moment) -> None:
        """The host was away for a while: nobody's time has gone by."""
        self._waits.give_back(at)

    # -- clocks

    def ceremony_rang(self, at: Moment) -> None:
        """The time for a ceremony is up."""
        if not self.dealer.time_is_up(at):
            silent = self.dealer.gathering.missing if self.dealer.gathering else ()
            names = ", ".join(self.dealer.players[seat][1] for seat in silent)
            self._stuck = f"the game could not begin: no answer from {names}"
        self._door.seated(self.keys)

    def wait_rang(self, seat: int, at: Moment) -> None:
        """The time for an action of this seat is up: do what the rules say."""
        timer = self._waits.rang(seat, at)
        if timer is None or self.play is None or self.dealer.busy:
            return
        held, rest = (
            self._holding.action,
            self._holding.rest(self.play.variety, self.play.full, at.ms) if timer.kind != "rule" else 0,
        )
        if rest:
            at.start(Clock(self.agreed.table, "wait", seat), rest)
        elif held is not None and held.seat == seat:
            self._release(self.play, at)
        elif seat in self.play.variety.offer_early(self.play.full):
            self._holding.answers.setdefault(seat, by_clock(timer, at.ms))
        else:
            self._do(by_clock(timer, at.ms), at)

    def warn_rang(self, seat: int, at: Moment) -> None:
        """The time of this seat's turn is nearly up."""
        self._waits.warn(seat, at)

    def hold_rang(self, at: Moment) -> None:
        """What was held back may be done now."""
        if self.play is not None and not self.paused:
            self._release(self.play, at)

    def stop(self, at: Moment) -> None:
        """Nothing goes on here any more."""
        self._waits.clear(at)
        at.stop(Clock(self.agreed.table, "hold"))

    # -- rounds

    def _begin_round(self, at: Moment) -> None:
        before = self.play.full if self.play is not None else None
        self.round += 1
        joining = self.dealer.joining
        self._begin = Begin(self.agreed.variety, self.agreed.options, len(self.keys), before, joining)
        self._aims = None
        self._calls.begin_round()
        self._holding = Holding()
        self._openings = []
        self._shown = False
        self.dealer.begin_round(self.round)
        self.dealer.want(self._begin.cards(), at)

    def _use(self, complete: Circle | Deck | None, at: Moment) -> None:
        """A session is agreed on: begin a round. A deck is ready: deal it, or go on with the draw that needed it."""
        if isinstance(complete, Circle):
            self._begin_round(at)
        elif complete is not None and self._begin is not None:
            begin, self._begin = self._begin, None
            self._deal(begin, complete, at)
        elif complete is not None and self.play is not None and self._pending is not None:
            doing, self._pending = self._pending, None
            self.play.restock(complete)
            self._votes.all_signed(self.chronicle.newest)
            self._do(doing, at)

    def _deal(self, begin: Begin, deck: Deck, at: Moment) -> None:
        self.play = play = Play(begin, deck)
        session = self.dealer.circle.session if self.dealer.circle else b""
        self._aims = Aims(session, self.round, self.keys, self.chronicle.indexes)
        self._votes = Votes(len(self.keys))
        self._votes.all_signed(self.chronicle.newest)
        up = tuple(deck.opening(position) for position in play.up)
        self.chronicle.write(Dealt(self.round, play.full.starter, play.to, up, self.chronicle.elapsed(at)), at)
        count = play.put_back()
        if count:
            self.chronicle.write(Inserted(self.round, count), at)
        self._mark(at)
        for seat in range(begin.players):
            self._open(seat, play.dealt(seat), at)
        self._settle(play, at)

    def _mark(self, at: Moment, keeps_aim: bool = False) -> None:
        """The newest entry made a new position, at which actions can be aimed."""
        self._holding.moved(at.ms, keeps_aim)
        if self._aims is not None and self.play is not None:
            self._aims.add(self.chronicle.newest, self.play.full, keeps_aim)

    def _open(self, seat: int, given: tuple[Given, ...], at: Moment) -> None:
        """Show a seat its cards with their proofs."""
        if self.play is None:
            return
        for epoch, rows in self.play.openings(given).items():
            message = Openings(self.agreed.table, self.number, self.round, epoch, rows)
            self._openings.append((self.chronicle.newest, seat, message))
            at.tell((self.keys[seat],), message)

    def _settle(self, play: Play, at: Moment) -> None:
        """After the deal and every act: publish, score, go on to the next round, or let the clocks run."""
        if not self._shown and play.variety.hands_are_shown(play.full):
            self._shown = True
            secrets = tuple((deck.epoch, deck.shuffle.secrets.s_deck) for deck in play.decks)
            self.chronicle.write(Shown(self.round, secrets), at)
            play.show()
            self._mark(at)
        if play.full.phase == "over":
            self._score(play, at)
        elif not self.paused:
            self._run_clocks(at)
            self._answer_early(play, at)
            self._release(play, at)

    def _score(self, play: Play, at: Moment) -> None:
        end, t = play.full, self.chronicle.elapsed(at)
        if end.round_scores is None:
            raise RuntimeError("a round is over and has no scores")
        scored = Scored(self.round, end.out, end.round_scores, end.scores, end.winner, end.finished, t)
        self.chronicle.write(scored, at)
        self._waits.clear(at)
        if end.finished:
            self.chronicle.write(Ended(t), at)
            self.over = True
        else:
            self._next_round(end, at)

    def _next_round(self, end: State, at: Moment) -> None:
        """Whoever comes in agrees with all others on a new session first."""
        coming = self._door.coming(end, len(self.keys))
        if coming:
            self.dealer.admit(coming.back, coming.new, at)
            self._door.seated(self.keys)
        else:
            self._begin_round(at)

    # -- acts

    def _act(self, seat: int, payload: bytes, signature: bytes, at: Moment) -> None:
        if (seat, payload) in self._accepted:
            return
        if self.play is None or self._aims is None or self.dealer.busy:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        if self.paused:
            raise Paused("the table is paused; its owner can let it go on")
        v = self.play.variety
        aimed = self._aims.read(seat, payload, signature, v.out_of_turn)
        doing = Doing(seat, aimed.action, aimed.signed, None, at.ms)
        if isinstance(aimed.action, CallRummy):
            self._calls.check(seat, at.ms)
        elif v.out_of_turn(aimed.action) and seat in v.offer_early(self.play.full):
            self._holding.keep_answer(doing)
            at.keep()
            return
        elif self._hold(doing, self.play, at):
            return
        try:
            self._allow(doing, self.play)
            self._do(doing, at)
        except IllegalAction as problem:
            if isinstance(aimed.action, CallRummy):
                self._call_failed(aimed, self._aims, at)
            raise problem

    def _answer_early(self, play: Play, at: Moment) -> None:
        """Let the next kept answer count, if its seat is asked now; forget those that nobody asks for any more."""
        asked = play.variety.actors(play.full)
        self._holding.forget_answers({*asked, *play.variety.offer_early(play.full)})
        answers = self._holding.answers
        seat = next((seat for seat in asked if seat in answers), None)
        if seat is None or self.dealer.busy:
            return
        try:
            self._do(answers.pop(seat), at)
        except IllegalAction:
            return  # it does not fit the question: the seat may answer again, until its time is up

    # -- votes, and the clocks that follow from them

    def _vote(self, seat: int, payload: bytes, signature: bytes, at: Moment) -> None:
        if (seat, payload) in self._accepted:
            return
        if self.play is None or self._aims is None or self.dealer.busy:
            raise Shuffling("the cards are being shuffled; wait until they are dealt")
        said = self._aims.vote(seat, payload, signature, self._votes)
        if not self._waits.is_gone(said.seat):
            name = self.dealer.players[said.seat][1]
            raise NotAbsent(f"{name} is here; only for one who is not connected the host plays")
        self.chronicle.write(Voted(seat, (payload, signature), self.chronicle.elapsed(at)), at)
        self._accepted.add((seat, payload))
        self._aims.voted(self.chronicle.newest)
        self._votes.voted(seat, said.seat, said.yes, self.chronicle.newest)
        self._waits.voted(said.seat, at)
        self._run_clocks(at)

    def _run_clocks(self, at: Moment) -> bool:
        """Let those clocks run that are to run now; False if none may."""
        play = self.play
        if play is None or self.paused or self.dealer.busy or play.full.phase == "over":
            return False
        self._waits.set(self._timers(play), at)
        return True

    def _timers(self, play: Play) -> list[Timer]:
        """The rules' own, and for a seat on turn that is gone and has none what the others have voted for."""
        timers = list(play.variety.timers(play.full))
        clocked = {one.seat for one in timers}
        for timer in stand_in(play.variety, play.full, STAND_IN_SECONDS):
            if timer.seat not in clocked and self._waits.is_gone(timer.seat) and self._votes.carry(timer.seat):
                timers.append(timer)
        return timers

    # -- acts that come too soon

    def _hold(self, doing: Doing, play: Play, at: Moment) -> bool:
        """Let an action wait, if the rules do not want it yet. Raises IllegalAction if it could not be done then."""
        hurries, rest = play.variety.hurries(play.full, doing.seat), self._holding.rest(play.variety, play.full, at.ms)
        if hurries is None and not rest:
            return False
        self._allow(doing, play)
        with suppress(NeedsShuffle):
            play.variety.apply(play.variety.once_answered(play.full, doing.seat), doing.seat, doing.action)
        due = at.ms + rest if hurries is None else max(at.ms, self._holding.moved_at + 1000 * hurries)
        self._holding.keep_action(doing, due)
        at.keep()
        at.start(Clock(self.agreed.table, "hold"), due - at.ms)
        return True

    def _release(self, play: Play, at: Moment) -> None:
        """Do what has waited long enough; whoever is still asked has then given the answer of the clock."""
        doing = self._holding.action
        if doing is None or at.ms < self._holding.due or self.dealer.busy:
            return
        if play.variety.hurries(play.full, doing.seat) is not None:
            asked = play.variety.actors(play.full)[0]
            self._do(by_clock(next(one for one in play.variety.timers(play.full) if one.seat == asked), at.ms), at)
            return
        self._holding.action = None
        try:
            self._do(doing, at)
        except IllegalAction as problem:  # it was legal when it came, and what happened since leaves it so
            raise RuntimeError("an action that was held back cannot be done") from problem

    # -- doing

    def _allow(self, doing: Doing, play: Play) -> None:
        """Raises IllegalAction unless the action leaves no doubt which cards it means."""
        plain = play.variety.explicit(play.full, doing.seat, doing.action)
        if plain != doing.action:
            raise IllegalAction(f"two equal cards could be meant; write {notation.text(plain)!r}")

    def _do(self, doing: Doing, at: Moment) -> None:
        """Do it and log it; a draw that needs a shuffle waits for it. Raises IllegalAction: nothing was done."""
        play = self.play
        if play is None:
            raise RuntimeError("an action came before a deal")
        before = play.full
        try:
            drawn = play.act(doing.seat, doing.action)
        except NeedsShuffle:
            self._postpone(doing, play, at)
            return
        self._log(doing, drawn, at)
        if isinstance(doing.action, CallRummy):
            self._calls.done(Call(self.chronicle.newest, doing.seat, doing.ms, before, play.full))
        self._open(doing.seat, drawn.given, at)
        try:
            self._settle(play, at)
        except Refusal as problem:  # the action is in the log: nobody can be told that it was refused
            raise RuntimeError("the game cannot go on after an action") from problem

    def _log(self, doing: Doing, drawn: Drawn, at: Moment) -> None:
        do, t = notation.text(doing.action), self.chronicle.elapsed(at)
        self.chronicle.write(Acted(doing.seat, do, doing.signed, doing.why, drawn.count, drawn.position, t), at)
        self._mark(at, self.agreed.variety.keeps_aim(doing.action))
        if self._aims is not None:
            self._aims.acted(doing.seat, self.chronicle.newest)
            if doing.signed is not None:
                self._aims.taken(doing.seat)
                self._votes.signed(doing.seat, self.chronicle.newest)
                self._accepted.add((doing.seat, doing.signed[0]))

    def _postpone(self, doing: Doing, play: Play, at: Moment) -> None:
        """Have a new stock made of the pile first."""
        cards = play.variety.reshuffle_cards(play.full)
        if not cards or self._pending is not None:
            raise RuntimeError("a draw needs a shuffle of nothing")
        self._pending = doing
        if doing.signed is not None:
            self._accepted.add((doing.seat, doing.signed[0]))
        at.keep()
        self._waits.pause(at)
        self.dealer.want(cards, at)

    def _call_failed(self, aimed: Aimed, aims: Aims, at: Moment) -> None:
        """Tell an invalid call from one that came too late. Raises LostRace, TooLate; else a pause begins."""
        call = self._calls.winner(aimed.seat, aimed.action, aimed.index)
        if call is not None:
            millis = max(0, at.ms - call.ms)
            race = Race(self.agreed.table, self.number, aimed.seat, call.seat, millis, *aimed.signed)
            at.tell(self.chronicle.members(), race)
            winner = self.dealer.players[call.seat][1]
            raise LostRace(f"{winner} was {millis} ms quicker with a call that took these cards")
        if self._calls.legal(aims.state(aimed.index), aimed.seat, aimed.action):
            raise TooLate("these cards have gone since you looked; look again")
        self._calls.failed(aimed.seat, at.ms)
        at.keep()
