"""Everything a screen may show, as one value.

Made anew by ``Session.model`` whenever it is asked for; nothing in it changes, and nothing in it is a secret of
anybody else.

How a screen uses it: take the picture after every piece of news (or once per redraw), draw from it alone, and hand the
person's commands back to ``Session.do(reading.parse(text))``. What to draw where:

- no ``table``: the ``lobby``, rows as ``TableListed``
- ``table`` set, ``game`` None or ``over`` set: the ``seats`` with their readiness
- otherwise the game: ``state`` is the rules' position as far as this seat may know it (own hand as a mask, others as
  counts in ``state.hidden``, pile oldest first, melds with who laid each card); ``position`` is the same with card
  names as text. ``due`` are the seats that have to act, ``my_turn`` whether ours is one of them. Between two rounds,
  and while cards are shuffled (``shuffling``), the last position stays and nobody is due.
- ``words`` always; ``fairness`` for the state of the checks in plain words, with one honest sentence.
- ``refusal`` is the answer to what was asked last, if that was a no; it goes with the next thing asked.
- ``waiting`` is what was asked and has no answer yet (``sending…``).
- ``clock`` counts down from the moment of its news; the screen keeps that moment.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.offline import HONEST
from rummynet_client.core.game.joined_game import JoinedGame
from rummynet_client.core.session.alarms import Alarms
from rummynet_client.core.text import news
from rummynet_client.core.views.review import RoundReview
from rummynet_client.language import _, ngettext, sentence_of, translated
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy


@dataclass(frozen=True, slots=True)
class VoidTold:
    """A shuffle that was put aside."""

    round: int
    silent: tuple[str, ...]
    """Who said nothing, as the host says: names."""
    protests: tuple[str, ...]
    """Those of them who say that they had answered."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How the checks of this game stand."""

    summary: str
    """One sentence: what has been checked so far, or which cheat was found."""
    checks: int
    """Single checks that held."""
    voided: int
    """Shuffles put aside because a seat stayed silent."""
    cheat: str | None
    """What was found, in this game or since this program began, if anything was; it takes no further part then."""
    honest: str
    """What all this does not protect against."""
    voids: tuple[VoidTold, ...] = ()
    """Every shuffle that was put aside, with whom the host blames for it."""
    alarms: tuple[str, ...] = ()
    """What else the host did since this program began; it stays until the person puts it away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewModel:
    """The client's world at one moment."""

    connected: bool
    host: str
    """The host's name; empty before the first welcome."""
    name: str
    """Our name as others see it."""
    lobby: tuple[news.TableListed, ...]
    table: news.CameToTable | None
    """The table we are at."""
    seats: tuple[news.SeatTaken, ...]
    """Who sits there, by the table's own seat numbers."""
    watching: bool
    """We are at the table without a seat."""
    game: int | None
    """The number of the game being played or played last, None before the first."""
    over: news.GameWasWon | None
    variety: Variety | None
    options: Mapping[str, Any]
    state: State | None
    position: Mapping[str, Any] | None
    me: int | None
    """Our seat in the game; None for those who watch."""
    names: tuple[str, ...]
    """The players of the game by seat."""
    words: tuple[str, ...]
    """The six words; empty before the session is agreed on."""
    round: int
    due: tuple[int, ...]
    early: tuple[int, ...]
    """The seats that may give an answer already for which they will be asked later."""
    my_turn: bool
    shuffling: bool
    """A ceremony goes on: actions are refused until it is done."""
    hand: tuple[str, ...]
    clock: news.ClockRan | None
    fairness: Fairness
    lines: tuple[str, ...]
    """The log of the game as sentences, oldest first."""
    chat: tuple[news.ChatSaid, ...]
    rounds: tuple[news.RoundScored, ...]
    reviews: tuple[RoundReview, ...] = ()
    """Each finished round with open cards: who had what, and which rummies nobody called."""
    refusal: news.WasRefused | None
    waiting: str | None
    waits_for_bots: bool = False
    """The person is ready as soon as the bots that they asked for are here."""
    called_off: str = ""
    """Why the game ended, where it was not played to its end."""

    def legal(self) -> list[str]:
        """What our seat may do now, in the notation; calls are never listed: seeing them is the game.

        Also what it may say ahead: an answer before it is asked, a play while others are asked.
        """
        if self.state is None or self.variety is None or self.me is None or self.shuffling or not self.may_act:
            return []
        found = [*self.variety.legal(self.state, self.me), *self.variety.offers.early(self.state, self.me)]
        return [notation.text(action) for action in found if not isinstance(action, CallRummy)]

    @property
    def may_act(self) -> bool:
        """Whether our seat is due, or may answer ahead, or may go on while others are asked."""
        return self.is_asked or self.hurries

    @property
    def is_asked(self) -> bool:
        """Whether something is wanted of our seat: it is due, or may answer ahead."""
        return self.my_turn or self.me in self.early

    @property
    def hurries(self) -> bool:
        """Whether our seat is on turn and need not wait for the answers of others."""
        if self.state is None or self.variety is None or self.me is None or self.shuffling or not self.due:
            return False
        return self.me < self.state.players and self.variety.offers.hurries(self.state, self.me) is not None

    @property
    def is_between_games(self) -> bool:
        """Whether we sit at a table where no game is being played."""
        return self.table is not None and not self.watching and self.table.stage == "waiting"

    @property
    def facts(self) -> tuple[str, ...]:
        """What the game has beside cards and points, in its own words."""
        return (
            tuple(map(translated, self.variety.presentation.facts(self.state)))
            if self.variety and self.state is not None
            else ()
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The game scores by seat."""
        return self.state.scores if self.state is not None else ()


def of_game(game: JoinedGame | None) -> dict[str, Any]:
    """The fields of a picture that come from the game."""
    due = game.due if game else ()
    return {
        "game": game.number if game else None,
        "over": game.over if game else None,
        "called_off": game.called_off if game else "",
        "variety": game.variety if game else None,
        "options": game.follower.auditor.options if game else {},
        "state": game.state if game else None,
        "position": game.position if game else None,
        "me": game.me if game else None,
        "names": game.names if game else (),
        "words": game.follower.auditor.words if game else (),
        "round": game.follower.auditor.round if game else 0,
        "due": due,
        "early": game.early if game else (),
        "my_turn": game is not None and game.me in due,
        "shuffling": game is not None and game.shuffling and not game.follower.auditor.finished,
        "hand": game.hand if game else (),
        "lines": tuple(game.lines) if game else (),
        "rounds": tuple(game.rounds) if game else (),
        "reviews": tuple(game.reviews) if game else (),
    }


def fairness(game: JoinedGame | None, alarms: Alarms) -> Fairness:
    """How the checks of the game stand, and what is to be seen of the host's doings until the person puts it away."""
    found = sentence_of(game.follower.cheat) if game is not None and game.follower.cheat is not None else None
    cheat, alarms_told = found or alarms.cheat, alarms.on_screen
    if game is None:
        return Fairness(_("nothing to check yet"), 0, 0, cheat, translated(HONEST), alarms=alarms_told)
    auditor = game.follower.auditor
    checks = sum(auditor.passed.values())
    summary = _("stopped: {found}", found=found) if found else _("all {checks} checks held so far", checks=checks)
    voids = tuple(VoidTold(one.round, one.names, one.protesters) for one in auditor.voids)
    if voids:
        times = ngettext("{n} shuffle was put aside", "{n} shuffles were put aside", len(voids), n=len(voids))
        summary += "; " + _("{times}, for want of: {who}", times=times, who=", ".join(map(_blamed, voids)))
    return Fairness(summary, checks, len(voids), cheat, translated(HONEST), voids, alarms_told)


def _blamed(void: VoidTold) -> str:
    names = [_("{name}, who protests", name=name) if name in void.protests else name for name in void.silent]
    return " + ".join(names)
