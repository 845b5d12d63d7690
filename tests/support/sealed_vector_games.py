"""One short whole game of a variety with a sealed deck for protocol/vectors/transcripts, and what can be wrong in one.

Crummy rummy has seven rounds, so the shortest file of it that was found has 580 kB; ``agree_web.py`` plays it. Here is
its first round, with cards that are put back.
"""

from collections.abc import Callable
from typing import Final
from unittest.mock import patch

from rummynet.verifier.auditor import Auditor
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Acting, read_statement
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import prove_possession, round_key
from tests.support import sealed_forge
from tests.support.alterations import Records, entries, entry, rows, twice
from tests.support.cheats import Row
from tests.support.forge import Choose, anything
from tests.support.lying_host import by_bots
from tests.support.sealed_forge import SealedForge
from tests.support.vector_games import CONDITIONS, HOST, NAMES

LEAST_OF_A_PART: Final = 64  # bytes: a blob that is one byte is no share, deck or proof


class SealedTold(SealedForge):
    """A forged game with names. With three seats or more one of them is late, and one is lost, in its first round."""

    def __init__(
        self, variant: str, options: dict[str, object], players: int, seed: int, choose: Choose = anything
    ) -> None:
        super().__init__(variant, options, players, seed=seed, choose=choose, conditions=CONDITIONS)
        self.host = Signer(HOST)
        self.view = Auditor(host=self.host.public)
        for player, name in zip(self.players, NAMES, strict=False):
            player.name = name

    def step(self) -> None:
        if self.round != 1 or len(self.players) < 3 or self.sealed.cards.opened:
            return super().step()
        if not any(isinstance(log.read_entry(one.entry), log.TurnLate) for one in self.written):
            return self.run_out("turn", 1000 * int(self.options["turn_seconds"]))
        self.lost = {1}
        super().step()
        if 1 in self.sealed.due:
            self.give_up(1, (0, 2))
        return None


SEALED_GAMES: Final[dict[str, Callable[[], SealedForge]]] = {
    "sealed-keilty": lambda: SealedTold("keilty", {"deals": 1, "hand": 3, "turn_seconds": 20}, 3, 1, by_bots("simple")),
    "sealed-basic": lambda: SealedTold("basic", {"deals": 1, "hand": 3, "call_seconds": 0}, 2, 1, by_bots("simple")),
    "sealed-vegas": lambda: SealedTold("vegas", {"max_score": 10, "hand": 3}, 2, 1, by_bots("simple")),
    "sealed-joker": lambda: SealedTold("joker", {"deals": 1, "hand": 3}, 2, 1, by_bots("simple")),
    # With this seed wild cards are turned up: they go back, and all mix the stock.
    "sealed-crummy": lambda: SealedTold("crummy", {"contracts": [1]}, 2, 1, by_bots("simple")),
}


def _last_byte_changed(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def _is_part(entry: log.PartLogged) -> bool:
    return len(entry.blob) >= LEAST_OF_A_PART


def _cards_put_back_that_nobody_mixes(records: Records) -> Records | None:
    """The round goes on behind ``insert`` as if the old stock could be used."""
    number = next((n for n, e in entries(records) if isinstance(e, log.Inserted)), None)
    if number is None:
        return None
    end = next(n for n, e in entries(records) if n > number and isinstance(e, log.Cosigns))
    return [*records[: number + 1], *records[end + 1 :]]


SEALED_ALTERATIONS: Final = [
    *rows(
        "part",
        altered_part=entry(log.PartLogged, 0, _is_part, blob=_last_byte_changed),
        part_of_another=entry(log.PartLogged, 0, _is_part, seat=lambda old: 1 - old),
        missing_part=entry(log.PartLogged, 0, _is_part),
        a_proof_left_out=entry(log.Acted, 0, lambda act: act.proof, proof=b""),
    ),
    *rows("statement-order", part_twice=twice(log.PartLogged, 0, _is_part)),
    *rows(
        "commitment",
        another_key_of_the_host=entry(log.Keys, public=lambda old: bytes([old[0] ^ 2]) + old[1:]),
        another_secret=entry(log.Cosigns, pub=bytes(32)),
        without_its_secret=entry(log.Cosigns, pub=None),
    ),
    *rows("co-signature", without_a_signature=entry(log.Cosigns, signed=lambda old: (None, *old[1:]))),
    *rows("first-seat", another_starter=entry(log.CardsDealt, starter=lambda old: 1 - old if old < 2 else 0)),
    *rows(
        "position",
        more_cards_than_are_due=entry(log.CardsDealt, to=lambda old: old + old[:1]),
        another_position=entry(log.Acted, 0, lambda act: act.position is not None, position=lambda old: old + 1),
        a_position_twice=entry(log.Acted, 0, lambda act: act.position, position=lambda old: old - 1),
    ),
    *rows("rules", another_number_put_back=entry(log.Inserted, count=lambda old: old + 1)),
    *rows("chain", cards_put_back_that_nobody_mixes=_cards_put_back_that_nobody_mixes),
    *rows("score", another_score=entry(log.Scored, scores=lambda old: (999, *old[1:]))),
]
"""Alterations of files of sealed decks, beside those of any file that are found in these too."""


# -- games in which something is wrong that a player had to sign for


def _dealt(**options: object) -> SealedTold:
    forge = SealedTold("keilty", {"hand": 3, **options}, 3, 1)
    forge.begin()
    forge.begin_round()
    return forge


def _waiting(**options: object) -> SealedTold:
    """Seat 1 owes a share and does not give it."""
    forge = _dealt(**options)
    forge.lost = {1}
    while 1 not in forge.sealed.due:
        SealedForge.step(forge)
    return forge


def _false_share() -> SealedTold:
    forge = _waiting()
    due = forge.sealed.due[1]
    liar = KeyHolder(1, round_key(bytes(32), b"", 1), forge.sealed.cards)
    forge.part(1, "share", liar.make_shares(bytes(32)), due.head)
    return forge


def _share_to_another_head() -> SealedTold:
    forge = _waiting()
    first = next_head(NO_HEAD, forge.written[0].entry)
    forge.part(1, "share", forge.make_part(1, "share"), first)
    return forge


def _false_mix() -> SealedTold:
    """Somebody proves another mix than the one that it gave."""
    forge = SealedTold("keilty", {"hand": 3}, 2, 1)
    made = forge.make_part

    def make(seat: int, what: str) -> bytes:
        return _last_byte_changed(made(seat, what)[:-32] + bytes(32)) if what == "proof" else made(seat, what)

    forge.make_part = make  # type: ignore[method-assign]
    forge.begin()
    forge.begin_round()
    return forge


def _false_escrow() -> SealedTold:
    forge = SealedTold("keilty", {"hand": 3}, 3, 1)
    made = forge.make_part
    forge.make_part = lambda seat, what: made(1 - seat if what == "escrow" and seat < 2 else seat, what)  # type: ignore[method-assign]
    forge.begin()
    forge.begin_round()
    return forge


def _given_up_early() -> SealedTold:
    forge = _waiting()
    forge.give_up(1, (0, 2), less=1)
    return forge


def _another_key_at_the_end() -> SealedTold:
    forge = SealedTold("keilty", {"hand": 3}, 2, 1, by_bots("simple"))
    made = forge.make_part
    forge.make_part = lambda seat, what: made(1 - seat if what == "open" else seat, what)  # type: ignore[method-assign]
    forge.play(1)
    return forge


def _hidden_card_without_a_proof(why: str | None = None) -> SealedTold:
    forge = _dealt(turn_seconds=30)
    while forge.state.phase != "play":
        SealedForge.step(forge)
    seat = forge.state.turn
    forge.time.wait(60_000 if why else 0)
    for action in forge.game.legal(forge.state, seat):
        do = notation.text(action)
        if do.startswith("throw") and forge.sealed.hidden_among(seat, forge.game.apply(forge.state, seat, action)[1]):
            signed = None if why else forge.action(seat, do, b"")
            forge.write(log.Acted(seat, do, signed, why, 0, None, forge.tick()))
    return forge


def _hidden_card_played_by_the_host() -> SealedTold:
    return _hidden_card_without_a_proof("turn")


def _with_proofs(change: Callable[[bytes], bytes]) -> SealedTold:
    """A game whose keys are shown with other proofs of possession, to which all have committed."""
    forge = SealedTold("keilty", {"hand": 3}, 2, 1)
    with patch.object(sealed_forge, "prove_possession", lambda *given: change(prove_possession(*given))):
        forge.begin()
        forge.begin_round()
    return forge


def _false_refusal(change: Callable[[bytes], bytes] = lambda proof: proof) -> SealedTold:
    """Seat 0 throws a hidden card with a proof that holds; the host says that it is wrong."""
    forge = SealedTold("keilty", {"hand": 3}, 2, 1, by_bots("simple"))
    forge.begin()
    forge.begin_round()
    while forge.state.phase != "play" or forge.state.turn or not forge.sealed.cards.hands[0].aged:
        forge.step()
    for action in forge.game.legal(forge.state, 0):
        do = notation.text(action)
        hidden = forge.sealed.hidden_among(0, forge.game.apply(forge.state, 0, action)[1])
        if do.startswith("throw") and hidden:
            made = forge.holder(0).make_play(forge.players[0].n, forge.aim, hidden, forge.fresh())
            forge.refuse(0, Acting, forge.action(0, do, made), "wrong_statement", blob=change(made))
            return forge
    raise AssertionError("no hidden card can be thrown")


def _play_is_refused_as_wrong() -> SealedTold:
    return _false_refusal()


def _refusal_with_other_bytes() -> SealedTold:
    return _false_refusal(_last_byte_changed)


def _play_is_refused_as_wrong_and_the_file_says_so_late() -> SealedTold:
    """The refusal comes when the position is gone; the open keys show that it was false."""
    forge = _false_refusal()
    (_, record), head = forge.refused.pop(), forge.head
    refused = read_statement(Acting.kind, record.payload)
    assert isinstance(refused, Acting)
    forge.act(0, notation.parse(refused.do))
    forge.refuse(0, Acting, (record.payload, record.signature), "wrong_statement", head, blob=record.blob)
    while not forge.sealed.is_ending:
        forge.step()
    forge.finish()
    return forge


def _key_without_its_secret() -> SealedTold:
    return _with_proofs(_last_byte_changed)


def _proof_that_is_no_point() -> SealedTold:
    return _with_proofs(lambda proof: bytes(32) + proof[32:])


def _late_before_its_time() -> SealedTold:
    forge = _dealt(turn_seconds=30)
    while forge.state.phase != "play":
        SealedForge.step(forge)
    forge.time.wait(2_000)
    forge.write(log.TurnLate(1, forge.state.turn, "turn", forge.tick()))
    return forge


def _up_to_the_fault(make: Callable[[], SealedTold]) -> Callable[[], SealedTold]:
    """The game as it is when the forge's own auditor has found what is wrong."""

    def written() -> SealedTold:
        made: list[SealedTold] = []
        begin = SealedTold.begin

        def noted(forge: SealedTold) -> None:
            made.append(forge)
            begin(forge)

        SealedTold.begin = noted  # type: ignore[method-assign, assignment]
        try:
            make()
        except Cheat:
            return made[0]
        finally:
            SealedTold.begin = begin  # type: ignore[method-assign]
        raise AssertionError(f"nothing is wrong in {make.__name__}")

    return written


def _row(check: str, make: Callable[[], SealedTold], seat: int | None = None, *, later: bool = False) -> Row:
    base = make if seat == 0 else _up_to_the_fault(make)
    return Row(f"sealed{make.__name__}", check, base, lambda _: None, seat, later)


SEALED_CROOKED: Final = {
    row.name: row
    for row in (
        _row("share", _false_share),
        _row("due", _share_to_another_head),
        _row("mix", _false_mix),
        _row("escrow", _false_escrow),
        _row("gone", _given_up_early),
        _row("key-open", _another_key_at_the_end),
        _row("clock", _late_before_its_time),
        _row("hand", _hidden_card_without_a_proof),
        _row("hand", _hidden_card_played_by_the_host),
        _row("key", _key_without_its_secret),
        _row("element", _proof_that_is_no_point),
        _row("refusal", _play_is_refused_as_wrong, 0),
        _row("refusal", _refusal_with_other_bytes, 0),
        _row("refusal", _play_is_refused_as_wrong_and_the_file_says_so_late, 0, later=True),
    )
}
"""By name: beginnings of games of sealed decks, and the check that fails."""
