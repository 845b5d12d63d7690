"""Which names look alike (Unicode Technical Standard 39), and how such names are made distinct."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.lookalikes import alike, distinct, is_numbered, skeleton
from rummynet_protocol.unicode_tables import LOOKALIKES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "anna"),
        ("anna", "Anna"),
        ("ANNA", "anna"),
        ("anna", "\u0430nn\u0430"),  # Cyrillic a
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # Greek capitals
        ("anna", "\u0391\u039d\u039d\u0391"),
        ("bob", "\u0412ob"),  # Cyrillic Ve, which is a B only as a capital
        ("anna", "\uff41\uff4e\uff4e\uff41"),  # full width
        ("anna", "\U0001d41a\U0001d427\U0001d427\U0001d41a"),  # mathematical bold
        ("anna", "an\u200bna"),
        ("anna", "anna\u3164"),
        ("anna", "an\u034fna\ufe0f"),
        ("paypal", "paypaI"),
        ("Ian", "lan"),
        ("Ian", "ian"),
        ("modern", "rnodern"),
        ("Bob0", "BobO"),
        ("O\u2019Neil", "O'Neil"),
        ("Stra\u00dfe", "STRASSE"),
        ("B\u00f6rje", "Bo\u0308rje"),
        ("Annl", "Annl."),
        ("Annl", "Ann\u2024I"),
        ("Anna Maria", "Anna-Maria"),
        ("anna", "\u00aban na\u00bb"),
        ("anna", "_anna_"),
        ("anna", "`anna\u00b4"),
        ("O\u2019Neil", "ONeil"),
        ("\u05d0\u05d1", "\u2135\u05d1"),  # Hebrew alef, and the mathematical sign
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other) and alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "hanna"),
        ("anna", "anna 2"),
        ("ian", "lan"),
        ("B\u00f6rje", "Borje"),
        ("\u6728", "\u672c"),
        ("", "a"),
        ("anna", "anna \U0001f642"),
        ("a", "a+"),
        ("...", "?"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_the_skeletons_of_the_standard() -> None:
    """Examples from the standard's text: words written in two scripts have one skeleton."""
    assert skeleton("\u0440\u0430ypal") == skeleton("paypal") == "paypal"
    assert skeleton("m") == "rn"
    assert skeleton("1Il|") == "llll"
    assert skeleton("\u03c3") == skeleton("o") == skeleton("\u043e") == "o"


def test_all_that_the_table_says_is_found() -> None:
    groups = [group.split("=") for group in LOOKALIKES.split(";")[:-1]]
    pairs = [
        (chr(int(source, 16)), "".join(chr(int(code, 16)) for code in target.split("+")))
        for target, sources in groups
        for source in sources.split()
    ]
    assert len(pairs) > 2000
    assert not [(source, target) for source, target in pairs if not alike(f"x{source}x", f"x{target}x")]


def test_the_second_of_two_gets_a_number() -> None:
    assert distinct("Anna", [], 32) == "Anna"
    assert distinct("Anna", ["Bob"], 32) == "Anna"
    assert distinct("\u0410nna", ["anna"], 32) == "\u0410nna 2"
    assert distinct("anna", ["Anna", "anna 2", "ANNA 3"], 32) == "anna 4"
    assert distinct("Annl.", ["Annl"], 32) == "Annl. 2"
    assert distinct("Annl", ["Annl.", "Annl2"], 32) == "Annl 3"


def test_a_name_with_a_number_is_not_too_long() -> None:
    assert distinct("x" * 32, ["X" * 32], 32) == "x" * 30 + " 2"
    assert distinct("abcdef", ["abcdef", "abcd 2"], 6) == "abcd 3"


def test_a_name_that_was_numbered_is_known_again() -> None:
    for name, shown in (("anna", "anna"), ("anna", "anna 2"), ("x" * 32, "x" * 30 + " 2"), ("a 2", "a 2 3")):
        assert is_numbered(shown, name, 32)
    for name, shown in (("anna", "anne 2"), ("anna 2", "anna"), ("anna", "anna x"), ("", "2"), ("anna", "Anna")):
        assert not is_numbered(shown, name, 32)


@given(st.lists(st.text(st.sampled_from("aA\u0430\u0410o0O\u043elI1m"), max_size=4), min_size=2, max_size=12))
def test_nobody_at_a_table_looks_like_another(wanted: list[str]) -> None:
    names: list[str] = []
    for one in wanted:
        names.append(distinct(one, names, 32))
    assert not any(alike(one, other) for at, one in enumerate(names) for other in names[:at])
