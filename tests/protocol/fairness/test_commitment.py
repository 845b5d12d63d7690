import pytest

from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.shuffle import Drbg

A, B, C, D, E = (bytes([n]) * 32 for n in range(1, 6))


def test_options_are_agreed_whatever_order_they_are_listed_in() -> None:
    assert fair.rules_hash("keilty", {"a": 1, "b": 2}) == fair.rules_hash("keilty", {"b": 2, "a": 1})


def test_any_change_of_the_rules_is_another_agreement() -> None:
    agreed = fair.rules_hash("keilty", {"target": 500, "hints": False})
    for variant, options in (
        ("basic", {"target": 500, "hints": False}),
        ("keilty", {"target": 501, "hints": False}),
        ("keilty", {"target": 500, "hints": 0}),
        ("keilty", {"target": 500}),
        ("keilty", {"target": 500, "hints": None}),
    ):
        assert fair.rules_hash(variant, options) != agreed


def test_the_session_covers_everybody_and_the_rules() -> None:
    session = fair.session_id(A, [B, C], [D, E], A)
    assert session != fair.session_id(B, [B, C], [D, E], A)
    assert session != fair.session_id(A, [C, B], [D, E], A)
    assert session != fair.session_id(A, [B, C], [E, D], A)
    assert session != fair.session_id(A, [B, C], [D, E], B)
    assert session != fair.session_id(A, [B], [D], A)


def test_a_session_has_a_nonce_for_each_key() -> None:
    with pytest.raises(ValueError):
        fair.session_id(A, [B, C], [D], A)


def test_deal_ids_never_repeat() -> None:
    ids = {fair.deal_id(session, n, e) for session in (A, B) for n in range(1, 50) for e in range(8)}
    assert len(ids) == 2 * 49 * 8


def test_contributions_follow_from_the_secret_the_deal_the_hosts_commitments_and_the_nonce() -> None:
    deals = [fair.deal_id(A, n, 0) for n in range(1, 100)]
    assert len({fair.contribution(B, deal, (A, A), C) for deal in deals}) == len(deals)
    assert fair.contribution(B, deals[0], (A, A), C) == fair.contribution(B, deals[0], (A, A), C)
    given = [(B, (A, A), C), (C, (A, A), C), (B, (D, A), C), (B, (A, D), C), (B, (A, A), D)]
    assert len({fair.contribution(secret, deals[0], commits, nonce) for secret, commits, nonce in given}) == 5


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_short_secret_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        fair.contribution(bytes(size), A, (A, A), A)
    with pytest.raises(ValueError, match="32 bytes"):
        fair.contribution(A, A, (A, A), bytes(size))


def test_the_name_of_a_log_covers_host_table_and_game() -> None:
    assert len({fair.log_id(A, B, 1), fair.log_id(B, A, 1), fair.log_id(A, C, 1), fair.log_id(A, B, 2)}) == 4


def test_the_players_hash_covers_keys_names_and_their_order() -> None:
    players = [(A, "Ann"), (B, "Bo")]
    others = [players[::-1], [(A, "Bo"), (B, "Ann")], [(A, "Ann")], [(A, "AnnB"), (B, "o")], [(A, "Ann"), (C, "Bo")]]
    assert len({fair.players_hash(one) for one in (players, *others)}) == 6


def test_a_statement_has_another_name_as_another_kind() -> None:
    assert fair.statement_hash("action", b"x") != fair.statement_hash("vote", b"x")
    assert fair.statement_hash("action", b"x") != fair.statement_hash("action", b"y")


def test_a_refusal_is_for_one_statement_of_one_player_at_one_head_of_one_log_for_one_reason() -> None:
    said = {
        fair.refusal_payload(log, head, key, one, code)
        for log in (A, B)
        for head in (A, B)
        for key in (A, B)
        for one in (C, D)
        for code in ("stale", "late")
    }
    assert len(said) == 32


def test_the_commit_set_keeps_places() -> None:
    assert fair.commit_set(A, B, C, [D, E]) != fair.commit_set(A, C, B, [D, E])
    assert fair.commit_set(A, B, C, [D, E]) != fair.commit_set(A, B, C, [E, D])
    assert fair.commit_set(A, B, C, [D]) != fair.commit_set(A, B, C, [D, E])


def test_z_covers_deal_commitments_log_cards_and_every_contribution() -> None:
    z = fair.mix(A, B, C, b"\x00\x01", [D, E])
    for other in (
        fair.mix(B, B, C, b"\x00\x01", [D, E]),
        fair.mix(A, A, C, b"\x00\x01", [D, E]),
        fair.mix(A, B, A, b"\x00\x01", [D, E]),
        fair.mix(A, B, C, b"\x00\x02", [D, E]),
        fair.mix(A, B, C, b"\x00\x01", [E, D]),
        fair.mix(A, B, C, b"\x00\x01", [D]),
    ):
        assert other != z


def test_a_deal_root_covers_deck_size_and_origin() -> None:
    root = fair.deal_root(A, B, C, 52, D)
    assert (
        len({root, fair.deal_root(A, B, C, 51, D), fair.deal_root(B, B, C, 52, D), fair.deal_root(A, B, D, 52, D)}) == 4
    )


@pytest.mark.parametrize("seats", range(2, 13))
def test_the_first_seat_is_one_of_the_seats(seats: int) -> None:
    drawn = {fair.first_seat(fair.deal_id(A, n, 0), B, seats) for n in range(40 * seats)}
    assert drawn == set(range(seats))


def test_cards_go_back_anywhere_from_top_to_bottom() -> None:
    places = {fair.insert_places(fair.deal_id(A, n, 0), B, [3])[0] for n in range(100)}
    assert places == {0, 1, 2, 3}


def test_each_card_that_goes_back_has_its_own_draw() -> None:
    z, sizes = fair.deal_id(A, 1, 0), [31, 32, 33]
    places = fair.insert_places(z, B, sizes)
    assert len(places) == 3
    assert all(place <= size for place, size in zip(places, sizes, strict=True))
    assert fair.insert_places(z, B, sizes[:2]) == places[:2]
    assert fair.insert_places(z, C, sizes) != places


def test_the_places_have_a_stream_of_their_own() -> None:
    z, sizes = fair.deal_id(A, 1, 0), [255] * 32
    for key in (fair.deck_key(z, B), fair.salt_key(z, B), fair.first_key(z, B)):
        stream = Drbg(key)
        assert fair.insert_places(z, B, sizes) != [stream.below(256) for _ in sizes]
