"""Plays games with a sealed deck on a real host and searches it for anything from which a hidden card follows.

    python scripts/search_host.py --games 200            # all five games, 2 to 4 seats; some 20 s a game
    python scripts/search_host.py --games 5 --leak       # one player tells the host its key: that has to be found

In the middle of rounds the host is stopped. Its whole memory, its journal, transcripts and logs, and what it has
printed are searched for secrets of the round that is played, which are taken from the players' folders: round keys
and what they are made of, what mixes were made of, the hidden hands as the rules would hold them, the stock's order.
The players are programs beside the host (``rummynet bot``), so none of this is in the host's own process.
"""

import argparse
import os
import re
import signal
import struct
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.private_records import MixKept, NotPrivateRecords, RoundSecretKept, read_kept
from rummynet_protocol.cards import mask
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from rummynet_protocol.sealed.ciphertexts import card_under
from rummynet_protocol.sealed.group import scalar_total
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import RoundKey, round_key
from tests.support.programs import Program

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("keilty", "basic", "vegas", "crummy", "joker")
LEAKING = """
import sys
from rummynet_client.core.log import own_statements
keep = own_statements.OwnStatements.keep_round_secret
def tell(self, head, secret):
    tell.secret = secret
    return keep(self, head, secret)
own_statements.OwnStatements.keep_round_secret = tell
pack = own_statements.pack_statement
from rummynet_client.core.session import action_sender, playing
from rummynet_protocol.wire import messages
submit = messages.Submit
def leak(*fields, **named):
    made = submit(*fields, **named)
    secret = getattr(tell, "secret", b"")
    return submit(made.n, made.table, made.game, made.what, made.payload, made.signature, made.blob or secret)
action_sender.Submit = playing.Submit = leak
from rummynet_cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A player's program that sends its secret beside statements that have no bytes of their own."""


def secrets_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What the round that is played hides, by the files of one player: a name and the bytes."""
    for path in folder.rglob("*.private"):
        try:
            kept, _ = read_kept(path.read_bytes())
        except NotPrivateRecords:
            continue
        auditor, _key = followed(path.with_suffix(".rummy"))
        sealed = auditor.sealed
        if sealed is None or auditor.is_shown or sealed.is_ending:
            continue
        for record in kept:
            if isinstance(record, MixKept):
                yield "what a mix was made of", record.fresh
            if isinstance(record, RoundSecretKept):
                for seat, public in sealed.cards.keys.items():
                    made = round_key(record.secret, sealed.cards.context.deal, seat)
                    if made.public == public:
                        yield "what a round key was made of", record.secret
                        yield "a round key", made.secret


def followed(path: Path) -> tuple[Auditor, bytes]:
    """The log of a file as far as it goes."""
    auditor = Auditor()
    try:
        records = read_transcript(path.read_bytes()).records
    except OSError:
        return auditor, b""
    for record in records:
        if isinstance(record, EntryRecord):
            auditor.feed(record.entry, record.signature)
    return auditor, auditor.head


def hidden_cards(folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Hands and stock of the round that is played, as the host's rules would hold them if they knew."""
    keys: dict[int, RoundKey] = {}
    newest: Auditor | None = None
    for folder in folders:
        for path in folder.rglob("*.private"):
            auditor, _ = followed(path.with_suffix(".rummy"))
            sealed = auditor.sealed
            if sealed is None or auditor.is_shown or sealed.is_ending:
                continue
            if newest is None or auditor.index < newest.index:
                newest = auditor
            for record in read_kept(path.read_bytes())[0]:
                if isinstance(record, RoundSecretKept):
                    for seat, public in sealed.cards.keys.items():
                        made = round_key(record.secret, sealed.cards.context.deal, seat)
                        if made.public == public:
                            keys[seat] = made
    sealed = newest.sealed if newest is not None else None
    if sealed is None or newest is None or newest.state is None or keys.keys() != sealed.cards.keys.keys():
        return
    for seat, key in keys.items():
        held = [card for card in KeyHolder(seat, key, sealed.cards).hand() if card is not None]
        if len(held) > 2:  # fewer may be a number that means something else
            yield f"the hand of seat {seat}", python_number(mask(held) | newest.state.hands[seat])
            yield f"the hidden cards of seat {seat}", bytes(sorted(held))
    if sealed.cards.stock is not None:
        joint = scalar_total([key.secret for key in keys.values()])
        order = [card_under(one, joint) for one in sealed.cards.stock.deck[sealed.top :]]
        if len(order) > 7:
            yield "the order of the stock", bytes(card for card in order if card is not None)[:8]


def python_number(number: int) -> bytes:
    """The digits of a number as Python holds them in memory: 30 bits each, the lowest first."""
    digits = []
    while number:
        digits.append(number & (1 << 30) - 1)
        number >>= 30
    return struct.pack(f"<{len(digits)}I", *digits)


def memory_of(pid: int) -> Iterator[bytes]:
    """The readable memory of a stopped process, area by area."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) r", line)
            if found is None or "[vvar]" in line or "[vsyscall]" in line:
                continue
            start, end = (int(part, 16) for part in found.groups())
            try:
                memory.seek(start)
                yield memory.read(end - start)
            except OSError:
                continue


def search(pid: int, folder: Path, printed: str, wanted: dict[bytes, str]) -> list[str]:
    """Where any of these bytes, or their hex digits, are found."""
    found = []
    places = [("memory", area) for area in memory_of(pid)]
    places += [(str(path.relative_to(folder)), path.read_bytes()) for path in folder.rglob("*") if path.is_file()]
    places.append(("what it printed", printed.encode()))
    for where, data in places:
        for secret, name in wanted.items():
            if secret in data or secret.hex().encode() in data:
                found.append(f"{name} in {where}")
    return found


def play_and_search(variant: str, players: int, home: Path, *, leak: bool) -> tuple[int, int, list[str]]:
    """One game; how often the host was stopped and searched, for how many secrets, and what was found."""
    searches, secrets, found = 0, 0, list[str]()
    with ExitStack() as ended:

        def start(name: str, *words: str) -> Program:
            folder = home / name
            folder.mkdir()
            program = Program(*words, home=folder)
            ended.callback(program.close)
            return program

        host = start("host", "host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "searched")
        address = host.until_kind("listening").split()[1]
        owner = start("owner", "join", "--json", address, "--name", "owner")
        owner.say(f"create {variant} deck=sealed break_seconds=0")
        table = owner.until_kind("table").split("=")[1].split()[0]
        bots = []
        for number in range(players):
            name = f"bot{number}"
            if leak and not number:
                (home / "leak.py").write_text(LEAKING)
                folder = home / name
                folder.mkdir()
                words = ("bot", address, "--name", name, "--table", table)
                bots.append(Program(*words, home=folder, begin=(str(home / "leak.py"),)))
                ended.callback(bots[-1].close)
            else:
                bots.append(start(name, "bot", address, "--name", name, "--table", table))
        owner.say(f"watch {table}")
        owner.until_kind("deal")
        for _ in range(3):
            for _ in range(2 * players):
                owner.until_kind("did")
            os.kill(host.process.pid, signal.SIGSTOP)
            folders = [home / f"bot{number}" for number in range(players)]
            wanted = {secret: name for folder in folders for name, secret in secrets_of(folder)}
            wanted |= {secret: name for name, secret in hidden_cards(folders)}
            if wanted:
                searches, secrets = searches + 1, secrets + len(wanted)
                found += search(host.process.pid, home / "host", "\n".join(host.lines), wanted)
            os.kill(host.process.pid, signal.SIGCONT)
    return searches, secrets, found


def main() -> int:
    """The exit status: 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--leak", action="store_true", help="one player's program tells the host its key")
    given = parser.parse_args()
    searches, secrets, found = 0, 0, list[str]()
    for number in range(given.games):
        variant, players = GAMES[number % len(GAMES)], 2 + number // len(GAMES) % 3
        with tempfile.TemporaryDirectory() as home:
            times, count, here = play_and_search(variant, players, Path(home), leak=given.leak)
        searches, secrets, found = searches + times, secrets + count, found + here
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {given.games} games, {searches} searches", end="", file=sys.stderr)
        for line in sorted(set(here)):
            print(f"{variant}, {players} seats: {line}")
    print(f"{given.games} games, {searches} searches for {secrets} secrets, {len(found)} found")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
