from rummynet_client.core.views.host_registry import ASK_SECONDS, FADE_SECONDS, MOST_HOSTS, HostRegistry, HostSeen
from rummynet_protocol.wire.announcement import Announcement

OLD, NEW = "sha256:" + "aa" * 32, "sha256:" + "bb" * 32
HERE = "192.0.2.1:7866"


def host(label: str = "a", name: str = "Kitchen", key: str = OLD, heard: float = 0.0) -> HostSeen:
    return HostSeen(label, Announcement(name, key, 1, 1, ("keilty",)), ("192.0.2.1",), 7866, heard)


def labels(registry: HostRegistry, now: float) -> list[str]:
    return [one.label for one in registry.hosts(now)]


class TestHostRegistry:
    def test_a_silent_host_fades_within_fifteen_seconds(self) -> None:
        registry = HostRegistry()
        registry.add_host(host(heard=100.0))
        assert labels(registry, 100.0 + FADE_SECONDS - 0.01) == ["a"]
        assert labels(registry, 100.0 + FADE_SECONDS) == []
        assert FADE_SECONDS + 1 < 15, "the screen is drawn anew every second"
        assert FADE_SECONDS >= 4 * ASK_SECONDS, "three questions may be lost"

    def test_it_comes_back_when_it_is_heard(self) -> None:
        registry = HostRegistry()
        registry.add_host(host())
        registry.mark_heard("a", 50.0)
        assert labels(registry, 55.0) == ["a"]

    def test_who_was_never_read_is_not_shown_for_being_heard(self) -> None:
        registry = HostRegistry()
        registry.mark_heard("a", 0.0)
        assert labels(registry, 0.0) == []

    def test_a_flood_is_bounded_and_drops_the_silent_first(self) -> None:
        registry = HostRegistry()
        for number in range(MOST_HOSTS * 3):
            registry.add_host(host(str(number), heard=number / 1000))
        assert len(labels(registry, 0.2)) == MOST_HOSTS
        assert str(MOST_HOSTS * 3 - 1) in labels(registry, 0.2) and "0" not in labels(registry, 0.2)
