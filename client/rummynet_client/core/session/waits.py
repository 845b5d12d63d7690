"""For whom the others wait, how long still, and what the own program says about that by itself.

Milliseconds are log time up to the newest entry, and the own time since. Source: FAIRNESS.md, "Votes", "A game that
waits".
"""

from collections.abc import Mapping
from typing import Final

from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.language import _
from rummynet_protocol.sealed.sealed_round import GONE_MILLIS

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


class Waits:
    """The waits of one game, since the newest entry or the end of a pause."""

    def __init__(self) -> None:
        self._still = 0  # milliseconds since the newest entry
        self._paused = 0  # milliseconds of the pause since the host told of it
        self._is_pause_told = False  # whether the program has said how players can end this pause
        self._told: set[int] = set()  # seats of which the player was told that the others may go on without them
        self._told_slow: set[int] = set()
        self._told_gone: set[int] = set()
        """Seats of which the player was told that their programs are waited for, and that they may be given up."""
        self._answered: tuple[int, int, str] | None = None
        """Game, moment and kind of what the program said last by itself."""

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

    def left(self, game: JoinedGame, absent: frozenset[int]) -> Mapping[int, int]:
        """By seat that is waited for: how long until the others may go on without it, 0 from then on.

        In a ceremony that nobody can begin these are the *absent* seats.
        """
        auditor = game.follower.auditor
        if auditor.finished or auditor.opened is None:
            return {}
        idle, rest = 1000 * int(auditor.options["idle_seconds"]), 1000 * int(auditor.options["break_seconds"])
        now, stood = auditor.clock + self._still, auditor.stands_since
        if game.owed_since:
            return {seat: max(0, since + idle + rest - now) for seat, since in _owing(game, absent).items()}
        if stood is not None:
            return {seat: max(0, stood + idle + rest - now) for seat in sorted(absent)}
        # Bots of the host's alone wait as long as one likes: they neither vote nor end a game.
        seats = [seat for seat in range(len(auditor.players)) if auditor.votes.others(seat)]
        began = {seat: since for seat in seats if (since := auditor.waits_since(seat)) is not None}
        return {seat: max(0, since + idle - now) for seat, since in began.items()}

    def parts_from(self, game: JoinedGame, absent: frozenset[int]) -> tuple[int, ...]:
        """The other seats whose programs have kept the game waiting for some seconds; *absent* seats are not here."""
        owing = {*_owing(game, absent)} - {game.me}
        if self._still < SLOW_MILLIS or (game.awaits_signature and not owing <= absent):
            return ()
        return tuple(sorted(owing))

    def give_up_left(self, game: JoinedGame, absent: frozenset[int]) -> Mapping[int, int]:
        """By seat whose program the player may give up: in how many milliseconds, 0 from then on."""
        sealed, me = game.follower.auditor.sealed, game.me
        if sealed is None or me not in sealed.people or not sealed.has_escrow or me in sealed.cards.opened:
            return {}
        now = game.follower.auditor.clock + self._still
        owing = {seat: since for seat, since in _owing(game, absent).items() if seat != me}
        return {
            seat: max(0, since + GONE_MILLIS - now) for seat, since in owing.items() if sealed.has_given_escrow(seat)
        }

    def notices(self, game: JoinedGame, left: Mapping[int, int], absent: frozenset[int]) -> list[str]:
        """What the player has to be told about these waits, once each."""
        me, said = game.follower.auditor.me_seat, list[str]()
        if me is None:
            return []
        # The own seat is warned ahead; of others only what can be done now is worth a line.
        due = {seat for seat, millis in left.items() if millis <= (WARNED_MILLIS if seat == me else 0)}
        if game.owed_since:
            self._told = due
            return self._part_notices(game, absent)
        for seat in sorted(due - self._told):
            if seat == me:
                seconds = left[seat] // 1000
                said.append(
                    _("it is your turn: the others can go on without you in {n} seconds", n=seconds)
                    if game.follower.auditor.votes.can_carry(seat)
                    else _("it is your turn: {n} seconds from now the other player can end the game", n=seconds)
                )
            else:
                name = game.player_name(seat)
                said.append(
                    _(
                        "you have waited a long time for {name}: 'vote {name}' lets the host play for them if "
                        "two others want it, 'end {name}' ends the game",
                        name=name,
                    )
                    if game.follower.auditor.votes.can_carry(seat)
                    else _("you have waited a long time for {name}: 'end {name}' ends the game", name=name)
                )
        self._told = due
        return said

    def _part_notices(self, game: JoinedGame, absent: frozenset[int]) -> list[str]:
        """What the player has to be told about programs that keep the game waiting, once each."""
        said, slow = list[str](), self.parts_from(game, absent)
        for seat in sorted({*slow} - self._told_slow):
            said.append(_("waiting for {name}'s program", name=game.player_name(seat)))
        gone = {seat for seat, millis in self.give_up_left(game, absent).items() if not millis}
        for seat in sorted(gone - self._told_gone):
            said.append(
                _(
                    "the program of {name} has been gone for two minutes: 'giveup {name}' opens its hand for all to "
                    "see, if all other people say so too, and the round goes on; 'end {name}' ends the game",
                    name=game.player_name(seat),
                )
            )
        self._told_slow, self._told_gone = {*slow}, gone
        return said

    def answer(self, game: JoinedGame, actions: ActionSender) -> None:
        """Object to votes about the own seat while it has time, and where a clock of its could run out at once.

        Contradict those who say that a ceremony waits for the own seat. Once a wait each.
        """
        auditor, me = game.follower.auditor, game.follower.auditor.me_seat
        # Bots have no vote, so an objection of one would be a fault of the log.
        if me is None or auditor.finished or game.follower.cheat is not None or me in auditor.bots:
            return
        since = auditor.clocked_since(me) if game.follower.put_by_millis > PUT_BY_MILLIS else None
        if auditor.votes.supporters(me) and auditor.play is not None and me not in auditor.play.clocks.objections:
            since = auditor.waits_since(me) if self.left(game, frozenset()).get(me) else since
        if since is not None and self._answered != (game.number, since, "vote"):
            self._answered = (game.number, since, "vote")
            actions.submit_vote(me, False, "")
        stood, closes = auditor.stands_since, auditor.closes
        if stood is None or auditor.is_paused:
            return
        if closes.supporters(me) and me not in closes.protests and has_done_its_part(game):
            if self._answered != (game.number, stood, "close"):
                self._answered = (game.number, stood, "close")
                actions.submit_close(me, "")


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
