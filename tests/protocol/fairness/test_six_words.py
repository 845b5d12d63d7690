from itertools import pairwise

from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.fairness.six_words import BITS, COUNT, WORDS, fingerprint


def test_there_are_2048_words_in_alphabetical_order() -> None:
    assert len(WORDS) == 2048 == 1 << BITS
    assert list(WORDS) == sorted(WORDS)


def test_words_are_short_and_plain() -> None:
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)


def test_four_letters_tell_a_word() -> None:
    assert len({word[:4] for word in WORDS}) == len(WORDS)


def test_no_word_begins_another() -> None:
    assert not [word for word, after in pairwise(WORDS) if after.startswith(word)]


def test_a_fingerprint_is_the_first_66_bits() -> None:
    session = bytes(range(32))
    bits = "".join(f"{byte:08b}" for byte in H("fingerprint", session))
    indexes = [int(bits[start : start + 11], 2) for start in range(0, 66, 11)]
    assert fingerprint(session) == tuple(WORDS[index] for index in indexes)
    assert len(fingerprint(session)) == COUNT


def test_other_sessions_have_other_words() -> None:
    assert len({fingerprint(n.to_bytes(32, "big")) for n in range(500)}) == 500
