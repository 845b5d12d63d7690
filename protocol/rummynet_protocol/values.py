"""Values with named fields: messages, log entries, statements, actions, events, positions, news, commands.

A value is msgspec's ``Struct``, frozen: equal by its fields, hashable where they are, matched by position. A dataclass
would do, but writes and compiles six functions for each class, and a program of a few hundred classes waits for that
each time it starts; a struct is also made and copied several times as fast. What changes in place is a dataclass.

``isinstance(value, X)`` and ``case X()`` take 0.2 µs where the answer is no, because Python asks the metaclass of
structs. So the rules, which ask at each action, compare ``type(action)``: actions have no subclasses.
"""

from typing import ClassVar, dataclass_transform

from msgspec import Struct, field
from msgspec.structs import asdict, replace

__all__ = ["PlainValue", "Value", "asdict", "field", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """An immutable value with named fields."""

    unprinted: ClassVar[tuple[str, ...]] = ()  # fields that ``repr`` leaves out: secrets, which must reach no log

    # Tracebacks and logs print values by `repr`; msgspec's own prints every field.
    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.unprinted)
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


# Rules make some ten of them for each action, and the collector takes a twentieth of the time if it follows them.
class PlainValue(Value, gc=False):
    """A value of numbers, text and such values. Nothing in it leads back to it, so no cycle has to be collected."""
