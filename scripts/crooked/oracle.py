"""What a host has gained in a run, and whether somebody honest says so.

An honest host takes what is well signed, legal and in turn; acts for a seat when the time of its person is over; voids
a shuffle only for a seat that said nothing; ends what it began; and its clock goes with everybody's. What differs from
that, for somebody whose connection stood, is a gain. Files and clients of honest people must say something then.
"""

from collections.abc import Iterator

from crooked.world import Arrived, Sent, World
from rummynet.verifier.offline import check
from rummynet_client.core.session.incidents import read_lines
from rummynet_client.core.session.watches import (
    BLAMED,
    BLIND,
    CHEAT,
    HELD_BACK,
    NO_END,
    TIME_LEADS,
    UNANSWERED,
    UNSEEN_END,
    WITHHELD,
)
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Cosigns,
    Inserted,
    Opened,
    PauseChanged,
    Shown,
    Voided,
    Wanted,
)
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


class Found(Value):
    """What a run came to."""

    gains: frozenset[str]
    """Kinds of what the host has gained."""
    says: frozenset[str]
    """What clients and files of honest people say: kinds of incidents, failed checks, protests."""
    fired: tuple[str, ...] = ()
    """Items of the script that had an occasion."""

    @property
    def unseen(self) -> frozenset[str]:
        """Gains of which nobody says anything."""
        return frozenset() if self.says else self.gains


def look(world: World) -> Found:
    """Judge a run that is over."""
    return Found(frozenset(_gains(world)), frozenset(_says(world)))


def is_waiting(world: World) -> bool:
    """Whether a client's minute has to pass before the run can be judged."""
    return not set(_says(world)) and bool(_waiting(world) or set(_gains(world)))


# -- what is said


def _says(world: World) -> Iterator[str]:
    for guest in (*world.honest, *world.windows):
        for one in read_lines(guest.incidents, guest.session.host_key.hex()):
            if one.kind in ACCUSES:
                yield f"{one.kind} {one.check}".strip()
        for data in guest.kept.values():
            try:
                report = check(data, partial=True)
            except (NotATranscript, Cheat):
                continue
            if report.check is not None:
                yield f"file {report.check}"
            answers = {says for void in report.auditor.voids for says in void.answers}
            yield from (f"protest {says}" for says in sorted(answers - {"", "silent"}))


# -- gains


def _gains(world: World) -> Iterator[str]:
    for guest in world.honest:
        yield from _denied(world, guest)
        yield from _turns_lost(world, guest)
        yield from _voids(world, guest)
        yield from _dropped(world, guest)
        yield from _time(world, guest)
        yield from _blind(world, guest)
    if world.forked:
        yield "forked"
    yield from _split(world)


def _whose(world: World, guest: Guest) -> Iterator[Sent]:
    return (one for one in world.sent.values() if one.guest is guest)


def _logged(world: World, guest: Guest) -> dict[bytes, int]:
    """True time at which each own action, by payload, came back in the log, or was logged where others saw it."""
    found: dict[bytes, int] = {}
    for one in world.honest:
        for _game, _index, arrived in world.entries(one):
            entry = arrived.entry
            if isinstance(entry, Acted | Wanted) and entry.signed is not None:
                found.setdefault(entry.signed[0], arrived.at)
    return found


def _denied(world: World, guest: Guest) -> Iterator[str]:
    """Legal actions in turn that were refused, or kept for more than a minute, or both refused and logged."""
    logged = _logged(world, guest)
    for one in _whose(world, guest):
        is_logged = one.request.payload in logged
        if one.code not in (None, "too_many") and is_logged:
            yield "used-refused"
        elif one.code not in (None, "too_many") and one.would_take and world.was_there(guest, one.at, one.refused_at):
            yield "denied"  # else it came too late, as over a broken connection
    yield from ("kept" for one in _waiting(world) if one.guest is guest and _waits(world, one) >= HELD_BACK_MILLIS)


def _waiting(world: World) -> list[Sent]:
    """Actions that an honest host would have taken, and which are neither logged nor refused."""
    found = []
    for guest in world.honest:
        logged = _logged(world, guest)
        for one in _whose(world, guest):
            lacks = one.code in (None, "too_many") and one.would_take and one.request.payload not in logged
            if lacks and world.was_there(guest, one.at, world.true) and _is_open(world, one):
                found.append(one)
    return found


def _is_open(world: World, one: Sent) -> bool:
    game = one.guest.session.game
    return game is None or game.follower.own.log == one.statement.log


def _waits(world: World, one: Sent) -> int:
    return world.true - one.at


def _turns_lost(world: World, guest: Guest) -> Iterator[str]:
    """Acts of the host for somebody who was there, before an honest host had done them."""
    seconds, me, logged = world.layout.turn_seconds, _seat_in_log(world, guest), _logged(world, guest)
    began = shuffling = shuffled = (
        0  # true times of the turn's beginning and of a shuffle or pause in it, and how long these took
    )
    known = 0  # when the entry before came
    for game, index, arrived in world.entries(guest):
        entry, before, known = arrived.entry, known, arrived.at
        if isinstance(entry, CardsDealt | Inserted | Shown):
            began, shuffled = arrived.at, 0
        elif isinstance(entry, Cosigns) or (isinstance(entry, PauseChanged) and not entry.on):
            shuffled += arrived.at - shuffling if shuffling else 0
            shuffling = 0
        elif isinstance(entry, PauseChanged):
            shuffling = arrived.at
        elif isinstance(entry, Acted | Wanted):
            at = _first_seen(world, game, index, arrived)
            shuffling = at if isinstance(entry, Wanted) else shuffling
            if entry.seat == me and entry.why in ("turn", "vote") and world.was_there(guest, began, at):
                had, due = at - began - shuffled, 995 * seconds - WORTH_MILLIS - KEPT_MILLIS - 100
                sent = any(
                    began <= one.at < at - KEPT_MILLIS and one.would_take and one.request.payload not in logged
                    for one in _whose(world, guest)
                )
                if entry.why == "vote":
                    yield "turn-voted"
                elif had < due or sent or before > at + KEPT_MILLIS:
                    yield "turn-lost"
            if entry.do.startswith(("throw", "pass")):
                began, shuffled = arrived.at, 0


def _first_seen(world: World, game: int, index: int, arrived: Arrived) -> int:
    """When the host wrote an entry, as far as anybody knows."""
    times = [entries[game][index].at for entries in world.arrived.values() if index in entries[game]]
    return min([arrived.at, *times])


def _seat_in_log(world: World, guest: Guest) -> int | None:
    game = guest.session.game
    return game.me if game is not None else None


def _voids(world: World, guest: Guest) -> Iterator[str]:
    """Voids that name somebody whose part the host had."""
    me = _seat_in_log(world, guest)
    for number, entries in world.arrived[guest.name].items():
        head = NO_HEAD
        for index, arrived in sorted(entries.items()):
            entry = arrived.entry
            if isinstance(entry, Voided) and me in entry.silent:
                parts = [one for one in _whose(world, guest) if one.statement.head == head]
                if any(one.at <= arrived.at and world.was_there(guest, one.at, arrived.at) for one in parts):
                    yield "re-dealt"
            head = next_head(head, arrived.data)
            del index
        del number


def _dropped(world: World, guest: Guest) -> Iterator[str]:
    """Games without an end over which another was begun, or which the host shows no more."""
    games = sorted(world.arrived[guest.name])
    for number in games:
        if world.dealt(guest, number) and not world.ended(guest, number):
            if any(world.dealt(guest, later) for later in games if later > number):
                yield "other-game"
            elif guest.session._presence.playing is None and world.stands(guest):
                yield "game-gone"


def _blind(world: World, guest: Guest) -> Iterator[str]:
    """Cards that were dealt to somebody and not shown."""
    game = guest.session.game
    if game is None or game.state is None or game.shuffling or game.hand_is_known or game.follower.cheat is not None:
        return
    times = [arrived.at for _game, _index, arrived in world.entries(guest)]
    if world.was_there(guest, max(times), world.true) and world.true - max(times) < BLIND_MILLIS:
        times = [arrived.at for _game, _index, arrived in world.entries(guest) if arrived.entry.kind == "deal"]
    if world.was_there(guest, max(times), world.true) and world.true - max(times) >= BLIND_MILLIS:
        yield "blind"


def _time(world: World, guest: Guest) -> Iterator[str]:
    """Log time that has not passed."""
    opened: dict[int, int] = {}
    for others in world.arrived.values():
        for game, entries in others.items():
            if 0 in entries:
                opened[game] = min(opened.get(game, entries[0].at), entries[0].at)
    for game, _index, arrived in world.entries(guest):
        if isinstance(arrived.entry, Opened) or game not in opened:
            continue
        if arrived.entry.t > 1.005 * (arrived.at - opened[game]) + WORTH_MILLIS + 100:
            yield "time"
            return


def _split(world: World) -> Iterator[str]:
    """Two honest people hold different entries at one place."""
    if len(world.honest) < 2:
        return
    first, second = (world.arrived[guest.name] for guest in world.honest[:2])
    for game in first:
        for index in first[game]:
            if index in second.get(game, {}) and first[game][index].data != second[game][index].data:
                yield "split"
                return
