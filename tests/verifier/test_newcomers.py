"""Players who join between two rounds have given consent; the silent ones are left out, and nobody is asked twice."""

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.statements import NonceCommitted
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


def test_all_may_stay_silent_and_then_the_players_agree_among_themselves() -> None:
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("dot")]))
    del forge.players[2:]
    forge.let_in(forge.ask_in([]))
    assert len(plays_on(forge).players) == 2


def test_who_was_left_out_can_agree_again_and_come_in_later() -> None:
    forge = joined()
    dot = forge.player("dot")
    forge.let_in(forge.ask_in([dot]))
    del forge.players[2:]
    forge.let_in(forge.ask_in([]))
    forge.agree()
    forge.play_round()
    forge.let_in(forge.ask_in([dot]))
    assert len(plays_on(forge).players) == 3
    assert dot.n > 3


def test_the_silent_may_have_sent_a_part() -> None:
    """Nonces had been committed to when one of the newcomers fell silent."""
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.let_in(consents)
    commits = [forge.fresh() for _ in forge.players]
    signed = forge.everyone(NonceCommitted, lambda s: {"seat": s, "commit": commits[s]})
    forge.write(log.NonceCommits(signed, forge.tick()))
    del forge.players[3]
    forge.joining = (2,)
    forge.let_in({2: consents[2]})
    assert len(plays_on(forge).players) == 3


@pytest.mark.parametrize("known", [True, False])
def test_the_auditor_numbers_the_statements_of_every_key(known: bool) -> None:
    """A client reads from it what its own next statement has to contain."""
    forge = joined()
    auditor = Auditor()
    for one in forge.written:
        auditor.feed(one.entry, one.signature)
    player = forge.players[0] if known else forge.player("dot")
    assert auditor.order.next(player.signer.public) == (player.n, player.prev)
    assert auditor.log == forge.log
