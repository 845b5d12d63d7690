"""The operator's log of a whole evening: who came and went, and not one card."""

from pathlib import Path

from rummynet_protocol.cards import face
from rummynet_protocol.wire.messages import AskLog, Done, Refused
from tests.host.test_dispatcher import act, begin, next_action
from tests.support.card_names import codes
from tests.support.dialling import Building, Dialler


def test_the_log_file_of_a_whole_game_names_no_card(tmp_path: Path) -> None:
    building = Building(tmp_path)
    people = begin(building)
    game = building.dispatcher.lobby.tables[1].game
    assert game is not None
    turns = 0
    while not game.ended:
        building.settle(5)  # nobody asks for more than a host lets through
        if turns % 5 == 0:
            dialler, _ = next_action(building, people)
            assert game.play is not None
            card = (*game.play.full.stock, *game.play.full.discard)[0]  # nobody holds it
            dialler.say(dialler.person.submit(1, dialler.person.acting(f"throw {face(card)}")))
            building.settle(5)
            assert dialler.heard(Refused)
        assert isinstance(act(building, people), Done)
        turns += 1
        if turns % 5 == 0:
            people[0].hang_up()
            people[0] = Dialler(building, people[0].person)  # who knows which numbers she has used
            building.diallers.append(people[0])
            people[0].greet()
            assert isinstance(people[0].ask(AskLog, 1, people[0].person.auditor.index), Done)
    log = building.log.getvalue()
    assert turns >= 5 and log.count("came") >= 2 + turns // 5
    assert codes(log) == []
    kept = building.transcripts.path(1, 1).read_bytes().hex()
    assert len(kept) > 5_000 and not any(word in kept for word in log.split() if len(word) > 30)
    building.close()
