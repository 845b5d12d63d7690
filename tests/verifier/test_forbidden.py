"""What the protocol forbids, where no row shows it: the whole list is in tests/crooks/test_forbidden_list.py."""

import json
import re
from pathlib import Path

import pytest

from rummynet.ledger.epoch import Epoch
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import HONEST
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.pages.help import help_lines
from rummynet_client.terminal.pages.page import page
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import KINDS as LOG_KINDS
from rummynet_protocol.fairness.entries import Cosigns, read_entry
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.fake_host import dealt, play
from tests.support.forge import Forge
from tests.support.forge_scripts import dealt as a_deal

ROOT = Path(__file__).parents[2]
OPTIONS: dict[str, object] = {"target": 60}


def first_round() -> Forge:
    return Forge("keilty", OPTIONS, 3, seed=1).play(1)


def test_forbidden_10_no_card_before_all_have_co_signed() -> None:
    forge = a_deal(options=OPTIONS)
    auditor = Auditor(me=forge.players[0].signer.public)
    row = forge.shown[0].row
    for one in forge.written:
        entry = read_entry(one.entry)
        if isinstance(entry, Cosigns):
            break
        auditor.feed(one.entry, one.signature)
    with pytest.raises(Cheat) as caught:
        auditor.learn(0, 1, 0, row)
    assert caught.value.check == "opening"
    fresh = Epoch(0, bytes(32), bytes(32), bytes(32), cards=bytes(range(52)))
    with pytest.raises(Cheat) as caught:
        fresh.open(row)
    assert caught.value.check == "co-signature"


@pytest.mark.parametrize("variant", ["keilty", "basic", "vegas", "crummy", "joker"])
def test_forbidden_14_the_words_are_on_the_screen_when_they_matter_and_a_key_away_afterwards(variant: str) -> None:
    """Before the first card, and whenever something is wrong; later a sign stands for them, with a page behind it."""
    first, later = pictures.playing(variant, 2, 0), pictures.playing(variant, 2, 5)
    wrong = replace(later, fairness=replace(later.fairness, cheat="the deck"))
    for picture, lines in (
        (first, screen(first, Choice(), Size(80, 24))),
        (wrong, screen(wrong, Choice(), Size(80, 24))),
        (later, page("why", later, (), Size(80, 24), 0)),
    ):
        assert len(picture.words) == 6
        assert " ".join(picture.words) in " ".join(plain(lines).split())
    assert "✓ fair" in plain(screen(later, Choice(), Size(80, 24)))


def test_forbidden_14_the_words_are_shown_before_the_first_card() -> None:
    host, guests = dealt("Ann", "Bob")
    for guest in guests:
        told = guest.lines
        words = next(n for n, line in enumerate(told) if line.startswith("fair check=words"))
        hand = next(n for n, line in enumerate(told) if line.startswith("hand "))
        assert words < hand and " ".join(guest.session.model.words) in told[words]
    assert guests[0].session.model.words == guests[1].session.model.words
    play(host, guests, turns=2)


def test_forbidden_16_every_verdict_of_fairness_states_what_is_not_covered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from rummynet_cli import main as cli

    forge = Forge("keilty", OPTIONS, 2, seed=4).play()
    path, cut = tmp_path / "a.rummy", tmp_path / "b.rummy"
    path.write_bytes(forge.transcript())
    records = read_transcript(forge.transcript()).records
    assert isinstance(records[0], EntryRecord)
    cut.write_bytes(forge.transcript()[: len(forge.transcript()) // 2])
    for words in (["verify", str(path)], ["verify", "--partial", str(cut)]):
        assert cli.main(words) == 0
        assert HONEST in capsys.readouterr().out
        cli.main([words[0], "--json", *words[1:]])
        assert json.loads(capsys.readouterr().out)["not_covered"] == HONEST
    for part in ("the host sees every card", "throw a deal away", "players can talk", "anybody can stop playing"):
        assert part in HONEST


def test_forbidden_16_the_client_says_it_too() -> None:
    host, guests = dealt("Ann", "Bob")
    shown = plain(help_lines(guests[0].session.model, 80))
    assert HONEST in " ".join(shown.split())
    said = host.do(guests[0], "verify")
    assert HONEST in "\n".join(said)


CLAIM = re.compile(r"provably fair|proof of fairness|cannot cheat(?! (?:without|unnoticed))", re.IGNORECASE)


def test_forbidden_16_no_page_and_no_text_claims_more() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("rummynet/**/*.py")]
    pages += [*ROOT.glob("client/**/*.py"), *ROOT.glob("protocol/**/*.py")]
    for file in pages:
        assert not CLAIM.search(file.read_text("utf-8")), file
    for name in ("README.md", "protocol/FAIRNESS.md"):
        text = " ".join((ROOT / name).read_text("utf-8").split())
        assert "tell a friend" in text and "talk to each other" in text, name


def test_forbidden_20_the_secret_for_the_first_seat_opens_when_nobody_can_stop_the_shuffle() -> None:
    """With the co-signatures, and not before: a seat that knew it earlier could withhold its own."""
    with_it = {kind.kind for kind in LOG_KINDS.values() if "pub" in kind.__struct_fields__}
    assert with_it == {"cosigns"}
    forge = first_round()
    s_pub = forge.used[0][1].secrets.s_pub
    told = [(read_entry(one.entry).kind, s_pub in one.entry) for one in forge.written]
    assert [kind for kind, holds in told if holds] == ["cosigns"]
