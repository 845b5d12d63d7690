import pytest

from rummynet_protocol.wire.address import (
    DEFAULT_PORT,
    BadAddress,
    BadInvitation,
    BadPort,
    HostPlace,
    invitation,
    read_place,
)
from tests.support.errors import raises

KEY = "sha256:" + "0f" * 32


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 7866), ("hearth.local", 1), ("2001:db8::1", 65535)])
def test_a_link_reads_back(host: str, port: int) -> None:
    assert read_place(invitation(host, port, KEY)) == HostPlace(host, port, KEY)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("hearth", HostPlace("hearth", DEFAULT_PORT)),
        ("hearth:9", HostPlace("hearth", 9)),
        ("[::1]:9", HostPlace("::1", 9)),
        (" ::1 ", HostPlace("::1", DEFAULT_PORT)),
        ("rummynet://hearth", HostPlace("hearth", DEFAULT_PORT)),
        ("rummynet://hearth:9/", HostPlace("hearth", 9)),
        ("HTTPS://hearth:9/#seat", HostPlace("hearth", 9)),
        (f"RUMMYNET://hearth:9#{KEY}", HostPlace("hearth", 9, KEY)),
        (f"rummynet://[::1]/#{KEY.upper().replace('SHA', 'sha')}", HostPlace("::1", DEFAULT_PORT, KEY)),
        (f"rummynet://hearth/#{KEY.removeprefix('sha256:')}", HostPlace("hearth", DEFAULT_PORT, KEY)),
    ],
)
def test_every_form(text: str, place: HostPlace) -> None:
    assert read_place(text) == place
    assert read_place(text).where == (place.host, place.port)


@pytest.mark.parametrize(
    ("text", "kind", "named"),
    [
        ("ftp://hearth", BadInvitation, "rummynet://"),
        (f"rummynet://hearth:9/#{KEY[:-1]}", BadInvitation, 64),
        (f"rummynet://hearth:9/#md5:{KEY}", BadInvitation, 64),
        ("rummynet:///#" + KEY, BadAddress, "''"),
        ("rummynet://hearth:0/", BadPort, "'0'"),
        ("rummynet://hearth/x", BadAddress, "'hearth/x'"),
        ("", BadAddress, "''"),
    ],
)
def test_an_invalid_invitation_is_refused_with_a_sentence(text: str, kind: type[BadAddress], named: object) -> None:
    with raises(kind, kind.code, named):
        read_place(text)
