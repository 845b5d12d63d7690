import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.text import clean, harmless
from rummynet_protocol.unicode_tables import IGNORABLE


@pytest.mark.parametrize(
    ("given_text", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nGreen   Gables ", "Ann of Green Gables"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("bell\x07 null\x00 delete\x7f", "bell null delete"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("Börje 木 ♥ 7H!", "Börje 木 ♥ 7H!"),
        ("e\u0301", "é"),
        ("a" + "\u0336" * 50 + "b", "a\u0336\u0336b"),
        ("\ue000private\U000f0000", "private"),
        ("\x1b\x00\u200b", ""),
        ("\u2800", ""),  # Braille without dots
        ("\u3164 \uffa0\u115f\u1160", ""),  # Hangul fillers
        ("\u17b4\u17b5", ""),
        ("\U0001d159\ufffc\U00016fe4\U00013441", ""),
        ("\u0301\u0301", ""),  # marks without a letter
        ("an\u034fna\ufe0f\U000e0101 \u0301", "anna"),
        ("a\u034f\u0301", "á"),
        ("❤\ufe0f", "❤"),
        ("", ""),
    ],
)
def test_text_from_others_is_made_harmless(given_text: str, cleaned: str) -> None:
    assert clean(given_text, 40) == cleaned


def test_text_is_cut_without_a_space_at_its_end() -> None:
    assert clean("abc def", 4) == "abc"
    assert clean("a" * 100, 32) == "a" * 32


@given(st.text(max_size=200), st.integers(1, 40))
def test_nothing_dangerous_is_left(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert len(cleaned) <= most
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert not {unicodedata.category(char) for char in cleaned} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(max_size=100))
def test_clean_text_stays_as_it_is(text: str) -> None:
    cleaned = clean(text, 60)
    assert clean(cleaned, 60) == cleaned


def test_a_line_that_is_laid_out_keeps_its_layout() -> None:
    assert harmless("a   b\t\x1b[1mc\u202e  d\x9b") == "a   b [1mc  d"
    assert harmless("plain   text ") == "plain   text "
    assert harmless("a" + "\u0301" * 10_000) == "a\u0301\u0301"


@given(st.text(max_size=100))
def test_harmless_text_is_what_clean_makes_but_for_white_space(text: str) -> None:
    normal = unicodedata.normalize("NFC", text)
    assert unicodedata.normalize("NFC", " ".join(harmless(normal).split())) == clean(text, 1000)


def test_every_ignorable_character_falls_away() -> None:
    for first, last in IGNORABLE:
        for code in {first, (first + last) // 2, last}:
            assert clean(f"a{chr(code)}b", 40) == "ab", hex(code)
    assert [first for first, _ in IGNORABLE] == sorted(first for first, _ in IGNORABLE)
