"""What the pages say of announcements and of the lobby's JSON is what is written."""

from pathlib import Path

from rummynet_client.checkup.finding import Finding
from rummynet_client.core.views.host_list import ListedHost, as_json
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced, write_txt

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lobby.md").read_text("utf-8")
PROTOCOL = (ROOT / "protocol" / "PROTOCOL.md").read_text("utf-8").split("How hosts are found")[1]
SAID = Announcement(
    "a", "sha256:" + "0" * 64, 1, 1, ("keilty",), 2, 1, (TableAnnounced(3, "keilty", "waiting", 2, 6, "anna's table"),)
)


def test_every_key_of_the_txt_record_is_told() -> None:
    written = write_txt(SAID)
    assert [key for key in written if f"| `{key}` " not in PROTOCOL] == []
    assert f"`{written['t1']}`" in PROTOCOL


def test_every_key_of_the_json_is_told() -> None:
    (host,) = as_json([ListedHost(HostSeen("", SAID, ("::1",), 1, 0.0), Standing("new"))])["hosts"]
    assert [key for key in host if f"| `{key}` |" not in PAGE] == []
    assert [key for key in host["tables"][0] if f"`{key}`" not in PAGE] == []
    assert [key for key in Finding("", "ok", "").to_dict() if f"`{key}`" not in PAGE] == []
