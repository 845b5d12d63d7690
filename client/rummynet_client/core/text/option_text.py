"""An option's value as it is typed behind ``create``."""


def option_text(value: object) -> str:
    """``true``, ``none``, ``1,2``, or the value itself."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ",".join(map(option_text, value))
    return str(value)
