import pytest

from rummynet_protocol.wire.address import canonical

SAME = [
    ("hearth:7866", ["hearth", "HEARTH", "hearth.", "Hearth.:7866", " hearth "]),
    ("hearth.local:80", ["Hearth.LOCAL:80", "hearth.local.:80", "hearth\u3002local:80"]),
    ("127.0.0.1:7866", ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "127.0.0.1.",
                        "::ffff:127.0.0.1", "[::FFFF:7f00:1]:7866", "\uff11\uff12\uff17.0.0.1"]),
    ("[2001:db8::1]:9", ["[2001:DB8::1]:9", "[2001:db8:0:0:0:0:0:1]:9", "[2001:db8::1%eth0]:9"]),
    ("[fe80::1%eth0]:7866", ["fe80::1%eth0", "[FE80:0::1%25eth0]"]),
    ("xn--kche-0ra:7866", ["K\u00fcche", "ku\u0308che.", "XN--KCHE-0RA"]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "texts"), SAME, ids=[form for form, _ in SAME])
def test_texts_for_one_place_have_one_form(form: str, texts: list[str]) -> None:
    assert {canonical(text) for text in texts} == {form} == {canonical(form)}


@pytest.mark.parametrize(
    "text", ["", "bad address", "hearth:99999", "a..b", ".", "256.1.1.1", "08.1", "x" * 300, "[::1"]
)
def test_what_is_no_address_has_a_form_all_the_same(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
    for wrong in ("256.1.1.1", "1.2.3.4.0", "08.1"):
        assert canonical(wrong) == f"{wrong}:7866"
