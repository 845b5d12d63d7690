from rummynet.bots.names import NAMES, bot_name


def test_every_bot_of_a_table_has_its_own_name_as_long_as_there_are_names() -> None:
    taken: list[str] = []
    for _ in NAMES:
        taken.append(bot_name(7, taken))
    assert len(set(taken)) == len(NAMES) and taken[0] == "Hanna (bot)"
    assert bot_name(7, taken) == "Hanna (bot)"
    assert bot_name(len(NAMES) + 1) == "Bruno (bot)"
