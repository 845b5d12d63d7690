"""Somebody who plays by typing: a real plain client, fed line by line."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rummynet.verifier.auditor import Auditor
from rummynet_protocol import notation
from rummynet_protocol.actions import CloseCall
from rummynet_protocol.fairness.transcript import EntryRecord, OpeningRecord, read_transcript
from tests.support.bots import bot_action
from tests.support.programs import Program


class Typist:
    """Plays as the simple bot would: looks its position up in the file that its client keeps, and types what to do.

    The file may be ahead of the lines, so nothing is said before the line has come that answers what was said last.
    """

    def __init__(self, started: Program, home: Path) -> None:
        self.program, self.home = started, home
        self.auditor, self.fed = Auditor(), 0
        self.over, self.waits, self.me = False, False, -1

    def act(self, line: str) -> None:
        """Say what we do next, if the line tells that we may be due."""
        said = dict(re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)', line))
        assert not line.startswith(("refused ", "error ")), line
        if line.startswith("game over="):
            self.over = True
        if line.startswith("game begun="):
            self.me = -1 if said["seat"] == "none" else int(said["seat"])
        if line.startswith("did ") and int(said["seat"]) == self.me:
            self.waits = False
        elif not line.startswith("turn ") or said.get("mine") != "true":
            return
        if not self.waits:
            self.catch_up()
            self.answer()

    def until(self, wanted: str) -> str:
        """The first further line that begins so; what comes before and with it is played on."""
        while True:
            line = self.program.hear()
            self.act(line)
            if line.startswith(wanted):
                return line

    def answer(self) -> None:
        state, game = self.auditor.state, self.auditor.variety
        if state is None or game is None or self.me not in game.actors(state):
            return
        chosen = bot_action("simple", game, state, self.me, lambda most: self.me % most)
        if chosen != CloseCall():  # the host says it in time
            self.program.say(notation.text(chosen))
            self.waits = True

    def catch_up(self) -> None:
        (kept,) = (self.home / "transcripts").glob("*.rummy")
        records = read_transcript(kept.read_bytes()).records
        for record in records[self.fed :]:
            match record:
                case EntryRecord(entry, signature):
                    self.auditor.feed(entry, signature)
                case OpeningRecord(seat, number, epoch, opening):
                    self.auditor.learn(seat, number, epoch, opening)
        self.fed = len(records)


def play_out(typists: Sequence[Typist]) -> None:
    """Everybody reads what comes; whoever is asked answers, until the game is over."""

    def play(one: Typist) -> None:
        while not one.over:
            one.act(one.program.hear())

    with ThreadPoolExecutor(len(typists)) as pool:
        for done in [pool.submit(play, one) for one in typists]:
            done.result()
