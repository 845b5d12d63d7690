"""What the host withholds from this client, or does with what it was sent: held against the log and the pings.

None of it proves anything: a network can be slow too. What lasts is a doubt, and is kept with the host's key. What the
log contradicts is found by the auditor, and by ``signed_refusals``.
"""

from collections import Counter
from typing import Final

from rummynet.ledger.agreed_session import known_game
from rummynet.rules.core.variety import has_calls
from rummynet.rules.sealed_decks import is_sealed
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.own_statements import TOO_MANY, OwnStatement, OwnStatements
from rummynet_client.core.log.private_records import RefusedKept
from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.following import ClientContext, Following
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.pings import OrderedPings
from rummynet_client.core.session.watch import incidents, watches
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.session.watch.refused_clock import CLOCK, fits_time
from rummynet_client.core.session.watch.refused_consent import is_false
from rummynet_client.core.session.watch.signed_refusals import ORDER, read_refusal, unsigned
from rummynet_client.core.session.watch.watches import BLIND, LONGEST_TICK, UNANSWERED, WATCHES, name_shown
from rummynet_client.core.text import news
from rummynet_client.core.text.game_words import deck_words
from rummynet_client.language import N_, _, sentence_of
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.sealed.library import NoRistretto, ristretto
from rummynet_protocol.wire.messages import FAR_MILLIS, AskLog, Dropped, Ready, Refused, TableShown, Watch

_WRONG_STATEMENT = "wrong_statement"
_COOLDOWN = "cooldown"
_NOT_DUE = "not_due"
_COUNTED = frozenset({"action", "vote"})
"""Kinds of statements that it is said of. An honest host looks at every part of a ceremony and every ``close``."""
_WITHOUT_TABLE = frozenset({"no_table", "trouble"})
"""Codes that an honest host gives unsigned when it has no table. It says `closed` first, unless this client was away:
while the table stands here and its log is whole, they are refusals like others."""
UNANSWERED_MILLIS: Final = WATCHES[UNANSWERED].millis
"""How long a request for the log, or a consent, may have no answer: as long as an action may. Entries that come
meanwhile may be those that anybody gets, so they do not count as one."""
BLIND_MILLIS: Final = WATCHES[BLIND].millis  # how long own cards may be missing while no ping is answered


class _Silences:
    """How long things have been missing at one table."""

    def __init__(self) -> None:
        self._missing = Counter[str]()  # by kind of incident: milliseconds

    def connection_lost(self) -> None:
        """Count the time of requests anew. Cards that were missing are still missing."""
        self._missing[UNANSWERED] = 0

    def tick(self, millis: int, *, asks: bool, is_blind: bool | None) -> list[str]:
        """Add *millis* of connected time. Returns the kinds of incidents that are due now, each once.

        *is_blind* is None while the cards may be on their way: that time does not count, and sets nothing back.
        """
        due = list[str]()
        for kind, lacks, most in ((UNANSWERED, asks, UNANSWERED_MILLIS), (BLIND, is_blind, BLIND_MILLIS)):
            before = self._missing[kind]
            if lacks is not None:
                self._missing[kind] = before + min(millis, LONGEST_TICK) if lacks else 0
            due += [kind] if before < most <= self._missing[kind] else []
        return due

    def cut_short(self, kind: str, most: int) -> bool:
        """It has lasted for long enough. Returns whether that is new."""
        is_new, self._missing[kind] = self._missing[kind] < most, most
        return is_new


class HostWatch:
    """Watches the host at the table that *following* follows."""

    def __init__(self, client: ClientContext, following: Following, outbox: Outbox, pings: OrderedPings) -> None:
        self._client, self._following, self._outbox, self._pings = client, following, outbox, pings
        self._silences = _Silences()
        self._table_unknown: Unknown | None = None
        self._no_library = ""  # why this computer cannot take part in a sealed deck; empty where it can
        self._told_unknown = self._told_deck = ""
        self._told_silent = False
        self._told_delay: JoinedGame | None = None  # the newest game in which the player was told of a long line

    def connection_lost(self) -> None:
        """Begin to count anew."""
        self._silences.connection_lost()
        self._told_silent = False

    # -- what cannot be checked

    @property
    def unknown(self) -> str:
        """Why this program cannot check the game at the table and takes no part in it; empty where it can."""
        if self._no_library:
            return self._no_library
        game = self._following.game
        found = (game.follower.unknown if game is not None else None) or self._table_unknown
        if found is None:
            return ""
        return _(
            "this game cannot be checked by this version of rummynet, so you take no part in it; a newer one "
            "may ({reason})",
            reason=sentence_of(found),
        )

    def check_table(self, shown: TableShown) -> None:
        """Look whether the game that the table shows is known."""
        try:
            self._table_unknown, self._no_library = None, ""
            _, options = known_game(shown.variant, shown.options)
            if is_sealed(options):
                ristretto()
        except Unknown as unknown:
            self._table_unknown = unknown
        except NoRistretto as missing:
            self._no_library = sentence_of(missing)
        self.tell_unknown()
        self._tell_deck(shown)

    def _tell_deck(self, shown: TableShown) -> None:
        """News, once, of what a sealed deck means: before anybody agrees to it."""
        bots = [name for _seat, _key, name, _ready, _connected, bot in shown.seats if bot]
        says = " ".join(deck_words(shown.options, len(shown.seats), bots)) if shown.stage == "waiting" else ""
        if says and says != self._told_deck:
            self._outbox.add_news(news.FairnessReported("sealed", says=says))
            self._told_deck = says

    def tell_unknown(self) -> None:
        """News of what is not known of the game, each once."""
        says = self.unknown
        if says and says != self._told_unknown:
            self._outbox.add_news(news.FairnessReported(incidents.UNKNOWN, says=says))
        self._told_unknown = says

    # -- entries

    def check_entry(self, actions: ActionSender) -> None:
        """Hold the newest entry against what the host has answered, taken and refused."""
        self._check_withheld(actions.game)
        self._check_used_refused(actions)
        # What the log lacks here the host may have logged: it is looked at again once that has come.
        if not self._following.is_behind:
            self._check_passed_over(actions)
            self._check_unread(actions)

    def _check_withheld(self, game: JoinedGame) -> None:
        """Report entries that the host has kept back, although it answered what was asked behind them."""
        kept = self._pings.withheld_millis(game.number, game.follower.auditor.clock)
        if not kept or game.me is None or game.follower.cheat is not None:
            return
        seconds = round(kept / 1000)
        says = _(
            "the host showed you late what happened, or let the game's time run faster, by {says} seconds or more",
            says=seconds,
        )
        self.report_doubt(watches.WITHHELD, says, about=str(seconds))

    def _check_passed_over(self, actions: ActionSender) -> None:
        """Report what the host had taken, or had not looked at, and kept back until it played for the own seat."""
        signed = actions.game.follower.passed_over
        if signed is not None:
            self.report_kept(actions, signed)
        for one in actions.game.follower.put_off:
            self._report_put_off(actions, one)

    def _report_put_off(self, actions: ActionSender, signed: OwnStatement) -> None:
        """Report what the host has never looked at, and what it stood for is over."""
        self._report_held(actions, signed, N_("the host never looked at {action!r}, and now it is too late"))

    def _check_used_refused(self, actions: ActionSender) -> None:
        """Report an own statement that is logged although it was refused, unsigned, and another was signed since."""
        signed = actions.game.follower.own.take_used_refused()
        if signed is not None:
            says = N_("the host refused {action!r} without signing that, and has logged it now")
            self._report_held(actions, signed, says)

    def _check_unread(self, actions: ActionSender) -> None:
        """Report at the game's end what the host has not looked at: the minute that it had cannot pass any more."""
        for signed in actions.refused_with(TOO_MANY) if actions.game.follower.auditor.finished else ():
            self._report_held(actions, signed, N_("the game is over, and the host never looked at {action!r}"))

    def report_kept(self, actions: ActionSender, signed: OwnStatement, *, was_taken: bool = True) -> None:
        """Report what the host has taken, and does not log although nothing stands in its way; or has read alone."""
        says = (
            N_("the host took {action!r}, but did not log it at once, as it should")
            if was_taken
            else N_("the host read {action!r}, but neither took nor refused it")
        )
        self._report_held(actions, signed, says)

    def _report_held(self, actions: ActionSender, signed: OwnStatement, says: str) -> None:
        """Report once that the host holds a statement back; *says* is a sentence about its ``action``."""
        if actions.hold_back(signed):
            do = actions.input_of(signed)
            self.report_doubt(watches.HELD_BACK, _(says, action=name_shown(do)), about=do)

    def report_unanswered(self, actions: ActionSender, signed: OwnStatement) -> None:
        """Report what has had no answer for too long."""
        do = actions.input_of(signed)
        says = _(
            "no answer to {action!r} for a minute: the host has neither logged nor refused it, or the network is "
            "slow. What you signed is kept; the game goes on",
            action=name_shown(do),
        )
        self.report_doubt(watches.HELD_BACK, says, about=do)

    def report_gap(self) -> None:
        """Report that an entry came whose predecessors did not, on a connection that stood."""
        says = _("the host skipped some of what happened, and showed you what came after it")
        self.report_doubt(watches.WITHHELD, says)

    def report_unanswered_log(self) -> None:
        """Report that the host has answered what was sent behind the request for the log, and not that."""
        says = _("the host did not send the part of the game that you missed, although it answered later requests")
        self.report_doubt(watches.UNANSWERED, says)

    # -- refusals

    def read_refusal(self, game: JoinedGame, signed: OwnStatement, answer: Refused | Dropped) -> RefusedKept | None:
        """The refusal of an own statement, as it is kept; None if its signature does not hold, which is a cheat."""
        refusal = unsigned(signed, answer.code)
        if answer.signed is None:
            return refusal
        read = read_refusal(self._client.host, self._client.player.signer.public, signed, answer)
        # (An `order` may be signed for evidence that is not shown, which accuses nobody: FAIRNESS.md, "Refusals".)
        if read is None and answer.code != ORDER:
            self._stop_for_cheat(game, _("the host refused something with an invalid signature"))
            return None
        return read or refusal  # signed for evidence that was not shown: as good as not signed

    def judge_refusal(self, actions: ActionSender, signed: OwnStatement, refusal: RefusedKept) -> None:
        """Mark a refusal, and judge it."""
        game = actions.game
        # A signed one of what the host says it has not looked at was kept until it became true.
        if refusal.by_host and game.follower.own.is_put_off(signed):
            self._report_put_off(actions, signed)
        game.follower.own.mark_refused(signed, refusal)
        self.judge_refusals()
        if not refusal.by_host:
            self.report_unsigned(actions, signed, refusal.code)
        elif game.follower.waits_for_head and self._following.is_whole and game.follower.cheat is None:
            says = _(
                "the host refused {action!r} at a place that its log does not have",
                action=name_shown(actions.input_of(signed)),
            )
            self._stop_for_cheat(game, says)
        elif game.follower.cheat is None and self._is_known_false(game, signed, refusal.code):
            says = N_("the host refused {action!r} for a reason that contradicts what you signed; no file can prove it")
            self._report_held(actions, signed, says)

    def _is_known_false(self, game: JoinedGame, signed: OwnStatement, code: str) -> bool:
        """Whether the own statements contradict a refusal that no file can: it lacks what the host has not answered.

        Another machine with this key may have signed what the host goes by, so this is a doubt.
        """
        own = game.follower.own
        # Another machine may have signed what the host goes by, or it stands in what has not come yet.
        if own.has_twin or not self._following.is_whole:
            return False
        if code == CLOCK:
            return fits_time(game.follower.auditor, own, signed)
        if code == _COOLDOWN:
            return not own.may_be_cooling_down(signed)
        if code == _NOT_DUE and isinstance(signed.statement, PartGiven):
            return game.follower.owes_complaint(signed.statement)
        return code == _WRONG_STATEMENT and signed.statement.prev in own.by_hash

    def judge_refusals(self) -> None:
        """Judge by the log what the host has refused under its signature."""
        game = self._following.game
        if game is not None:
            self._outbox.add_news(*game.keep_refusals())
            self._following.keep_records()

    def judge_consent_refusal(self, own: OwnStatements, signed: OwnStatement, answer: Refused) -> RefusedKept | None:
        """Judge the refusal of a consent, one of *own*. Returns it, if it has a signature that holds."""
        if answer.signed is None:
            return None
        refusal = read_refusal(self._client.host, self._client.player.signer.public, signed, answer)
        if refusal is None and answer.code != ORDER:
            self._report_false(_("the host refused your 'ready' with an invalid signature"))
        elif refusal is not None and is_false(own, signed, refusal, self._follower_of(own)):
            self._report_false(_("the host refused {action!r} for a reason that is not true", action="ready"))
        return refusal

    def _follower_of(self, own: OwnStatements) -> GameFollower | None:
        """Who follows the log of these statements; None if it has not begun here."""
        game = self._following.game
        return game.follower if game is not None and game.follower.own is own else None

    def report_unsigned(self, actions: ActionSender, signed: OwnStatement, code: str) -> None:
        """Report a refusal without a signature.

        The host may still log what it has refused so, and void a shuffle for want of a part.
        """
        if (code == TOO_MANY and signed.what in _COUNTED) or (code in _WITHOUT_TABLE and self._following.is_behind):
            return
        if not actions.game.follower.auditor.finished:
            says = N_("the host refused {action!r} without signing that, so it may still log it")
            self._report_held(actions, signed, says)

    def _report_false(self, says: str) -> None:
        """Report a false refusal of a consent, which is no part of a log that could stop for it."""
        self._outbox.add_incidents(Incident(watches.CHEAT, check="refusal", says=says))
        self._outbox.add_news(news.FairnessReported("refusal", cheat=True, says=says))

    # -- reports

    def report_cheat(self, game: JoinedGame, cheat: Cheat) -> None:
        """Report a cheat in the game, once."""
        self._outbox.add_news(*game.report_cheat(cheat))
        self._following.keep_records()

    def _stop_for_cheat(self, game: JoinedGame, says: str) -> None:
        self.report_cheat(game, game.follower.stop_for_cheat("refusal", says))

    def report_doubt(self, kind: str, says: str, about: str = "") -> None:
        """Report what may be the network, and keep it with the host's key, with what the incident is *about*."""
        game, shown = self._following.game, self._following.table
        if game is None:
            # Whatever a host does: what ends a program here would end it for a person.
            self._outbox.add_incidents(Incident(kind, game=shown.game if shown is not None else 0))
            self._outbox.add_news(news.FairnessReported(kind, says=says))
            return
        self._outbox.add_news(game.watch.report_doubt(kind, says, about))
        self._following.keep_records()

    # -- time

    def tell_delay(self) -> None:
        """News, once a game, that the line to the host is long, where that decides who has a rummy."""
        game, millis = self._following.game, self._pings.delay_millis
        if game is None or game.me is None or game.variety is None or game is self._told_delay:
            return
        if millis is None or millis < FAR_MILLIS or not has_calls(game.variety):
            return
        self._told_delay = game
        says = _(
            "you are {millis} ms from the host and back, so who is nearer is quicker in a race for a rummy",
            millis=millis,
        )
        self._outbox.add_news(game.watch.tell("delay", says))

    def tell_silence(self) -> None:
        """News of it when the host does not answer any more, and when it does again."""
        if self._told_silent == self._pings.is_silent:
            return
        self._told_silent = self._pings.is_silent
        says = (
            _("the host has not answered for some seconds, or the network is slow")
            if self._pings.is_silent
            else _("the host answers again")
        )
        voided = self._following.game.follower.auditor.voided if self._following.game is not None else 0
        self._outbox.add_news(news.FairnessReported("silent", voided=voided, says=says))

    def tick(self, millis: int) -> None:
        """Report what the host has kept from this client for too long."""
        is_blind = self._is_blind()
        may_be = None if is_blind and not self._following.is_whole else is_blind
        for kind in self._silences.tick(millis, asks=self._outbox.awaits(AskLog, Watch, Ready), is_blind=may_be):
            self._report_silence(kind)

    def check_hand(self) -> None:
        """A ping has been answered: what was dealt before it is shown, since cards come right behind their entry."""
        if self._is_blind() and self._following.is_whole and self._silences.cut_short(BLIND, BLIND_MILLIS):
            self._report_silence(BLIND)

    def _is_blind(self) -> bool:
        game = self._following.game
        follows = game is not None and game.me is not None and game.follower.cheat is None and not game.shuffling
        if game is None or is_sealed(game.follower.auditor.options):
            return False  # no host shows a card of a sealed deck: what is missing then are shares of the others
        return follows and not game.hand_is_known

    def _report_silence(self, kind: str) -> None:
        says = {
            UNANSWERED: _("the host has not answered a request of your program for a minute, or the network is slow"),
            BLIND: _("the host does not show you all of your cards, or the network is slow"),
        }
        self.report_doubt(kind, says[kind])
