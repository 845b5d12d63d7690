"""Under which name one plays who gives none."""

import getpass

import pytest

from rummynet_client.net.host_link import own_name


def test_the_name_of_the_user_is_taken_but_not_that_of_the_administrator(monkeypatch: pytest.MonkeyPatch) -> None:
    for user, name in (("anna", "anna"), ("root", "player")):
        monkeypatch.setattr(getpass, "getuser", lambda user=user: user)
        assert own_name(None) == name
    assert own_name("root") == "root"
