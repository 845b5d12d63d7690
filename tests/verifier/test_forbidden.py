"""What the protocol forbids, where finding it needs a host, a log or a client.

The numbers are those of the list in protocol/FAIRNESS.md; tests of the values alone are in
tests/protocol/fairness/test_forbidden.py.
"""

import json
import re
from pathlib import Path

import pytest

from rummynet.ledger.epoch import Epoch
from rummynet.table.game.dealt_cards import Play
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import HONEST, check
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.pages.help import help_lines
from rummynet_client.terminal.pages.page import page
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol import codec
from rummynet_protocol.actions import Draw
from rummynet_protocol.cards import face
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import KINDS as LOG_KINDS
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Cosigns,
    Entry,
    HostCommit,
    Root,
    Shown,
    Voided,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Message, Openings
from tests.support import pictures
from tests.support.alterations import ALTERATIONS, Alteration
from tests.support.cheats import ALL, Row
from tests.support.edges import EDGES
from tests.support.fake_host import dealt, play
from tests.support.forge import Forge
from tests.support.forge_scripts import dealt as a_deal
from tests.support.people import TableHarness, entries, only_drawing

ROOT = Path(__file__).parents[2]
OPTIONS: dict[str, object] = {"target": 60}


def first_round() -> Forge:
    return Forge("keilty", OPTIONS, 3, seed=1).play(1)


def crooked(*names: str) -> set[str | None]:
    """The checks that fail in these rows, which test_cheats and test_transcript_vectors play."""
    rows: dict[str, Alteration | Row] = {
        **{one.name.removesuffix(", resigned").replace(" ", "_"): one for one in ALTERATIONS},
        **ALL,
        **EDGES,
    }
    return {rows[name].check for name in names}


def found_in(forge: Forge) -> str | None:
    """The check that fails in this log, for a spectator."""
    return check(forge.transcript(), partial=True).check


def host_log(hall: TableHarness) -> list[Entry]:
    game = hall.lobby.tables[1].game
    assert game is not None
    return [read_entry(data) for data, _ in game.game_log.rows]


# -- 7


def test_forbidden_07_the_table_does_not_go_on_without_a_silent_seat() -> None:
    for kind in ("commit", "reveal", "root"):
        hall = TableHarness()
        number, people = hall.table(["Ann", "Bob", "Cid"])
        people[2].silent.add(kind)
        for person in people:
            hall.ready(person, number)
        hall.advance(3_600_000)
        told = host_log(hall)
        assert isinstance(told[-1], Voided) and told[-1].silent == (2,)
        assert not any(isinstance(entry, CardsDealt) for entry in told)
        assert not any(person.heard(Openings) for person in people)


def test_forbidden_07_after_a_void_all_commit_again_and_to_other_epochs() -> None:
    hall = TableHarness()
    people = hall.stuck("reveal")
    hall.advance(31_000)
    people[1].silent.clear()
    hall.back(people[1])
    commits = [entry for entry in host_log(hall) if isinstance(entry, HostCommit)]
    assert [(one.first, len(one.commits)) for one in commits] == [(0, 4), (4, 3)]
    assert not set(commits[0].commits) & set(commits[1].commits)


def test_forbidden_07_a_log_that_goes_on_or_commits_again_is_a_cheat() -> None:
    assert crooked("a_shuffle_goes_on_without_the_silent") == {"chain"}
    assert crooked("a_batch_is_committed_to_again") == {"recommit"}


def test_forbidden_07_a_restarted_client_does_not_let_the_host_commit_again() -> None:
    host, guests = dealt("Ann", "Bob")
    ann = guests[0]
    host.lose(ann)
    ann.start()

    def recommits(message: Message) -> list[Message]:
        if isinstance(message, LogEntry):
            entry = read_entry(message.entry)
            if isinstance(entry, HostCommit):
                other = replace(entry, commits=entry.commits[::-1])
                return [LogEntry(message.table, message.game, message.index, pack_entry(other), message.signature)]
        return [message]

    ann.tamper = recommits
    host.connect(ann)
    assert ann.session.model.fairness.cheat is not None


# -- 10


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
    assert crooked("a_co_signature_left_out") == {"co-signature"}


def test_forbidden_10_the_table_shows_no_card_before_all_have_co_signed() -> None:
    hall = TableHarness()
    _, people = hall.game(["Ann", "Bob", "Cid"])
    for person in people:
        kinds = [
            type(read_entry(one.entry)) if isinstance(one, LogEntry) else Openings
            for one in person.told
            if isinstance(one, LogEntry | Openings)
        ]
        assert kinds.index(Root) < kinds.index(Cosigns) < kinds.index(CardsDealt) < kinds.index(Openings)


def test_forbidden_10_no_position_is_skipped_or_used_twice() -> None:
    assert crooked("a_position_skipped", "a_position_used_twice", "cards_dealt_to_other_seats") == {"position"}


def test_forbidden_10_the_table_hands_out_every_position_once() -> None:
    hall = TableHarness(seed=2)
    table, people = hall.game(["Ann", "Bob"], reshuffle_limit=3)
    hall.play(table, people, acts=150, choose=only_drawing)
    taken: list[int] = []
    for entry in entries(people[0]):
        match entry:
            case CardsDealt(to=to, up=up):
                taken = [*range(len(to)), *(position for position, *_ in up)]
                assert taken == list(range(len(taken)))
            case Cosigns(epoch=epoch) if epoch:
                taken = []
            case Acted(position=int(position), drawn=drawn):
                for more in range(drawn):
                    assert position + more == len(taken)
                    taken.append(position + more)
    given = [(one.round, one.epoch, row[0]) for person in people for one in person.heard(Openings) for row in one.cards]
    assert len(given) == len(set(given)) > 60


# -- 11


def test_forbidden_11_a_secret_published_in_mid_round_is_a_cheat() -> None:
    forge = a_deal(options=OPTIONS)
    for _ in range(3):
        forge.step()
    forge.write(Shown(1, ((0, forge.used[0][1].secrets.s_deck),), forge.tick()))
    report = check(forge.transcript(), partial=True)
    assert report.check == "rules"
    assert report.reason == "the host published the secrets of a round that is still being played"


def test_forbidden_11_the_table_publishes_no_secret_before_the_round_is_over() -> None:
    hall = TableHarness(seed=6)
    table, people = hall.game(["Ann", "Bob"], target=60)
    while table.stage == "playing":
        play_now = table.game.play if table.game is not None else None
        assert isinstance(play_now, Play)
        secrets = [deck.shuffle.secrets.s_deck for deck in play_now.decks]
        told = b"".join(data for data, _ in people[0].entries)
        assert not any(secret in told for secret in secrets)
        hall.play(table, people, acts=1)
    shown = [at for at, entry in enumerate(entries(people[0])) if isinstance(entry, Shown)]
    assert len(shown) == people[0].auditor.round


# -- 12


def test_forbidden_12_an_entry_has_no_place_for_a_salt_or_an_opening_of_a_play() -> None:
    assert set(Acted.__struct_fields__) == {"seat", "do", "signed", "why", "drawn", "position", "t", "proof"}
    forge = first_round()
    at = next(n for n, one in enumerate(forge.written) if isinstance(read_entry(one.entry), Acted))
    order = [one.entry for one in forge.written]
    for name in ("salt", "card", "opening"):
        values = codec.unpack(order[at])
        forge.resign([*order[:at], codec.pack({**values, name: bytes(32)}), *order[at + 1 :]])
        assert found_in(forge) == "format"


def test_forbidden_12_a_play_that_names_a_position_is_a_cheat() -> None:
    forge = a_deal(options=OPTIONS)
    seat = forge.state.turn
    forge.act(seat, Draw())
    thrown = next(face(card) for card in range(52) if forge.state.hands[seat] >> card & 1)
    said = f"throw {thrown}"
    forge.write(Acted(seat, said, forge.action(seat, said), None, 0, 3, forge.tick()))
    assert found_in(forge) == "position"


def test_forbidden_12_no_salt_or_position_of_a_played_card_is_ever_sent() -> None:
    hall = TableHarness(seed=9)
    table, people = hall.game(["Ann", "Bob"], target=100)
    hall.play(table, people)
    salts = {row[2]: seat for seat, one in enumerate(people) for told in one.heard(Openings) for row in told.cards}
    ups = {its for entry in entries(people[0]) if isinstance(entry, CardsDealt) for _, _, its, _ in entry.up}
    told = b"".join(data for data, _ in people[0].entries)
    assert len(salts) > 30
    assert not any(its in told for its in set(salts) - ups)
    for entry in entries(people[0]):
        if isinstance(entry, Acted) and not entry.do.startswith(("draw", "want", "call")):
            assert entry.position is None and entry.drawn == 0


# -- 14


def test_forbidden_14_a_host_that_makes_up_keys_cannot_show_the_same_words() -> None:
    """Signatures of relayed keys all verify; only comparing the words aloud reveals them."""
    honest = first_round()
    middle = Forge("keilty", OPTIONS, 3, seed=1)
    middle.players[1].signer = Signer(b"\7" * 32)
    middle.play(1)
    reports = [check(one.transcript(), partial=True) for one in (honest, middle)]
    assert all(report.verified for report in reports)
    assert reports[0].auditor.words != reports[1].auditor.words
    for report in reports:
        assert any(line == f"words {' '.join(report.auditor.words)}" for line in report.lines)


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


# -- 15


def test_forbidden_15_a_fair_deck_with_an_illegal_move_is_not_verified() -> None:
    forge = a_deal(options=OPTIONS)
    seat = forge.state.turn
    forge.act(seat, Draw())
    said = f"throw {face(forge.state.discard[-1])}"
    forge.write(Acted(seat, said, forge.action(seat, said), None, 0, None, forge.tick()))
    report = check(forge.transcript(), partial=True)
    assert (report.verified, report.check) == (False, "rules")
    assert "VERIFIED:" not in " ".join(report.lines).replace("NOT VERIFIED:", "")


def test_forbidden_15_what_is_verified_had_its_moves_replayed_and_its_score_recomputed() -> None:
    forge = Forge("keilty", OPTIONS, 2, seed=4).play()
    report = check(forge.transcript())
    acts = sum(isinstance(read_entry(one.entry), Acted) for one in forge.written)
    assert report.verified and report.passed["rules"] == acts and report.passed["score"] == report.auditor.round
    assert crooked("a_point_more") == {"score"}
    assert crooked("another_action_than_was_signed") == {"action-signature"}


# -- 16


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


# -- 17 to 20


def test_forbidden_17_no_game_begins_without_the_consent_of_each_to_it() -> None:
    assert crooked(
        "begins_without_a_consent",
        "one_agreed_to_other_rules",
        "one_agreed_to_other_names",
        "one_agreed_to_another_order_of_seats",
        "one_agreed_to_another_past",
        "a_consent_is_somebody_elses",
        "a_newcomer_did_not_agree",
    ) == {"consent"}
    assert crooked("one_agreed_to_another_game_of_the_table") == {"statement-order"}


def test_forbidden_18_log_time_does_not_run_ahead_of_the_players_clocks() -> None:
    assert crooked("a_turn_is_timed_out_in_no_time", "a_players_clock_runs_backwards") == {"time"}


def test_forbidden_19_what_was_refused_is_not_logged_and_nothing_out_of_order() -> None:
    assert crooked("a_refused_call_is_logged", "a_refused_vote_is_logged", "what_was_logged_is_refused") == {"refusal"}
    assert crooked("an_older_statement_behind_a_newer_one", "a_statement_is_logged_twice") == {"statement-order"}


def test_forbidden_20_no_shuffle_in_mid_round_without_the_draw_that_asks_for_it() -> None:
    assert crooked(
        "the_pile_is_shuffled_although_nobody_draws",
        "new_commitments_in_mid_round_although_nobody_draws",
        "another_action_follows_the_shuffle",
        "another_seat_draws_from_the_new_stock",
    ) == {"chain"}
    assert crooked("a_new_stock_is_wanted_while_there_is_one") == {"rules"}


def test_forbidden_20_the_secret_for_the_first_seat_opens_when_nobody_can_stop_the_shuffle() -> None:
    """With the co-signatures, and not before: a seat that knew it earlier could withhold its own."""
    with_it = {kind.kind for kind in LOG_KINDS.values() if "pub" in kind.__struct_fields__}
    assert with_it == {"cosigns"}
    forge = first_round()
    s_pub = forge.used[0][1].secrets.s_pub
    told = [(read_entry(one.entry).kind, s_pub in one.entry) for one in forge.written]
    assert [kind for kind, holds in told if holds] == ["cosigns"]
    assert crooked("another_public_secret_is_opened") == {"commitment"}


# -- all of them


def test_every_number_of_the_list_has_a_test() -> None:
    page = (ROOT / "protocol" / "FAIRNESS.md").read_text("utf-8")
    listed = page[page.index("## Forbidden") : page.index("## Why it is built")]
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", listed, re.MULTILINE)}
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    tested = {int(number) for text in sources for number in re.findall(r"^def test_forbidden_(\d\d)_", text, re.M)}
    assert numbers == tested == set(range(1, 21))
