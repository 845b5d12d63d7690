/* What a seat sees of a position, as numbers: how far its hand is from the contract, and who is how near the end.
 *
 * rummynet/bots/contracts/features.py has the same numbers.
 */
#ifndef FEATURES_H
#define FEATURES_H
#include "rounds.h"

enum { COMMON = 20, INPUTS = 52, MOST_WINDOWS = 2, MASKS = 1 << 12, FAR = 8 };

/* ---- runs of a suit, by the mask of its natural cards: bit 0 is the three ---- */

typedef struct {
    int lacking, count;       /* cards that the best windows lack, and how many such windows there are */
    uint16_t outs;            /* cards that one of them lacks, by place */
    uint16_t used[MOST_WINDOWS]; /* cards held in the first of them */
} Windows;

typedef struct {
    int inside, holes;
    uint16_t outs, ends; /* cards in the holes, cards next to the ends */
} Span;

static Windows windows_of[2][MASKS]; /* of four and of seven cards */
static Span span_of[MASKS];

static uint16_t between(int low, int high) { return (uint16_t)((1 << (high + 1)) - (1 << low)); }

static void make_windows(void) {
    const uint16_t natural = between(FIRST_PLACE, LAST_PLACE);
    for (int mask = 0; mask < MASKS; mask++) {
        uint16_t held = (uint16_t)(mask << FIRST_PLACE);
        for (int kind = 0; kind < 2; kind++) {
            Windows *windows = &windows_of[kind][mask];
            int length = kind ? 7 : SHORTEST_RUN;
            windows->lacking = FAR + 1;
            for (int low = TWO_PLACE; low + length - 1 <= LAST_PLACE; low++) {
                uint16_t window = between(low, low + length - 1);
                int lacking = length - __builtin_popcount(held & window);
                if (lacking > windows->lacking) continue;
                if (lacking < windows->lacking) *windows = (Windows){lacking, 0, 0, {0}};
                windows->outs |= (uint16_t)(window & ~held & natural);
                if (windows->count < MOST_WINDOWS) windows->used[windows->count] = held & window;
                windows->count++;
            }
        }
        Span *span = &span_of[mask];
        int best = -LAST_PLACE - 1;
        for (int low = TWO_PLACE; low <= LAST_PLACE; low++)
            for (int high = low + SHORTEST_RUN - 1; high <= LAST_PLACE; high++) {
                uint16_t window = between(low, high);
                int inside = __builtin_popcount(held & window), length = high - low + 1;
                if (2 * inside - length <= best) continue;
                best = 2 * inside - length;
                *span = (Span){inside, length - inside, (uint16_t)(window & ~held & natural), 0};
                if (low > FIRST_PLACE) span->ends |= (uint16_t)(1 << (low - 1));
                if (high < LAST_PLACE) span->ends |= (uint16_t)(1 << (high + 1));
            }
    }
}

/* ---- what a seat has not seen ---- */

typedef struct {
    int count[FACES], total, wild;
} Unseen;

static void find_unseen(const Round *round, int seat, Unseen *unseen) {
    for (int face = 0; face < FACES; face++) {
        unseen->count[face] = round->decks - round->hand[seat].count[face];
        for (int other = 0; other < round->players; other++)
            if (other != seat) unseen->count[face] -= round->known[other][face];
    }
    for (int at = 0; at < round->in_pile; at++) unseen->count[round->pile[at]]--;
    for (int face = 0; face < FACES; face++) unseen->count[face] -= round->lying[face];
    unseen->total = unseen->wild = 0;
    for (int face = 0; face < FACES; face++) unseen->total += unseen->count[face];
    for (int number = 0; number < 6; number++) unseen->wild += unseen->count[WILD[number]];
}

static int copies_in(const Unseen *unseen, int suit, uint16_t places) {
    int total = 0;
    for (unsigned left = places; left; left &= left - 1) total += unseen->count[face_at(suit, __builtin_ctz(left))];
    return total;
}

static int copies_of_rank(const Unseen *unseen, int rank) {
    return unseen->count[rank] + unseen->count[13 + rank] + unseen->count[26 + rank] + unseen->count[39 + rank];
}

static int least(int one, int other) { return one < other ? one : other; }

/* ---- how far the hand is from the contract ---- */

typedef struct {
    int lacking, outs, dead; /* cards lacking, unseen cards that help, points outside of the best melds */
    int lying;               /* of a contract of the whole hand: cards that have to go */
} Progress;

/* The sets beside the runs chosen: adds what they lack to `lacking`, and what wild cards may fill to `room`. */
static void best_sets(const Hand *hand, const Unseen *unseen, int sets, const uint16_t *used, int *lacking, int *room, int *outs, int *kept) {
    int held[13], order[3] = {-1, -1, -1}, last = SMALLEST_SET;
    for (int rank = 0; rank < 13; rank++) {
        int place = rank ? rank : LAST_PLACE;
        held[rank] = hand->of_rank[rank];
        for (int suit = 0; suit < 4; suit++) held[rank] -= used[suit] >> place & 1;
        held[rank] = least(held[rank], SMALLEST_SET);
    }
    for (int number = 0; number < sets; number++) {
        int best = -1;
        for (int rank = 0; rank < 13; rank++) {
            if (rank == TWO || rank == order[0] || rank == order[1]) continue;
            if (best < 0 || held[rank] > held[best]) best = rank;
        }
        order[number] = best;
        last = held[best];
        *lacking += SMALLEST_SET - last;
        *room += last < SMALLEST_SET;
        *kept += last * points_of(best);
        if (last < SMALLEST_SET) *outs += copies_of_rank(unseen, best);
    }
    for (int rank = 0; rank < 13 && sets && last < SMALLEST_SET; rank++)
        if (rank != TWO && held[rank] == last && rank != order[0] && rank != order[1] && rank != order[2]) *outs += copies_of_rank(unseen, rank);
}

static int points_at(uint16_t places) {
    int total = 0;
    for (unsigned left = places; left; left &= left - 1) total += points_of(face_at(0, __builtin_ctz(left)));
    return total;
}

static void consider(const Hand *hand, const Unseen *unseen, const Contract *contract, const int *suits, const int *at, Progress *best) {
    uint16_t used[4] = {0};
    int kind = contract->length > SHORTEST_RUN, lacking = 0, room = 0, outs = 0, kept = 0;
    for (int run = 0; run < contract->runs; run++) {
        const Windows *windows = &windows_of[kind][hand->places[suits[run]] >> FIRST_PLACE];
        used[suits[run]] = windows->used[at[run]];
        lacking += windows->lacking;
        room += least(windows->lacking, contract->length / 2);
        outs += copies_in(unseen, suits[run], windows->outs);
        kept += points_at(used[suits[run]]);
    }
    best_sets(hand, unseen, contract->sets, used, &lacking, &room, &outs, &kept);
    if (hand->wild < room) outs += unseen->wild;
    lacking -= least(hand->wild, room);
    if (!lacking) outs = 0;
    if (lacking < best->lacking || (lacking == best->lacking && outs > best->outs)) *best = (Progress){lacking, outs, hand->points - kept - 15 * hand->wild, 0};
}

static Progress progress_of(const Hand *hand, const Unseen *unseen, int number) {
    const Contract *contract = &CONTRACTS[number];
    Progress best = {100, 0, 0, 0};
    int suits[2] = {0, 0}, at[2] = {0, 0}, kind = contract->length > SHORTEST_RUN;
    if (number == WHOLE_HAND) {
        int gains[4], fewest = 0, holes_left = -hand->wild, outside = hand->size - hand->wild, outs = 0;
        for (int suit = 0; suit < 4; suit++) {
            const Span *span = &span_of[hand->places[suit] >> FIRST_PLACE];
            gains[suit] = span->inside - span->holes;
            if (gains[suit] < gains[fewest]) fewest = suit;
        }
        int kept = 0;
        for (int suit = 0; suit < 4; suit++) {
            const Span *span = &span_of[hand->places[suit] >> FIRST_PLACE];
            if (suit == fewest) continue;
            holes_left += span->holes;
            outside -= span->inside;
            kept += span->inside;
            outs += copies_in(unseen, suit, span->outs);
        }
        if (outside == 0 || holes_left <= 0)
            for (int suit = 0; suit < 4; suit++)
                if (suit != fewest) outs += copies_in(unseen, suit, span_of[hand->places[suit] >> FIRST_PLACE].ends);
        return (Progress){least(FAR, outside + (holes_left > 0 ? holes_left : 0)), outs + unseen->wild, holes_left, outside};
    }
    if (!contract->runs) consider(hand, unseen, contract, suits, at, &best);
    for (suits[0] = 0; contract->runs && suits[0] < 4; suits[0]++) {
        int first = contract->sets ? least(MOST_WINDOWS, windows_of[kind][hand->places[suits[0]] >> FIRST_PLACE].count) : 1;
        for (at[0] = 0; at[0] < first; at[0]++) {
            if (contract->runs == 1) consider(hand, unseen, contract, suits, at, &best);
            for (suits[1] = suits[0] + 1; contract->runs == 2 && suits[1] < 4; suits[1]++) {
                int second = contract->sets ? least(MOST_WINDOWS, windows_of[kind][hand->places[suits[1]] >> FIRST_PLACE].count) : 1;
                for (at[1] = 0; at[1] < second; at[1]++) consider(hand, unseen, contract, suits, at, &best);
            }
        }
    }
    return best;
}

/* ---- the numbers ---- */

/* How many of a seat's known cards are of the suit and within two places. */
static int near_in_suit(const uint8_t *known, int face) {
    int count = 0, place = place_of(face);
    for (int near = place - 2; near <= place + 2; near++)
        if (near >= FIRST_PLACE && near <= LAST_PLACE) count += known[face_at(face / 13, near)];
    return count;
}

static void see_top(const Round *round, int next, int top, const Unseen *unseen, float *x) {
    if (top < 0) return;
    if (is_wild(top)) {
        x[0] = 1;
        return;
    }
    const uint8_t *known = round->known[next];
    int rank = top % 13, place = place_of(top), fits = fits_table(round, top), same = 0, near = 0;
    for (int suit = 0; suit < 4; suit++) same += known[13 * suit + rank];
    if (place > FIRST_PLACE) near += unseen->count[face_at(top / 13, place - 1)];
    if (place < LAST_PLACE) near += unseen->count[face_at(top / 13, place + 1)];
    x[1] = (float)fits;
    x[2] = (float)(fits && round->laid[next]);
    x[3] = (float)least(same, 2) / 2;
    x[4] = (float)least(near_in_suit(known, top), 3) / 3;
    x[5] = (float)copies_of_rank(unseen, rank) / (float)(4 * round->decks);
    x[6] = (float)near / (float)(2 * round->decks);
    x[7] = (float)points_of(top) / 15;
}

static void see_common(const Round *round, int seat, int top, const Unseen *unseen, float *x) {
    const Hand *hand = &round->hand[seat];
    int next = (seat + 1) % round->players, fewest = MOST_CARDS, laid = 0;
    for (int other = 0; other < round->players; other++) {
        if (other == seat) continue;
        fewest = least(fewest, round->hand[other].size);
        laid += round->laid[other];
    }
    x[0] = (float)hand->size / 10;
    x[1] = (float)hand->points / 50;
    x[2] = (float)fewest / 10;
    x[3] = (float)round->hand[next].size / 10;
    x[4] = (float)round->laid[next];
    x[5] = (float)laid / (float)(round->players - 1);
    x[6] = fewest <= 2;
    x[7] = fewest <= 4;
    x[8] = (float)least(round->in_stock, 40) / 40;
    x[9] = hand->wild >= 1;
    x[10] = hand->wild >= 2;
    x[11] = hand->wild >= 3;
    see_top(round, next, top, unseen, x + 12);
}

static void see_suits(const Round *round, const Hand *hand, const Unseen *unseen, float *x) {
    int number = round->number, kind = CONTRACTS[number].length > SHORTEST_RUN, key[4], suits[4] = {0, 1, 2, 3};
    float copies = (float)(4 * round->decks);
    for (int suit = 0; suit < 4; suit++) {
        int mask = hand->places[suit] >> FIRST_PLACE;
        const Windows *windows = &windows_of[kind][mask];
        const Span *span = &span_of[mask];
        key[suit] = number == WHOLE_HAND ? 1000 * (span->inside - span->holes) + copies_in(unseen, suit, span->outs)
                                         : -1000 * windows->lacking + copies_in(unseen, suit, windows->outs);
    }
    for (int at = 1; at < 4; at++)
        for (int back = at; back > 0 && key[suits[back]] > key[suits[back - 1]]; back--) {
            int kept = suits[back];
            suits[back] = suits[back - 1];
            suits[back - 1] = kept;
        }
    for (int at = 0; at < 4; at++) {
        int mask = hand->places[suits[at]] >> FIRST_PLACE;
        const Windows *windows = &windows_of[kind][mask];
        const Span *span = &span_of[mask];
        int whole = number == WHOLE_HAND;
        x[3 * at] = whole ? (float)span->inside / 5 : (float)windows->lacking / 4;
        x[3 * at + 1] = (float)copies_in(unseen, suits[at], whole ? span->outs : windows->outs) / copies;
        x[3 * at + 2] = whole ? (float)span->holes / 3 : (float)windows->count / 5;
    }
}

static void see_ranks(const Round *round, const Hand *hand, const Unseen *unseen, float *x) {
    int key[13], done = 0;
    for (int rank = 0; rank < 13; rank++) key[rank] = 100 * hand->of_rank[rank] + copies_of_rank(unseen, rank);
    for (int at = 0; at < 4; at++) {
        int best = -1;
        for (int rank = 0; rank < 13; rank++)
            if (rank != TWO && !(done >> rank & 1) && (best < 0 || key[rank] > key[best])) best = rank;
        done |= 1 << best;
        x[2 * at] = (float)least(hand->of_rank[best], 4) / 3;
        x[2 * at + 1] = (float)copies_of_rank(unseen, best) / (float)(4 * round->decks);
    }
}

static void see_contract(const Round *round, const Hand *hand, const Unseen *unseen, float *x) {
    Progress progress = progress_of(hand, unseen, round->number);
    x[least(progress.lacking, FAR)] = 1;
    x[9] = 5 * (float)progress.outs / (float)(unseen->total + 1);
    x[10] = (float)progress.dead / 50;
    if (round->number == WHOLE_HAND) {
        x[10] = (float)progress.dead / 5;
        x[11] = (float)progress.lying / 5;
        for (int at = 0; at < 6; at++) x[12 + at] = progress.lying == at;
        x[18] = progress.dead <= 0;
    } else {
        x[11] = (float)(progress.dead > 20);
        see_ranks(round, hand, unseen, x + 12);
    }
    see_suits(round, hand, unseen, x + 20);
}

/* What can still go after the contract: cards that fit once one more lies, and how many copies of that are out. */
static void see_leavings(const Round *round, const Hand *hand, const Unseen *unseen, float *x) {
    int soon = 0, ways = 0, fits = 0, stays = 0;
    x[least(hand->size, 9) - 1] = 1;
    for (int face = 0; face < NATURAL; face++) {
        if (!hand->count[face] || is_wild(face)) continue;
        int before = 0;
        for (int number = 0; number < round->meld_count; number++) {
            const Meld *meld = &round->melds[number];
            if (!meld->is_run || meld->suit != face / 13) continue;
            int gap = place_of(face) == meld->low - 2 ? meld->low - 1 : place_of(face) == meld->high + 2 ? meld->high + 1 : 0;
            if (gap) before += unseen->count[face_at(meld->suit, gap)] + unseen->wild;
        }
        fits += fits_table(round, face);
        soon += before > 0;
        ways += before;
        if (!before) stays += points_of(face) * hand->count[face];
    }
    x[9] = (float)soon / 3;
    x[10] = (float)ways / (float)(unseen->total + 1);
    x[11] = (float)fits / 2;
    x[12] = (float)stays / 50;
    x[13] = (float)round->meld_count / 6;
}

/* The position for a seat, with this card on top of the pile (-1: none). */
static void see(const Round *round, int seat, int top, const Unseen *unseen, float *x) {
    memset(x, 0, INPUTS * sizeof *x);
    see_common(round, seat, top, unseen, x);
    if (round->laid[seat])
        see_leavings(round, &round->hand[seat], unseen, x + COMMON);
    else
        see_contract(round, &round->hand[seat], unseen, x + COMMON);
}
#endif
