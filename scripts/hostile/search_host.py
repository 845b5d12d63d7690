"""Plays games with a sealed deck on a real host and searches it for anything from which a hidden card follows.

    python scripts/hostile/search_host.py --games 200            # all games, 2 to 4 seats; some 20 s a game
    python scripts/hostile/search_host.py --games 5 --leak   # one player tells the host its key: that has to be found

In the middle of rounds the host is stopped. Its whole memory, its journal, transcripts and logs, and what it has
printed are searched for secrets of the round that is played, which the players' programs note beside it: round keys
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
from queue import Empty

from rummynet.verifier.auditor import Auditor
from rummynet_protocol.cards import mask
from rummynet_protocol.fairness.transcript import EntryRecord, inflated, read_transcript
from rummynet_protocol.sealed.ciphertexts import card_under
from rummynet_protocol.sealed.group import scalar_total
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import RoundKey, round_key
from rummynet_protocol.sealed.sealed_round import SealedRound
from tests.support.programs import Program

ROOT = Path(__file__).resolve().parents[2]
# Entries that a watcher on a busy machine may be behind the host: the last action of a round, and each seat's key.
MOST_BEHIND = 8
GAMES = ("keilty", "basic", "vegas", "crummy", "joker")
PLAYER = """
import os
import sys
from pathlib import Path

from rummynet_client.core.log.own_statements import OwnStatements
from rummynet_client.core.log.private_records import MixKept, RoundSecretKept
from rummynet_client.core.session import action_sender
from rummynet_protocol.wire.messages import Say

secrets, told = Path(os.environ["RUMMYNET_HOME"]) / "secrets", [b""]


keep = OwnStatements.keep_secret


def keep_and_note(self, kept):
    if isinstance(kept, RoundSecretKept | MixKept):
        with secrets.open("a") as file:
            file.write(f"{'key' if isinstance(kept, RoundSecretKept) else 'mix'} {kept.secret.hex()}\\n")
        told[0] = kept.secret
    keep(self, kept)


OwnStatements.keep_secret = keep_and_note
if "LEAK" in os.environ:
    submit = action_sender.ActionSender._submit

    def submit_and_tell(self, signed):
        submit(self, signed)
        self._outbox.send_request(lambda n: Say(n, self._table, told[0].hex()))

    action_sender.ActionSender._submit = submit_and_tell

from rummynet_cli.main import main

sys.exit(main(sys.argv[1:]))
"""
"""A player's program that notes its secrets in a file beside it; with LEAK it says them at the table as well."""


def secrets_of(folders: list[Path], sealed: SealedRound) -> tuple[dict[bytes, str], dict[int, RoundKey]]:
    """What the players' programs made the round that is played of, by its bytes; and the keys by seat."""
    found, keys = dict[bytes, str](), dict[int, RoundKey]()
    deal = sealed.cards.context.deal
    for folder in folders:
        for line in (folder / "secrets").read_text().splitlines() if (folder / "secrets").exists() else ():
            kind, secret = line.split()[0], bytes.fromhex(line.split()[1])
            for seat, public in sealed.cards.keys.items() if kind == "key" else ():
                made = round_key(secret, deal, seat)
                if made.public == public:
                    keys[seat] = made
                    found |= {secret: "what a round key was made of", made.secret: "a round key"}
            if kind == "mix":
                found[secret] = "what a mix was made of"
    return found, keys


def entries_of(folder: Path) -> list[EntryRecord]:
    """The log as the watcher's file has it."""
    records = [one for path in folder.rglob("*.rummy") for one in read_transcript(path.read_bytes()).records]
    return [one for one in records if isinstance(one, EntryRecord)]


def followed(folder: Path) -> Auditor:
    """The watcher's log, checked."""
    auditor = Auditor()
    for record in entries_of(folder):
        auditor.feed(record.entry, record.signature)
    return auditor


def hidden_cards(auditor: Auditor, sealed: SealedRound, keys: dict[int, RoundKey]) -> Iterator[tuple[bytes, str]]:
    """Hands and stock of the round that is played, as the host's rules would hold them if they knew."""
    if auditor.state is None or keys.keys() != sealed.cards.keys.keys():
        return
    for seat, key in keys.items():
        held = [card for card in KeyHolder(seat, key, sealed.cards).hand() if card is not None]
        if len(held) > 3:  # fewer may be a number that means something else
            yield python_number(mask(held) | auditor.state.hands[seat]), f"the hand of seat {seat}"
        # Four cards that nobody holds are in the memory of a host in 2 of 100 tries, five in none of 150.
        if len(held) > 5:
            yield bytes(sorted(held)), f"the hidden cards of seat {seat}"
    if sealed.cards.stock is not None:
        joint = scalar_total([key.secret for key in keys.values()])
        order = [card_under(one, joint) for one in sealed.cards.stock.deck[sealed.top :]]
        if len(order) > 7:
            yield bytes(card for card in order[:8] if card is not None), "the order of the stock"


def python_number(number: int) -> bytes:
    """A number as Python holds it in memory: how many digits, then these, 30 bits each, the lowest first.

    With the count before it even a hand of low cards is no number that means something else by chance.
    """
    digits = []
    while number:
        digits.append(number & (1 << 30) - 1)
        number >>= 30
    return struct.pack(f"<q{len(digits)}I", len(digits), *digits)


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
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            places.append((str(path.relative_to(folder)), inflated(data) if path.suffix == ".rummy" else data))
    places.append(("what it printed", printed.encode()))
    for where, data in places:
        for secret, name in wanted.items():
            if secret in data or secret.hex().encode() in data:
                found.append(f"{name} in {where}")
    return found


def opened_soon(watcher: Program, folder: Path, auditor: Auditor) -> bool:
    """Whether all hands of the round were shown within the next few entries of the log."""
    watcher.until(lambda line: line.startswith(("did ", "game ", "round ")))
    for record in entries_of(folder)[auditor.index : auditor.index + MOST_BEHIND]:
        auditor.feed(record.entry, record.signature)
        if auditor.is_shown:
            return True
    return False


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
        (home / "player.py").write_text(PLAYER)
        folders = [home / f"bot{number}" for number in range(players)]
        for folder in folders:
            folder.mkdir()
            words = ("bot", address, "--name", folder.name, "--table", table, "--fast")
            more = {"LEAK": "1"} if leak and folder is folders[0] else {}
            bot = Program(*words, home=folder, begin=(str(home / "player.py"),), more=more)
            ended.callback(bot.close)
        owner.say(f"watch {table}")
        owner.until_kind("deal")
        for _ in range(3):
            for _ in range(2 * players):
                owner.until(lambda line: line.startswith(("did ", "game ")))
            os.kill(host.process.pid, signal.SIGSTOP)
            auditor = followed(home / "owner")
            sealed = auditor.sealed
            if sealed is not None and not auditor.is_shown and not sealed.is_ending:
                wanted, keys = secrets_of(folders, sealed)
                wanted |= dict(hidden_cards(auditor, sealed, keys))
                searches, secrets = searches + 1, secrets + len(wanted)
                here = search(host.process.pid, home / "host", "\n".join(host.lines), wanted)
                os.kill(host.process.pid, signal.SIGCONT)
                # The watcher may be some entries behind the host, which may have had the opened keys by then.
                if here and not opened_soon(owner, home / "owner", auditor):
                    found += here
            os.kill(host.process.pid, signal.SIGCONT)
    return searches, secrets, found


def main() -> int:
    """The exit status: 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--variant", choices=GAMES, help="this game alone, in place of all")
    parser.add_argument("--leak", action="store_true", help="one player's program tells the host its key")
    given = parser.parse_args()
    searches, secrets, late, found = 0, 0, 0, list[str]()
    for number in range(given.games):
        variant, players = given.variant or GAMES[number % len(GAMES)], 2 + number // len(GAMES) % 3
        with tempfile.TemporaryDirectory() as home:
            try:
                times, count, here = play_and_search(variant, players, Path(home), leak=given.leak)
            except Empty:  # a busy machine: some program told nothing for too long
                late += 1
                continue
        searches, secrets, found = searches + times, secrets + count, found + here
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {given.games} games, {searches} searches", end="", file=sys.stderr)
        for line in sorted(set(here)):
            print(f"{variant}, {players} seats: {line}")
    late_too = f"; {late} games were too slow" if late else ""
    print(f"{given.games - late} games, {searches} searches for {secrets} secrets, {len(found)} found{late_too}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
