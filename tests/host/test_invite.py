import segno

from rummynet.host.discovery.invite import invite, qr

KEY = "sha256:" + "5c" * 32
SIGNS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def light(shown: str) -> list[list[int]]:
    """The light modules of a printed code, 1 for light."""
    width = max(map(len, shown.splitlines()))
    lines = [line.ljust(width) for line in shown.splitlines()]
    return [[SIGNS[sign][half] for sign in line] for line in lines for half in (0, 1)]


def test_the_code_is_the_link() -> None:
    link = f"rummynet://192.0.2.1:7866/#{KEY}"
    wanted = [[int(not module) for module in row] for row in segno.make_qr(link, error="l").matrix_iter(border=2)]
    assert light(qr(link)) == [*wanted, [0] * len(wanted)]


def test_it_fits_a_terminal_and_has_no_escape_sequences() -> None:
    shown = qr(f"rummynet://[2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff]:65535/#{KEY}")
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown


def test_every_address_but_link_local_ones_has_its_link_and_with_pages_the_code_is_the_likeliest_of_them() -> None:
    here, there = (f"rummynet://{one}:7866/#{KEY}" for one in ("192.0.2.1", "[2001:db8::1]"))
    programs = [f"   join with: rummynet join {here}", f"          or: rummynet join {there}"]
    shown = invite(("192.0.2.1", "2001:db8::1", "fe80::1"), 7866, KEY, True, ("https://p/", "https://q/"))
    assert shown == "\n".join(["in a browser: https://p/", *programs, qr("https://p/")])
    assert invite(("192.0.2.1", "2001:db8::1"), 7866, KEY, False).splitlines()[:2] == programs
