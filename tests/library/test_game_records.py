"""Records: games of the library and of transcripts as text, and back."""

from pathlib import Path

import pytest

from rummynet import game_records as records
from rummynet import rules
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.entries import Acted, Scored, read_entry
from rummynet_protocol.fairness.transcript import EntryRecord, NotATranscript, read_transcript

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"
FILES = sorted(VECTORS.glob("*.rummy"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_transcript_is_read_as_states_and_moves_whose_scores_are_those_of_the_file(file: Path) -> None:
    entries = [
        read_entry(one.entry) for one in read_transcript(file.read_bytes()).records if isinstance(one, EntryRecord)
    ]
    record = records.read_transcript(file)
    ends = [one.end() for one in record.rounds]
    assert [(end.scores, end.position.winner) for end in ends] == [
        (one.scores, one.winner) for one in entries if isinstance(one, Scored)
    ]
    done = [(seat, str(move)) for one in record.rounds for seat, move in one.moves if seat is not None]
    assert done == [(one.seat, one.do) for one in entries if isinstance(one, Acted)]
    assert records.read_record(str(record)) == record
    for one in record.rounds:
        assert all(turn.state.is_legal(turn.move, turn.seat) for turn in one.turns())


def test_the_transcripts_have_new_stocks_and_cards_put_back() -> None:
    kinds = {
        str(m).split()[0] for f in FILES for one in records.read_transcript(f).rounds for s, m in one.moves if s is None
    }
    assert kinds == {"card", "place"}


def test_what_is_no_record_is_refused_with_its_line() -> None:
    text = str(records.read_transcript(VECTORS / "keilty.rummy"))
    lines = text.splitlines()
    act = next(at for at, line in enumerate(lines) if " throw " in line)
    for changed, line in (
        ("", "line 1"),
        (text.replace("record 1", "record 2"), "line 1"),
        (text.replace("game keilty", "game poker"), "poker"),
        (text.replace("options {", "options [", 1), "line 3"),
        (text.replace(lines[act], "0 throw QQ"), f"line {act + 1}"),
        (text.replace(lines[act], "9 draw"), f"line {act + 1}"),
        (text.replace(lines[act], lines[act] + " 4H"), f"line {act + 1}"),
        (text.replace("\nscores ", "\nscores 9"), "the scores are"),
        (text.replace('"players": 3', '"players": "3"'), "line 8"),
        ("\n".join([*lines[:4], "0 draw"]), "line 5"),
    ):
        with pytest.raises(records.BadRecord) as refused:
            records.read_record(changed)
        assert line in str(refused.value), changed[:60]


def test_a_transcript_that_is_wrong_or_unknown_gives_no_record(tmp_path: Path) -> None:
    with pytest.raises(Cheat):
        records.read_transcript(VECTORS / "crooked" / "another-public-secret-is-opened.rummy")
    (tmp_path / "empty.rummy").write_bytes(b"nothing")
    with pytest.raises(NotATranscript):
        records.read_transcript(tmp_path / "empty.rummy")
    whole = (VECTORS / "keilty.rummy").read_bytes()
    records_of_it = read_transcript(whole).records
    assert len(records_of_it) > 40
    with pytest.raises((Cheat, Unknown, NotATranscript)):
        (tmp_path / "cut.rummy").write_bytes(whole[: len(whole) // 2].replace(b"keilty", b"kelpie"))
        records.read_transcript(tmp_path / "cut.rummy")


def test_a_record_without_a_round_keeps_its_game() -> None:
    record = records.GameRecord(rules.variety("joker"), (), ())
    assert records.read_record(str(record)) == record
