"""Refusals for any reason, at any head, of all games: both verifiers say the same of each, alone in its file."""

import os
from typing import Any, Final

import pytest

from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.transcript import RefusalRecord
from tests.support.forge import Forge
from tests.support.pages import page_verdict

CODES: Final = (
    "stale", "not_your_turn", "wrong_phase", "illegal", "card_not_held", "no_such_call", "shuffling", "paused", "order",
    "not_due", "wrong_statement", "signature", "cooldown", "too_late", "race", "no_game", "trouble", "clock", "no_seat",
    "not_absent", "a_later_one",
)  # fmt: skip
GAMES: Final = (("keilty", 2), ("basic", 3), ("vegas", 2), ("crummy", 3), ("joker", 2))
BY_WHAT_IS_SHOWN: Final = {"clock", "cooldown", "not_due", "wrong_statement"}
EACH: Final = int(os.environ.get("RUMMYNET_REFUSALS", "12"))
"""Refusals of each game: each is a file that both verifiers read, a second and more."""
OWNER: Final = 0


class Refusing(Forge):
    """The host refuses statements of one seat, truly and falsely, and plays on."""

    def step(self) -> None:
        if self.chance.random() < 0.5:
            self._refuse_something()
        super().step()

    def _refuse_something(self) -> None:
        chance, heads = self.chance, [one for one in self.heads if self.written]
        code = chance.choice(CODES)
        head = chance.choice(heads[-4:]) if chance.random() < 0.4 else self.head
        shows = self._evidence(code)
        match chance.random():
            case roll if roll < 0.75:
                legal = self.game.legal(self.state, OWNER)
                do = notation.text(self.game.explicit(self.state, OWNER, chance.choice(legal))) if legal else "draw"
                do = chance.choice(("throw 2C", "draw", "pass", "rummy meld KC KD KH")) if chance.random() < 0.2 else do
                aim = {"head": chance.choice(self.aims[-3:])} if chance.random() < 0.3 else {}
                self.refuse(OWNER, Acting, self.action(OWNER, do, **aim), code, head, **shows)
            case roll:
                about = 1 if roll < 0.9 else OWNER
                self.refuse(OWNER, Voting, self.ballot(OWNER, about, yes=about != OWNER), code, head, **shows)

    def _evidence(self, code: str) -> dict[str, Any]:
        """For an ``order`` mostly something newer or older, shown or left out of the file; seldom for another code."""
        if self.chance.random() >= (0.8 if code == "order" else 0.05):
            return {}
        n = self.players[OWNER].n + self.chance.choice((-1, 5))
        envelope = self.players[OWNER].sign(self.statement(OWNER, Voting, n=n, about=1, yes=True))
        if self.chance.random() < 0.3:
            return {"evidence": statement_hash("vote", envelope[0])}
        return {"shown": ("vote", *envelope)}

    @property
    def heads(self) -> list[bytes]:
        """The newest heads of the log."""
        return [*self.aims[-3:], self.head]


def judged(forge: Forge, given: list[tuple[int, RefusalRecord]]) -> str | None:
    """The check that fails with these refusals in the file; both verifiers name it, at the same record."""
    forge.refused = given
    data = forge.transcript(OWNER)
    report, page = check(data, partial=True), page_verdict(data)
    assert (page["check"], page["record"]) == (report.check, report.record), (given[0][1].code, page, report.verdict)
    return report.check


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_both_verifiers_say_the_same_of_any_refusal(variant: str, players: int) -> None:
    forge = Refusing(variant, {}, players, seed=EACH)
    forge.play(1)
    given, found = list(forge.refused), dict[tuple[int, RefusalRecord], str | None]()
    # Few are true, and which come first is chance: more are looked at until two are, for they have to hold together.
    for one in forge.chance.sample(given, len(given)):
        if len(found) < EACH or [*found.values()].count(None) < 2:
            found[one] = judged(forge, [one])
    assert set(found.values()) == {None, "refusal"}
    true = sorted((one for one in found if found[one] is None), key=lambda one: one[0])
    assert len(true) > 1
    judged(forge, true)
    # What the file lacks can make a claim true that another refusal, which shows it, contradicts.
    assert judged(forge, [one for one in true if one[1].code not in BY_WHAT_IS_SHOWN]) is None
