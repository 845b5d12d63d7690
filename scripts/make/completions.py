"""Completions for bash, zsh and fish, from the table of commands; scripts/make/docs.py writes them."""

from collections.abc import Iterable, Sequence

from rummynet.bots.characters import COMPANY as STRATEGIES
from rummynet.rules.varieties import NAMES as VARIETIES
from rummynet_cli.command_table import VERBS
from rummynet_cli.flags import Flag, Verb

MADE = "# Made by scripts/make/docs.py from the table of commands."
VALUES: dict[str, Sequence[str]] = {"--variant": VARIETIES, "--strategy": STRATEGIES, "STRATEGY": STRATEGIES}
SUFFIXES = {"FILE.toml": ".toml", "FILE": ".rummy"}


def words_of(flag: Flag) -> Sequence[str]:
    """The values that there are, where they can be listed."""
    return flag.settings.get("choices", VALUES.get(flag.name, ()))


def takes_value(flag: Flag) -> bool:
    """Whether a value follows the flag."""
    return not flag.positional and not flag.is_switch


def is_folder(flag: Flag) -> bool:
    """Whether its value is a folder."""
    return flag.settings.get("metavar") == "DIR"


def suffix(flag: Flag) -> str | None:
    """How the name of the file ends that it takes; empty where that is open, None where it takes no file."""
    if flag.positional:
        return SUFFIXES.get(flag.name)
    metavar = flag.settings.get("metavar")
    return "" if metavar == "FILE" else SUFFIXES.get(metavar or "")


# -- bash


def bash() -> str:
    """The completion for bash; without anything beyond bash 3.2."""
    values = [(f"{verb.name}:{flag.name}", _bash_value(flag)) for verb in VERBS for flag in verb.flags
              if takes_value(flag)]  # fmt: skip
    lines = [
        MADE,
        "",
        "_rummynet() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}",
        "    local IFS=$'\\n'",
        "    COMPREPLY=()",
        '    if [ "$word" = "=" ]; then word=; elif [ "$before" = "=" ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi',
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f"        COMPREPLY=({_bash_words([*(verb.name for verb in VERBS), '--help', '--version'])})",
        "        return",
        "    fi",
        '    case "$verb:$before" in',
    ]
    for does in dict.fromkeys(does for _, does in values):
        which = "|".join(name for name, one in values if one == does)
        lines.append(f"        {which}) {does}return ;;")
    lines += ["    esac", '    case "$verb:$word" in']
    for verb in VERBS:
        flags = [*(flag.name for flag in verb.flags if not flag.positional), "--help"]
        lines.append(f"        {verb.name}:-*) COMPREPLY=({_bash_words(flags)}) ;;")
        lines += [f"        {verb.name}:*) {_bash_files(end)};;" for end in _endings(verb)]
    return "\n".join([*lines, "    esac", "}", "complete -F _rummynet rummynet"]) + "\n"


def _bash_words(words: Iterable[str]) -> str:
    listed = "\\n".join(words)
    return f"$(compgen -W $'{listed}' -- \"$word\")"


def _bash_files(end: str) -> str:
    found = f'$(compgen -f -X \'!*{end}\' -- "$word") $(compgen -d -- "$word")' if end else '$(compgen -f -- "$word")'
    return f"compopt -o filenames 2>/dev/null; COMPREPLY=({found}); "


def _bash_value(flag: Flag) -> str:
    if words := words_of(flag):
        return f"COMPREPLY=({_bash_words(words)}); "
    if is_folder(flag):
        return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")); '
    end = suffix(flag)
    return "" if end is None else _bash_files(end)


def _endings(verb: Verb) -> list[str]:
    """How the files end that the verb takes by their place."""
    return [end for flag in verb.flags if flag.positional and (end := suffix(flag)) is not None]


# -- zsh


def zsh() -> str:
    """The completion for zsh, by _arguments."""
    lines = [
        "#compdef rummynet",
        MADE,
        "",
        "_rummynet() {",
        "    local context state state_descr line",
        "    typeset -A opt_args",
        "    _arguments -C '(- *)--help[show the verbs]' '(- *)--version[show the version]' \\",
        "        '1:verb:->verb' '*::argument:->argument' && return",
        "    case $state in",
        "        verb)",
        "            local -a verbs=(",
        *(f"                {_quoted(f'{verb.name}:{verb.summary}')}" for verb in VERBS),
        "            )",
        "            _describe verb verbs ;;",
        "        argument)",
        "            case $line[1] in",
    ]
    for verb in VERBS:
        specs = [_zsh_flag(flag) for flag in verb.flags]
        specs.append(_quoted("(- *)--help[show the arguments]"))
        lines += [f"                {verb.name})", "                    _arguments \\"]
        lines += [f"                        {spec} \\" for spec in specs[:-1]]
        lines += [f"                        {specs[-1]} ;;"]
    return "\n".join([*lines, "            esac ;;", "    esac", "}", "", '_rummynet "$@"']) + "\n"


def _zsh_flag(flag: Flag) -> str:
    if flag.positional:
        place = "*" if flag.settings.get("nargs") == "*" else "1"
        return _quoted(f"{place}:{flag.name}:{_zsh_value(flag)}")
    said = flag.help.translate({ord(sign): f"\\{sign}" for sign in "[]:"})
    value = f":{flag.settings['metavar']}:{_zsh_value(flag)}" if takes_value(flag) else ""
    return _quoted(f"{flag.name}[{said}]{value}")


def _zsh_value(flag: Flag) -> str:
    if words := words_of(flag):
        return f"({' '.join(words)})"
    if is_folder(flag):
        return "_files -/"
    end = suffix(flag)
    return " " if end is None else f'_files -g "*{end}"' if end else "_files"


# -- fish


def fish() -> str:
    """The completion for fish."""
    lines = [MADE, "", "complete -c rummynet -f"]
    lines.append("complete -c rummynet -n __fish_use_subcommand -l version -d 'show the version'")
    lines.append("complete -c rummynet -l help -d 'show help'")
    for verb in VERBS:
        lines.append(f"complete -c rummynet -n __fish_use_subcommand -a {verb.name} -d {_fish(verb.summary)}")
    for verb in VERBS:
        here = f"complete -c rummynet -n '__fish_seen_subcommand_from {verb.name}'"
        for flag in verb.flags:
            value = _fish_value(flag)
            if not flag.positional:
                lines.append(f"{here} -l {flag.name.removeprefix('--')}{value} -d {_fish(flag.help)}")
            elif value != " -x":
                lines.append(f"{here}{value}")
    return "\n".join(lines) + "\n"


def _fish_value(flag: Flag) -> str:
    if words := words_of(flag):
        return f" -x -a {_fish(' '.join(words))}"
    if is_folder(flag):
        return " -x -a '(__fish_complete_directories)'"
    end = suffix(flag)
    if end is None:
        return " -x" if flag.positional or takes_value(flag) else ""
    return f" -k -x -a '(__fish_complete_suffix {end})'" if end else " -r -F"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
