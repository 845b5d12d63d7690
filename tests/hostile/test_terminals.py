"""Whatever a name, a line of chat, a host or a file holds: on a terminal it can only be read."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet_cli import main as cli
from rummynet_cli.errors import explain
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.net.host_link import LostHost
from rummynet_client.terminal.drawing.styled_text import Size, plain, wrapped
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.signing import hello_payload
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import (
    Bye,
    Challenge,
    Create,
    Done,
    Hello,
    LogEntry,
    Message,
    Openings,
    Proof,
    Race,
    Said,
    Say,
    Sit,
    TableShown,
    Watch,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support import pictures
from tests.support.dialling import Doorstep
from tests.support.fake_host import FakeHost, Guest, play
from tests.support.forge import Forge
from tests.support.hostile_input import TEXTS, is_harmless, spoiled
from tests.support.people import HOST

SIZE = Size(80, 24)


def texts_of(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple() | list():
            for item in value:
                yield from texts_of(item)
        case dict():
            yield from texts_of([*value.keys(), *value.values()])
        case _ if isinstance(value, Message):
            yield from texts_of([getattr(value, name) for name in value.__struct_fields__])


@pytest.mark.parametrize("text", TEXTS)
def test_the_host_passes_on_and_logs_nothing_that_could_act_on_a_terminal(step: Doorstep, text: str) -> None:
    evil = step.dial("evil")
    evil.say(Hello(VERSIONS[0], VERSIONS[-1], text[:200], evil.person.key, text[:64]))
    (challenge,) = evil.hear()
    assert isinstance(challenge, Challenge)
    evil.say(Proof(evil.person.signer.sign("hello", hello_payload(HOST.public, challenge.nonce, evil.person.key))))
    evil.hear()
    ann = step.call("Ann")
    assert isinstance(evil.ask(Create, "keilty", {}, text[:200]), Done)
    ann.ask(Watch, 1)
    evil.ask(Sit, 1, None)
    evil.ask(Say, 1, text[:4000])
    evil.ask(Create, text[:20], {text[:30]: text[:200]}, text[:200])
    evil.ask(Say, 99, text[:4000])
    ann.hear()
    heard = [one for caller in (ann, evil) for message in caller.told for one in texts_of(message)]
    assert all(map(is_harmless, heard))
    assert all(len(said.text) <= 500 for said in ann.told if isinstance(said, Said))
    evil.hang_up()
    log = step.log.getvalue()
    assert log.isascii() and log.replace("\n", "").isprintable()


class Spoiling(FakeHost):
    """A host whose every text is *text*, from the welcome on; the log's entries stay what they are.

    With ``shows_the_table`` also the table is what it is: nobody agrees to play at another one.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.shows_the_table = False

    def tell(self, key: bytes, message: Message) -> None:
        kept = isinstance(message, LogEntry | Openings | Race)
        kept = kept or (self.shows_the_table and isinstance(message, TableShown))
        super().tell(key, message if kept else spoiled(message, self.text))


@pytest.mark.parametrize("text", TEXTS)
def test_a_hostile_host_can_only_be_read_in_plain_lines_and_on_the_screen(text: str) -> None:
    host = Spoiling(text)
    ann, bob = Guest("Ann"), Guest("Bob")
    for guest in (ann, bob):
        host.connect(guest)
    host.do(ann, "create keilty target=30")
    host.all("sit 1")
    host.do(bob, "say hello")
    host.do(bob, "sit 9")
    seen = [plain(screen(ann.session.model, Choice(), SIZE))]
    host.shows_the_table = True
    host.do(ann, "ready no")
    host.all("ready")
    host.shows_the_table = False
    play(host, [ann, bob], turns=6)
    host.do(bob, "throw 2C")
    seen += [plain(screen(guest.session.model, Choice(), SIZE)) for guest in (ann, bob)]
    told = Connection(Role.HOST)
    stranger = Guest("Eve").session
    stranger.connected(host.signer.public)
    told.receive(b"".join(stranger.take_output().send))
    stranger.receive(told.send(spoiled(Bye("x", "x"), text)))
    stranger.connection_lost("lost", stranger.received_bye.says if stranger.received_bye else "", False)
    eve = [line for item in stranger.take_output().news for line in news_lines(item)]
    assert len(ann.lines) > 20 and len(bob.lines) > 20 and eve
    assert all(is_harmless(line) for line in [*ann.lines, *bob.lines, *eve])
    assert all(is_harmless(row) for text in seen for row in text.split("\n"))


def test_what_cannot_be_seen_takes_no_lines_of_the_screen() -> None:
    """Thousands of marks on one letter, or of characters without a width: one line, and the others keep theirs."""
    for text in ("a" + "\u0301\u20dd" * 5000, "a" + "\u200b\u202e" * 5000, "a\x1b" * 30 + "\x9b" * 5000):
        assert len(wrapped("", f"Ann: {text}", 80)) == 1


@pytest.mark.parametrize("text", TEXTS)
def test_names_in_a_log_can_only_be_read_on_the_screen(text: str) -> None:
    game = pictures.followed(forged(text, rounds=1), 0)
    picture = pictures.of(game, "keilty")
    assert all(is_harmless(row) for row in plain(screen(picture, Choice(), SIZE)).split("\n"))


def forged(text: str, rounds: int = 100) -> Forge:
    forge = Forge("keilty", {"target": 40}, 2, seed=5)
    for seat, player in enumerate(forge.players):
        player.name = f"{text[:60]}{seat}"
    return forge.play(rounds)


def said_by(capsys: pytest.CaptureFixture[str]) -> list[str]:
    captured = capsys.readouterr()
    return [*captured.out.split("\n"), *captured.err.split("\n")]


@pytest.mark.parametrize("text", TEXTS)
def test_what_a_transcript_has_can_only_be_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = forged(text).transcript()
    good, cut, spoilt = tmp_path / "good.rummy", tmp_path / "cut.rummy", tmp_path / "spoilt.rummy"
    good.write_bytes(whole)
    cut.write_bytes(whole[:-20])
    place = whole.rindex(b"\xa1e\xa3end") - 30  # in the host's signature: elsewhere it may be a record's length
    spoilt.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    for verb in (["verify"], ["verify", "--json"], ["replay"], ["replay", "--json"]):
        statuses = [cli.main([*verb, str(path)]) for path in (good, cut, spoilt)]
        assert statuses[0] == 0 and statuses[2] == 1
        told = said_by(capsys)
        assert len(told) > 5 and all(map(is_harmless, told))


def test_a_file_name_can_only_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a\x1b[2J\u202eb.rummy"
    assert cli.main(["verify", str(path)]) == cli.main(["replay", str(path)]) == 2
    path.write_bytes(forged("plain").transcript())
    assert cli.main(["verify", str(path)]) == 0
    assert all(map(is_harmless, said_by(capsys)))


@pytest.mark.parametrize("text", TEXTS)
def test_errors_of_the_command_can_only_be_read(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for problem in (LostHost(text), Cheat("rules", text), OSError(2, text, text[:200]), ValueError(text)):
        explain(problem)
    assert cli.main(["verify", "--what" + text.replace("\x00", "")]) == 2
    told = said_by(capsys)
    assert len(told) == 7 and all(map(is_harmless, told))
    assert all(len(line) < 1300 for line in told)


def test_the_logbook_writes_ascii_lines_whatever_its_fields_hold() -> None:
    from rummynet.host.ops.logbook import Logbook

    stream = io.StringIO()
    for text in TEXTS:
        Logbook(stream).note("came", name=text, list=[text], bytes=text.encode())
    assert len(stream.getvalue().splitlines()) == len(TEXTS)
    assert stream.getvalue().isascii() and stream.getvalue().replace("\n", "").isprintable()


def test_ctrl_d_ends_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.rummy"
    path.write_bytes(forged("plain").transcript())
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    asked: list[str] = []

    def ends(prompt: str) -> str:
        asked.append(prompt)
        raise EOFError

    monkeypatch.setattr("builtins.input", ends)
    assert cli.main(["replay", "--plain", str(path)]) == 0
    assert len(asked) == 1


def test_json_for_programs_is_ascii(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.rummy"
    path.write_bytes(forged(TEXTS[3]).transcript())
    cli.main(["verify", "--json", str(path)])
    told = capsys.readouterr().out
    assert told.isascii() and json.loads(told)["players"][0] == TEXTS[3][:60] + "0"
