/* What both self-play programs need: random numbers that follow from the seed, files of numbers, cards as they are printed. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- chance: xorshift64* ---- */

static uint64_t chance_state;

static void seed_chance(const char *word) { chance_state = 88172645463325252ULL + 7919 * strtoull(word, NULL, 10); }

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

/* ---- files; 1 if something is wrong with one ---- */

static int write_floats(const char *file, const float *numbers, size_t count) {
    FILE *out = fopen(file, "wb");
    if (!out) return 1;
    size_t written = fwrite(numbers, sizeof *numbers, count, out);
    return fclose(out) || written != count;
}

static int read_floats(const char *file, float *numbers, size_t count) {
    FILE *in = fopen(file, "rb");
    if (!in) return 1;
    size_t read = fread(numbers, sizeof *numbers, count, in);
    return fclose(in) || read != count;
}

/* ---- printing ---- */

/* The 52 cards of a deck; what comes after them is wild. */
static void print_card(int card) {
    if (card < 52)
        printf("%c%c", "A23456789TJQK"[card % 13], "CDHS"[card / 13]);
    else
        printf("*%d", card - 51);
}

static void print_cards(const char *key, const int *cards, int count) {
    printf("%s", key);
    for (int at = 0; at < count; at++) {
        printf(" ");
        print_card(cards[at]);
    }
    printf("\n");
}
