"""What can be altered in any transcript, as rows, and the check that finds it: for protocol/vectors/transcripts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rummynet_protocol import codec
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Entry, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import EntryRecord, LastWordRecord, OpeningRecord, Record, RefusalRecord
from rummynet_protocol.values import replace

Records = list[Record]
Make = Callable[[Records], Records | None]
"""Other records of those of a file; None where that has nothing of the kind."""


@dataclass(frozen=True)
class Alteration:
    """What is done to the records of a file."""

    name: str
    check: str | None
    """The check that has to fail; None where the game becomes one that no program knows."""
    resigned: bool
    make: Make


def rows(check: str | None, *, resigned: bool = True, **made: Make) -> list[Alteration]:
    """Alterations that one check has to find."""
    end = ", resigned" if resigned else ""
    return [Alteration(name.replace("_", " ") + end, check, resigned, make) for name, make in made.items()]


# -- the edits


def entries(records: Records) -> Iterator[tuple[int, Entry]]:
    """Every entry with the number of its record."""
    for number, record in enumerate(records):
        if isinstance(record, EntryRecord):
            yield number, read_entry(record.entry)


def put(records: Records, number: int, entry: Entry | bytes) -> Records:
    """Replace an entry by this one."""
    old = records[number]
    assert isinstance(old, EntryRecord)
    data = entry if isinstance(entry, bytes) else pack_entry(entry)
    return [*records[:number], EntryRecord(data, old.signature), *records[number + 1 :]]


def _with(old: Any, fields: dict[str, Any]) -> Any:  # noqa: ANN401
    """A field may be a function of the old value."""
    return replace(old, **{name: new(getattr(old, name)) if callable(new) else new for name, new in fields.items()})


def changed(records: Records, kind: type[Entry], nth: int = 0, **fields: Any) -> Records | None:  # noqa: ANN401
    """The *nth* entry of this kind with other fields."""
    return entry(kind, nth, **fields)(records)


def entry(
    kind: type[Entry], nth: int = 0, which: Callable[[Any], object] = lambda _: True, /, **fields: Any  # noqa: ANN401
) -> Make:  # fmt: skip
    """The *nth* such entry of this kind with other fields; without any it is left out."""

    def make(records: Records) -> Records | None:
        found = [(number, one) for number, one in entries(records) if isinstance(one, kind) and which(one)]
        if len(found) <= nth:
            return None
        number, one = found[nth]
        return put(records, number, _with(one, fields)) if fields else [*records[:number], *records[number + 1 :]]

    return make


def record(kind: type[Record], nth: int, which: Callable[[Any], object] = lambda _: True, /, **fields: Any) -> Make:  # noqa: ANN401
    """The *nth* such record of this kind, which is no entry, with other fields."""

    def make(records: Records) -> Records | None:
        found = [number for number, one in enumerate(records) if isinstance(one, kind) and which(one)]
        if len(found) <= nth:
            return None
        return [*records[: found[nth]], _with(records[found[nth]], fields), *records[found[nth] + 1 :]]

    return make


def row(nth: int, **fields: Any) -> Make:  # noqa: ANN401
    """The *nth* opening with another card, salt or path."""
    names = ("position", "card", "salt", "path")

    def other(old: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(fields.get(name, one) for name, one in zip(names, old, strict=True))

    return record(OpeningRecord, nth, opening=other)


def moved(what: type[Record], nth: int, where: Callable[[Records, int], int | None]) -> Make:
    """The *nth* record of this kind stands at another place of those that are left."""

    def make(records: Records) -> Records | None:
        found = [number for number, one in enumerate(records) if isinstance(one, what)]
        if len(found) <= nth:
            return None
        left = [*records[: found[nth]], *records[found[nth] + 1 :]]
        to = where(left, found[nth])
        return None if to is None else [*left[:to], records[found[nth]], *left[to:]]

    return make


def twice(kind: type[Record] | type[Entry], nth: int = 0, which: Callable[[Any], object] = lambda _: True, /) -> Make:
    """The *nth* such record or entry stands there once more, behind it."""

    def make(records: Records) -> Records | None:
        every: list[tuple[int, Any]] = [(number, one) for number, one in enumerate(records) if isinstance(one, kind)]
        every += [(number, one) for number, one in entries(records) if isinstance(one, kind)]
        found = [number for number, one in every if which(one)]
        return None if len(found) <= nth else [*records[: found[nth]], records[found[nth]], *records[found[nth] :]]

    return make


def numbered(at: int, make: Callable[[EntryRecord], Record | None]) -> Make:
    """The entry of this number otherwise, or left out."""

    def made(records: Records) -> Records:
        number = list(entries(records))[at][0]
        old = records[number]
        assert isinstance(old, EntryRecord)
        new = make(old)
        return [*records[:number], *([] if new is None else [new]), *records[number + 1 :]]

    return made


def behind(first: Make, second: Make) -> Make:
    """Both, one after the other."""
    return lambda records: second(first(records) or [])


def turned(data: bytes, at: int = 7) -> bytes:
    """One bit of it is another."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def rest(old: tuple[Any, ...]) -> tuple[Any, ...]:
    """All but the last one."""
    return old[:-1]


def exchanged(old: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first two in each other's place."""
    return (old[1], old[0], *old[2:])


def _behind(kind: type[Entry]) -> Callable[[Records, int], int | None]:
    return lambda records, _: next((number + 1 for number, one in entries(records) if isinstance(one, kind)), None)


def _packed(at: int, **fields: object) -> Make:
    """The entry of this number with values that no reader would take."""
    return numbered(at, lambda old: EntryRecord(codec.pack({**codec.unpack(old.entry), **fields}), bytes(64)))


def _is_signed(act: log.Acted) -> bool:
    return act.signed is not None


def _is_of_clock(act: log.Acted) -> bool:
    return act.why in ("turn", "rule")


def _is_play(act: log.Acted) -> bool:
    return _is_signed(act) and act.do.startswith(("lay", "meld", "contract", "take", "declare"))


def the_clock_came_too_early(records: Records) -> Records | None:
    """An action of a clock at the time of the entry before it."""
    before = 0
    for number, one in entries(records):
        if isinstance(one, log.Acted) and _is_of_clock(one):
            return put(records, number, replace(one, t=before))
        before = max(before, getattr(one, "t", 0))
    return None


def a_vote_left_out(records: Records) -> Records | None:
    """The last one before the host plays for the seat."""
    found = [one for _, one in entries(records)]
    played = next((at for at, one in enumerate(found) if isinstance(one, log.Acted) and one.why == "vote"), 0)
    count = sum(isinstance(one, log.Voted) for one in found[:played])
    return entry(log.Voted, count - 1)(records) if count else None


def the_secrets_left_out(records: Records) -> Records | None:
    """Where a score follows them."""
    shown = next((number for number, one in entries(records) if isinstance(one, log.Shown)), None)
    follows = shown is not None and any(n == shown + 1 and isinstance(e, log.Scored) for n, e in entries(records))
    return entry(log.Shown)(records) if follows else None


# -- the rows

an_unknown_game: Final = entry(log.Opened, variant="whist")
_NOT_RESIGNED: Final = [
    *rows(
        "host-signature", resigned=False,
        a_byte_of_an_entry=numbered(6, lambda old: EntryRecord(turned(old.entry, 40), old.signature)),
        a_byte_of_the_hosts_signature=numbered(5, lambda old: EntryRecord(old.entry, turned(old.signature))),
        an_entry_left_out=numbered(6, lambda old: None),
        an_unknown_game_whose_host_has_not_signed_that=an_unknown_game,
    ),
    *rows(
        "opening", resigned=False,
        another_card_in_an_opening=record(
            OpeningRecord, 3, opening=lambda old: (old[0], (old[1] + 1) % 52, *old[2:])
        ),
        another_salt_in_an_opening=row(4, salt=bytes(32)),
        a_path_that_is_too_short=row(5, path=b""),
        an_opening_of_another_round=record(OpeningRecord, 2, round=9),
        an_opening_of_another_epoch=record(OpeningRecord, 2, epoch=200),
        an_opening_for_another_seat=record(OpeningRecord, 0, seat=lambda old: old ^ 1),
        an_opening_twice=twice(OpeningRecord, 1),
        an_opening_behind_the_score=moved(OpeningRecord, 1, _behind(log.Scored)),
        an_opening_behind_the_show=moved(OpeningRecord, 1, _behind(log.Shown)),
        an_opening_before_its_card=moved(OpeningRecord, 0, lambda _, at: at - 1),
    ),
    *rows(
        "refusal", resigned=False,
        another_code_in_a_refusal=record(RefusalRecord, 0, code="rules"),
        another_head_in_a_refusal=record(RefusalRecord, 0, head=NO_HEAD),
        evidence_that_the_host_did_not_name=lambda records: _evidence(records, is_shown=False),
        evidence_with_another_signature=lambda records: _evidence(records, is_shown=True),
        a_refusal_before_its_owner_had_a_seat=moved(RefusalRecord, 0, lambda _, at: 1),
    ),
    *rows(
        "void", resigned=False,
        a_last_word_twice=twice(LastWordRecord),
        a_last_word_before_the_end=moved(LastWordRecord, 0, lambda _, at: at - 1),
    ),
]  # fmt: skip


def _evidence(records: Records, *, is_shown: bool) -> Records | None:
    """A refusal without evidence shows its own statement, or one with evidence shows that with another signature."""
    for number, one in enumerate(records):
        if isinstance(one, RefusalRecord) and (one.shown is not None) == is_shown:
            shown = (one.kind, one.payload, one.signature) if one.shown is None else (*one.shown[:2], one.signature)
            return [*records[:number], replace(one, shown=shown), *records[number + 1 :]]
    return None


UNKNOWN: Final = rows(
    None,
    an_option_left_out=entry(log.Opened, options=lambda old: {n: v for n, v in old.items() if n != "voids"}),
    an_option_more=entry(log.Opened, options=lambda old: {**old, "moon": "full"}),
    an_option_of_two_hundred_letters=entry(log.Opened, options=lambda old: {**old, "motto": "m" * 200}),
    an_option_out_of_range=entry(log.Opened, options=lambda old: {**old, "voids": 99}),
    an_unknown_game=an_unknown_game,
    another_version_of_the_log=_packed(0, version=log.VERSION + 1, moon="full"),
    more_players_than_the_game_is_known_for=entry(log.Seated, players=lambda old: old[:1]),
    an_envelope_without_payload_in_an_unknown_game=behind(
        an_unknown_game, entry(log.Commits, signed=lambda old: ((b"", old[0][1]), *old[1:]))
    ),
    an_unknown_game_without_its_second_entry=behind(numbered(1, lambda old: None), an_unknown_game),
)  # fmt: skip
ALTERATIONS: Final = [
    *_NOT_RESIGNED,
    *UNKNOWN,
    *rows(
        "format",
        a_field_too_many=_packed(9, more=1),
        an_option_of_more_letters=entry(log.Opened, options=lambda old: {**old, "motto": "m" * 201}),
        an_unknown_game_with_a_field_too_many=behind(an_unknown_game, _packed(9, more=1)),
    ),
    *rows(
        "consent",
        another_option=entry(log.Opened, options=lambda old: {**old, "turn_seconds": 59}),
        another_past=entry(log.Opened, before=b"\1" * 32),
        another_name=entry(log.Seated, players=lambda old: (*old[:1], (old[1][0], "carl"), *old[2:])),
        another_key=entry(log.Seated, players=lambda old: (*old[:1], (Signer(b"\6" * 32).public, old[1][1]), *old[2:])),
        two_seats_exchanged=entry(log.Seated, players=exchanged),
        a_consent_left_out=entry(log.Seated, ready=rest),
    ),
    *rows(
        "statement-order",
        another_table=entry(log.Opened, table=b"\1" * 32),
        another_number_of_the_game=entry(log.Opened, game=2),
        an_action_twice=twice(log.Acted, 0, _is_signed),
    ),
    *rows("host-signature", another_host=entry(log.Opened, host=Signer(b"\7" * 32).public)),
    *rows(
        "session",
        newcomers_asked_a_second_time=twice(log.Seated, 1),
        a_newcomer_who_is_not_named_as_one=entry(log.Seated, 1, joining=rest, ready=rest),
        two_nonces_exchanged=entry(log.Nonces, signed=exchanged),
        two_commitments_to_nonces_exchanged=entry(log.NonceCommits, signed=exchanged),
    ),
    *rows(
        "commit-order",
        one_epoch_less_in_the_hosts_commitments=entry(log.HostCommit, commits=rest),
        the_hosts_commitments_begin_with_another_epoch=entry(log.HostCommit, first=1),
        another_commitment_of_the_host_after_the_players=entry(
            log.HostCommit, commits=lambda old: ((bytes(32), old[0][1]), *old[1:])
        ),
    ),
    *rows(
        "commitment",
        two_seats_commitments_exchanged=entry(log.Commits, signed=exchanged),
        another_secret_for_the_first_seat=entry(log.Cosigns, pub=turned),
        another_secret_of_the_deck=entry(log.Shown, secrets=lambda old: ((old[0][0], turned(old[0][1])), *old[1:])),
        a_secret_left_out=entry(log.Shown, secrets=()),
    ),
    *rows("deck", a_card_left_out_of_the_shuffle=entry(log.Shuffle, cards=lambda old: old[1:])),
    *rows("reveal", two_contributions_exchanged=entry(log.Reveals, signed=exchanged)),
    *rows("root", another_root=entry(log.Root, root=turned)),
    *rows("co-signature", a_co_signature_left_out=entry(log.Cosigns, signed=rest)),
    *rows(
        "void",
        a_void_that_names_nobody=entry(log.Voided, signed=()),
        a_void_that_names_a_seat_more=entry(log.Voided, signed=lambda old: (*old, None)),
        a_void_of_another_epoch=entry(log.Voided, epoch=2),
    ),
    *rows("first-seat", another_starter=entry(log.CardsDealt, starter=lambda old: old ^ 1)),
    *rows(
        "position",
        cards_dealt_to_other_seats=entry(log.CardsDealt, to=lambda old: old[1:] + old[:1]),
        a_card_drawn_that_was_not=entry(log.Acted, 0, lambda act: act.drawn == 1, drawn=2),
        a_position_skipped=entry(log.Acted, 0, lambda act: act.position is not None, position=lambda old: old + 1),
        a_position_used_twice=entry(log.Acted, 0, lambda act: act.position is not None, position=lambda old: old - 1),
        a_position_where_the_stock_is_known=entry(
            log.Acted, 0, lambda act: act.drawn and act.position is None and act.why != "want", position=40
        ),
        no_card_turned_up=entry(log.CardsDealt, 0, lambda deal: deal.up, up=()),
    ),
    *rows(
        "rules",
        cards_put_back_that_nobody_turned_up=entry(log.Inserted, count=lambda old: old + 1),
        an_action_in_another_spelling=entry(log.Acted, 0, _is_signed, do=lambda old: f"{old} "),
        an_action_that_no_game_has=entry(log.Acted, do="dance"),
        an_action_of_a_seat_that_is_not_there=entry(log.Acted, seat=11),
    ),
    *rows(
        "action-signature",
        another_action_than_was_signed=entry(
            log.Acted, 0, lambda act: act.do.startswith("throw") and _is_signed(act), do="pass"
        ),
        an_action_without_its_signature=entry(log.Acted, 0, _is_signed, signed=None),
        a_vote_of_another_seat=entry(log.Voted, seat=lambda old: (old + 1) % 2),
        a_vote_of_a_seat_that_is_not_there=entry(log.Voted, seat=11),
    ),
    *rows(
        "clock",
        a_play_as_if_by_the_clock=entry(log.Acted, 0, _is_play, signed=None, why="turn"),
        an_action_of_the_clock_as_if_by_a_vote=entry(log.Acted, 0, _is_of_clock, why="vote"),
        the_clock_came_too_early=the_clock_came_too_early,
        a_vote_left_out=a_vote_left_out,
    ),
    *rows(
        "chain",
        the_second_entry_left_out=numbered(1, lambda old: None),
        the_first_entry_left_out=entry(log.Opened),
        a_shuffle_of_another_epoch=entry(log.Shuffle, epoch=lambda old: old + 1),
        a_shuffle_of_another_round=entry(log.Shuffle, round=7),
        a_void_left_out=entry(log.Voided),
        the_draw_that_asked_for_a_shuffle_left_out=entry(log.Wanted),
        another_seat_gets_the_card_that_a_shuffle_was_for=entry(
            log.Acted, 0, lambda act: act.why == "want", seat=lambda old: old ^ 1
        ),
        cards_put_back_a_second_time=twice(log.Inserted),
        log_time_that_falls=entry(log.CardsDealt, t=0),
    ),
    *rows(
        "opening",
        a_seat_that_is_not_there_begins_and_another_card_is_turned_up=entry(
            log.CardsDealt, 0, lambda deal: deal.up, starter=11,
            up=lambda old: ((*old[0][:2], bytes(32), old[0][3]), *old[1:]),
        ),
    ),
    *rows(
        "score",
        the_secrets_left_out=the_secrets_left_out,
        a_point_more=entry(log.Scored, scores=lambda old: (old[0] + 1, *old[1:])),
        another_points_of_the_round=entry(
            log.Scored, round_scores=lambda old: old[::-1] if old[::-1] != old else (*old[1:], 7)
        ),
    ),
    *rows("end", an_end_for_another_reason=entry(log.Ended, why="voids")),
]  # fmt: skip
