"""What can be altered in a transcript, and the check that has to find it: for protocol/vectors/transcripts.

Each function makes other records of a file's; None where the file has nothing of the kind. ``ALTERATIONS`` holds all.
"""

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


@dataclass(frozen=True)
class Alteration:
    """What is done to the records of a file; None where a file has nothing of the kind."""

    name: str
    check: str | None
    """The check that has to fail; None where the game becomes one that no program knows."""
    resigned: bool
    make: Callable[[Records], Records | None]


ALTERATIONS: Final[list[Alteration]] = []


def found_by(
    check: str | None, *, resigned: bool = True
) -> Callable[[Callable[[Records], Records | None]], Callable[[Records], Records | None]]:
    """Add an alteration, named as the function."""

    def add(make: Callable[[Records], Records | None]) -> Callable[[Records], Records | None]:
        ALTERATIONS.append(
            Alteration(make.__name__.strip("_").replace("_", " ") + ", resigned" * resigned, check, resigned, make)
        )
        return make

    return add


def entries(records: Records) -> Iterator[tuple[int, Entry]]:
    """Every entry with the number of its record."""
    for number, record in enumerate(records):
        if isinstance(record, EntryRecord):
            yield number, read_entry(record.entry)


def changed(records: Records, kind: type[Entry], nth: int = 0, **fields: object) -> Records | None:
    """The *nth* entry of this kind with other fields; a field may be a function of the old value."""
    found = [(number, entry) for number, entry in entries(records) if isinstance(entry, kind)]
    if len(found) <= nth:
        return None
    number, entry = found[nth]
    new = {name: value(getattr(entry, name)) if callable(value) else value for name, value in fields.items()}
    return put(records, number, replace(entry, **new))


def put(records: Records, number: int, entry: Entry) -> Records:
    """Replace an entry by this one."""
    old = records[number]
    assert isinstance(old, EntryRecord)
    return [*records[:number], EntryRecord(pack_entry(entry), old.signature), *records[number + 1 :]]


def first(records: Records, which: Callable[[Entry], bool]) -> int | None:
    """The record of the first such entry."""
    return next((number for number, entry in entries(records) if which(entry)), None)


def without(records: Records, number: int | None) -> Records | None:
    """All records but this one."""
    return None if number is None else [*records[:number], *records[number + 1 :]]


def opening(records: Records, nth: int = 0) -> int | None:
    """The number of an opening's record."""
    found = [number for number, record in enumerate(records) if isinstance(record, OpeningRecord)]
    return found[nth] if nth < len(found) else None


def turned(data: bytes, at: int = 7) -> bytes:
    """One bit of it is another."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def acted(records: Records, which: Callable[[log.Acted], bool]) -> int | None:
    """The record of the first such act."""
    return first(records, lambda entry: isinstance(entry, log.Acted) and which(entry))


def with_act(records: Records, which: Callable[[log.Acted], bool], **fields: Any) -> Records | None:  # noqa: ANN401
    """The first such act with other fields."""
    number = acted(records, which)
    if number is None:
        return None
    entry = read_entry(_entry(records, number))
    assert isinstance(entry, log.Acted)
    new = {name: value(getattr(entry, name)) if callable(value) else value for name, value in fields.items()}
    return put(records, number, replace(entry, **new))


def _entry(records: Records, number: int) -> bytes:
    record = records[number]
    assert isinstance(record, EntryRecord)
    return record.entry


# -- the file alone


@found_by("host-signature", resigned=False)
def a_byte_of_an_entry(records: Records) -> Records:
    number = list(entries(records))[6][0]
    record = records[number]
    assert isinstance(record, EntryRecord)
    return [*records[:number], EntryRecord(turned(record.entry, 40), record.signature), *records[number + 1 :]]


@found_by("host-signature", resigned=False)
def a_byte_of_the_hosts_signature(records: Records) -> Records:
    number = list(entries(records))[5][0]
    record = records[number]
    assert isinstance(record, EntryRecord)
    return [*records[:number], EntryRecord(record.entry, turned(record.signature)), *records[number + 1 :]]


@found_by("host-signature", resigned=False)
def an_entry_left_out_(records: Records) -> Records | None:
    return without(records, list(entries(records))[6][0])


def with_opening(records: Records, nth: int, **fields: Any) -> Records | None:  # noqa: ANN401
    """An opening with other fields; those of its row by name."""
    number = opening(records, nth)
    if number is None:
        return None
    record = records[number]
    assert isinstance(record, OpeningRecord)
    position, card, salt, path = record.opening
    row = (
        fields.pop("position", position),
        fields.pop("card", (card + 1) % 52),
        fields.pop("salt", salt),
        fields.pop("path", path),
    )
    return [*records[:number], replace(record, opening=row, **fields), *records[number + 1 :]]


def _same_card(records: Records, nth: int, **fields: Any) -> Records | None:  # noqa: ANN401
    number = opening(records, nth)
    if number is None:
        return None
    record = records[number]
    assert isinstance(record, OpeningRecord)
    return with_opening(records, nth, card=record.opening[1], **fields)


@found_by("opening", resigned=False)
def another_card_in_an_opening(records: Records) -> Records | None:
    return with_opening(records, 3)


@found_by("opening", resigned=False)
def another_salt_in_an_opening(records: Records) -> Records | None:
    return _same_card(records, 4, salt=bytes(32))


@found_by("opening", resigned=False)
def a_path_that_is_too_short(records: Records) -> Records | None:
    return _same_card(records, 5, path=b"")


@found_by("opening", resigned=False)
def an_opening_of_another_round(records: Records) -> Records | None:
    return _same_card(records, 2, round=9)


@found_by("opening", resigned=False)
def an_opening_of_another_epoch(records: Records) -> Records | None:
    return _same_card(records, 2, epoch=200)


@found_by("opening", resigned=False)
def an_opening_for_another_seat(records: Records) -> Records | None:
    number = opening(records)
    if number is None:
        return None
    record = records[number]
    assert isinstance(record, OpeningRecord)
    return _same_card(records, 0, seat=record.seat ^ 1)


@found_by("opening", resigned=False)
def an_opening_twice(records: Records) -> Records | None:
    number = opening(records, 1)
    return None if number is None else [*records[: number + 1], records[number], *records[number + 1 :]]


@found_by("opening", resigned=False)
def an_opening_behind_the_score(records: Records) -> Records | None:
    number, score = opening(records, 1), first(records, lambda entry: isinstance(entry, log.Scored))
    if number is None or score is None:
        return None
    return [*records[:number], *records[number + 1 : score + 1], records[number], *records[score + 1 :]]


@found_by("opening", resigned=False)
def an_opening_behind_the_show(records: Records) -> Records | None:
    number, show = opening(records, 1), first(records, lambda entry: isinstance(entry, log.Shown))
    if number is None or show is None:
        return None
    return [*records[:number], *records[number + 1 : show + 1], records[number], *records[show + 1 :]]


@found_by("opening", resigned=False)
def an_opening_before_its_card(records: Records) -> Records | None:
    number = opening(records)
    return (
        None
        if number is None
        else [*records[: number - 1], records[number], records[number - 1], *records[number + 1 :]]
    )


@found_by("refusal", resigned=False)
def another_code_in_a_refusal(records: Records) -> Records | None:
    for number, record in enumerate(records):
        if isinstance(record, RefusalRecord):
            return [*records[:number], replace(record, code="rules"), *records[number + 1 :]]
    return None


@found_by("refusal", resigned=False)
def another_head_in_a_refusal(records: Records) -> Records | None:
    for index, record in enumerate(records):
        if isinstance(record, RefusalRecord):
            return [*records[:index], replace(record, head=NO_HEAD), *records[index + 1 :]]
    return None


@found_by("refusal", resigned=False)
def evidence_that_the_host_did_not_name(records: Records) -> Records | None:
    for index, record in enumerate(records):
        if isinstance(record, RefusalRecord) and record.shown is None:
            shown = record.kind, record.payload, record.signature
            return [*records[:index], replace(record, shown=shown), *records[index + 1 :]]
    return None


@found_by("refusal", resigned=False)
def evidence_with_another_signature(records: Records) -> Records | None:
    for index, record in enumerate(records):
        if isinstance(record, RefusalRecord) and record.shown is not None:
            shown = *record.shown[:2], record.signature
            return [*records[:index], replace(record, shown=shown), *records[index + 1 :]]
    return None


@found_by("void", resigned=False)
def a_last_word_twice(records: Records) -> Records | None:
    return [*records, records[-1]] if isinstance(records[-1], LastWordRecord) else None


@found_by("void", resigned=False)
def a_last_word_before_the_end(records: Records) -> Records | None:
    return [*records[:-2], *records[:-3:-1]] if isinstance(records[-1], LastWordRecord) else None


@found_by("refusal", resigned=False)
def a_refusal_before_its_owner_had_a_seat(records: Records) -> Records | None:
    for number, record in enumerate(records):
        if isinstance(record, RefusalRecord):
            return [records[0], record, *records[1:number], *records[number + 1 :]]
    return None


# -- logs that their host has signed anew


@found_by("chain")
def the_second_entry_left_out(records: Records) -> Records | None:
    return without(records, 1)


@found_by("format")
def a_field_too_many(records: Records) -> Records:
    number = list(entries(records))[9][0]
    values = {**codec.unpack(_entry(records, number)), "more": 1}
    return [*records[:number], EntryRecord(codec.pack(values), bytes(64)), *records[number + 1 :]]


@found_by(None)
def an_option_left_out(records: Records) -> Records | None:
    return changed(records, log.Opened, options=lambda old: {n: v for n, v in old.items() if n != "voids"})


@found_by(None)
def an_option_more(records: Records) -> Records | None:
    return changed(records, log.Opened, options=lambda old: {**old, "moon": "full"})


@found_by(None)
def an_option_out_of_range(records: Records) -> Records | None:
    return changed(records, log.Opened, options=lambda old: {**old, "voids": 99})


@found_by(None)
def an_unknown_game(records: Records) -> Records | None:
    return changed(records, log.Opened, variant="whist")


@found_by("host-signature", resigned=False)
def an_unknown_game_whose_host_has_not_signed_that(records: Records) -> Records | None:
    return an_unknown_game(records)


@found_by("format")
def an_unknown_game_with_a_field_too_many(records: Records) -> Records | None:
    return a_field_too_many(an_unknown_game(records) or [])


@found_by(None)
def an_envelope_without_payload_in_an_unknown_game(records: Records) -> Records | None:
    return changed(an_unknown_game(records) or [], log.Commits, signed=lambda old: ((b"", old[0][1]), *old[1:]))


@found_by(None)
def an_unknown_game_without_its_second_entry(records: Records) -> Records | None:
    return an_unknown_game(the_second_entry_left_out(records) or [])


@found_by(None)
def another_version_of_the_log(records: Records) -> Records | None:
    number = next(entries(records))[0]
    values = {**codec.unpack(_entry(records, number)), "version": log.VERSION + 1, "moon": "full"}
    return [*records[:number], EntryRecord(codec.pack(values), bytes(64)), *records[number + 1 :]]


@found_by(None)
def more_players_than_the_game_is_known_for(records: Records) -> Records | None:
    return changed(records, log.Seated, players=lambda old: old[:1])


@found_by("consent")
def another_option(records: Records) -> Records | None:
    return changed(records, log.Opened, options=lambda old: {**old, "turn_seconds": 59})


@found_by("consent")
def another_past(records: Records) -> Records | None:
    return changed(records, log.Opened, before=b"\1" * 32)


@found_by("statement-order")
def another_table(records: Records) -> Records | None:
    return changed(records, log.Opened, table=b"\1" * 32)


@found_by("statement-order")
def another_number_of_the_game(records: Records) -> Records | None:
    return changed(records, log.Opened, game=2)


@found_by("host-signature")
def another_host(records: Records) -> Records | None:
    return changed(records, log.Opened, host=Signer(b"\7" * 32).public)


@found_by("consent")
def another_name(records: Records) -> Records | None:
    return changed(records, log.Seated, players=lambda old: (*old[:1], (old[1][0], "carl"), *old[2:]))


@found_by("consent")
def two_seats_exchanged(records: Records) -> Records | None:
    return changed(records, log.Seated, players=lambda old: (old[1], old[0], *old[2:]))


@found_by("consent")
def a_consent_left_out(records: Records) -> Records | None:
    return changed(records, log.Seated, ready=lambda old: old[:-1])


@found_by("session")
def newcomers_asked_a_second_time(records: Records) -> Records | None:
    found = [number for number, entry in entries(records) if isinstance(entry, log.Seated)]
    return None if len(found) < 2 else [*records[: found[1] + 1], records[found[1]], *records[found[1] + 1 :]]


@found_by("session")
def a_newcomer_who_is_not_named_as_one(records: Records) -> Records | None:
    return changed(records, log.Seated, 1, joining=lambda old: old[:-1], ready=lambda old: old[:-1])


@found_by("session")
def two_nonces_exchanged(records: Records) -> Records | None:
    return changed(records, log.Nonces, signed=lambda old: (old[1], old[0], *old[2:]))


@found_by("session")
def two_commitments_to_nonces_exchanged(records: Records) -> Records | None:
    return changed(records, log.NonceCommits, signed=lambda old: (old[1], old[0], *old[2:]))


@found_by("commit-order")
def one_epoch_less_in_the_hosts_commitments(records: Records) -> Records | None:
    return changed(records, log.HostCommit, commits=lambda old: old[:-1])


@found_by("commit-order")
def the_hosts_commitments_begin_with_another_epoch(records: Records) -> Records | None:
    return changed(records, log.HostCommit, first=1)


@found_by("commit-order")
def another_commitment_of_the_host_after_the_players(records: Records) -> Records | None:
    return changed(records, log.HostCommit, commits=lambda old: ((bytes(32), old[0][1]), *old[1:]))


@found_by("commitment")
def two_seats_commitments_exchanged(records: Records) -> Records | None:
    return changed(records, log.Commits, signed=lambda old: (old[1], old[0], *old[2:]))


@found_by("chain")
def a_shuffle_of_another_epoch(records: Records) -> Records | None:
    return changed(records, log.Shuffle, epoch=lambda old: old + 1)


@found_by("chain")
def a_shuffle_of_another_round(records: Records) -> Records | None:
    return changed(records, log.Shuffle, round=7)


@found_by("deck")
def a_card_left_out_of_the_shuffle(records: Records) -> Records | None:
    return changed(records, log.Shuffle, cards=lambda old: old[1:])


@found_by("reveal")
def two_contributions_exchanged(records: Records) -> Records | None:
    return changed(records, log.Reveals, signed=lambda old: (old[1], old[0], *old[2:]))


@found_by("root")
def another_root(records: Records) -> Records | None:
    return changed(records, log.Root, root=turned)


@found_by("co-signature")
def a_co_signature_left_out(records: Records) -> Records | None:
    return changed(records, log.Cosigns, signed=lambda old: old[:-1])


@found_by("commitment")
def another_secret_for_the_first_seat(records: Records) -> Records | None:
    return changed(records, log.Cosigns, pub=turned)


@found_by("void")
def a_void_that_names_nobody(records: Records) -> Records | None:
    return changed(records, log.Voided, signed=())


@found_by("void")
def a_void_that_names_a_seat_more(records: Records) -> Records | None:
    return changed(records, log.Voided, signed=lambda old: (*old, None))


@found_by("void")
def a_void_of_another_epoch(records: Records) -> Records | None:
    return changed(records, log.Voided, epoch=2)


@found_by("chain")
def a_void_left_out(records: Records) -> Records | None:
    return without(records, first(records, lambda entry: isinstance(entry, log.Voided)))


@found_by("first-seat")
def another_starter(records: Records) -> Records | None:
    return changed(records, log.CardsDealt, starter=lambda old: old ^ 1)


@found_by("position")
def cards_dealt_to_other_seats(records: Records) -> Records | None:
    return changed(records, log.CardsDealt, to=lambda old: old[1:] + old[:1])


@found_by("rules")
def cards_put_back_that_nobody_turned_up(records: Records) -> Records | None:
    return changed(records, log.Inserted, count=lambda old: old + 1)


@found_by("position")
def a_card_drawn_that_was_not(records: Records) -> Records | None:
    return with_act(records, lambda act: act.drawn == 1, drawn=2)


@found_by("position")
def a_position_skipped(records: Records) -> Records | None:
    return with_act(records, lambda act: act.position is not None, position=lambda old: old + 1)


@found_by("action-signature")
def another_action_than_was_signed(records: Records) -> Records | None:
    return with_act(records, lambda act: act.do.startswith("throw") and act.signed is not None, do="pass")


@found_by("action-signature")
def an_action_without_its_signature(records: Records) -> Records | None:
    return with_act(records, lambda act: act.signed is not None, signed=None)


@found_by("rules")
def an_action_in_another_spelling(records: Records) -> Records | None:
    return with_act(records, lambda act: act.signed is not None, do=lambda old: f"{old} ")


@found_by("clock")
def a_play_as_if_by_the_clock(records: Records) -> Records | None:
    plays = ("lay", "meld", "contract", "take", "declare")
    return with_act(records, lambda act: act.signed is not None and act.do.startswith(plays), signed=None, why="turn")


@found_by("clock")
def an_action_of_the_clock_as_if_by_a_vote(records: Records) -> Records | None:
    return with_act(records, lambda act: act.why in ("turn", "rule"), why="vote")


@found_by("clock")
def the_clock_came_too_early(records: Records) -> Records | None:
    number = acted(records, lambda act: act.why in ("turn", "rule"))
    if number is None:
        return None
    before = max(entry.t for n, entry in entries(records) if n < number and not isinstance(entry, log.Opened))
    entry = read_entry(_entry(records, number))
    assert isinstance(entry, log.Acted)
    return put(records, number, replace(entry, t=before))


@found_by("statement-order")
def an_action_twice(records: Records) -> Records | None:
    number = acted(records, lambda act: act.signed is not None)
    return None if number is None else [*records[: number + 1], records[number], *records[number + 1 :]]


@found_by("clock")
def a_vote_left_out(records: Records) -> Records | None:
    votes = [number for number, entry in entries(records) if isinstance(entry, log.Voted)]
    return without(records, votes[-1] if votes else None)


@found_by("action-signature")
def a_vote_of_another_seat(records: Records) -> Records | None:
    return changed(records, log.Voted, seat=lambda old: (old + 1) % 2)


@found_by("chain")
def the_draw_that_asked_for_a_shuffle_left_out(records: Records) -> Records | None:
    return without(records, first(records, lambda entry: isinstance(entry, log.Wanted)))


@found_by("chain")
def another_seat_gets_the_card_that_a_shuffle_was_for(records: Records) -> Records | None:
    return with_act(records, lambda act: act.why == "want", seat=lambda old: old ^ 1)


@found_by("opening")
def a_seat_that_is_not_there_begins_and_another_card_is_turned_up(records: Records) -> Records | None:
    number = first(records, lambda entry: isinstance(entry, log.CardsDealt) and bool(entry.up))
    if number is None:
        return None
    return changed(records, log.CardsDealt, starter=11, up=lambda old: ((*old[0][:2], bytes(32), old[0][3]), *old[1:]))


@found_by("chain")
def log_time_that_falls(records: Records) -> Records | None:
    return changed(records, log.CardsDealt, t=0)


@found_by("commitment")
def another_secret_of_the_deck(records: Records) -> Records | None:
    return changed(records, log.Shown, secrets=lambda old: ((old[0][0], turned(old[0][1])), *old[1:]))


@found_by("commitment")
def a_secret_left_out(records: Records) -> Records | None:
    return changed(records, log.Shown, secrets=())


@found_by("score")
def the_secrets_left_out(records: Records) -> Records | None:
    number = first(records, lambda entry: isinstance(entry, log.Shown))
    follows = number is not None and isinstance(read_entry(_entry(records, number + 1)), log.Scored)
    return without(records, number) if follows else None


@found_by("score")
def a_point_more(records: Records) -> Records | None:
    return changed(records, log.Scored, scores=lambda old: (old[0] + 1, *old[1:]))


@found_by("score")
def another_points_of_the_round(records: Records) -> Records | None:
    return changed(records, log.Scored, round_scores=lambda old: old[::-1] if old[::-1] != old else (*old[1:], 7))


@found_by("end")
def an_end_for_another_reason(records: Records) -> Records | None:
    return changed(records, log.Ended, why="voids")
