"""``dataclasses.replace`` for frozen dataclasses, at a sixth of its cost: a position is copied for every action.

``__init__`` of a frozen dataclass sets each field by ``object.__setattr__``. Here the copy is made as an instance of a
subclass that is not frozen, its fields set as plain attributes, before it becomes an instance of the class itself. The
subclass has no slots of its own, so both have the same layout, which is what Python asks of an assignment to
``__class__``. The copy is frozen like any other instance once the caller has it.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value: object, /, **changes: object) -> object:
        """A copy of a dataclass instance with other values in these fields."""
        return _COPIERS[value.__class__](value, **changes)


class _Copiers(dict[type, Callable[..., Any]]):
    """The function that copies with changes, by class, each made when it is first asked for."""

    def __missing__(self, kind: type) -> Callable[..., Any]:
        copier = self[kind] = _copier(kind)
        return copier


_COPIERS = _Copiers()


def _copier(kind: type) -> Callable[..., Any]:
    """The function for a class. One that computes something when it is made is left to the slow way."""
    fields = dataclasses.fields(kind)
    if hasattr(kind, "__post_init__") or not all(field.init for field in fields):
        return dataclasses.replace
    names = [field.name for field in fields]
    unfrozen = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    # Names with an underscore, so that no field has one of them.
    source = [
        f"def copied(_old, /, *, {', '.join(f'{name}=_same' for name in names)}):",
        "    _new = _make(_draft)",
        *(f"    _new.{name} = _old.{name} if {name} is _same else {name}" for name in names),
        "    _new.__class__ = _kind",
        "    return _new",
    ]
    draft = type(kind.__name__, (kind,), unfrozen)
    scope: dict[str, Any] = {"_same": object(), "_make": object.__new__, "_draft": draft, "_kind": kind}
    exec("\n".join(source), scope)
    copied: Callable[..., Any] = scope["copied"]
    return copied


__all__ = ["replace"]
