import json
from collections.abc import Callable

import pytest

from rummynet.rules.core.errors import NotYourTurn
from rummynet_protocol import codec
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import Sentence, both, comma_list, either, player_in, plural_sentence, sentence


def test_a_sentence_is_the_text_and_remembers_what_it_was_made_of() -> None:
    made = sentence("lay off no farther than {card}", card="7H")
    assert made == "lay off no farther than 7H" and isinstance(made, str)
    assert (made.template, dict(made.values)) == ("lay off no farther than {card}", {"card": "7H"})


def test_a_number_decides_between_two_wordings() -> None:
    one, many = (plural_sentence("{n} chip", "{n} chips", count, n=count) for count in (1, 3))
    assert (one, many) == ("1 chip", "3 chips")
    assert (many.template, many.many, many.number) == ("{n} chip", "{n} chips", 3)


def test_parts_are_joined_so_that_each_can_be_put_into_other_words() -> None:
    assert [either(parts) for parts in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a or b", "a or b or c"]
    assert both(["a", "b"]) == "a and b" and comma_list(["a", "b", "c"]) == "a, b, c"
    inner = sentence("the whole pile")
    joined = either(["two cards", inner])
    assert isinstance(joined, Sentence) and joined.values["others"] is inner


def test_an_error_gives_its_sentence_back_and_plain_text_to_everybody_else() -> None:
    refusal = NotYourTurn(sentence("it is {player}'s turn", player=player_in(2)))
    assert isinstance(refusal.says, Sentence) and refusal.says.values == {"player": player_in(2)}
    assert type(str(refusal)) is str and str(refusal) == "it is seat 2's turn"
    assert RummynetError("as it is").says == "as it is" and RummynetError().says == ""


@pytest.mark.parametrize("pack", [json.dumps, codec.pack])
def test_a_sentence_is_stored_and_sent_as_its_text(pack: Callable[[object], object]) -> None:
    assert pack(sentence("seat {seat}", seat=1)) == pack("seat 1")
