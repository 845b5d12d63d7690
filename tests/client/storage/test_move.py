"""Moving an identity to another machine: what is included, and that the code works once, and not for guessers."""

import asyncio
import errno
import os
import secrets
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rummynet import files
from rummynet_client.core.log import private_records
from rummynet_client.storage import identity_export, identity_transfer
from rummynet_client.storage.identity import load_identity
from rummynet_client.storage.identity_export import (
    MoveError,
    NoPlayerCame,
    RoundStays,
    TooMuchToMove,
    export_identity,
    import_identity,
)
from rummynet_client.storage.identity_transfer import ExportServer, NotSealed, fetch_export, make_code, read_code
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_protocol.fairness.transcript import HEADER
from tests.support.disk import TightDisk
from tests.support.errors import raises
from tests.support.forge import Forge
from tests.support.sealed_forge import SealedForge

CODE = "K7QF-9M2X-03BD-TTRA"


def test_a_code_is_read_however_it_is_typed() -> None:
    assert read_code("k7qf 9m2x o3bd ttra\n") == read_code(CODE) == "K7QF9M2X03BDTTRA"
    assert read_code("LIIL-0000-0000-0000") == "1111000000000000"
    for wrong in ("", "K7QF", CODE + "A", CODE.replace("K", "U"), "é" * 16):
        with raises(MoveError, "move", 16):
            read_code(wrong)


def test_codes_have_eighty_bits() -> None:
    assert make_code(lambda n: bytes(range(n))) == "0123-4567-89AB-CDEF"
    assert make_code(lambda n: bytes([255] * n)) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    assert len({make_code(secrets.token_bytes) for _ in range(100)}) == 100


def player(folder: Path) -> Path:
    """A data directory with a player, a known host, an unfinished game and a finished one."""
    load_identity(folder)
    KnownHosts(folder).pin("192.0.2.1:7866", b"\1" * 32, "hearth")
    store = folder / "transcripts"
    store.mkdir()
    whole = Forge("keilty", {"target": 20}, seed=3).play().transcript(0)
    (store / "over.rummy").write_bytes(whole)
    (store / "goes-on.private").write_bytes(private_records.HEADER)
    (store / "goes-on.rummy").write_bytes(Forge("keilty", {"target": 500}, seed=3).play(1).transcript(0))
    (store / "empty.rummy").write_bytes(HEADER)
    (store / "nonsense.rummy").write_bytes(b"x")
    return folder


def test_the_same_player_with_the_games_that_go_on_arrives_and_its_secret_does_not(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    assert import_identity(new, export_identity(old), replace=False) == 1
    before, after = load_identity(old), load_identity(new)
    assert before.signer.public == after.signer.public and before.contribution != after.contribution
    assert before.contribution.hex().encode() not in export_identity(
        old
    ) and before.contribution not in export_identity(old)
    assert KnownHosts(new).pins() == KnownHosts(old).pins()
    assert [path.name for path in (new / "transcripts").iterdir()] == ["goes-on.rummy"]
    made = [path for path in new.rglob("*") if path.is_file()]
    assert len(made) == 4 and all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in made)


def test_a_player_who_lives_there_is_put_aside_only_when_that_is_wanted(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    other = load_identity(new).signer.public
    KnownHosts(new).pin("192.0.2.9:7866", b"\2" * 32, "mine")
    with raises(MoveError, "move", "--replace"):
        import_identity(new, export_identity(old), replace=False)
    assert load_identity(new).signer.public == other
    for _ in range(2):
        import_identity(new, export_identity(old), replace=True)
        assert load_identity(new).signer.public == load_identity(old).signer.public
    aside = [path.name for path in (new / "identity").iterdir() if path.name.endswith(".1")]
    assert aside == ["player.key.1"]
    assert not list((new / "identity").glob("*.2"))
    assert [pin.name for pin in KnownHosts(new).pins()] == ["mine"], "what is known here stays known"


def test_a_longer_transcript_is_not_cut_by_a_shorter_one(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed = export_identity(old)
    import_identity(new, packed, replace=False)
    with (new / "transcripts" / "goes-on.rummy").open("ab") as file:
        file.write(b"more")
    import_identity(new, packed, replace=True)
    assert (new / "transcripts" / "goes-on.rummy").read_bytes().endswith(b"more")


def test_nobody_moves_in_a_round_with_a_sealed_deck_unless_that_is_wanted(tmp_path: Path) -> None:
    """Its key is on this machine alone: all would wait for the other one for good."""
    old = player(tmp_path / "old")
    forge = SealedForge("keilty", {"hand": 3}, 2, seed=1)
    forge.begin()
    file = old / "transcripts" / "sealed.rummy"
    file.write_bytes(forge.transcript(0))
    export_identity(old)
    forge.begin_round()
    file.write_bytes(forge.transcript(0))
    with raises(RoundStays, "round_stays", "kitchen", "--anyway"):
        export_identity(old)
    assert import_identity(tmp_path / "new", export_identity(old, anyway=True), replace=False) == 2
    while not forge.sealed.is_ending:
        forge.step()
    forge.finish()
    file.write_bytes(forge.transcript(0))
    export_identity(old)


def test_nobody_is_moved_from_where_nobody_lives(tmp_path: Path) -> None:
    with raises(MoveError, "move", tmp_path):
        export_identity(tmp_path)


Guest = Callable[[tuple[str, int]], Awaitable[object]]


def given(*guests: Guest, seconds: float = 60, identity_export: bytes = b"my things") -> tuple[object, list[object]]:
    """The result of a giver to which these connect one after another: its end, and theirs."""

    async def run() -> tuple[object, list[object]]:
        ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        giver = ExportServer(identity_export, CODE, secrets.token_bytes)
        serving = asyncio.create_task(giver.serve("127.0.0.1", 0, seconds, ready.set_result))
        where = ("127.0.0.1", await ready)
        ends: list[object] = []
        for guest in guests:
            ends += await asyncio.gather(guest(where), return_exceptions=True)
        (end,) = await asyncio.gather(serving, return_exceptions=True)
        return end, ends

    return asyncio.run(run())


def typing(code: str) -> Guest:
    return lambda where: fetch_export(where, code, secrets.token_bytes)


async def knocking(where: tuple[str, int]) -> None:
    """A peer that sends nothing."""
    _reader, writer = await asyncio.open_connection(*where)
    writer.close()


async def babbling(where: tuple[str, int]) -> None:
    """Bytes that are no proof: they count as a guess."""
    reader, writer = await asyncio.open_connection(*where)
    writer.write(bytes(1000))
    await reader.read()
    writer.close()


def test_whoever_knows_the_code_gets_all_and_then_nobody_does() -> None:
    end, ends = given(knocking, typing("0000-0000-0000-0000"), typing(CODE.lower()))
    assert end is None and ends[2] == b"my things"
    assert isinstance(ends[1], MoveError) and "does not accept this code" in str(ends[1])


def test_much_goes_through() -> None:
    much = secrets.token_bytes(3_000_000)
    assert given(typing(CODE), identity_export=much) == (None, [much])


def test_after_three_guesses_the_code_is_good_for_nothing() -> None:
    end, ends = given(typing("0000-0000-0000-0000"), babbling, typing("0000-0000-0000-0001"), typing(CODE))
    assert isinstance(end, MoveError) and "three wrong codes" in str(end)
    assert isinstance(ends[3], MoveError)


def test_after_its_time_the_code_is_good_for_nothing() -> None:
    end, _ = given(seconds=0)
    assert isinstance(end, MoveError) and "in time" in str(end)


def test_one_who_answers_in_its_place_learns_nothing_that_is_told_twice_and_is_found() -> None:
    seen: list[bytes] = []

    async def run() -> None:
        async def impostor(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(identity_transfer.MAGIC + bytes(16) + bytes(32))
            seen.append(await reader.readexactly(60))
            writer.write((28).to_bytes(4, "big") + bytes(28))
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(impostor, "127.0.0.1", 0) as server:
            where = ("127.0.0.1", server.sockets[0].getsockname()[1])
            for _ in range(2):
                with raises(NotSealed, "not_sealed"):
                    await fetch_export(where, CODE, secrets.token_bytes)

    asyncio.run(run())
    assert len(set(seen)) == 2 and all(b"K7QF" not in one for one in seen)


@pytest.mark.parametrize("answer", [b"SSH-2.0-x" * 20, b""])
def test_something_else_that_answers_is_a_sentence(answer: bytes) -> None:
    async def run() -> None:
        async def other(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer)
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(other, "127.0.0.1", 0) as server:
            await fetch_export(("127.0.0.1", server.sockets[0].getsockname()[1]), CODE, secrets.token_bytes)

    with pytest.raises(MoveError):
        asyncio.run(run())


def test_nobody_there_is_a_sentence() -> None:
    with raises(MoveError, "move", "127.0.0.1"):
        asyncio.run(fetch_export(("127.0.0.1", 1), CODE, secrets.token_bytes))


def test_a_transcript_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = player(tmp_path)
    os.mkfifo(folder / "transcripts" / "pipe.rummy")
    with raises(MoveError, "move", "pipe.rummy"):
        export_identity(folder)


def test_a_damaged_transcript_of_a_game_that_goes_on_comes_along_as_it_is(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    path = old / "transcripts" / "goes-on.rummy"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    path.write_bytes(data)
    assert import_identity(new, export_identity(old), replace=False) == 1
    assert (new / "transcripts" / "goes-on.rummy").read_bytes() == data


def test_more_than_can_be_moved_is_said_by_the_giver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_export, "MOST_EXPORT", identity_export.MARGIN + 2000)
    with raises(TooMuchToMove, "too_much_to_move"):
        export_identity(player(tmp_path))


def test_without_room_nobody_is_half_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed = export_identity(old)
    monkeypatch.setattr(files, "write_some", TightDisk(1000, 3000))
    with raises(MoveError, "move", new, os.strerror(errno.ENOSPC)):
        import_identity(new, packed, replace=False)
    assert [path for path in new.rglob("*") if path.is_file()] == []
    monkeypatch.undo()
    assert import_identity(new, packed, replace=False) == 1


def test_what_unpacks_without_end_is_no_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_export, "MOST_UNPACKED", 1000)
    with raises(NoPlayerCame, "no_player_came"):
        import_identity(tmp_path / "new", export_identity(player(tmp_path / "old")), replace=False)


def damaged(packed: bytes) -> dict[str, bytes]:
    """Each damage makes zipfile raise another error."""
    at = packed.index(b"PK\1\2")  # the directory: the version needed is at 6, flags at 8, the method at 10
    return {
        "empty": b"",
        "no archive": b"my things",
        "cut": packed[: len(packed) // 2],
        "no deflate stream": packed[:45] + bytes([255] * 20) + packed[65:],
        "another method": packed[: at + 10] + b"\x63" + packed[at + 11 :],
        "sealed": packed[: at + 8] + b"\1" + packed[at + 9 :],
    }


@pytest.mark.parametrize("damage", ["empty", "no archive", "cut", "no deflate stream", "another method", "sealed"])
def test_what_is_no_export_is_no_player(tmp_path: Path, damage: str) -> None:
    packed = damaged(export_identity(player(tmp_path / "old")))[damage]
    with raises(NoPlayerCame, "no_player_came", "same version"):
        import_identity(tmp_path / "new", packed, replace=False)
    assert [path for path in (tmp_path / "new").rglob("*") if path.is_file()] == []
