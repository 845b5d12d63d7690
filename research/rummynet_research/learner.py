"""A player that learns to beat ``simple`` (README.md); alone it prints the table of figures to beat.

python -m rummynet_research.learner keilty vegas
"""

import argparse
import sys
import time
from itertools import count
from random import Random

import numpy as np

from rummynet import players, rules

FACE_OF = {rules.name(code): code for code in range(54)}  # the cards of one deck, jokers last
UNSEEN, MINE, LAID, PILE = range(4)  # where a seat knows a card to be
SETS, RUNS = 4**4, 4**3  # states of the four cards of a rank, of three neighbours of a suit
KINDS = ("draw", "take", "lay", "throw")
SIZE = 3 * SETS + RUNS + 2 * 14 + 6  # ranks that count 15, 5 and 10; runs; held and laid by rank; sizes


def numbers(seen, action):
    """What the seat sees after its action: places of patterns in a table, then sums."""
    position, seat = seen.position, seen.seat
    where, mine = [UNSEEN] * 54, [0] * 54
    for code in position.discard:
        where[code % 54] = PILE
    laid = [0] * 14
    for meld in position.melds:
        for code, by in zip(meld.cards, meld.by):
            where[code % 54] = LAID
            laid[code % 54 % 13 if code % 54 < 52 else 13] += 1 if by == seat else -1
    for name in seen.hand:
        mine[FACE_OF[name[:2]]] += 1
    verb, *words = str(action).split()
    named = [FACE_OF[word[:2]] for word in words if word[:2] in FACE_OF]
    if verb == "take":
        pile = [code % 54 for code in position.discard]
        for face in pile[len(pile) - 1 - pile[::-1].index(named[0]) :]:
            mine[face] += 1
        named = named[1:]  # the rest is laid
    for face in named:
        if verb == "throw":
            mine[face], where[face] = mine[face] - 1, PILE
        elif mine[face]:
            mine[face], where[face] = mine[face] - 1, LAID
            laid[face % 13 if face < 52 else 13] += 1
    state = [MINE if held else place for held, place in zip(mine, where)]
    found = np.zeros(SIZE, np.float32)
    for rank in range(13):
        pattern = state[rank] + 4 * state[13 + rank] + 16 * state[26 + rank] + 64 * state[39 + rank]
        found[SETS * (0 if rank == 0 else 1 if rank < 9 else 2) + pattern] += 1
    for suit in range(0, 52, 13):
        for at in range(suit, suit + 13):
            after, last = suit + (at + 1) % 13, suit + (at + 2) % 13  # an ace goes with both ends
            found[3 * SETS + state[at] + 4 * state[after] + 16 * state[last]] += 1
    base = 3 * SETS + RUNS
    for face, held in enumerate(mine):
        found[base + (face % 13 if face < 52 else 13)] += held
    found[base + 14 : base + 28] = laid
    held, others = sum(mine), [position.count(other) for other in range(position.players) if other != seat]
    found[base + 28 :] = 1, held, held == 0, min(others), len(position.stock) / 10, len(position.discard) / 10
    return found


def kind(action):
    """Which table judges the action."""
    verb, *words = str(action).split()
    if verb == "take":
        return 1 if len(words) == 1 else 2
    return {"draw": 0, "throw": 3}.get(verb, 2)


class Learner:
    """Takes the action after which it expects most; what that is, it fits to rounds that were played."""

    def __init__(self, seed=1, explores=0.0):
        self.weights = np.zeros((len(KINDS), SIZE), np.float32)
        self.random, self.explores = Random(seed), explores

    def choose(self, seen):
        actions = seen.legal()
        if len(actions) == 1 or self.random.random() < self.explores:
            return self.random.choice(actions)
        return max(actions, key=lambda action: self.weights[kind(action)] @ numbers(seen, action))

    def fit(self, samples, keep=30.0):
        """Least squares of what rounds brought, *keep* pulling weights towards 0."""
        for at in range(len(KINDS)):
            rows = [(seen, worth) for number, seen, worth in samples if number == at]
            if rows:
                seen, worth = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
                self.weights[at] = np.linalg.solve(seen.T @ seen + keep * np.eye(SIZE), seen.T @ worth)


def played(game, seats, recorded, seed):
    """A round between these players, as samples of those seats: kind, numbers, points above the others' mean."""
    random, moves = Random(seed), []
    state = game.deal(len(seats)).resolved(random)
    while not state.over:
        seat = state.actor
        seen = state.observation(seat)
        action = seats[seat].choose(seen)
        if seat in recorded and len(seen.legal()) > 1:
            moves.append((seat, kind(action), numbers(seen, action)))
        state = state.apply(action).resolved(random)
    points = state.returns()
    lead = [own - (sum(points) - own) / (len(seats) - 1) for own in points]
    return [(number, found, lead[seat]) for seat, number, found in moves]


class Trying:
    """Another player who now and then does anything legal, so that the learner sees what that is worth."""

    def __init__(self, player, seed, share=0.15):
        self.player, self.random, self.share = player, Random(seed), share

    def choose(self, seen):
        return self.random.choice(seen.legal()) if self.random.random() < self.share else self.player.choose(seen)


def trained(game, rounds=400, turns=4, seed=1):
    """A learner after *turns* times so many rounds: first it watches ``simple``, then it plays against it."""
    simple, learner, samples = players.named("simple", seed), Learner(seed), []
    seeds = count(1_000_000 * seed)
    for turn in range(turns):
        own = Trying(learner if turn else simple, seed + turn)
        for number in range(rounds):
            seats = (own, simple) if number % 2 else (simple, own)
            samples += played(game, seats, {number % 2 ^ 1}, next(seeds))
        learner.fit(samples)
    return learner


def main():
    """Train for one game after the other, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(rules.NAMES)}")
    parser.add_argument("--rounds", type=int, default=600, help="of each of the learner's turns")
    parser.add_argument("--turns", type=int, default=5, help="how often it plays and fits")
    parser.add_argument("--deals", type=int, default=200, help="of each match, played from both seats")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| game | `random` | learned | `strong` | training |\n|---|---|---|---|---|")
    for name in args.games or rules.NAMES:
        game, began = rules.variety(name), time.process_time()
        learner = trained(game, args.rounds, args.turns, args.seed)
        minutes = (time.process_time() - began) / 60
        # Other deals than those of the training, whose seeds are millions.
        cells = [lead(one, game, args.deals, args.seed) for one in ("random", learner, "strong")]
        print(f"| {name} | {' | '.join(f'{mean:+.1f} ± {error:.1f}' for mean, error in cells)} | {minutes:.1f} min |")
    return 0


def lead(player, game, deals, seed=1):
    """By how many points a round it is above ``simple``, and half of the 95 % interval."""
    found = players.arena([player, "simple"], game, games=deals, most_rounds=1, seed=seed)["standings"][0]["over_last"]
    return found["mean"], found["half_width"]


if __name__ == "__main__":
    sys.exit(main())
