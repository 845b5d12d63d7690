"""Every verb of ``rummynet`` with its flags: the table that the parser and the documents are made from."""

from typing import Final

from rummynet.bots.characters import CHARACTERS
from rummynet.bots.levels import NAMES as STRATEGIES
from rummynet.rules.varieties import NAMES
from rummynet_cli.flags import Flag, Verb, between, place, switch, value_flag
from rummynet_protocol.wire.address import DEFAULT_PORT

_DATA: Final = value_flag(
    "--data", "DIR", "where keys and transcripts are kept (default: RUMMYNET_HOME, or the system's)"
)
_JSON: Final = switch("--json", "answer as JSON, for programs")
_FILE: Final = (
    "a transcript (*.rummy), or a game kept here, by number (1: the newest) or by how its name begins; leave "
    "it out to list them"
)
_PLAIN: Final = switch("--plain", "in sentences, line by line, for people with a screen reader")
_LINES: Final = switch("--json", "one JSON object per line, for programs")
_TAKE_OVER: Final = switch("--take-over", "take the seat over from another window that plays there with the same keys")
_GAMES: Final = "the game: {games}"
_VARIANT: Final = value_flag("--variant", "NAME", _GAMES, NAMES[0])
_LEVELS: Final = f"{', '.join(STRATEGIES)}, or a character: {', '.join(CHARACTERS)}"
_ADDRESS: Final = (
    f"the host's address: HOST, HOST:PORT (port {DEFAULT_PORT} when left out), [IPV6]:PORT, or a rummynet:// link"
)
_PLACE: Final = _ADDRESS + "; or a code from another home, such as 7-crossover-clockwork"
_RENDEZVOUS: Final = value_flag("--rendezvous", "URL", "a mailbox server of your own, ws://HOST:4000/v1")
_RELAY: Final = value_flag("--relay", "URL", "a transit relay of your own, tcp:HOST:4001")
_TABLE: Final = value_flag("--table", "N", "go to this table at once", type=between(1, 2**31))

DEMO: Final = Verb(
    "demo",
    "a whole game between bots, hosted, played and checked",
    "Starts a real host on this machine, seats bot players over TLS, plays a whole game and checks its "
    "fairness. On a terminal it draws the table, and keys change the pace; into a pipe it reports round by "
    "round.",
    "rummynet demo --players 3 --target 200 --option deck=sealed",
    (
        value_flag("--players", "N", "how many bots play, as many as the game allows", 3, type=between(2, 12)),
        value_flag(
            "--target", "POINTS", "the score that ends the game (default: a short game)", type=between(1, 1_000_000)
        ),
        _VARIANT,
        value_flag(
            "--option",
            "NAME=VALUE",
            "an option of the table, as the rules page has it; may be given several times",
            action="append",
        ),
        _DATA,
        switch("--json", "the last line on standard output is the result as JSON"),
    ),
)
PLAY: Final = Verb(
    "play",
    "you against bots, at once",
    "Starts a private host in the background, seats bots and opens the client; each game is checked at its "
    "end. On a terminal a menu asks once for game, options and bots, and keeps your answer in the settings; "
    "with --players, --target, --variant or --strategy it begins at once, the rest as last chosen. An "
    "unfinished game goes on the next time.",
    "rummynet play --players 3",
    (
        value_flag("--players", "N", "how many play, you among them, as many as the game allows",
                type=between(2, 12)),
        value_flag("--target", "POINTS", "the score that ends the game (default: the variant's own)",
                type=between(1, 1_000_000)),
        value_flag("--variant", "NAME", _GAMES),
        value_flag(
            "--strategy", "NAME", f"how the bots play: {_LEVELS}; match: about as strong as you are, by results"
        ),
        value_flag("--name", "NAME", "the name others see (default: the one given last, else your user name)"),
        switch("--new", "begin a new game even if the last one is not finished; a menu asks, your flags filled in"),
        switch("--teach", "learn the game in a first round with arranged cards, without bots and host"),
        _RENDEZVOUS,
        _RELAY,
        _PLAIN,
        _LINES,
        _DATA,
    ),
)  # fmt: skip
PUZZLE: Final = Verb(
    "puzzle",
    "positions with one best play",
    "Shows a position out of a game between bots in which one play is clearly best, and asks for it; then tells the "
    "reason. Your first one is easy; later runs begin with the puzzle of the day, which is the same for everybody. "
    "The others are about as hard as you are good. Your rating is kept with your data.",
    "rummynet puzzle",
    (
        switch("--next", "begin with the next puzzle that you have not answered, not with that of the day"),
        switch("--random", "any puzzles, answered or not"),
        value_flag("--variant", "NAME", _GAMES + " (default: all of them)"),
        value_flag("--day", "DATE", "the puzzle of this day, such as 2026-11-26 (default: today, in UTC)"),
        _PLAIN,
        _DATA,
    ),
)
HOST: Final = Verb(
    "host",
    "run a host that others join",
    "Runs until SIGTERM or Ctrl-C. Once it accepts connections it prints one line: "
    "'listening ADDR:PORT fingerprint sha256:HEX'; everything else goes to standard error.",
    "rummynet host --name 'Living room'",
    (
        value_flag("--bind", "ADDR", "the address to listen on; 127.0.0.1 for this machine alone", "0.0.0.0"),
        value_flag("--port", "PORT", "the port to listen on, 0 for any free one", DEFAULT_PORT, type=between(0, 65535)),
        _DATA,
        value_flag("--name", "NAME", "the name of the host that players see (default: this machine's name)"),
        switch("--no-announce", "do not announce the host on the local network"),
        switch("--invite", "show links that carry the host's key, and one as a QR code, on standard error"),
        switch("--far", "let people in from other homes, by a code that you tell them (docs/far.md)"),
        value_flag("--far-codes", "N", "with --far: how many codes are open, one a person", 1, type=between(1, 12)),
        value_flag("--far-hours", "H", "with --far: how long an unused code is good", 12, type=between(1, 720)),
        value_flag(
            "--far-table", "N", "with --far: codes let people see and join this table only", type=between(1, 2**31)
        ),
        _RENDEZVOUS,
        _RELAY,
        switch("--far-list", "list open codes, and guests who may come back, instead of hosting"),
        value_flag("--far-remove", "ID", "take a code or a guest of that list back, instead of hosting"),
        value_flag(
            "--web",
            "PORT",
            "pages for browsers by HTTPS at this port, to play on a phone and to watch; 0 for any free port",
            type=between(0, 65535),
        ),
        switch("--no-web", "no pages, even if a configuration file asks for them"),
        value_flag("--web-cert", "FILE", "with --web: a certificate chain in PEM, in place of the host's own"),
        value_flag("--web-key", "FILE", "with --web-cert: its private key in PEM"),
        value_flag("--web-name", "NAMES", "with --web: names by which browsers reach it, with commas between them"),
        switch("--web-plain", "with --web: no TLS; anybody on the network path can read the cards and change the page"),
        value_flag(
            "--journal",
            "URL",
            "keep the tables in this PostgreSQL database, with all hosts that name it: postgresql://USER@HOST/DATABASE",
        ),
        value_flag(
            "--address", "ADDR", "with --journal: where players reach this host, HOST:PORT (default: its addresses)"
        ),
        switch("--drain", "with --journal: have the host that runs on this --data hand its tables over, and end"),
        switch("--check-data", "check the data instead of hosting, even while a host runs on it"),
        switch("--quick", "with --check-data: leave out the games that the last good check has seen"),
        value_flag(
            "--backup", "FILE", "copy the journal into a new file instead of hosting, even while a host runs on it"
        ),
        value_flag("--export", "DIR", "write every game's transcript into a folder instead of hosting"),
        value_flag(
            "--prune",
            "DAYS",
            "export and remove games of tables closed this long ago, instead of hosting",
            type=between(0, 36_500),
        ),
        switch("--new-key", "give the host a new key, signed by the old one, instead of hosting (docs/keys.md)"),
        value_flag(
            "--keep-days",
            "DAYS",
            "delete games and transcripts this long after, while hosting (default: keep all)",
            type=between(1, 36_500),
        ),
        value_flag("--config", "FILE.toml", "read these flags from a file, as in: port = 7866; flags given here win"),
        value_flag(
            "--metrics",
            "PLACE",
            "metrics for Prometheus at http://127.0.0.1:PORT/metrics: PORT, 0 for any free one, or ADDR:PORT",
            type=place,
        ),
        value_flag(
            "--log-level",
            "LEVEL",
            "the lowest level to log: info, warning or error",
            "info",
            choices=("info", "warning", "error"),
        ),
        switch("--log-json", "log lines as JSON objects"),
    ),
)
JOIN: Final = Verb(
    "join",
    "play at a host",
    "Opens the client at a host; without an address, at one of those seen on the local network. "
    "With --plain and --json it reads commands line by line from standard input, a pipe too.",
    "rummynet join 192.168.1.20 --name Ada",
    (
        Flag("ADDRESS", _PLACE, {"nargs": "?"}),
        value_flag("--name", "NAME", "the name others see (default: the one given last, else your user name)"),
        _TABLE,
        switch("--watch", "with --table: watch instead of taking a seat"),
        _TAKE_OVER,
        _RENDEZVOUS,
        _RELAY,
        _PLAIN,
        _LINES,
        _DATA,
    ),
)
BOT: Final = Verb(
    "bot",
    "seat bots at a host",
    "Joins a host as one or several bot players, each with its own key, and stays until its game is over.",
    "rummynet bot 192.168.1.20 --count 2 --table 1",
    (
        Flag("ADDRESS", _PLACE),
        value_flag("--count", "N", "how many bots", 1, type=between(1, 12)),
        value_flag("--name", "NAME", "the bot's name; several bots get a number (default: one of a list of names)"),
        value_flag("--strategy", "NAME", f"how they play: {_LEVELS}", "simple"),
        value_flag("--command", "COMMAND", "let your own program play, over JSON Lines (docs/bot.md)"),
        value_flag(
            "--table",
            "N",
            "the table to sit at (default: the first with free seats, or a new one)",
            type=between(1, 2**31),
        ),
        switch("--fast", "act at once, call at once and say nothing"),
        switch("--stay", "stay at the table for further games, until Ctrl-C"),
        _TAKE_OVER,
        _RENDEZVOUS,
        _RELAY,
        _DATA,
    ),
)
ARENA: Final = Verb(
    "arena",
    "let strategies play each other",
    "Plays games between strategies without host and network, each deal from every seat, and prints points a round and "
    "games won with 95 % intervals, differences paired by deal. The seed decides everything, whatever --jobs is.",
    "rummynet arena steady simple --games 200 --rounds 1",
    (
        Flag("STRATEGY", f"who plays: {_LEVELS}; or command:PROGRAM, a bot of your own",
             {"nargs": "+", "dest": "strategies"}),
        value_flag(
            "--games", "N", "how many games, each played once for every seating", 100, type=between(1, 1_000_000)
        ),
        value_flag("--rounds", "N", "end each game after this many rounds", 60, type=between(1, 60)),
        _VARIANT,
        value_flag("--players", "N", "how many sit at the table, as many as the game allows", 2,
                type=between(2, 12)),
        value_flag("--seed", "N", "the seed for cards and chance", 1, type=between(0, 2**31)),
        value_flag("--budget", "N", "search steps for each decision", 200, type=between(1, 100_000)),
        value_flag("--jobs", "N", "how many processes play", 1, type=between(1, 64)),
        switch("--cpu", "also print the processor time of a decision, which differs from run to run"),
        _JSON,
    ),
)  # fmt: skip
LOBBY: Final = Verb(
    "lobby",
    "list hosts and tables on the local network",
    "Listens for hosts that announce themselves, asks each for its tables, and prints them.",
    "rummynet lobby --timeout 5",
    (value_flag("--timeout", "S", "how many seconds to listen", 3, type=between(1, 600)), _DATA, _JSON),
)
DOCTOR: Final = Verb(
    "doctor",
    "find out why something does not work",
    "Checks the network, the data directory and the terminal, and with an address the host there. Prints one "
    "line for each finding: ok, warn or fail, and what to do. Exit status 1 if something fails.",
    "rummynet doctor 192.168.1.20",
    (
        Flag("ADDRESS", _PLACE, {"nargs": "?"}),
        switch("--far", "also ask the servers through which two homes find each other"),
        _RENDEZVOUS,
        _RELAY,
        _DATA,
        _JSON,
    ),
)
IDENTITY: Final = Verb(
    "identity",
    "take your seat to another machine, or keep a copy of your key",
    "'export' writes your key, known hosts, incidents and unfinished games to one file, encrypted with a password. "
    "'import' makes you the same player on another machine, with the same seats. Do not play on two machines at once. "
    "Without a terminal the password is the first line of standard input.",
    "rummynet identity export anna.identity",
    (
        Flag("ACTION", "'export' or 'import'", {"choices": ("export", "import")}),
        Flag("FILE", "the file to write or to read"),
        switch("--replace", "with import: set aside the player that this machine already has"),
        value_flag("--password-file", "FILE", "read the password from the first line of this file"),
        _DATA,
    ),
)
VERIFY: Final = Verb(
    "verify",
    "check transcripts offline",
    "Checks every signature, shuffle, move and score of transcripts, without host and network, one line per check. "
    "The verdict counts voided shuffles and what the host did without a signature. Exit status 0: verified; 1: not, "
    "naming the first record and check that fail, or the game was not played to its end; 2: no transcript, or cut, or "
    "of a game that this version does not know: it cannot be checked, which is nobody's fault.",
    "rummynet verify game.rummy",
    (
        Flag("FILE", _FILE, {"nargs": "*", "dest": "files"}),
        switch("--partial", "accept a game that breaks off or was called off, as far as it goes"),
        value_flag("--page", "OUT", "write the page that checks any transcript in a browser, offline"),
        _DATA,
        _JSON,
    ),
)
REPLAY: Final = Verb(
    "replay",
    "step through a finished game",
    "Shows a game on the terminal, forwards and backwards, from any seat; hands stay hidden until you ask for "
    "them. With --plain it speaks in sentences; at a terminal it asks after each step where to go. "
    "Exit status 0: shown to its end; 1: the log is wrong somewhere; 2: not a transcript, or cut, or of an "
    "unknown game.",
    "rummynet replay game.rummy --json | head",
    (
        Flag("FILE", _FILE, {"nargs": "?"}),
        _PLAIN,
        switch("--json", "one JSON object per public event, for programs"),
        switch("--open", "show everybody's cards from the start"),
        _DATA,
        value_flag("--seat", "N", "show the cards of this seat, from 0, from the start", type=between(0, 11)),
        switch("--coach", "each player's most costly plays, with better ones; for finished games, takes a while"),
        value_flag("--html", "OUT", "write the game as one page for a browser, which checks it itself; works offline"),
    ),
)
STATS: Final = Verb(
    "stats",
    "your own games",
    "Shows from the transcripts in the data directory how your games went, by variant. Lists the last ones, "
    "and the running score of everybody you played with, evening by evening.",
    "rummynet stats --last 5",
    (value_flag("--last", "N", "how many games, and evenings, to list", 10, type=between(1, 100_000)), _DATA, _JSON),
)
CLUSTER: Final = Verb(
    "cluster",
    "look at hosts with one journal",
    "Shows the hosts of a cluster, what each has, and how far behind a standby is: alive or draining with "
    "the seconds of its lease, or gone. Exit status 1 if tables have no living host.",
    "rummynet cluster --journal postgresql://rummynet@db/rummynet",
    (
        Flag("--journal", "the database, as the hosts name it", {"metavar": "URL", "required": True}),
        switch("--rebalance", "have the hosts share their tables out, instead of showing them"),
        _JSON,
    ),
)
ADMIN: Final = Verb(
    "admin",
    "look after a host that runs here",
    "Asks the host on this data directory: tables; people; close TABLE [anyway]; say TEXT, to all tables; remove WHO, "
    "ban WHO (a name, or a key as 'people' shows it), unban KEY; maintenance MINUTES, or off; limits [NAME=VALUE]; "
    "far [TABLE], a code for somebody in another home (docs/far.md), for all tables or one. "
    "Exit status 1 if it refuses.",
    "rummynet admin say The host moves to another room at nine",
    (
        Flag("ORDER", "tables, people, close, say, remove, ban, unban, maintenance, limits or far", {"dest": "order"}),
        Flag("WORDS", "what the order is about", {"nargs": "*", "dest": "words"}),
        _DATA,
    ),
)
ENGINE: Final = Verb(
    "engine",
    "the rules alone, over JSON Lines",
    "Answers one JSON line for each JSON line on standard input: positions, legal actions, their effects.",
    """echo '{"cmd": "new", "variant": "keilty", "players": 2, "seed": 1}' | rummynet engine""",
)

VERBS: Final = (
    DEMO,
    PLAY,
    HOST,
    JOIN,
    PUZZLE,
    IDENTITY,
    LOBBY,
    BOT,
    ARENA,
    VERIFY,
    REPLAY,
    STATS,
    DOCTOR,
    CLUSTER,
    ADMIN,
    ENGINE,
)
