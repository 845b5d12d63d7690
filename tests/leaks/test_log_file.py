"""The operator's log of a whole evening: who came and went, and not one card."""

from pathlib import Path

from rummynet_client.core.text import verbs
from rummynet_protocol import notation
from rummynet_protocol.fairness.signing import Signer
from tests.support.bots import bot_action
from tests.support.card_names import codes
from tests.support.dialling import Doorstep, Wire
from tests.support.fake_host import Guest
from tests.support.people import HOST


class Visitor:
    """A client's core on a connection of the real host."""

    def __init__(self, step: Doorstep, name: str) -> None:
        self.step, self.guest, self.wire = step, Guest(name), Wire()
        self.guest.signer = Signer(name.encode().ljust(32, b"-"))
        self.guest.session = self.guest.start()
        self.dial()

    def dial(self) -> None:
        self.wire = Wire()
        protocol = self.step.factory.build_protocol("local")
        assert protocol is not None
        self.protocol = protocol
        self.protocol.connection_made(self.wire)
        self.guest.session.connected(HOST.public)

    def exchange(self) -> bool:
        """Whether anything was said by either side."""
        sent, told = self.guest.bring_out(), self.wire.value()
        self.wire.clear()
        for data in sent:
            self.protocol.data_received(data)
        if told:
            self.guest.session.receive(told)
        return bool(sent or told)

    def say(self, line: str) -> None:
        self.guest.session.apply_command(verbs.parse_command(line))


def settle(step: Doorstep, visitors: list[Visitor]) -> None:
    quiet = 0
    while quiet < 3:
        step.clock.advance(0)
        quiet = 0 if any([one.exchange() for one in visitors]) else quiet + 1


def test_the_log_file_of_a_whole_game_names_no_card(tmp_path: Path) -> None:
    step = Doorstep(tmp_path)
    visitors = [Visitor(step, name) for name in ("Ann", "Bob")]
    settle(step, visitors)
    visitors[0].say("create keilty target=100")
    for line in ("sit 1", "ready"):
        for one in visitors:
            settle(step, visitors)
            one.say(line)
    settle(step, visitors)
    visitors[0].say("ready")  # her program asks again, as Bob has sat down meanwhile
    settle(step, visitors)
    turns = 0
    while not visitors[0].guest.session.model.over:
        picture = next(one for one in (each.guest.session.model for each in visitors) if one.my_turn)
        assert picture.variety is not None and picture.state is not None and picture.me is not None
        action = bot_action("simple", picture.variety, picture.state, picture.me)
        who = next(one for one in visitors if one.guest.session.model.my_turn)
        who.say("throw QS" if turns % 5 == 0 else notation.text(action))
        settle(step, visitors)
        turns += 1
        if turns % 20 == 0:
            who.protocol.connection_lost()
            who.guest.session.connection_lost("lost", "the cable", True)
            who.dial()
            settle(step, visitors)
    log = step.log.getvalue()
    assert turns > 30 and log.count("came") >= 3
    assert codes(log) == []
    kept = b"".join(data for visitor in visitors for data in visitor.guest.kept.values())
    assert len(kept) > 10_000 and not any(word in kept.hex() for word in log.split() if len(word) > 30)
    step.close()
