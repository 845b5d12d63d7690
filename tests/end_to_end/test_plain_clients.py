"""A host and plain clients as processes of their own, over real sockets, fed by pipes."""

import json
import re
from pathlib import Path

import pytest

from rummynet.rules.varieties import variety
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from tests.end_to_end.test_tls import SEED, echo_host
from tests.support.bots import bot_action
from tests.support.free_port import free_port
from tests.support.programs import Program, host, program

pytestmark = pytest.mark.drawn(4)

KEILTY = variety("keilty")


def pairs(line: str) -> dict[str, str]:
    """The key=value pairs of a line; JSON strings unquoted."""
    found = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)', line)
    return {key: json.loads(value) if value.startswith('"') else value for key, value in found}


def plain(address: str, name: str, home: Path, *more: str) -> tuple[str, ...]:
    return ("join", address, "--json", "--name", name, "--data", str(home), *more)


def spelled(command: str) -> str:
    return json.dumps(command) if " " in command else f"={command} "


class Player:
    """Plays a turn by what the lines say."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hand: list[str] = []
        self.round_over = False

    def is_mine(self) -> bool:
        """Read on to the next turn, or the end of the round; whether it is ours to act."""
        while True:
            line = self.program.hear()
            if line.startswith("hand "):
                self.hand = pairs(line)["cards"].split()
            if line.startswith("round "):
                self.round_over = True
                return False
            if line.startswith("turn ") and " phase=pickup" in line:
                return " mine=true" in line

    def do(self, command: str) -> bool:
        """Say it; whether it was done. Then the hand is known again, or the round is over."""
        self.program.say(command)
        self.program.say("hand")  # some plays leave the hand as it was, and nothing is told of it
        done = self.program.until(lambda line: line.startswith(("refused ", "did ")) and spelled(command) in line)
        self.hand = pairs(self.program.until_kind("hand"))["cards"].split()
        if not self.hand:
            self.program.until_kind("round")
            self.round_over = True
        return done.startswith("did ")

    def turn(self) -> None:
        """One turn, from pick-up to throw-out, by what ``hand`` and ``table`` tell and nothing else."""
        while not self.round_over:
            action = self.choice()
            if action == "pass":
                self.program.say(action)
                self.program.until_kind("round")
                self.round_over = True
                return
            assert self.do(action), action
            if action.startswith("throw "):
                return

    def choice(self) -> str:
        self.program.say("hand")
        self.hand = pairs(self.program.until_kind("hand"))["cards"].split()
        self.program.say("table")
        shown = pairs(self.program.until(lambda line: line.startswith("table round=")))
        self.program.say("scores")  # its answer ends the melds
        melds = []
        while not (line := self.program.hear()).startswith("game game="):
            if line.startswith("table meld="):
                laid = pairs(line)
                melds.append({"cards": laid["cards"].split(), "by": [int(seat) for seat in laid["by"].split(",")]})
        me, counts = int(shown["turn"]), [int(count) for count in shown["counts"].split(",")]
        hands: list[list[str | None]] = [[None] * count for count in counts]
        hands[me] = [*self.hand]
        position = {
            **{"variant": "keilty", "options": {"reshuffle_limit": 0}, "players": 2, "round": 1, "starter": 0},
            **{"turn": me, "phase": shown["phase"], "hands": hands, "stock": [None] * int(shown["stock"])},
            **{
                "discard": shown["pile"].split(),
                "melds": melds,
                "reshuffles": 0,
                "scores": [0, 0],
                "round_scores": None,
            },
        }
        state = KEILTY.positions.read(position)
        return notation.text(bot_action("simple", KEILTY, state, me))


def test_two_clients_fed_by_pipes_play_a_round_and_each_transcript_holds(tmp_path: Path) -> None:
    with host(tmp_path / "host") as (hosting, address):
        with (
            program(*plain(address, "Ann", tmp_path / "ann"), home=tmp_path / "ann") as ann,
            program(*plain(address, "Bob", tmp_path / "bob"), home=tmp_path / "bob") as bob,
        ):
            ann.say("create keilty reshuffle_limit=0 name=kitchen")
            assert ann.until(lambda line: "created=" in line) == "table created=1"
            ann.say("sit 1")
            ann.until(lambda line: "me=true" in line)
            bob.until_kind("lobby")
            bob.say("sit 1")
            bob.until(lambda line: "me=true" in line)
            ann.until(lambda line: "name=Bob" in line)
            for one in (ann, bob):
                one.say("ready")
            words = [pairs(one.until(lambda line: "begun=" in line))["words"] for one in (ann, bob)]
            assert words[0] == words[1] and len(words[0].split()) == 6
            players = [Player(ann), Player(bob)]
            while not any(player.round_over for player in players):
                for player in players:
                    if player.is_mine():
                        player.turn()
            for player in players:
                if not player.round_over:
                    player.program.until_kind("round")
            ann.say("say well played")
            assert "well played" in bob.until_kind("chat")
            for one in (ann, bob):
                one.say("verify")
                assert "verified=true" in one.until(lambda line: "verified=" in line)
                assert one.end() == 0
                assert one.lines[-1].startswith("bye code=quit")
        assert hosting.stop() == 0
    for name in ("ann", "bob"):
        (kept,) = (tmp_path / name / "transcripts").glob("*.rummy")
        report = check(kept.read_bytes(), partial=True)
        assert report.verified and report.auditor.round >= 1, report.verdict
        with program("verify", str(kept), "--partial", home=tmp_path) as verifying:
            assert verifying.wait() == 0
            assert "VERIFIED" in verifying.lines[-1]


def test_anything_can_be_piped_in_and_the_end_of_input_quits(tmp_path: Path) -> None:
    with host(tmp_path / "host") as (_, address), program(*plain(address, "Ann", tmp_path), home=tmp_path) as ann:
        for line in ("dance", "\x1b[2J", "throw", "create keilty goal=3", "sit 7", "hand", "help", "tables", "\t"):
            ann.say(line)
        assert ann.end() == 0
        kinds = [line.split(" ")[0] for line in ann.lines]
        assert kinds[:2] == ["welcome", "lobby"]
        assert kinds.count("error") == 4 and kinds.count("refused") == 2
        assert all(line.isprintable() for line in ann.lines)


def test_in_sentences_create_takes_a_seat_and_a_table_that_is_not_there_ends_with_1(tmp_path: Path) -> None:
    with host(tmp_path / "host") as (_, address):
        words = ("join", "--plain", address, "--data", str(tmp_path / "ann"), "--name", "Ann")
        with program(*words, "--table", "77", home=tmp_path) as lost:
            lost.until(lambda line: "there is no table 77" in line)
            assert lost.end() == 1
        with program(*words, "--table", "77", home=tmp_path) as ann:
            ann.say("create keilty")
            ann.until(lambda line: line == "You are at table 1, Ann's table: Keilty rummy.")
            ann.until(lambda line: line.startswith("You sit down as Ann."))
            assert ann.end() == 0


def test_another_key_at_the_same_address_is_refused_loudly(tmp_path: Path) -> None:
    port = free_port()
    with host(tmp_path / "one", port) as (hosting, address):
        with program(*plain(address, "Ann", tmp_path / "ann"), home=tmp_path / "ann") as ann:
            ann.until_kind("welcome")
            assert ann.end() == 0
        hosting.stop()
    with host(tmp_path / "other", port):
        with program(*plain(address, "Ann", tmp_path / "ann"), home=tmp_path / "ann") as ann:
            assert ann.wait() == 3
            assert "HAS CHANGED" in ann.errors()


def test_a_host_that_breaks_the_protocol_ends_it_cleanly(tmp_path: Path) -> None:
    with echo_host(SEED.hex()) as port, program(*plain(f"127.0.0.1:{port}", "Ann", tmp_path), home=tmp_path) as ann:
        assert ann.wait() == 3
        assert pairs(ann.lines[-1])["code"] == "remote_protocol"
        assert ann.lines[-1].startswith("bye ") and "again=false" in ann.lines[-1]
        assert ann.errors().count("\n") == 1


def test_sigterm_ends_a_client_cleanly(tmp_path: Path) -> None:
    with host(tmp_path / "host") as (_, address), program(*plain(address, "Ann", tmp_path), home=tmp_path) as ann:
        ann.until_kind("lobby")
        assert ann.stop() == 0
        assert ann.lines[-1].startswith("bye")


def test_the_demo_ends_with_one_line_of_json(tmp_path: Path) -> None:
    with program("demo", "--players", "2", "--target", "40", "--json", home=tmp_path) as demo:
        assert demo.wait() == 0, demo.errors()
        told = json.loads(demo.lines[-1])
        assert told["verified"] is True
        assert len(told["scores"]) == 2 and max(told["scores"]) >= 40
        assert told["rounds"] >= 1
        assert len(told["transcripts"]) == 3
        assert told["transcript"] == told["transcripts"]["host"]
        for path in told["transcripts"].values():
            assert Path(path).is_relative_to(tmp_path / "transcripts" / "demo")
            assert check(Path(path).read_bytes()).verified


def test_the_demo_plays_with_the_options_that_are_given(tmp_path: Path) -> None:
    words = ("--variant", "crummy", "--players", "2", "--option", "contracts=2", "--option", "deck=sealed", "--json")
    with program("demo", *words, home=tmp_path) as demo:
        assert demo.wait() == 0
    told = json.loads(demo.lines[-1])
    assert told["verified"] and told["rounds"] == 1
    options = check(Path(told["transcript"]).read_bytes()).auditor.options
    assert (list(options["contracts"]), options["deck"]) == ([2], "sealed")


@pytest.mark.parametrize(
    ("option", "says"), [("deals=101", "deals must be"), ("deal=1", "no option 'deal'"), ("deals", "is not an option")]
)
def test_an_option_of_the_demo_that_will_not_do_is_refused_in_one_line(tmp_path: Path, option: str, says: str) -> None:
    with program("demo", "--option", option, home=tmp_path) as demo:
        assert demo.wait() == 2
        told = demo.errors()
    assert says in told and told.count("\n") == 1
