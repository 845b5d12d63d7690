"""What a host has gained in a run, and whether somebody honest says so.

No second host is run beside the crooked one: what an honest one would have done is worked out statement by statement,
from the same tables, at the moment when each came. Compared are

- each action, objection and part of a ceremony: whether an honest host would have taken it as it came, and whether it
  was refused, kept, or used after all;
- each act of the host's for somebody who was there: whether that person's time was over, by true time, and nothing was
  sent;
- each void and each end by waiting: whether what was waited for had been sent to the host;
- each game: whether it has its end before another begins;
- log time: whether it has passed; cards: whether they are shown to whom they were dealt; and whether all hold one log.

Not compared are the cards themselves (a deck has one outcome by its secrets, which clients and files check), votes
of friends, who of two calls was first, and what is only shown (chat, clocks, who is away).

Each gain has a person whom it was taken from, and a time. It is seen if that person's client or file says one of the
words that answer this kind of gain, in time; what is said of something else, or by somebody else, does not excuse it.
Behind an alarm (``cheat``) or the end that a client has noted of a game nothing more is gained from its player, who
takes no further part.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from crooked.world import PARTS, TABLE, Arrived, LogName, Sent, World
from rummynet.rules.core import errors
from rummynet.rules.core.variety import Offers
from rummynet.rules.varieties import variety
from rummynet.verifier.offline import check
from rummynet_client.core.session.watch.watches import (
    BLAMED,
    BLIND,
    CHEAT,
    HELD_BACK,
    NO_END,
    PART_NAMES,
    TIME_LEADS,
    UNANSWERED,
    UNSEEN_END,
    WITHHELD,
)
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Commits,
    Cosigns,
    Ended,
    Entry,
    HostCommit,
    HostPart,
    Inserted,
    NonceCommits,
    Opened,
    PartLogged,
    PauseChanged,
    Root,
    Seated,
    Shown,
    TurnLate,
    Voided,
    Voted,
    Wanted,
)
from rummynet_protocol.fairness.statements import Acting, PartGiven, Voting, read_statement
from rummynet_protocol.fairness.transcript import NotATranscript
from rummynet_protocol.values import Value
from tests.support.fake_host import Guest

ACCUSES = (CHEAT, HELD_BACK, BLAMED, NO_END, UNANSWERED, BLIND, TIME_LEADS, UNSEEN_END, WITHHELD)
HELD_BACK_MILLIS = 66_000
"""A minute that a client waits, and what it takes to look at its clock."""
KEPT_MILLIS = 3_000
"""What a host may keep back unseen although it answers pings: two seconds between two of them, and a second of
tolerance (FAIRNESS.md, "Kept back")."""
BLIND_MILLIS = 10_000
"""How long a host may take to show a card."""
WORTH_MILLIS = 1_000
"""Log time may lead by this much (FAIRNESS.md, "Time")."""
AT_ONCE = 4_000
"""What FAIRNESS.md calls "at once": the client looks at its clock each second, and pings every two."""
COUNTS: Final = "file counts"
RULE_CODES: Final = frozenset(
    (*errors.CODES, *(one.code for one in vars(errors).values() if isinstance(one, type) and issubclass(one, Refusal)))
)
"""Codes by which the rules of the games refuse actions."""
WAITED: Final = "file waited"
"""A file names who was waited for, and who ended the game."""
ENDED: Final = {
    "cheat end": AT_ONCE, "cheat refusal": AT_ONCE, HELD_BACK: AT_ONCE, "protest close": None, "file end": None,
}  # fmt: skip
ANSWERS: Final[dict[str, dict[str, int | None]]] = {
    "denied": {"cheat refusal": AT_ONCE, HELD_BACK: AT_ONCE, "file refusal": None},
    "denied-waiting": {"cheat refusal": AT_ONCE, HELD_BACK: AT_ONCE, "file refusal": None, COUNTS: None},
    "used-refused": {
        "cheat refusal": AT_ONCE, "cheat consent": AT_ONCE, HELD_BACK: AT_ONCE, "file refusal": None,
    },
    "kept": {HELD_BACK: 0, UNANSWERED: AT_ONCE},
    "turn-lost": {
        "cheat clock": AT_ONCE, "cheat time": AT_ONCE, "cheat chain": AT_ONCE, HELD_BACK: AT_ONCE,
        "cheat refusal": HELD_BACK_MILLIS, UNANSWERED: AT_ONCE, TIME_LEADS: AT_ONCE,
        WITHHELD: None,  # it is said when the entries come, however long they were kept
        "file clock": None, "file time": None,
    },
    "turn-voted": {"cheat clock": AT_ONCE, HELD_BACK: AT_ONCE, "file clock": None},
    "re-dealt": {
        "cheat void": AT_ONCE, "cheat refusal": AT_ONCE, HELD_BACK: AT_ONCE, "file refusal": None, BLAMED: AT_ONCE,
        WITHHELD: HELD_BACK_MILLIS,
        **{f"protest {how}": None for how in ("acknowledged", "read", "sent")},
    },
    "hand-opened": {
        WITHHELD: AT_ONCE, HELD_BACK: 0, UNANSWERED: 0, "cheat gone": AT_ONCE, "cheat key-open": AT_ONCE,
        "cheat refusal": 0,
    },
    "hand-opened-unread": {HELD_BACK: AT_ONCE, WITHHELD: AT_ONCE, "cheat gone": AT_ONCE},  # FAIRNESS.md, `open-hand`
    "card-known": {},  # nothing that is said undoes it
    "ended": ENDED,
    "other-game": {
        NO_END: HELD_BACK_MILLIS, UNSEEN_END: HELD_BACK_MILLIS, UNANSWERED: HELD_BACK_MILLIS,
    },
    "game-gone": {NO_END: HELD_BACK_MILLIS, UNSEEN_END: HELD_BACK_MILLIS},
    "time": {"cheat time": AT_ONCE, TIME_LEADS: AT_ONCE, "file time": None},
    "blind": {BLIND: AT_ONCE, "cheat opening": AT_ONCE},
    "forged": {CHEAT: None},  # some of it is seen at the round's end
    "split": {CHEAT: None, NO_END: HELD_BACK_MILLIS},
    "forked": {"cheat chain": None},
}  # fmt: skip
"""By kind of gain: the words that answer it (``cheat``: whatever the check), and how many milliseconds of true time
behind it they may take (None: to the end of the run; a file is looked at then)."""
ONCE: Final = frozenset({HELD_BACK})
"""Words about one statement: they answer no gain from another one."""
ENDS: Final = frozenset({NO_END, UNSEEN_END})
"""Words that end the game for who says them."""
LASTING: Final = frozenset({UNANSWERED, WITHHELD})
"""Words that are kept once, of something that goes on to be missing or late: a client shows the doubt for the rest of
the game, and tells again what comes late again."""


class Gain(Value):
    """Something that the host has gained. ``do`` is the action that it was gained by, as clients name it.

    What was said before ``since`` is about something else. (An action with the same name as an earlier one is not kept
    with the host's key a second time.)
    """

    kind: str
    who: str
    at: int
    do: str = ""
    since: int = 0


class Said(Value):
    """A word of somebody's client or file. ``at`` is the true time, of a file that of its end."""

    word: str
    who: str
    at: int
    about: str = ""


class Found(Value):
    """What a run came to."""

    gains: frozenset[str]
    """Kinds of what the host has gained."""
    says: frozenset[str]
    """What clients and files of honest people say: kinds of incidents, failed checks, protests. What a file only counts
    accuses nobody and is not in it."""

    @property
    def accuses(self) -> frozenset[str]:
        """What of this accuses the host. That a part was on its way when a shuffle was voided may be the network's."""
        return self.says - {"protest sent"}

    unseen: frozenset[str] = frozenset()
    """Kinds of gains that no word answers."""
    fired: tuple[str, ...] = ()
    """Items of the script that had an occasion."""


def look(world: World) -> Found:
    """Judge a run that is over."""
    gains, says = set(_gains(world)), list(_says(world))
    unseen = frozenset(one.kind for one in gains if not _is_answered(one, says))
    return Found(
        frozenset(one.kind for one in gains),
        frozenset(one.word for one in says if one.word not in (COUNTS, WAITED)),
        unseen,
    )


def is_waiting(world: World) -> bool:
    """Whether a client's minute has to pass before the run can be judged."""
    says = list(_says(world))
    pending = (Gain("kept", one.guest.name, _minute_over(world, one), one.do, one.at) for one in _waiting(world))
    return any(not _is_answered(one, says) for one in (*pending, *_gains(world)))


def _is_answered(gain: Gain, says: list[Said]) -> bool:
    return any(_answers(one, gain) for one in says if not gain.who or one.who == gain.who)


def _answers(one: Said, gain: Gain) -> bool:
    """Whether this word answers this gain, or ended the game for its player before it, or in the same moment."""
    if one.at <= gain.at + WORTH_MILLIS and (one.word.startswith(CHEAT) or one.word in ENDS):
        return True
    answers = ANSWERS[gain.kind]
    most = answers.get(one.word, answers.get(one.word.partition(" ")[0], -1))
    if most == -1 or (most is not None and one.at > gain.at + most):
        return False
    if one.word in ONCE and gain.do and one.about:
        return one.about == gain.do
    return one.at >= gain.since or one.word in LASTING


# -- what is said


def _says(world: World) -> Iterator[Said]:
    for who, notes in world.noted.items():
        for note in notes:
            one = note.incident
            if one.kind in ACCUSES:
                yield Said(f"{one.kind} {one.check}".strip(), who, note.at, one.says if one.kind in ONCE else "")
    names = {guest.signer.public: guest.name for guest in world.people}
    for guest in world.honest:
        for data in guest.kept.values():
            try:
                report = check(data, partial=True)
            except (NotATranscript, Cheat):
                continue
            if report.check is not None:
                yield Said(f"file {report.check}", guest.name, world.true)
            if any(code in RULE_CODES or code == "not_due" for code in report.auditor.refusals):
                yield Said(COUNTS, guest.name, world.true)
            for void in report.auditor.voids:
                for key, says in zip(void.keys, void.answers, strict=False):
                    if says not in ("", "silent"):
                        yield Said(f"protest {says}", names.get(key, ""), world.true)
            waited = report.auditor.waited_end
            if waited is not None:
                whose = names.get(report.auditor.players[waited.seat][0], "")
                yield Said(WAITED, whose, world.true)
                if waited.protested:
                    yield Said("protest close", whose, world.true)


# -- gains


def _gains(world: World) -> Iterator[Gain]:
    for guest in world.honest:
        yield from _denied(world, guest)
        yield from _turns_lost(world, guest)
        yield from _voids(world, guest)
        yield from _dropped(world, guest)
        yield from _time(world, guest)
        yield from _ended(world, guest)
        yield from _blind(world, guest)
        yield from _hands_opened(world, guest)
    yield from (Gain("card-known", name, at) for name, at in world.cards_known.items())
    yield from (Gain("forged", "", seen, since=at) for at in world.forged for seen in _first_shown(world, at))
    yield from (Gain("forked", name, world.true) for name in world.forked)
    yield from _split(world)


def _whose(world: World, guest: Guest) -> Iterator[Sent]:
    return (one for one in world.sent.values() if one.guest is guest)


def _logged(world: World, guest: Guest) -> dict[bytes, int]:
    """True time at which each own statement, by payload, came back in the log, or was logged where others saw it."""
    found: dict[bytes, int] = {}
    for one in world.honest:
        for _game, _index, arrived in world.entries(one):
            for payload in _payloads(arrived.entry):
                found.setdefault(payload, arrived.at)
    return found


def _payloads(entry: Entry) -> Iterator[bytes]:
    """The signed statements in an entry; what a void shows is not logged by that."""
    signed: Any = () if isinstance(entry, Voided) else getattr(entry, "ready", getattr(entry, "signed", None)) or ()
    rows = (signed,) if signed and isinstance(signed[0], bytes) else signed
    return (row[0] for row in rows if row is not None)


def _denied(world: World, guest: Guest) -> Iterator[Gain]:
    """What an honest host would have taken, and was refused, or kept for more than a minute, or refused and logged."""
    logged = _logged(world, guest)
    for one in _whose(world, guest):
        at = logged.get(one.request.payload)
        if one.code is not None and at is not None and (one.code != "too_many" or _has_gone_on(world, one, at)):
            yield Gain("used-refused", guest.name, at, _name(one), one.at)
        elif one.code == "paused" and _is_paused(world, guest, one.refused_at):
            continue  # a host may log a pause at any time: FAIRNESS.md, ``log-pause``
        elif at is None and one.is_denied and world.was_there(guest, one.at, one.refused_at):
            # Else it came too late, over a broken connection.
            kind = "denied-waiting" if _is_counted(world, one) else "denied"
            yield Gain(kind, guest.name, one.refused_at, _name(one), one.at)
    for one in _waiting(world):
        if one.guest is guest:
            yield from _kept(world, one)


def _is_paused(world: World, guest: Guest, at: int) -> bool:
    """Whether the log that somebody has is in a pause at that time."""
    shown = (one.entry for _game, _index, one in world.entries(guest) if one.at <= at)
    pauses = [one.on for one in shown if isinstance(one, PauseChanged)]
    return bool(pauses) and pauses[-1]


def _name(one: Sent) -> str:
    """What clients call a statement: an action by itself, a part by what it is part of."""
    return one.do or PART_NAMES.get(one.request.what, "")


def _kept(world: World, one: Sent) -> Iterator[Gain]:
    """The gain of keeping a statement, which is one when its minute is over."""
    at = _minute_over(world, one)
    if at <= world.true:
        yield Gain("kept", one.guest.name, at, one.do, one.at)


def _minute_over(world: World, one: Sent) -> int:
    """When a client says at the latest that a statement is held back, by true time (FAIRNESS.md, "What is held back").

    Its minute goes on while the connection stands and nobody shuffles, and begins anew with the program. Of an answer
    ahead it begins when the seat is asked, which is at the latest when the turn is over in which it was given.
    """
    if isinstance(one.statement, PartGiven):
        return one.at + HELD_BACK_MILLIS
    stops = [(lost, back if back is not None else world.true) for lost, back in world.missing[one.guest.name]]
    starts = [back for lost, back in stops if lost in world.restarts[one.guest.name] and back > one.at]
    began, shuffling = (None if one.waits else max([one.at, *starts])), None
    for _game, _index, arrived in world.entries(one.guest):
        entry = arrived.entry
        if isinstance(entry, Acted) and arrived.at >= one.at and entry.do.startswith(("throw", "pass")):
            began = arrived.at if began is None else began
        if isinstance(entry, CardsDealt | Inserted | Acted | Shown) and shuffling is not None:
            stops.append((shuffling, arrived.at))
            shuffling = None
        elif not isinstance(entry, CardsDealt | Inserted | Acted | Shown | Voted | PauseChanged):
            shuffling = arrived.at if shuffling is None else shuffling
    stops += [(shuffling, world.true)] if shuffling is not None else []
    at = (world.true if began is None else began) + HELD_BACK_MILLIS
    for lost, back in sorted(stops):
        if lost < at and back > (one.at if began is None else began):
            at += back - max(lost, one.at if began is None else began)
    return at


def _is_counted(world: World, one: Sent) -> bool:
    """Whether nobody can judge this refusal, and verdicts count it (FAIRNESS.md, "What a host may choose")."""
    offers = variety(world.layout.game).offers
    answers = type(offers).offer_early is not Offers.offer_early
    return one.request.what == "action" and (
        (answers and one.waits and one.code in RULE_CODES)
        or (offers.keeps_actions(variety(world.layout.game).resolve(world.layout.options)) and one.code == "not_due")
    )


def _has_gone_on(world: World, one: Sent, at: int) -> bool:
    """Whether its player had signed another action before this one, which was not taken, stood in the log."""
    later = (other for other in _whose(world, one.guest) if other.request.what == "action")
    return any(other.statement.n > one.statement.n and one.at < other.at < at for other in later)


def _waiting(world: World) -> list[Sent]:
    """Actions and objections that an honest host would have taken, and which are neither logged nor refused."""
    found = []
    for guest in world.honest:
        logged = _logged(world, guest)
        for one in _whose(world, guest):
            is_open = one.code in (None, "too_many") and one.request.payload not in logged
            lacks = is_open and one.would_take and (one.request.what not in PARTS or _is_still_due(world, one))
            if lacks and world.was_there(guest, one.at, world.true) and _is_open(world, one):
                found.append(one)
    return found


def _is_still_due(world: World, one: Sent) -> bool:
    """Whether a part of a sealed deck, sent before, is still waited for."""
    return isinstance(one.statement, PartGiven) and world.would_take(one.guest, one.statement)


def _is_open(world: World, one: Sent) -> bool:
    game = one.guest.session.game
    return game is None or game.follower.own.log == one.statement.log


def _turns_lost(world: World, guest: Guest) -> Iterator[Gain]:
    """Acts of the host for somebody who was there, before an honest host had done them."""
    seconds, me, logged = world.layout.turn_seconds, _seat_in_log(world, guest), _logged(world, guest)
    began = opened = shuffling = shuffled = (
        0  # true times of the turn's beginning, here and at the host, and of a stop in it; how long stops took
    )
    known = waited = 0  # when the entry before came, and since when all wait for this seat (FAIRNESS.md, "Votes")
    for game, index, arrived in world.entries(guest):
        entry, before, known = arrived.entry, known, arrived.at
        if isinstance(entry, CardsDealt | Inserted | Shown):
            began, waited, shuffled, opened = arrived.at, arrived.at, 0, world.written.get((game, index), arrived.at)
        elif isinstance(entry, Cosigns) or (isinstance(entry, PauseChanged) and not entry.on):
            shuffled += arrived.at - shuffling if shuffling else 0
            shuffling = 0
        elif isinstance(entry, PauseChanged):
            shuffling = arrived.at
        elif isinstance(entry, PartLogged):
            shuffled += arrived.at - before if not shuffling else 0  # no time of a wait passes until the last share
        elif isinstance(entry, Acted | Wanted | TurnLate):
            at = _first_seen(world, game, index, arrived)
            shuffling = at if isinstance(entry, Wanted) else shuffling
            # What a program was kept from when it ended, the next one gets as its log: **Open** in ``hold-entries``.
            is_new = any(at <= ended <= arrived.at for ended in world.restarts[guest.name])
            if (
                entry.seat == me
                and entry.why in ("turn", "vote")
                and not is_new
                and world.was_there(guest, min(opened, began), at)
            ):
                had, due = at - began - shuffled, 995 * seconds - WORTH_MILLIS - KEPT_MILLIS - 100
                sent = [one for one in _whose(world, guest) if _should_stand(one, began, at, index, logged)]
                sent = [one for one in sent if one.code != "paused" or not _is_paused(world, guest, one.refused_at)]
                idle = 995 * world.layout.idle_seconds - WORTH_MILLIS
                if entry.why == "vote":
                    if at - waited - shuffled < idle:
                        yield Gain("turn-voted", guest.name, at, since=waited)
                elif had < due or before > at + KEPT_MILLIS:
                    yield Gain("turn-lost", guest.name, at, since=min(began, opened, *_unanswered(world, guest, at)))
                for one in sent:
                    if one.code != "too_many":
                        yield Gain("turn-lost", guest.name, at, one.do)
                    else:  # its minute goes on
                        yield from _kept(world, one)
            if entry.seat == me and entry.why == "rule" and world.was_there(guest, min(opened, began), at):
                for one in _whose(world, guest):
                    if _is_lost_answer(world, one, began, at, logged):
                        yield Gain("turn-lost", guest.name, at, one.do)
            if isinstance(entry, TurnLate):
                continue  # the own program does what the clock would
            if entry.do.startswith(("throw", "pass")):
                began, shuffled, opened = arrived.at, 0, world.written.get((game, index), arrived.at)
            waited = arrived.at if entry.seat != me or entry.signed is not None else waited


def _unanswered(world: World, guest: Guest, at: int) -> list[int]:
    """When the actions were sent that somebody has heard nothing of at this time: a doubt about them goes on."""
    heard = {
        arrived.entry.signed[0]: arrived.at
        for _game, _index, arrived in world.entries(guest)
        if isinstance(arrived.entry, Acted | Wanted) and arrived.entry.signed is not None
    }
    actions = [one for one in _whose(world, guest) if one.request.what == "action" and one.at < at and one.code is None]
    return [one.at for one in actions if heard.get(one.request.payload, at + 1) > at]


def _should_stand(one: Sent, began: int, at: int, index: int, logged: dict[bytes, int]) -> bool:
    """Whether this action should have been logged instead of the entry *index*, which the host wrote at *at*."""
    is_kept = began <= one.at < at - KEPT_MILLIS and one.would_take and one.request.payload not in logged
    return is_kept and one.request.what == "action" and (not one.waits or one.length == index)


def _is_lost_answer(world: World, one: Sent, began: int, at: int, logged: dict[bytes, int]) -> bool:
    """Whether this answer to an offer should have been logged instead of the one that its clock gave at *at*.

    A turn has one offer, so whoever is not on turn answers nothing else in it. What was refused before is denied.
    """
    if not isinstance(one.statement, Acting) or (one.code is not None and one.refused_at < at):
        return False
    is_kept = began <= one.at < at - KEPT_MILLIS and one.would_take and one.request.payload not in logged
    return is_kept and variety(world.layout.game).offers.keeps_aim(notation.parse(one.do))


def _first_seen(world: World, game: LogName, index: int, arrived: Arrived) -> int:
    """When the host wrote an entry, as far as anybody knows."""
    times = [entries[game][index].at for entries in world.arrived.values() if index in entries[game]]
    return min([arrived.at, *times])


def _seat_in_log(world: World, guest: Guest) -> int | None:
    game = guest.session.game
    return game.me if game is not None else None


def _chained(world: World, guest: Guest) -> Iterator[tuple[bytes, bytes, Arrived]]:
    """The entries that somebody was shown, each with the heads before and behind it."""
    for entries in world.arrived[guest.name].values():
        head = NO_HEAD
        for _index, arrived in sorted(entries.items()):
            before, head = head, next_head(head, arrived.data)
            yield before, head, arrived


def _voids(world: World, guest: Guest) -> Iterator[Gain]:
    """Voids that name somebody whose part the host had."""
    me, logged, heads = _seat_in_log(world, guest), _logged(world, guest), set[bytes]()
    given = [one for one in _whose(world, guest) if isinstance(one.statement, PartGiven) and one.would_take]
    given = [one for one in given if one.request.payload not in logged]
    for before, head, arrived in _chained(world, guest):
        entry = arrived.entry
        if isinstance(entry, Voided) and (me in entry.silent or not entry.signed):
            parts = [one for one in _whose(world, guest) if one.statement.head == before]
            if not entry.signed:  # with a sealed deck, while parts are due: the log shows whose are missing
                parts = [one for one in given if one.statement.head in heads]
            came = [one.at for one in parts if one.at <= arrived.at and world.was_there(guest, one.at, arrived.at)]
            if came:
                yield Gain("re-dealt", guest.name, arrived.at, since=min(came))
        heads.add(head)


def _dropped(world: World, guest: Guest) -> Iterator[Gain]:
    """Games without an end over which another was begun, or which the host shows no more.

    Who is told that there are more tables than are named may think that it is one of these (FAIRNESS.md,
    ``lobby-more``).
    """
    games = sorted(world.arrived[guest.name])
    for number in games:
        if world.dealt(guest, number) and not world.ended(guest, number):
            begun = [later for later in games if later > number and world.dealt(guest, later)]
            if begun:
                yield Gain(
                    "other-game", guest.name, min(one.at for one in world.arrived[guest.name][begun[0]].values())
                )
            elif world.stands(guest) and not world.is_at_table(guest, number) and guest.name not in world.told_more:
                times = [one.at for one in world.arrived[guest.name][number].values()]
                yield Gain("game-gone", guest.name, max([*times, world.gone.get(guest.name, 0)]) + AT_ONCE)


def _ended(world: World, guest: Guest) -> Iterator[Gain]:
    """Games that were ended for want of somebody who had time left, or owed nothing."""
    me, idle = _seat_in_log(world, guest), 995 * world.layout.idle_seconds - WORTH_MILLIS
    stood, stands_at, stood_t = 0, NO_HEAD, 0
    kind: type[Entry] = Opened
    wanting = set[int]()
    for _before, head, arrived in _chained(world, guest):
        entry = arrived.entry
        if isinstance(entry, Voted):
            vote = read_statement("vote", entry.signed[0])
            if isinstance(vote, Voting) and vote.about == me:
                (wanting.add if vote.yes else wanting.discard)(entry.seat)
        elif isinstance(entry, Ended) and entry.why == "waited" and wanting:
            is_early = entry.t - stood_t < idle  # by log time: who was away gets entries late
            if is_early or not _was_slow(world, guest, kind, stands_at, stood, arrived.at):
                yield Gain("ended", guest.name, arrived.at, "", stood)
        elif not isinstance(entry, Ended | PauseChanged):
            stood, stands_at, kind = arrived.at, head, type(entry)
            stood_t = 0 if isinstance(entry, Opened) else entry.t
            if isinstance(entry, Acted) and entry.seat == me:
                wanting.clear()


def _was_slow(world: World, guest: Guest, kind: type[Entry], head: bytes, since: int, until: int) -> bool:
    """Whether a game that stood at an entry of this kind waited for this person, and not for the host."""
    if kind in (CardsDealt, Inserted, Acted, Shown) or not world.was_there(guest, since, until):
        return True
    parts = [one for one in _whose(world, guest) if one.request.what in PARTS and one.statement.head == head]
    if world.layout.is_sealed and kind not in (Seated, NonceCommits, HostCommit, Commits):
        logged = _logged(world, guest)
        given = (one for one in _whose(world, guest) if one.request.what in PARTS and one.at >= since)
        return not any(one.would_take and one.at < until and one.request.payload not in logged for one in given)
    return kind in (Seated, NonceCommits) and not parts


def _hands_opened(world: World, guest: Guest) -> Iterator[Gain]:
    """Hands that the others opened although their player's program was there, and had given what was due."""
    me, logged = _seat_in_log(world, guest), _logged(world, guest)
    for _game, _index, arrived in world.entries(guest):
        if isinstance(arrived.entry, HostPart) and arrived.entry.about == me:
            kept = {
                one.at: one.code for one in _whose(world, guest)
                if isinstance(one.statement, PartGiven | Acting) and one.would_take and one.at < arrived.at
                and logged.get(one.request.payload, arrived.at + 1) > arrived.at
                and world.was_there(guest, one.at, arrived.at)
            }  # fmt: skip
            is_unread = {*kept.values()} == {"too_many"}
            since = min(kept, default=max(0, arrived.at - 1000 * world.layout.idle_seconds))
            if kept or world.was_there(guest, since, arrived.at):
                yield Gain("hand-opened-unread" if is_unread else "hand-opened", guest.name, arrived.at, since=since)


def _blind(world: World, guest: Guest) -> Iterator[Gain]:
    """Cards that were dealt to somebody and not shown."""
    since = world.lacks_since.get(guest.name)
    if since is not None and world.was_there(guest, since, world.true) and world.true - since >= BLIND_MILLIS:
        yield Gain("blind", guest.name, since + BLIND_MILLIS)


def _time(world: World, guest: Guest) -> Iterator[Gain]:
    """Log time that has not passed."""
    opened: dict[LogName, int] = {}
    for others in world.arrived.values():
        for game, entries in others.items():
            if 0 in entries:
                opened[game] = min(opened.get(game, entries[0].at), entries[0].at)
    playing = guest.session.game
    followed = playing.follower.length if playing is not None else 0
    for game, index, arrived in world.entries(guest):
        if isinstance(arrived.entry, Opened) or game not in opened:
            continue
        if playing is not None and playing.number == game[1] and index > followed:
            continue  # what is behind a gap tells nobody anything
        if arrived.entry.t > 1.005 * (arrived.at - opened[game]) + WORTH_MILLIS + 100:
            yield Gain("time", guest.name, arrived.at)
            return


def _first_shown(world: World, since: int) -> list[int]:
    """When an honest person was first shown an entry since then, if one was: what nobody sees is worth nothing.

    One whose predecessors are missing is none: a client takes it for a reason to ask, and not into its log.
    """
    shown = list[int]()
    for guest in world.honest:
        for entries in world.arrived[guest.name].values():
            index = known = 0
            while index in entries and entries[index].at < since:
                known, index = max(known, entries[index].at), index + 1
            if index in entries and not _came_to_nothing(entries, index):
                shown.append(max(known, entries[index].at))
    return [min(shown)] if shown else []


def _came_to_nothing(entries: Mapping[int, Arrived], index: int) -> bool:
    """Whether the host commits itself there, or right behind, to a deck whose root nobody has seen."""
    kinds = [type(entries[at].entry) for at in sorted(entries) if at >= index]
    later = kinds[kinds.index(HostCommit) :] if HostCommit in kinds[:2] else [Root]
    return next((kind for kind in later if kind in (Root, Voided)), Voided) is Voided


def _split(world: World) -> Iterator[Gain]:
    """An honest person is shown two entries at one place, or holds another one than the host's log, and it goes on.

    Where nothing comes behind it for that person, who signs nothing either, their game stands still there: no client
    can tell, and the host has gained nothing yet.
    """
    for guest in world.honest:
        if guest.name in world.shown_two:
            yield Gain("split", guest.name, world.shown_two[guest.name])
        for name, entries in world.arrived[guest.name].items() if guest.name in world.misled else ():
            log = world.logs.get((TABLE, name[1]), {}) if name[0] == 1 else {}
            odd = [index for index, one in entries.items() if index in log and log[index].entry != one.data]
            if odd and _goes_on(world, guest, name, min(odd)):
                yield Gain("split", "", entries[min(odd)].at)


def _goes_on(world: World, guest: Guest, game: LogName, index: int) -> bool:
    """Whether somebody has seen or signed something behind an entry. People take their time, programs do not."""
    entries = world.arrived[guest.name][game]
    at = entries[index].at
    return index < max(entries) or any(one.at > at or (one.at == at and not one.do) for one in _whose(world, guest))
