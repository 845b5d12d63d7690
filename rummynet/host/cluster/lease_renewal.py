"""Keeps a host's leases: signs of life to the database, and nothing else: reading tables may take longer than one."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from rummynet.host.cluster.database_thread import HostStanding
from rummynet.host.cluster.membership import Membership

# Signs of life within the time of a lease: two may be late, by the disk of the database or a lost packet, and the
# third still counts.
BEATS: Final = 4
# Share of a lease in which, by this machine's own clock, nobody can have taken our tables: the rest is for clocks
# that run differently, by far more than crystals do, and for the way to the database.
SURE: Final = 0.8
# Time after which a reactor that does not run, or a write that does not end, costs the host its tables: a process that
# only renews leases would keep them from everybody. Longer than the pauses of a working host: a start with many tables,
# a slow disk.
STUCK_SECONDS: Final = 15.0

Call = Callable[..., object]  # calls a function with arguments in the reactor's thread


Renewed = Callable[[dict[int, int], dict[int, int], float], None]
"""Our leases were renewed: by table the token of each now, and of those known just before. Nobody takes them until this
time of the monotonic clock."""


def renew_leases(
    standing: HostStanding, renewed: Renewed, drain: Callable[[], None], call: Call, errors: type[Exception],
    base: Membership,
) -> None:  # fmt: skip
    """The life of a connection (``Keep``) that gives signs of life until the host ends; then leases are given up.

    *drain*: an operator wants the host drained. *errors* are those of the driver.
    """
    base.forget_gone()
    standing.beating_since = time.monotonic()
    is_first = True
    while not standing.stopping.is_set():
        now = time.monotonic()
        if now < standing.seen_at + STUCK_SECONDS:
            known = standing.asked.copy()
            if base.beat(standing.lease, standing.addresses, standing.room) and not standing.draining:
                call(drain)
            owned = base.leases()  # read after the beat: nobody takes them until the lease is over
            standing.beat_seconds = time.monotonic() - now
            call(renewed, owned, known, now + SURE * standing.lease)
            if is_first:  # the others learn of this host now, not when they read the next time
                base.notify()
            is_first = False
        else:  # when it goes on, the others may have stood still as well: they come back before their tables are taken
            standing.beating_since = now
        standing.stopping.wait(max(0.0, now + standing.lease / BEATS - time.monotonic()))
    with suppress(errors):
        base.leave()
