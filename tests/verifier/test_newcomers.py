"""Players who join between two rounds have given consent; the silent ones are left out, and nobody is asked twice."""

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from tests.support.forge import Forge
from tests.support.forge_scripts import joined


def verified(forge: Forge) -> Auditor:
    for seat in (None, *range(len(forge.players))):
        report = check(forge.transcript(seat), partial=True)
        assert report.verified, (seat, report.verdict)
    return report.auditor


def plays_on(forge: Forge) -> Auditor:
    forge.agree()
    forge.play_round()
    return verified(forge)


def test_newcomers_play_from_the_next_round_on() -> None:
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("dot"), forge.player("eve")]))
    auditor = plays_on(forge)
    assert [name for _, name in auditor.players] == ["player 0", "player 1", "dot", "eve"]
    assert auditor.round == 2


def test_one_who_stays_silent_is_left_out_and_the_others_are_asked_once_more() -> None:
    """Eve moves up to the seat of Dot; her consent stays valid, in the same bytes."""
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.let_in(consents)
    del forge.players[2]
    forge.joining = (2,)
    forge.let_in({2: consents[3]})
    auditor = plays_on(forge)
    assert [name for _, name in auditor.players] == ["player 0", "player 1", "eve"]
