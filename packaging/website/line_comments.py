"""The API's pages say of a value what the comment in its line says; griffe itself reads only docstrings."""

from typing import Any

from griffe import Attribute, Docstring, Extension


class LineComments(Extension):
    """The comment behind an attribute is its docstring, if it has no other."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:  # noqa: ANN401
        """Called by griffe for each attribute."""
        comment = attr.source.partition("  # ")[2]
        if comment and attr.docstring is None and "\n" not in comment:
            attr.docstring = Docstring(comment, parent=attr)
