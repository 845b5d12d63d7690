"""Everything that reads bytes from outside, as functions of bytes. Each returns, or there is a bug.

tests/hostile runs them with Hypothesis, scripts/hostile/fuzz.py for longer; ``SEEDS`` are honest inputs to begin with.
"""

import contextlib
import io
import json
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummynet.engine import Engine, answer_line
from rummynet.host.ops.host_settings import read_limits
from rummynet.verifier.offline import check
from rummynet_cli.config_file import with_config
from rummynet_client.core.log.player import Player
from rummynet_client.core.session.session import Session
from rummynet_client.core.text import verbs
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.net.clock import StatementClock
from rummynet_protocol import codec, notation
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.entries import Acted, Wanted, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import KINDS as STATEMENTS
from rummynet_protocol.fairness.statements import Voting, read_statement
from rummynet_protocol.fairness.transcript import NotATranscript, read_transcript
from rummynet_protocol.values import replace
from rummynet_protocol.wire.connection import Connection, Role, Stage
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.framing import HEADER, MOST_BODY, FrameReader, frame
from rummynet_protocol.wire.lifecycle import REQUESTS
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import Bye, Challenge, Welcome
from tests.support.dialling import Doorstep
from tests.support.evening import Evening, any_request, any_text, any_value
from tests.support.forge import Forge
from tests.support.forge_scripts import stock_empty
from tests.support.games import EVERY
from tests.support.hostile_input import is_harmless

Target = Callable[[bytes], None]
FILES: Final = Path(__file__).parents[2] / "protocol" / "vectors"


# -- the wire


def pieces(data: bytes) -> list[bytes]:
    """The bytes in pieces whose sizes their own first byte decides."""
    size = data[0] % 61 + 1 if data else 1
    return [data[start : start + size] for start in range(0, len(data), size)]


def framing(data: bytes) -> None:
    reader = FrameReader()
    try:
        for piece in pieces(data):
            for body in reader.feed(piece):
                assert len(body) <= MOST_BODY
            assert len(reader) <= MOST_BODY + HEADER
    except RemoteProtocolError:
        return


def packed(data: bytes) -> None:
    try:
        value = codec.unpack(data)
    except CodecError as problem:
        assert len(str(problem)) < 200
        return
    assert codec.unpack(codec.pack(value)) == value


def message(data: bytes) -> None:
    try:
        read = read_message(data)
    except RemoteProtocolError as problem:
        assert len(str(problem)) < 400
        return
    assert read_message(pack_message(read)) == read


def connection(data: bytes) -> None:
    """One error at most, and silence after it."""
    for role in Role:
        end, broken = Connection(role), False
        if data and data[0] & 1:
            end.stage = Stage.OPEN
        for piece in pieces(data):
            try:
                came = end.receive(piece)
                assert not (broken and came)
            except RemoteProtocolError:
                assert not broken
                broken = True
        if broken:
            assert end.stage is Stage.BROKEN
            end.send(Bye("remote_protocol", "x"))


# Python removes it at its end, which the caller of a target does not see.
_FOLDER: Final = tempfile.TemporaryDirectory(prefix="rummynet-fuzz-")


@cache
def doorstep() -> Doorstep:
    """The host that all inputs of a test meet."""
    return Doorstep(Path(tempfile.mkdtemp(dir=_FOLDER.name)))


def host(data: bytes) -> None:
    """A whole host: at most one goodbye, nothing is left of the connection, nobody else is touched."""
    step = doorstep()
    caller = step.call("Mallory") if data and data[0] & 1 else step.dial("Mallory")
    for piece in pieces(data[1:]):
        caller.protocol.data_received(piece)
    for _ in range(3):
        step.clock.advance(40)
    step.clock.advance(40)
    assert caller.wire.closed
    told = [read_message(body) for body in FrameReader().feed(caller.wire.value())]
    byes = [one for one in told if isinstance(one, Bye)]
    assert len(byes) <= 1 and byes == [one for one in told[-1:] if isinstance(one, Bye)]
    assert all(is_harmless(bye.says) for bye in byes)
    caller.hang_up()
    left = step.factory.connections, step.factory.admission, step.failures
    assert not any(left), left
    assert "error" not in step.log.getvalue(), step.log.getvalue()[-2000:]
    step.log.truncate(0)
    if len(step.lobby.tables) > 100:
        doorstep.cache_clear()
        step.close()


GREETING: Final = [frame(pack_message(one)) for one in (Challenge(4, bytes(32)), Welcome("Inn", "Ann", "tests"))]


def client(data: bytes) -> None:
    """What a host may send to a client: read, or the end of the connection; the lines for the terminal are harmless."""
    clock = StatementClock(bytes, lambda: 0, lambda: 0)
    player = Player(Signer(b"\1" * 32), b"\2" * 32, bytes, clock, lambda log: b"", lambda log: b"")
    session = Session(player, "Ann", "tests")
    session.connected(b"\3" * 32)
    try:
        for said in GREETING:
            session.receive(said)
        session.apply_command(verbs.parse_command("watch 1"))
        for piece in pieces(data):
            session.receive(piece)
    except RemoteProtocolError:
        session.send_bye("remote_protocol", "x")
    session.connection_lost("lost", "x", False)
    assert all(is_harmless(line) for item in session.take_output().news for line in news_lines(item))
    assert session.model is not None


# -- tables


class Choices(random.Random):
    """Bytes as decisions."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self.data, self.at = data, 0

    @property
    def left(self) -> bool:
        return self.at < len(self.data)

    def getrandbits(self, k: int) -> int:
        size = (k + 7) // 8
        found = self.data[self.at : self.at + size].ljust(size, b"\0")
        self.at += size
        return int.from_bytes(found, "big") >> (8 * size - k)

    def random(self) -> float:
        return self.getrandbits(8) / 256

    def bytes(self, most: int) -> bytes:
        return self.randbytes(self.randrange(most + 1))


def tables(data: bytes) -> None:
    """Requests in any order by some people, time going by: each is answered once, and no table fails."""
    choose = Choices(data)
    evening = Evening("keilty", choose, ["Ann", "Bob"])
    while choose.left:
        evening.step()
        person = choose.choice(evening.people)
        request = any_request(person, choose) if person.key not in evening.hall.deaf else None
        if request is not None:
            evening.hall.ask(person, request)
    assert evening.hall.reports == []


# -- logs and files


def statements(data: bytes) -> None:
    for kind in STATEMENTS:
        try:
            read_statement(kind, data)
        except Cheat as problem:
            assert problem.check == "format"
    try:
        entry = read_entry(data)
    except Cheat as problem:
        assert problem.check == "format"
        return
    assert read_entry(pack_entry(entry)) == entry


def transcript(data: bytes) -> None:
    try:
        read = read_transcript(data)
    except NotATranscript:
        return
    report = check(data, partial=True)
    assert report.records == len(read.records)
    assert report.lines and report.to_dict()
    json.dumps(report.to_dict())


@cache
def _honest(number: int) -> Forge:
    if number == 3:
        return _eventful()
    variant, players = (("keilty", 2), ("crummy", 2), ("basic", 3))[number]
    return Forge(variant, {}, players, seed=3).play(1)


def _eventful() -> Forge:
    """A void with a protest, a refused vote, a draw that a new stock was made for."""
    forge = stock_empty()
    seat = forge.state.turn
    forge.refuse(0, Voting, forge.ballot(0, 1))
    forge.write(Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
    forge.void(1 - seat, protests=(1 - seat,))
    forge.commit(3)
    forge.mix(forge.due())
    forge.write(Acted(seat, "draw", None, "want", 1, 0, forge.tick()))
    return forge


def signed_log(data: bytes) -> None:
    """A log altered by its own host, who signs it anew: every check behind the signature meets strange values."""
    choose = Choices(data)
    forge = _honest(choose.randrange(4))
    written, order = forge.written, [one.entry for one in forge.written]
    try:
        for _ in range(choose.randrange(3) + 1):
            at = choose.randrange(len(order))
            order[at] = _altered(order, at, choose)
        forge.resign(order)
        report = check(forge.transcript(), partial=True)
    finally:
        forge.written = written
    assert report.check is not None or report.verified or report.is_unknown  # an option of another version


def _altered(order: list[bytes], at: int, choose: Choices) -> bytes:
    data = order[at]
    match choose.randrange(4):
        case 0:
            place = choose.randrange(len(data))
            return data[:place] + bytes([choose.randrange(256)]) + data[place + 1 :]
        case 1:
            return order[choose.randrange(len(order))]
        case 2:
            return choose.bytes(120) or data
    try:
        values = codec.unpack(data)
    except codec.CodecError:
        values = None
    if not isinstance(values, dict) or not values:
        return data  # altered before, and no entry any more
    names = sorted(values)
    name = names[choose.randrange(len(names))]
    values[name] = _strange(values[name], choose)
    return codec.pack(values)


def _strange(value: Any, choose: Choices) -> Any:  # noqa: ANN401
    """Another value of the same kind, mostly."""
    match value:
        case bool() | None:
            return (None, True, False, 0)[choose.randrange(4)]
        case int():
            return (value + 1, value - 1, choose.randrange(256), 0, 2**40)[choose.randrange(5)]
        case bytes():
            return (value[:-1], value[::-1], bytes(len(value)), value + b"\0", choose.bytes(60))[choose.randrange(5)]
        case str():
            return ("throw AC", "draw", "rummy lay 2C on 0", value + " ", any_text(choose, 20))[choose.randrange(5)]
        case list() if value:
            at = choose.randrange(len(value))
            changed = [*value[:at], _strange(value[at], choose), *value[at + 1 :]]
            return choose.choice([changed] * 5 + [value[:-1], value + value[:1], value[::-1], []])
        case dict() if value:
            name = sorted(value)[choose.randrange(len(value))]
            return {**value, name: _strange(value[name], choose)}
    return any_value(choose)


def engine(data: bytes) -> None:
    running = Engine()
    for line in data.split(b"\n"):
        if _asks_for_much(line):
            continue
        answer = answer_line(running, line)
        assert b"\n" not in answer
        told = json.loads(answer)
        assert isinstance(told["ok"], bool)
        assert told["ok"] or told["error"]["code"] != "internal", (line, told)


def _asks_for_much(line: bytes) -> bool:
    """Whoever asks for a deep perft wants millions of positions, and gets them: that takes long and is no fault."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return False
    depth = request.get("depth") if isinstance(request, dict) else None
    return isinstance(depth, int) and depth > 3


# -- text


def configuration(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".toml") as file, contextlib.redirect_stderr(io.StringIO()):
        file.write(data)
        file.flush()
        try:
            args = with_config(file.name, ["host"])
            read_limits(args.limits)
        except Refusal as problem:
            assert str(problem)
        except SystemExit as end:
            assert end.code == 2 or b"help" in data


def command(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for read in (verbs.parse_command, notation.parse):
        try:
            read(text)
        except Refusal as problem:
            assert 0 < len(str(problem)) < 2000


TARGETS: Final[dict[str, Target]] = {
    "framing": framing,
    "packed": packed,
    "message": message,
    "connection": connection,
    "host": host,
    "client": client,
    "tables": tables,
    "statements": statements,
    "transcript": transcript,
    "signed_log": signed_log,
    "engine": engine,
    "configuration": configuration,
    "command": command,
}


# -- honest inputs to begin with


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Inputs from which mutations of this target start."""
    vectors = json.loads((FILES / "wire.json").read_text("utf-8"))
    frames = [bytes.fromhex(one["frame"]) for one in (*vectors["messages"], *vectors["conversation"])]
    spoken = b"".join(bytes.fromhex(one["frame"]) for one in vectors["conversation"] if one["sender"] == "client")
    asked = b"\x01" + b"".join(_numbered(frames))
    entries = [one.entry for one in _honest(0).written]
    whole = _honest(0).transcript()
    found: dict[str, list[bytes]] = {
        "framing": [spoken, *frames],
        "packed": [*(one[4:] for one in frames), *entries[:12]],
        "message": [one[4:] for one in frames],
        "connection": [b"\x01" + spoken, *frames],
        "host": [b"\x00" + spoken, asked, *(b"\x01" + one for one in frames)],
        "client": frames,
        "tables": [bytes(range(256)), b"\x03" * 60, bytes(range(0, 250, 3))],
        "statements": entries,
        "transcript": [whole, whole[:4000], _honest(3).transcript(0)],
        "signed_log": [bytes(range(30)), bytes(range(100, 160)), b"\x00\x09\x03\x03" * 6],
        "engine": [
            b'{"cmd": "new", "variant": "keilty", "players": 2, "seed": 1}\n{"cmd": "legal", "seat": 0}\n'
            b'{"cmd": "apply", "seat": 0, "action": "draw"}\n{"cmd": "position"}\n{"cmd": "perft", "depth": 1}',
            *(json.dumps({"cmd": "set", "position": _position(one)}).encode() for one in EVERY),
        ],
        "configuration": [b"port = 5\nname = 'x'\n[limits]\nconnections = 5\nburst = 20\n", b"no_announce = true"],
        "command": [b"create keilty target=200 name=x", b"take 3S meld 3S 4S 5S", b"rummy lay 8S on 2", b"sit 1 2"],
    }
    return tuple(found[name])


def _numbered(frames: list[bytes]) -> list[bytes]:
    """All requests among these, with numbers that go up."""
    found: list[bytes] = []
    for one in frames:
        asked: Any = read_message(one[4:])
        if isinstance(asked, REQUESTS):
            numbered: Any = replace(asked, n=len(found))
            found.append(frame(pack_message(numbered)))
    return found


def _position(variant: str) -> Any:  # noqa: ANN401
    told = json.loads(
        answer_line(Engine(), json.dumps({"cmd": "new", "variant": variant, "players": 2, "seed": 2}).encode())
    )
    return told["position"]
