"""A store for secrets: what a bot of a host keeps of its newest game."""

from pathlib import Path

from rummynet_client.core.log import private_records
from rummynet_client.core.session.outbox import EVIDENCE, PRIVATE, TRANSCRIPT, Keep
from rummynet_client.storage.transcript_store import TranscriptStore


def test_it_has_the_private_records_of_the_newest_game_alone(tmp_path: Path) -> None:
    store = TranscriptStore(tmp_path / "games", is_for_secrets=True)
    for log in (b"a" * 32, b"b" * 32):
        for where in (TRANSCRIPT, PRIVATE, EVIDENCE):
            store.append_record(Keep(log, "keilty", b"record", where))
    (path,) = (tmp_path / "games").iterdir()
    assert path.name.endswith(f"{(b'b' * 8).hex()}.private")
    assert path.read_bytes() == private_records.HEADER + b"record" and path.stat().st_mode & 0o77 == 0
    assert store.recall(b"b" * 32) == b"" and store.paths == []
    store.close()
