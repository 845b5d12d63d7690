"""Vegas rummy at a real host: coming in late, expiring, buying in, sitting out and coming back, by plain clients."""

import re
from contextlib import ExitStack
from pathlib import Path

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.offline import check
from rummynet_protocol.actions import Action, BuyIn, Decline
from tests.support.programs import host, program
from tests.support.typist import Typist, play_out, simply
from tests.support.vegas_positions import vegas

NAMES = ("Ann", "Bob", "Cid", "Dot")
OPTIONS = "hand=3 buy_in=2 max_score=80"
"""No round costs anybody 80 points: three cards of 25 are the most."""


class Guest(Typist):
    """Comes back once after having declined; who owns the table lets everybody in who asks."""

    returns = 0
    owns = False

    def act(self, line: str) -> None:
        super().act(line)
        asks = re.search(r"(\w+) would like to play", line)
        if asks is not None and self.owns:
            self.program.say(f"admit {NAMES.index(asks[1])}")
        state = self.auditor.state
        if line.startswith("deal ") and state is not None and self.me >= 0 and not vegas(state).playing[self.me]:
            if not self.returns:
                self.returns += 1
                self.program.say("ready")


def declines(game: Variety, state: State, seat: int) -> Action:
    chosen = simply(game, state, seat)
    return Decline() if isinstance(chosen, BuyIn) else chosen


def actions(lines: list[str], seat: int, action: str) -> int:
    return sum(line.startswith(f"did seat={seat} ") and f" action={action} " in line for line in lines)


def facts(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("table facts=")]


def test_a_late_joiner_plays_and_expiry_is_settled_line_by_line(tmp_path: Path) -> None:
    with host(tmp_path / "host") as (_, address), ExitStack() as stack:
        guests = []
        for name in NAMES:
            words = ("join", address, "--json", "--name", name, "--data", str(tmp_path / name))
            started = stack.enter_context(program(*words, home=tmp_path / name))
            started.until_kind("lobby")
            guests.append(Guest(started, tmp_path / name, simply if name == "Cid" else declines))
        *first, dot = guests
        first[0].owns = True
        first[0].program.say(f"create vegas {OPTIONS}")
        first[0].until("table created=1")
        for one in first:
            one.program.say("sit 1")
            one.program.until(lambda line: "me=true" in line)
        for one in first[:-1]:
            one.program.until(lambda line: "name=Cid" in line)  # one agrees to play with those whom one sees
        for one in first:
            one.program.say("ready")
        first[0].until("deal round=1")
        dot.program.say("sit 1")
        assert " name=Dot me=true" in dot.until("seat seat=3")
        dot.program.say("ready")
        play_out(guests)
        for one in guests:
            one.program.say("verify")
            assert "verified=true" in one.program.until(lambda line: "verified=" in line)
            assert one.program.end() == 0

    lines = dot.program.lines
    begun = [line for line in lines if line.startswith("game begun=1")]
    assert " seat=none " in begun[0] and " seat=3 " in begun[1] and "names=Ann,Bob,Cid,Dot" in begun[1]
    assert "pot 6 chips: everybody paid 2;" in facts(lines)[0]
    assert any("pot 8 chips: everybody paid 2;" in line for line in facts(lines))
    assert actions(lines, 3, "draw") + sum('action="take ' in line and "seat=3" in line for line in lines) > 0

    dot.catch_up()
    end = vegas(dot.auditor.state)
    assert end.finished and end.payout is not None and sum(end.payout) == sum(end.paid)
    names = ["Ann", "Bob", "Cid", "Dot"]
    shares = re.findall(r"(\w+(?:(?:, | and )\w+)*) gets? (\d+)", facts(lines)[-1].partition("of the pot ")[2])
    told = {names.index(name): int(won) for who, won in shares for name in re.split(", | and ", who)}
    assert told == {seat: won for seat, won in enumerate(end.payout) if won}
    asked = re.findall(r"(\w+) has expired: they buy in for 2 chips", "\n".join(facts(lines)))
    answered = [sum(actions(lines, seat, word) for seat in range(4)) for word in ("buy", "decline")]
    assert sum(answered) == len(asked), "everybody who is asked has answered, once"
    assert end.paid[2] == 2 + 2 * actions(lines, 2, "buy")
    for one in guests:
        (path,) = (one.home / "transcripts").glob("*.rummy")
        report = check(path.read_bytes())
        assert report.verified and report.complete, report.verdict
