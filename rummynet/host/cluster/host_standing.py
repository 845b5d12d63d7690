"""What the threads of a host in a cluster know of each other. Each attribute is written by one of them."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from rummynet.host.cluster.membership import Membership

Work = Callable[[Membership], None]  # what the reactor wants of the database


@dataclass(slots=True)
class HostStanding:
    """A host's standing in its cluster; times are of its monotonic clock. ``lease``: seconds."""

    lease: float
    stopping: threading.Event = field(default_factory=threading.Event)

    # written by the reactor's thread
    addresses: tuple[str, ...] = ()
    room: int = 0  # tables that this host may take
    draining: bool = False
    seen_at: float = field(default_factory=time.monotonic)  # when the reactor ran last
    sure_until: float = field(default_factory=time.monotonic)  # until then nobody can have taken our tables
    work: deque[Work] = field(default_factory=deque)
    """Filled by the reactor's thread, emptied by the one that takes tables over."""

    # written by the thread that renews the leases
    beating_since: float = field(default_factory=time.monotonic)  # since when it has had its connection
    beat_seconds: float = 0.0  # how long the last sign of life took

    # written by the thread that takes tables over
    asked: dict[int, int] = field(default_factory=dict)  # by table the token under which it was handed to the reactor

    @property
    def is_unsure(self) -> bool:
        """Whether another host may have taken tables of ours, for all that we know."""
        return time.monotonic() >= self.sure_until
