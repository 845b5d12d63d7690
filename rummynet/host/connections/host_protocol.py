"""The connections of a host: greeting, limits and pings of each, and what all of them share.

Authenticated, well-formed requests go on to the dispatcher.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet import __version__
from rummynet.host.connections.delay import MEASURE_SECONDS, Delay
from rummynet.host.connections.scheduler import MessageScheduler
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.dispatch.proofs_ahead import ProofsAhead
from rummynet.host.limits.admission import Admission, address_group
from rummynet.host.limits.bounds import WEIGHTS, Bounds
from rummynet.host.limits.request_limits import RequestLimits
from rummynet.host.limits.token_bucket import TokenBucket
from rummynet.host.net.outgoing import Packed, SendQueue, Transport, UnsentTotal
from rummynet.host.ops.logbook import Logbook
from rummynet.table.api.host_context import HostContext
from rummynet_protocol.codec import Measure
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.fairness.signing import BadKey, BadSignature, check_key, hello_payload, verify
from rummynet_protocol.sentences import sentence
from rummynet_protocol.text import clean, clean_sentence
from rummynet_protocol.wire import messages
from rummynet_protocol.wire.address import read_address
from rummynet_protocol.wire.connection import MOST_UNANSWERED, Connection, Role, Stage
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.lifecycle import ANSWERS, REQUESTS
from rummynet_protocol.wire.versions import agree

if TYPE_CHECKING:  # needs the extra: never imported by a host by itself
    from rummynet.host.cluster.cluster_host import ClusterHost

AGENT: Final = f"rummynet/{__version__}"
# Two reads of the transport: enough that a busy connection never idles, and with 1000 connections some 32 MB.
INBOX_FULL: Final = 32 * 1024  # received bytes that wait to be parsed at which reading from the socket pauses
# A quarter: with one mark for both, reading would stop and start again with every message.
INBOX_LOW: Final = 8 * 1024  # received bytes that wait to be parsed below which reading resumes
# Well below ``unread_bytes``: a peer that reads nothing can ask for no more, and is cut off only by what others cause.
UNREAD_LIMIT: Final = 1024 * 1024  # unsent bytes of a slow reader from which on its messages are not handled
# So one request that sends a whole log uses up the share of many small ones, as it does the host's time.
EFFECTS_PER_COST: Final = 4
"""Effects of a request (log entries sent, timers started) that cost as much as a small message."""


class Banned(RummynetError):
    """The operator does not let this person in."""

    code = "removed"


class HostProtocol:
    """A connection. ``key`` is set once it is proven and admitted; ``group`` is the address group that limits count.

    ``asked_at``: when it came, or has made its last request. *only_table*: the one table that it may see and use; None
    for the whole lobby.
    """

    def __init__(self, factory: "HostFactory", address: str, only_table: int | None) -> None:
        self.factory = factory
        self.key: bytes | None = None
        self.name = ""
        self.group = address_group(address)
        self.address = address
        bounds = factory.bounds
        self._connection = Connection(Role.HOST, Measure(bounds.frame_bytes, bounds.items, bounds.depth))
        self._hello: messages.Hello | None = None
        self._nonce = b""  # what its proof has to sign
        self._inbox = self._connection.frames
        self._out = SendQueue(factory.unsent)
        self._ended = False
        self._listens = True
        self._received_at = self.asked_at = now = factory.reactor.seconds()
        self._messages = TokenBucket(bounds.burst, bounds.messages_per_second, now)
        self._share = TokenBucket(bounds.share_burst, bounds.share_per_second, now)
        self._is_greedy = self._is_own_bot = False
        """``_is_greedy``: its share is used up. ``_is_own_bot``: it is one of the host's own bots."""
        self._timer: IDelayedCall | None = None
        self._pongs_due = 0
        self._delay = Delay()
        self._wire: Transport | None = None  # set while connected
        self._checking = False  # its last message waits for the check of a proof; those behind it are handled after it
        self.only_table = only_table

    # -- state for scheduler and limits

    @property
    def unsent(self) -> int:
        """Bytes that wait for a slow reader, here and in a paused transport."""
        return self._out.bytes

    @property
    def is_behind(self) -> bool:
        """Whether messages wait because it reads too slowly."""
        return self._out.paused and not self._ended

    @property
    def share_left(self) -> float | None:
        """The rest of its share of the host's time; None from when it is used up until half of it is back."""
        # The operator allows the host's own bots; a table must not wait for them because they think fast.
        if self._is_own_bot:
            return self._share.capacity
        left = self._share.left(self.factory.reactor.seconds())
        # Half, and not one message's worth: a flood would otherwise be modest again after each tenth of a second.
        self._is_greedy = left <= 0 or (self._is_greedy and left < self._share.capacity / 2)
        return None if self._is_greedy else left

    @property
    def has_message(self) -> bool:
        """Whether a message waits to be handled: not of a peer that does not read, nor by a host that ends.

        What that would answer from its memory may not be on its disk, and not hold for the next host of a cluster.
        """
        is_free = not (self._ended or self._checking) and self.factory.dispatcher.takes_inputs
        return is_free and self._inbox.has_frame and (not self._out.paused or self.unsent < UNREAD_LIMIT)

    # -- the transport's side

    def connection_made(self, transport: Transport) -> None:
        """Start the timer for TLS and the greeting; nothing is sent before the hello."""
        self._wire = transport
        if not self.factory.dispatcher.takes_inputs:
            self._abort()
            return
        self._set_timer(self.factory.bounds.greeting_seconds, self._greeting_timed_out)
        self.factory.add_connection(self)

    def data_received(self, data: bytes) -> None:
        """Buffer received bytes. Messages of the greeting are handled at once, others when the scheduler calls."""
        if self._ended:
            return
        self._received_at = self.factory.reactor.seconds()
        self._inbox.add(data)
        # The greeting is two messages and limited by ``ungreeted``; waiting behind a crowd it would run out of time.
        while self.key is None and self.has_message:
            self.handle_message()
        # The peer reads again, so its messages may be handled again.
        self._wait_for_turn()

    def eof_received(self) -> None:
        """The peer has ended the connection, or TLS has failed."""
        if not self._ended:
            self._close()

    def connection_lost(self) -> None:
        """Clean up, whichever side has closed the connection."""
        self._end()
        self._out.clear()
        self._stop_timer()
        self.factory.connections.discard(self)
        if self.key is not None:
            self.factory.dispatcher.disconnected(self.key, self)
            self.factory.logbook.note("left", peer=self.address, name=self.name)
        self._wire = None  # breaks a reference cycle that would last until the next full collection

    def pause_writing(self) -> None:
        """The transport's buffer is full: queue what is sent from now on."""
        if self._wire is not None:
            self._out.pause(self._wire.unsent)

    def resume_writing(self) -> None:
        """The transport's buffer is empty: write what is queued."""
        self._out.resume(self._write)
        self._wait_for_turn()

    # -- sending

    def send(self, packed: Packed) -> None:
        """Send a message; no effect unless the connection is open."""
        if self._ended or self._connection.stage is not Stage.OPEN:
            return
        kind = type(packed.message)
        if kind is messages.Pong:
            self._pongs_due = max(0, self._pongs_due - 1)
        elif self.only_table is not None:
            narrowed = _about(self.only_table, packed)
            if narrowed is None:
                return
            packed = narrowed
        # Answers go through the protocol's state, which counts unanswered requests; all else is one frame for many
        # readers.
        data = self._connection.send(packed.message) if kind in ANSWERS else packed.frame
        if not self._out.paused:
            assert self._wire is not None
            self._wire.write(data)
            return
        self._out.add(data)
        if self._out.bytes > self.factory.bounds.unread_bytes:
            self.cut_off()
        else:
            # At each message that waits: a total that is looked at now and then could be far beyond its limit.
            self.factory.unsent.enforce(self.factory.connections)

    def cut_off(self) -> None:
        """End the connection of a slow reader at once."""
        self.factory.logbook.warn("too slow a reader", peer=self.address, name=self.name)
        self.factory.too_slow += 1
        self.drop()

    def drop(self) -> None:
        """End the connection at once, without a bye."""
        # What waits for a slow reader would hold its memory until the socket closes.
        self._out.clear()
        self._abort()

    def goodbye(self, code: str, says: str) -> None:
        """Send a bye and close; no effect once the connection has ended."""
        if self._ended:
            return
        self.factory.goodbyes[code] += 1
        if self._connection.stage is not Stage.CLOSED:
            self._write(self._connection.send(messages.Bye(code, clean_sentence(says, 400))))
        self._close()

    def redirect(self, to: messages.Redirect) -> None:
        """Send the client to another host, and close."""
        if self._ended or self._connection.stage is not Stage.OPEN:
            return
        self.factory.goodbyes[to.kind] += 1
        self._write(self._connection.send(to))
        self._close()

    # -- receiving

    def handle_message(self) -> int:
        """Handle the first waiting message and return its cost. On a protocol error send one bye and close."""
        if not self.has_message:
            return 0
        cost, now = 0, self.factory.reactor.seconds()
        try:
            body = self._inbox.next_body()
            message = self._connection.receive_body(body)
            cost = WEIGHTS.get(type(message), 1)
            cost += self._dispatch_message(message, body, cost, now) // EFFECTS_PER_COST
            self._share.spend(now, cost)
        except RemoteProtocolError as problem:
            self.goodbye(problem.code, problem.says)
        except Exception as problem:
            # A fault of ours on one message ends this connection and no other; the client dials again and asks for all.
            self.factory.logbook.trouble("a message could not be handled", problem)
            self.goodbye("trouble", sentence("the host made a mistake on this connection; connect again"))
        # However much waits, without a whole frame more has to be read, or a long message would never come.
        if not self._listens and (len(self._inbox) < INBOX_LOW or not self._inbox.has_frame):
            self._listen(True)
        return cost

    def _wait_for_turn(self) -> None:
        if self.has_message:
            self.factory.scheduler.add(self)
        if self._listens and len(self._inbox) >= INBOX_FULL and self._inbox.has_frame:
            self._listen(False)

    def _listen(self, yes: bool) -> None:
        """Resume or pause reading from the socket."""
        if yes != self._listens and not self._ended:
            assert self._wire is not None
            self._listens = yes
            if yes:
                self._wire.resume_reading()
            else:
                self._wire.pause_reading()

    def _dispatch_message(self, message: messages.Message, body: bytes, cost: int, now: float) -> int:
        """Handle one message, which came as *body*. Return the number of effects it caused at the tables."""
        self.factory.messages_received += 1
        # Before it is handled, whatever it is: pings and nonsense cost the host time too.
        if not self._messages.take(now, cost):
            self.goodbye("too_fast", sentence("you send too many messages; connect again and send fewer"))
            return 0
        # First, as most messages are requests. ``Connection`` lets none come before the key; mypy cannot know that.
        if type(message) in REQUESTS and self.key is not None:
            return self._handle_request(self.key, message, body, now)  # type: ignore[arg-type]
        match message:
            case messages.Forwarded():
                self._handle_forwarded(message)
            case messages.Hello():
                self._handle_hello(message)
            case messages.Proof():
                self._handle_proof(message)
            # At once and not in order: it asks only whether this host is there (PROTOCOL.md, "Pings").
            case messages.Ping(0):
                self.send(Packed(messages.Pong(0)))
            case messages.Ping() if self.key is not None:
                return self._handle_ping(self.key, message)
            case messages.Pong(number) if self.key is not None:
                if self._delay.answer(number, self._received_at):
                    self.factory.dispatcher.show_delay(self.key, self._delay.millis, self)
            case messages.Bye():
                self._close()
        return 0

    def _handle_ping(self, key: bytes, ping: messages.Ping) -> int:
        """Have a ping answered behind all that this connection was owed when it was read."""
        self._pongs_due += 1
        if self._pongs_due > MOST_UNANSWERED:  # as for requests: asking on while the disk is behind fills the memory
            self.goodbye("too_fast", sentence("you send too many messages; connect again and send fewer"))
            return 0
        return self.factory.dispatcher.handle_request(key, ping, self)

    def _handle_request(self, key: bytes, request: messages.Request, body: bytes, now: float) -> int:
        """Dispatch a request if the limits of this person and address admit it; refuse it otherwise."""
        self.asked_at = now
        # A new table has no number yet, and is another one.
        if self.only_table not in (None, getattr(request, "table", 0)):
            says = sentence("your invitation is for table {table} only", table=self.only_table)
            self.send(Packed(messages.Refused(request.n, "invited", says)))
            return 0
        try:
            # Refused, and the connection stays: a person who clicks too often has done nothing wrong.
            limits = self.factory.request_limits
            admitted = request if self._is_own_bot else limits.admit(key, self.group, request, now)
        except Refusal as refusal:
            self.send(Packed(messages.Refused(request.n, refusal.code, refusal.says)))
            return 0
        # A request that was cut is not the bytes that came, so the journal packs it again.
        packed = body if admitted is request else b""
        ahead = self.factory.proofs_ahead
        if ahead is not None and ahead.check(key, admitted, lambda: self._take_checked(key, admitted, packed)):
            self._checking = True
            return 0
        return self.factory.dispatcher.handle_request(key, admitted, self, packed)

    def _take_checked(self, key: bytes, request: messages.Request, body: bytes) -> None:
        """Dispatch a request whose proof was checked ahead, and go on with what came after it."""
        self._checking = False
        self.factory.dispatcher.handle_request(key, request, self, body)
        self.factory.dispatcher.flush()
        self._wait_for_turn()

    def _handle_forwarded(self, forwarded: messages.Forwarded) -> None:
        """Count the person where they are, not where the host is that serves their page."""
        try:
            signed = forwarded.address.encode()
            verify(self.factory.context.signer.public, "forwarded", signed, forwarded.signature)
        except BadSignature:
            self.goodbye("proof", sentence("only a host with the same key can say where you are; leave that out"))
            return
        self.factory.move(self, forwarded.address)

    def _handle_hello(self, hello: messages.Hello) -> None:
        try:
            version = agree(hello.low, hello.high)
            check_key(hello.key)  # before anything is signed: for a weak key anybody can make signatures
        except BadKey:
            says = sentence("your key is not a proper Ed25519 key, so it proves nothing; make another one")
            self.goodbye("proof", says)
        except RummynetError as problem:
            self.goodbye(problem.code, problem.says)
        else:
            # Fresh for each greeting: a proof that was recorded is of no use in another one.
            self._hello, self._nonce = hello, self.factory.context.chance(32)
            self._write(self._connection.send(messages.Challenge(version, self._nonce)))

    def _handle_proof(self, proof: messages.Proof) -> None:
        bounds, context, hello = self.factory.bounds, self.factory.context, self._hello
        assert hello is not None  # ``Connection`` lets no proof come before it
        # With the host's key in it, so that a proof given to one host opens no connection to another (PROTOCOL.md, "The
        # greeting").
        payload = hello_payload(context.signer.public, self._nonce, hello.key)
        try:
            verify(hello.key, "hello", payload, proof.signature)
            # After the proof: a connection that only claims a key must not displace that key's own connection.
            self.factory.admit(self, hello.key)
        except BadSignature:
            says = sentence("you have not proven that this key is yours; check that you know the right host")
            self.goodbye("proof", says)
            return
        except RummynetError as problem:
            self.goodbye(problem.code, problem.says)
            return
        self.key = hello.key
        self.name = clean(hello.name, bounds.name_characters) or f"guest {hello.key[:2].hex()}"
        # By its key, which the host has made: a client cannot claim to be a bot.
        self._is_own_bot = self.key in self.factory.dispatcher.lobby.bots
        name, others = clean(context.name, messages.NAME), self.factory.other_addresses()[: messages.MOST_ADDRESSES]
        self._write(self._connection.send(messages.Welcome(name, self.name, AGENT, others)))
        self.factory.logbook.note("came", peer=self.address, name=self.name)
        self._set_timer(bounds.ping_seconds if self._is_own_bot else MEASURE_SECONDS, self._check_idle)
        # After the welcome, since it sends the lobby at once.
        self.factory.dispatcher.connected(self.key, self.name, self)

    # -- timers and closing

    def _check_idle(self) -> None:
        bounds = self.factory.bounds
        silent = self.factory.reactor.seconds() - self._received_at
        # A peer whose messages wait for their turn has not been silent.
        if silent >= bounds.idle_seconds and not self.has_message:
            self.goodbye("idle", sentence("nothing was heard from you; connect again"))
            return
        # A bot of the host's own is as far as the host is busy, and a slow reader as its queue is long.
        if silent >= bounds.ping_seconds or not (self._is_own_bot or self._out.paused):
            self.send(Packed(messages.Ping(self._delay.ask(self.factory.reactor.seconds()))))
        is_measured = self._is_own_bot or self._delay.is_known
        self._set_timer(bounds.ping_seconds if is_measured else MEASURE_SECONDS, self._check_idle)

    def _greeting_timed_out(self) -> None:
        self.goodbye("greeting", sentence("the greeting took too long; connect again"))

    def _set_timer(self, seconds: float, do: object) -> None:
        self._stop_timer()
        self._timer = self.factory.reactor.callLater(seconds, do)  # type: ignore[arg-type]

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None  # it holds this connection, as that holds it

    def _write(self, data: bytes) -> None:
        if self._wire is not None:
            self._wire.write(data)

    def _end(self) -> None:
        """Discard unread messages and free the place; nothing is read or sent from now on."""
        self._ended = True
        self._inbox.clear()
        self.factory.admission.remove(self)

    def _close(self) -> None:
        """Close after flushing what was written, or abort after ``farewell_seconds``."""
        # Reading goes on, or the peer's end of TLS would never be seen and each close would wait for the time limit.
        self._listen(True)
        self._end()
        self._out.clear()
        if self._wire is not None:
            self._wire.close()
        self._set_timer(self.factory.bounds.farewell_seconds, self._abort)

    def _abort(self) -> None:
        self._end()
        if self._wire is not None:
            self._wire.abort()


def _about(table: int, packed: Packed) -> Packed | None:
    """What of a message is about this table; None if nothing is."""
    message = packed.message
    if isinstance(message, messages.LobbyShown):
        rows = tuple(row for row in message.tables if row[0] == table)
        # ``more`` keeps a client from taking a table that has no place in the message for closed.
        return Packed(
            messages.LobbyShown(rows, 0 if rows else min(1, message.more), (table,) if table in message.far else ())
        )
    return packed if getattr(message, "table", None) in (None, table) else None


@dataclass(eq=False)
class HostFactory:
    """Makes the protocol of each connection and keeps the set of them."""

    dispatcher: Dispatcher
    context: HostContext
    reactor: IReactorTime
    logbook: Logbook
    bounds: Bounds = Bounds()
    connections: set[HostProtocol] = field(default_factory=set)
    messages_received: int = 0  # messages received since the host was started
    too_slow: int = 0  # connections cut off because they read too slowly
    turned_away: int = 0  # connections closed before TLS because their address connects too often
    displaced: int = 0  # connections without a proven key that were dropped for newer ones
    cluster: "ClusterHost | None" = None  # set with a database that other hosts may use
    proofs_ahead: ProofsAhead | None = None  # checks proofs in a thread; None: each table does when it takes one
    banned: set[bytes] = field(default_factory=set)  # keys that the operator does not let in
    goodbyes: Counter[str] = field(default_factory=Counter)  # connections that the host closed, by the code of its bye

    def __post_init__(self) -> None:
        self.admission = Admission(self.bounds)
        self.request_limits = RequestLimits(self.bounds, self.dispatcher.lobby)
        self.unsent = UnsentTotal(lambda: self.bounds.unread_total_bytes)
        self.scheduler = MessageScheduler(self.reactor, lambda: self.bounds.spare_per_second, self.dispatcher.flush)

    def other_addresses(self) -> tuple[str, ...]:
        """Where other hosts with this key accept connections."""
        others = self.dispatcher.moves.cluster
        return others.other_addresses() if others is not None else ()

    def set_bounds(self, bounds: Bounds) -> None:
        """Set new bounds; open connections keep the limits that they count themselves."""
        self.bounds = bounds
        self.admission.set_bounds(bounds)
        self.request_limits.set_bounds(bounds)

    def build_protocol(self, address: str, only_table: int | None = None) -> HostProtocol | None:
        """The protocol for a new connection; None to close it before TLS."""
        if not self.dispatcher.takes_inputs:
            return None
        # Before TLS, the expensive part of a connection.
        if not self._may_dial(address) and not self._is_of_a_host(address):
            self.turned_away += 1
            return None
        return HostProtocol(self, address, only_table)

    def _may_dial(self, address: str) -> bool:
        return self.admission.may_dial(address_group(address), self.reactor.seconds())

    def _is_of_a_host(self, address: str) -> bool:
        """Whether one of the other hosts is there. What comes from it is mostly pages, each counted where it is."""
        return any(read_address(one)[0] == address for one in self.other_addresses())

    def move(self, protocol: HostProtocol, address: str) -> None:
        """Count a connection that has not greeted at this address; drop it if that one connects too often."""
        self.admission.remove(protocol)
        protocol.address, protocol.group = address, address_group(address)
        if self._may_dial(address):
            self.add_connection(protocol)
        else:
            self.turned_away += 1
            protocol.drop()

    def add_connection(self, protocol: HostProtocol) -> None:
        """Register a new connection, which has no proven key yet; if there are too many such, drop the oldest."""
        self.connections.add(protocol)
        displaced = self.admission.add_ungreeted(protocol)
        if isinstance(displaced, HostProtocol):
            self.displaced += 1
            displaced.drop()

    def admit(self, protocol: HostProtocol, key: bytes) -> None:
        """Admit a connection that has proven its key. Raises Banned, HostFull, GreetsTooOften."""
        if key in self.banned:
            raise Banned(sentence("the host's operator does not let you in"))
        dropped = self.admission.admit(protocol, key, self.dispatcher.lobby, self.reactor.seconds())
        self.request_limits.record_address(key, protocol.group)
        if isinstance(dropped, HostProtocol):
            dropped.goodbye("full", sentence("this host is full, and somebody else needed your place; try again later"))

    def close(self, says: str) -> None:
        """Send a bye to every connection. The dispatcher is closed, so no new ones are taken."""
        for protocol in list(self.connections):  # a copy: each goodbye may remove its connection
            protocol.goodbye("closing", says)
