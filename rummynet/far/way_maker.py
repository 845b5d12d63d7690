"""The program that makes ways between two homes: magic-wormhole's Dilation, and sockets handed to who started it.

A program of its own, so that neither host nor client has its memory, its reactor or its mistakes. It is started with
two descriptors (``way_process``). On the first, a stream, it takes and gives JSON objects, one a line:

- ``{"do": "open", "id", "code", "says"}``: begin a line by this code, or by a new one of two words where it is null;
  ``says`` is told to the other side, and to nobody else.
- ``{"do": "close", "id"}``.
- ``{"is": "code", "id", "code"}``; ``{"is": "met", "id", "secret", "says"}``: the other side has the same code;
  ``{"is": "up", "id"}``: there is a way, or one again; ``{"is": "down", "id"}``: there has been none for some seconds,
  told again and again; ``{"is": "over", "id", "why", "text"}``: the line has ended, and why.

On the second, of datagrams, each with an ID and one descriptor, it takes sockets to connect to a new channel of that
line, and gives one for each that the other side opens.
"""

import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from twisted.application import internet
from twisted.internet import reactor as _reactor
from twisted.internet.error import ConnectionDone
from twisted.internet.protocol import Factory, Protocol
from twisted.logger import ILogObserver, globalLogBeginner
from twisted.python.failure import Failure
from wormhole import create, errors
from wormhole._status import ConnectedPeer, DilationStatus, StoppedPeer
from wormhole._wordlist import even_words_lowercase, odd_words_lowercase
from zope.interface import implementer

reactor: Any = _reactor

APP: Final = "rummynet/far/1"
"""The name under which these programs meet at a mailbox server; other programs' codes are apart."""
CHANNEL: Final = "rummynet/1"
RELAY_ONLY: Final = "RUMMYNET_RELAY_ONLY"
"""The environment variable that keeps this home from being reached directly: if both have it, the relay is the way."""
# Of two sides one pings. It gives a silent connection up after two intervals: half of the ten seconds that a client
# waits for a handshake, and rare enough to cost nothing.
PING_SECONDS: Final = 5.0
# A client dials again within four seconds while it runs; a line that nobody uses for this long has been left.
IDLE_SECONDS: Final = 600.0
CHANNELS: Final = 16  # channels of one line at a time; a client uses one, and one more while it changes over
# A side that has begun with a code and does not prove that it has the right one has had its guess; or it has died.
PROOF_SECONDS: Final = 20.0
# The same for a code of those who know each other, which nobody guesses: a client waits no longer for one. A host that
# was killed meets at its code what it has left there itself.
RETURN_PROOF_SECONDS: Final = 6.0
# What a host says as it ends is on its way by then.
LAST_WORDS_SECONDS: Final = 0.3
# Servers hear that codes are no longer good, if they answer by then; a person who quits does not notice it as waiting.
END_SECONDS: Final = 2.0
# By then a way was found again if both sides can be reached: direct ways are tried for two seconds, the relay then.
# Magic-wormhole tries each but once, so if the relay was away at that moment it waits for ever. A client gives another
# code six seconds (``far_line``), and tries the next one when it hears this again.
DOWN_SECONDS: Final = 7.0
# Between two attempts to reach the rendezvous, at most. With Twisted's minute guests waited for so long after their
# host's home was back.
RENDEZVOUS_SECONDS: Final = 15.0
# A message of the control stream is far shorter; whatever is longer is not ours.
_LONGEST: Final = 64 * 1024


class Pipe(Protocol):
    """One end of a channel, here or at the other side: what comes out of it goes into its ``peer``."""

    transport: Any
    peer: "Pipe | None" = None
    is_closed = False

    def __init__(self, on_end: "Callable[[Pipe], None] | None" = None) -> None:
        self._on_end = on_end

    def dataReceived(self, data: bytes) -> None:
        """Pass it on."""
        if self.peer is not None and not self.peer.is_closed:
            self.peer.transport.write(data)

    def connectionLost(self, reason: Failure = Failure(ConnectionDone())) -> None:  # noqa: B008
        """Close the other end too."""
        self.is_closed = True
        peer, self.peer = self.peer, None
        if peer is not None:
            peer.close()
        if self._on_end is not None:
            self._on_end(self)

    def close(self) -> None:
        """Close this end, when all is written."""
        if not self.is_closed:
            self.is_closed = True
            with suppress(KeyError):  # none is registered
                self.transport.unregisterProducer()  # else this end would wait for more
            self.transport.loseConnection()


def join(one: Pipe, other: Pipe) -> None:
    """Join two ends; each is read no faster than the other is written."""
    one.peer, other.peer = other, one
    one.transport.registerProducer(other.transport, True)
    other.transport.registerProducer(one.transport, True)


class WayWatch:
    """Tells ``down`` when a line has had no way for some seconds, again and again, and ``up`` when it has one again."""

    def __init__(self, clock: Any, tell: Callable[[str], None]) -> None:  # noqa: ANN401 - Twisted's reactor
        self._clock, self._tell = clock, tell
        self._timer: Any = None
        self._has_way = self._is_down = False

    def alive(self, until: float) -> None:
        """The other side answers, and has until this time of the clock to answer again."""
        seconds = until - self._clock.seconds()
        if seconds <= 0:  # what is known already, said once more
            return
        if self._is_down:
            self._tell("up")
        self._has_way, self._is_down = True, False
        self._wait(seconds)

    def lost(self) -> None:
        """The way is lost; no effect if there was none."""
        if self._has_way:
            self._has_way = False
            self._wait(DOWN_SECONDS)

    def end(self) -> None:
        """Tell nothing more."""
        _cancel(self._timer)

    def _wait(self, seconds: float) -> None:
        _cancel(self._timer)
        self._timer = self._clock.callLater(seconds, self._still_down)

    def _still_down(self) -> None:
        self._has_way, self._is_down = False, True
        self._wait(DOWN_SECONDS)
        self._tell("down")


class Line:
    """One wormhole: two sides, and the channels between them."""

    def __init__(self, engine: "WayMaker", number: str, code: str | None, says: dict[str, Any]) -> None:
        self._engine, self._id = engine, number
        self._dilated: Any = None
        self._ends: set[Pipe] = set()  # the ends here of all channels
        self._timer: Any = None
        self._watch = WayWatch(reactor, lambda what: engine.tell(what, number))
        self._has_failed = False
        self._waiting: list[socket.socket] = []
        self._wormhole = create(APP, engine.rendezvous, reactor, versions={"rummynet": says}, dilation=True)
        self._wormhole.get_code().addCallbacks(self._got_code, _drop)
        proof = RETURN_PROOF_SECONDS if code is not None and is_return_code(code) else PROOF_SECONDS
        self._wormhole.get_unverified_key().addCallbacks(lambda _: self._set_timer(proof, self._unproven), _drop)
        self._wormhole.get_versions().addCallbacks(self._met, _drop)
        # Nobody sends any, so that this fires when the wormhole is closed, with the reason.
        self._wormhole.get_message().addErrback(self._failed)
        if code is None:
            self._wormhole.allocate_code()
        else:
            self._wormhole.set_code(code)
        self._api = self._wormhole.dilate(
            transit_relay_location=engine.relay, ping_interval=PING_SECONDS, no_listen=RELAY_ONLY in os.environ,
            on_status_update=self._way_changed,
        )  # fmt: skip
        # Unknown names would be kept for ever, with all that is sent to them.
        self._api._manager._subprotocol_factories._expected = {CHANNEL}
        self._api.when_dilated().addCallbacks(self._up, _drop)

    def close(self) -> None:
        """Take the code back, or end the way."""
        # The other side hears of its channels' ends over the way, and else not before it misses answers.
        seconds = LAST_WORDS_SECONDS if self._ends else 0
        self._close_ends()
        reactor.callLater(seconds, lambda: self._wormhole.close().addErrback(_drop))

    def connect(self, sock: socket.socket) -> None:
        """Join this socket to a new channel, at once or when there is a way."""
        if self._dilated is None:
            self._waiting = [*self._waiting, sock][-CHANNELS:]
            return
        here = _adopt(sock, self._channel_ended)
        if here is None:
            return
        self._ends.add(here)
        _cancel(self._timer)
        there = Pipe()
        factory = Factory.forProtocol(lambda: there)

        def opened(_: object) -> None:
            if here.is_closed:
                there.close()
            else:
                join(here, there)
                here.transport.resumeProducing()

        here.transport.pauseProducing()
        self._dilated.connector_for(CHANNEL).connect(factory).addCallbacks(opened, lambda _: here.close())

    # -- from the wormhole

    def _got_code(self, code: str) -> None:
        self._engine.tell("code", self._id, code=code)

    def _met(self, versions: dict[str, Any]) -> None:
        says = versions.get("rummynet")
        if not isinstance(says, dict):
            self._unproven()
            return
        self._set_timer(IDLE_SECONDS, self.close)
        secret = self._wormhole.derive_key("rummynet return", 32).hex()
        self._engine.tell("met", self._id, secret=secret, says=says)

    def _up(self, _: object) -> None:
        self._dilated = self._api
        factory = Factory.forProtocol(lambda: _Accepted(self))
        self._api.listener_for(CHANNEL).listen(factory).addErrback(_drop)
        self._set_timer(IDLE_SECONDS, self.close)
        self._engine.tell("up", self._id)
        waiting, self._waiting = self._waiting, []
        for sock in waiting:
            self.connect(sock)

    def _way_changed(self, status: DilationStatus) -> None:
        match status.peer_connection:
            case ConnectedPeer(expires_at=until):  # with each ping; if the other side's program dies, no other comes
                self._watch.alive(until)
            case StoppedPeer():
                self._watch.end()
            case _:
                self._watch.lost()

    def take(self, there: "Pipe") -> None:
        """Hand the other end of a channel that the other side has opened to who started this program."""
        ours, theirs = socket.socketpair()
        here = _adopt(ours, self._channel_ended) if len(self._ends) < CHANNELS else None
        if here is None:
            theirs.close()
            there.close()
            return
        self._ends.add(here)
        _cancel(self._timer)
        join(here, there)
        if not self._engine.hand_over(self._id, theirs):
            here.close()

    def _channel_ended(self, here: Pipe) -> None:
        self._ends.discard(here)
        if not self._ends:
            self._set_timer(IDLE_SECONDS, self.close)

    def _set_timer(self, seconds: float, call: Callable[[], None]) -> None:
        _cancel(self._timer)
        self._timer = reactor.callLater(seconds, call)

    def _close_ends(self) -> None:
        for here in list(self._ends):
            here.close()

    def _unproven(self) -> None:
        self._has_failed = True
        self.close()

    def _failed(self, failure: Failure) -> None:
        problem = failure.value
        if self._has_failed or isinstance(problem, errors.WrongPasswordError):
            why = "wrong"
        elif isinstance(problem, errors.ServerConnectionError):
            why = "away"
        elif isinstance(problem, errors.ServerError) and "crowded" in str(problem):
            why = "crowded"
        elif isinstance(problem, (errors.LonelyError, errors.WormholeClosed)):
            why = "closed"
        else:
            why = "server"
        self._over(why, str(problem) or type(problem).__name__)

    def _over(self, why: str, text: str) -> None:
        _cancel(self._timer)
        self._watch.end()
        for sock in self._waiting:
            sock.close()
        self._waiting = []
        self._close_ends()
        self._engine.forget(self._id, self)
        self._engine.tell("over", self._id, why=why, text=text[:300])


class _Accepted(Pipe):
    """A channel that the other side has opened."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self._line = line

    def connectionMade(self) -> None:
        """Give its other end on."""
        self._line.take(self)


class WayMaker:
    """All lines of one program."""

    def __init__(self, control: socket.socket, way: socket.socket) -> None:
        self.rendezvous = self.relay = ""
        self._control, self._way = control, way
        self._lines: dict[str, Line] = {}
        self._read = b""
        self._is_ending = False
        self._readers = [_Reader(way, self._take_sockets), _Reader(control, self._take_words)]
        for reader, sock in zip(self._readers, (way, control), strict=True):
            sock.setblocking(False)
            reactor.addReader(reader)

    def tell(self, what: str, number: str, **fields: object) -> None:
        """Say what has come of a line."""
        line = json.dumps({"is": what, "id": number, **fields}).encode() + b"\n"
        try:
            self._control.sendall(line)
        except OSError:  # who started this has ended, or does not read: it is of no use any more
            self._end()

    def forget(self, number: str, line: Line) -> None:
        """Called when this line has ended."""
        if self._lines.get(number) is line:
            del self._lines[number]
        if self._is_ending and not self._lines:
            _stop()

    def hand_over(self, number: str, sock: socket.socket) -> bool:
        """Give a socket to who started this program; whether it could be."""
        try:
            socket.send_fds(self._way, [number.encode()], [sock.fileno()])
        except OSError:  # a host that does not keep up
            return False
        finally:
            sock.close()
        return True

    def _take_words(self) -> None:
        try:
            data = self._control.recv(_LONGEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._read += data
        if not data or len(self._read) > _LONGEST:
            self._end()
            return
        *lines, self._read = self._read.split(b"\n")
        for line in lines:
            self._do(json.loads(line))

    def _do(self, message: dict[str, Any]) -> None:
        what, number = message["do"], str(message.get("id"))
        if what == "servers":
            self.rendezvous, self.relay = message["rendezvous"], message["relay"]
        elif what == "open":
            wrong = unknown_word(message["code"])
            if wrong is not None:
                self.tell("over", number, why="word", text=" ".join(wrong))
            else:
                self._open(number, message)
        elif number in self._lines:
            self._lines[number].close()

    def _open(self, number: str, message: dict[str, Any]) -> None:
        try:
            self._lines[number] = Line(self, number, message["code"], message["says"])
        except Exception as problem:  # an address of a server that is none: told to people, not to a log
            self.tell("over", number, why="server", text=str(problem)[:300] or type(problem).__name__)

    def _take_sockets(self) -> None:
        self._take_words()  # a line may have been opened a moment before
        try:
            number, descriptors, _, _ = socket.recv_fds(self._way, 64, 1)
        except OSError:
            return
        for descriptor in descriptors:
            sock = socket.socket(fileno=descriptor)
            line = self._lines.get(number.decode())
            if line is None:
                sock.close()
            else:
                line.connect(sock)

    def _end(self) -> None:
        """Close all lines, so that servers need not wait for them; then end, also if a server does not answer."""
        if self._is_ending:
            return
        self._is_ending = True
        for reader in self._readers:
            reactor.removeReader(reader)
        reactor.callLater(LAST_WORDS_SECONDS if self._lines else 0, self._close_lines)
        reactor.callLater(END_SECONDS, _stop)

    def _close_lines(self) -> None:
        for line in list(self._lines.values()):
            line.close()
        if not self._lines:
            _stop()


class _Reader:
    """A socket that the reactor reads."""

    def __init__(self, sock: socket.socket, on_read: Callable[[], None]) -> None:
        self._sock, self.doRead = sock, on_read

    def fileno(self) -> int:
        """The socket's descriptor."""
        return self._sock.fileno()

    def logPrefix(self) -> str:
        """For Twisted's log."""
        return "far"

    def connectionLost(self, reason: object) -> None:
        """The reactor ends."""


def is_return_code(code: str) -> bool:
    """Whether it is of two who know each other (``return_code``): a number, and one word of hexadecimal digits."""
    return code.count("-") == 1


def unknown_word(code: str | None) -> list[str] | None:
    """A word of this code that is in no code, and the most similar ones that are; None if there is none."""
    known = even_words_lowercase | odd_words_lowercase
    for word in () if code is None or is_return_code(code) else code.split("-")[1:]:
        if word not in known:
            return [word, *get_close_matches(word, sorted(known), 2)]
    return None


def _stop() -> None:
    if reactor.running:
        reactor.stop()


def _adopt(sock: socket.socket, on_end: Callable[[Pipe], None]) -> Pipe | None:
    """The end of a channel at this socket, which is closed here; None where there are no descriptors any more."""
    here = Pipe(on_end)
    sock.setblocking(False)
    factory = Factory.forProtocol(lambda: here)
    try:
        reactor.adoptStreamConnection(sock.fileno(), socket.AF_UNIX, factory)
    except OSError:
        return None
    finally:
        sock.close()
    return here


def _cancel(timer: Any) -> None:  # noqa: ANN401 - of Twisted's reactor, or None
    if timer is not None and timer.active():
        timer.cancel()


def _drop(_what: object) -> None:
    """What failed is told once, by the end of its line."""


def try_again_soon() -> None:
    """Limit the pauses of all services of Twisted's in this process: magic-wormhole has no setting for that."""
    service: Any = partial(internet.ClientService, retryPolicy=internet.backoffPolicy(maxDelay=RENDEZVOUS_SECONDS))
    internet.ClientService = service  # type: ignore[misc]


def main(control: int, way: int) -> None:
    """Run until the other end of *control*, a descriptor, is closed."""
    # Twisted's log has addresses of guests in it, and nobody reads it.
    globalLogBeginner.beginLoggingTo([implementer(ILogObserver)(_drop)], redirectStandardIO=False, discardBuffer=True)
    try_again_soon()
    # ``socket.socket(fileno=...)`` reads family and kind off the descriptor.
    WayMaker(socket.socket(fileno=control), socket.socket(fileno=way))
    reactor.run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
