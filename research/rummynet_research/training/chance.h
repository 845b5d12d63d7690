/* Random numbers of the self-play programs: they follow from the seed. */

#include <stdint.h>

/* ---- chance: xorshift64* ---- */

static uint64_t chance_state;

static uint64_t chance(void) {
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 7;
    chance_state ^= chance_state << 17;
    return chance_state * 2685821657736338717ULL;
}

static int chance_below(int most) { return (int)((chance() >> 33) % (uint64_t)most); }

static double chance_share(void) { return (double)(chance() >> 11) / 9007199254740992.0; }

static void shuffle(int *cards, int count) {
    for (int at = count - 1; at > 0; at--) {
        int other = chance_below(at + 1), kept = cards[at];
        cards[at] = cards[other];
        cards[other] = kept;
    }
}
