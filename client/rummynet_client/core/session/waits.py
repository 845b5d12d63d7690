"""For whom the others wait, what follows, and what the own program says about that by itself.

Milliseconds are log time up to the newest entry, and the own time since.
Source: FAIRNESS.md, "Going on without a seat".
"""

from collections.abc import Mapping
from typing import Final, Literal

from rummynet.ledger.waiting import Without
from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.joined_game import OUTCOMES, JoinedGame
from rummynet_client.language import _, ngettext, translated
from rummynet_protocol.values import Value

WARNED_MILLIS: Final = 30_000
"""How long before the others may go on without the player the program says so: time to come back from the kitchen. The
shortest such time that a table can have is as long, and then it is said at once."""


SLOW_MILLIS: Final = 2_000
"""How long a part of a sealed deck is waited for before that is said: it comes within a tenth of a second where all is
well, and a shuffle on a phone takes longer than this only if something is wrong with its program or network."""


PUT_BY_MILLIS: Final = 2_000
"""How much longer than the log says it may have taken here until its newest entry came. A host can put by log time and
spend it in one turn; with the tolerance for clocks that is three seconds, less than the shortest turn. A network that
is slower than that costs one statement a wait."""


class Waited(Value):
    """A seat that the others wait for, and what is done without it: in *left* milliseconds if *need* others want it.

    ``by`` are those who do. ``follows`` is what is done as they want it now, in ``follows_in`` milliseconds.
    """

    what: Literal["play", "open", "end"]
    left: int
    need: int
    by: frozenset[int] = frozenset()
    follows: Literal["play", "open", "end"] | None = None
    follows_in: int = 0
    is_ahead: bool = False  # the seat is away, and its turn has not come

    @property
    def comes_in(self) -> int:
        """Milliseconds until something is done without the seat, or can be."""
        return self.follows_in if self.follows else self.left

    @property
    def words(self) -> str:
        """What is done without the seat if enough want it, in words that a time may follow."""
        return translated(OUTCOMES[self.what])

    @property
    def follows_words(self) -> str:
        """What is done without the seat as the others want it now, in such words."""
        return translated(OUTCOMES[self.follows or self.what])

    @property
    def is_final(self) -> bool:
        """Whether what is done cannot be taken back."""
        return self.what != "play"


class Waits:
    """The waits of one game, since the newest entry or the end of a pause."""

    def __init__(self) -> None:
        self._still = 0  # milliseconds since the newest entry
        self._paused = 0  # milliseconds of the pause since the host told of it
        self._is_pause_told = False  # whether the program has said how players can end this pause
        self._told: set[int] = set()  # seats of which the player was told that the others may go on without them
        self._told_slow: set[int] = set()
        self._has_returned = True  # there is a new connection, and its log is not looked at yet
        self._answered: tuple[int, int] | None = None
        """Game and moment of what the program said last by itself."""

    def entry_added(self) -> None:
        """The log has gone on."""
        self._still = 0

    def tick(self, millis: int) -> None:
        """Add *millis* of connected, unpaused time."""
        self._still += millis

    def pause_told(self) -> None:
        """The host has told how long the table has been paused."""
        self._paused = 0

    def pause_tick(self, millis: int) -> None:
        """Add *millis* of connected time of a pause."""
        self._paused += millis

    def paused_millis(self, told: int) -> int:
        """How long a pause has lasted, of which the host *told*."""
        return told + self._paused

    def pause_notices(self, game: JoinedGame, paused_millis: int) -> list[str]:
        """What to say, once, about a pause that has lasted this many milliseconds; 0 means that there is no pause."""
        is_long = game.is_paused and paused_millis >= 1000 * int(game.follower.auditor.options["idle_seconds"])
        is_new, self._is_pause_told = is_long and not self._is_pause_told, is_long
        return [_("the pause has lasted long: the game goes on when most players say 'resume'")] if is_new else []

    def waited_for(self, game: JoinedGame, absent: frozenset[int]) -> Mapping[int, Waited]:
        """By seat that is waited for: what is done without it if the others want that.

        Of a ceremony, and of signatures of a deck, no log shows whose are missing: these are the *absent* seats.
        """
        auditor = game.follower.auditor
        if auditor.finished or auditor.opened is None:
            return {}
        is_anybody = auditor.stands_since is not None
        seats = _owing(game, absent) if game.owed_since else absent if is_anybody else range(len(auditor.players))
        waited = dict[int, Waited]()
        for seat in sorted({*seats, *(one for one in absent if one < len(auditor.players))}):
            one, need = auditor.outcome(seat) if seat in seats else None, auditor.votes.needed(seat)
            if one is not None:
                waited[seat] = self._waited(auditor.without(seat), one, auditor.clock)
            elif need is not None and not (is_anybody or game.owed_since) and seat in absent:
                waited[seat] = Waited("play", 0, need, auditor.votes.supporters(seat), is_ahead=True)
        return waited

    def _waited(self, follows: Without | None, found: Without, clock: int) -> Waited:
        now, by = clock + self._still, found.by
        left, follows_in = max(0, found.at - now), max(0, follows.at - now) if follows is not None else 0
        what, need = found.what, found.need
        return Waited(what, left, need, by, follows.what if follows is not None else None, follows_in)

    def parts_from(self, game: JoinedGame, absent: frozenset[int]) -> tuple[int, ...]:
        """The other seats whose programs have kept the game waiting for some seconds; *absent* seats are not here."""
        owing = {*_owing(game, absent)} - {game.me}
        if self._still < SLOW_MILLIS or (game.awaits_signature and not owing <= absent):
            return ()
        return tuple(sorted(owing))

    def reconnected(self) -> None:
        """There is a new connection."""
        self._has_returned = True

    def notices(self, game: JoinedGame, waited: Mapping[int, Waited], absent: frozenset[int]) -> list[str]:
        """What the player has to be told about these waits, once each."""
        me, said = game.follower.auditor.me_seat, list[str]()
        if me is None:
            return []
        slow = self.parts_from(game, absent)
        for seat in sorted({*slow} - self._told_slow):
            said.append(_("waiting for {name}'s program", name=game.player_name(seat)))
        self._told_slow = {*slow}
        # The own seat is warned ahead; of others only what can be done now is worth a line.
        own = waited.get(me)
        coming = own is not None and own.comes_in <= WARNED_MILLIS
        late = {seat for seat, one in waited.items() if seat != me and not (one.left or one.is_ahead)}
        due = {seat for seat in late if me not in waited[seat].by}
        due |= {me} if coming else set()
        for seat in sorted(due - self._told):
            said.append(own_warning(own) if seat == me and own else self._about_other(game, seat, waited[seat]))
        self._told = due
        return said

    def _about_other(self, game: JoinedGame, seat: int, one: Waited) -> str:
        others = ngettext("if {n} player wants it", "if {n} players want it", one.need, n=one.need)
        return _(
            "you have waited a long time for {name}: 'vote {name}' stops waiting: {what}, {others}",
            name=game.player_name(seat), what=one.words, others=others,
        )  # fmt: skip

    def answer(self, actions: ActionSender) -> None:
        """Say that the own seat is here, where others want to go on without it.

        Its program says so by itself when it is back, where a clock of its could run out at once, and in a ceremony for
        which it has done its part: once a wait each. A turn that the player leaves unused is the player's own.
        """
        game, auditor, me = actions.game, actions.game.follower.auditor, actions.game.me
        has_returned, self._has_returned = self._has_returned, False
        # Bots have no vote, so an objection of one would be a fault of the log.
        if me is None or auditor.finished or game.follower.cheat is not None or me in auditor.bots:
            return
        since = auditor.clocked_since(me) if game.follower.put_by_millis > PUT_BY_MILLIS else None
        if auditor.is_wanted_gone(me) and me not in auditor.has_protested:
            if has_returned or (auditor.stands_since is not None and has_done_its_part(game)):
                since = auditor.index
        if since is not None and auditor.takes_votes and self._answered != (game.number, since):
            self._answered = (game.number, since)
            actions.submit_vote(me, False, "")


def whole_seconds(millis: int) -> int:
    """Seconds until something happens, as they are told: one that has begun counts."""
    return -(-millis // 1000)


def own_warning(own: Waited) -> str:
    """What is said to the player who is waited for."""
    if not own.follows and not own.left:
        return _("the others wait for you: they can go on without you now; play, or say 'here'")
    if not own.follows:
        return ngettext(
            "the others wait for you: they can go on without you in {n} second",
            "the others wait for you: they can go on without you in {n} seconds",
            whole_seconds(own.left), n=whole_seconds(own.left),
        )  # fmt: skip
    seconds = whole_seconds(own.follows_in)
    says = {
        "play": ngettext(
            "the host plays for you in {n} second", "the host plays for you in {n} seconds", seconds, n=seconds
        ),
        "open": ngettext("your hand is opened in {n} second", "your hand is opened in {n} seconds", seconds, n=seconds),
        "end": ngettext("the game ends in {n} second", "the game ends in {n} seconds", seconds, n=seconds),
    }  # fmt: skip
    return _("the others want to stop waiting for you: {what}; play, or say 'here'", what=says[own.follows])


def has_done_its_part(game: JoinedGame) -> bool:
    """Whether the log waits for nothing from the own seat that the host has neither acknowledged nor read.

    What was read on a connection that broke since may be lost with a host that crashed.
    """
    is_due, part = game.follower.standing_part
    if part is None:
        return not is_due
    return part.answer == "acknowledged" or (part.answer == "read" and part.is_on_its_way)


def _owing(game: JoinedGame, absent: frozenset[int]) -> Mapping[int, int]:
    """By seat that the others wait for: since when (log time, milliseconds) it owes something to a sealed deck."""
    if not game.awaits_signature:
        return game.owed_since
    # Whose signature is missing no log shows: most likely that of somebody who is not here.
    others = {seat: since for seat, since in game.owed_since.items() if seat != game.me}
    return {seat: since for seat, since in others.items() if seat in absent} or others
