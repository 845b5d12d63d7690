/* Rounds of crummy rummy for self-play: cards by face, melds, the contract, lay-offs and swaps.
 *
 * Copies of a face are alike. A place of a suit is 1 for the two's, which only a wild card can take, 2 to 12 for three
 * to king, 13 for the ace. Rules: docs/rules/crummy.md, with its default options.
 */
#ifndef ROUNDS_H
#define ROUNDS_H
#include <stdint.h>
#include <string.h>

enum { SEATS = 8, FACES = 54, NATURAL = 52, MOST_CARDS = 4 * FACES, MOST_MELDS = 24, TWO = 1, TWO_PLACE = 1, FIRST_PLACE = 2, LAST_PLACE = 13 };
enum { ROUNDS = 7, WHOLE_HAND = 7, MOST_SHUFFLES = 10, SHORTEST_RUN = 4, SMALLEST_SET = 3, MOST_CONTRACTS = 200, PARTS = 3 };

typedef struct {
    int runs, sets, length;
} Contract;

static const Contract CONTRACTS[ROUNDS + 1] = {{0}, {0, 2, 4}, {1, 1, 4}, {2, 0, 4}, {0, 3, 4}, {1, 1, 7}, {2, 1, 4}, {3, 0, 4}};
static const int WILD[6] = {1, 14, 27, 40, 52, 53};

#include "selfplay.h"

/* ---- cards, hands and melds ---- */

static int is_wild(int face) { return face >= NATURAL || face % 13 == TWO; }

static int points_of(int face) {
    if (is_wild(face) || face % 13 == 0) return 15;
    return face % 13 <= 7 ? 5 : 10;
}

static int place_of(int face) { return face % 13 ? face % 13 : LAST_PLACE; }

static int face_at(int suit, int place) { return 13 * suit + place % 13; }

typedef struct {
    uint8_t count[FACES];
    uint8_t of_rank[13]; /* natural cards */
    uint16_t places[4];  /* by suit: the places of natural cards held, as a mask */
    int size, wild, points;
} Hand;

static void add(Hand *hand, int face) {
    hand->count[face]++;
    hand->size++;
    hand->points += points_of(face);
    if (is_wild(face)) {
        hand->wild++;
    } else {
        hand->of_rank[face % 13]++;
        hand->places[face / 13] |= (uint16_t)(1 << place_of(face));
    }
}

static void drop(Hand *hand, int face) {
    hand->count[face]--;
    hand->size--;
    hand->points -= points_of(face);
    if (is_wild(face)) {
        hand->wild--;
    } else {
        hand->of_rank[face % 13]--;
        if (!hand->count[face]) hand->places[face / 13] &= (uint16_t)~(1 << place_of(face));
    }
}

static int first_wild(const Hand *hand) {
    for (int number = 0; number < 6; number++)
        if (hand->count[WILD[number]]) return WILD[number];
    return -1;
}

typedef struct {
    int is_run, suit, low, high, rank, size, wild;
    int8_t wild_at[LAST_PLACE + 1]; /* of a run: the wild card at a place, -1 for a natural one */
} Meld;

static int has_room(const Meld *meld) { return 2 * (meld->wild + 1) <= meld->size + 1; }

/* ---- a round ---- */

typedef struct {
    int players, decks, number, turn, takes, shuffles, out;
    int idle_stock; /* whether nothing was laid since the stock was made anew */
    Hand hand[SEATS];
    uint8_t known[SEATS][FACES]; /* cards of a hand that all have seen coming */
    uint8_t lying[FACES];        /* cards of all melds */
    int pile[MOST_CARDS], in_pile, stock[MOST_CARDS], in_stock;
    Meld melds[MOST_MELDS];
    int meld_count, laid[SEATS];
} Round;

enum { NOBODY = -1, BLOCKED = SEATS };

static int can_renew(const Round *round) {
    return round->shuffles < MOST_SHUFFLES && round->in_pile >= 2 && !round->idle_stock;
}

static int can_draw(const Round *round) { return round->in_stock || can_renew(round); }

static int can_take(const Round *round) { return round->in_pile && round->takes < 2 * round->players; }

static void deal(Round *round, int players, int number) {
    int cards[MOST_CARDS], count = 0, up;
    memset(round, 0, sizeof *round);
    round->players = players;
    round->decks = (players + 1) / 2;
    round->number = number;
    round->out = NOBODY;
    round->turn = chance_below(players);
    for (int deck = 0; deck < round->decks; deck++)
        for (int face = 0; face < FACES; face++) cards[count++] = face;
    shuffle(cards, count);
    for (int card = 0; card < number + 6; card++)
        for (int step = 0; step < players; step++) add(&round->hand[(round->turn + step) % players], cards[--count]);
    for (up = count - 1; is_wild(cards[up]);) up--;
    round->pile[round->in_pile++] = cards[up];
    cards[up] = cards[--count]; /* wild cards turned up stay in the stock, which is shuffled */
    shuffle(cards, count);
    memcpy(round->stock, cards, sizeof cards);
    round->in_stock = count;
}

static void spend(Round *round, int seat, int face) {
    drop(&round->hand[seat], face);
    if (round->known[seat][face]) round->known[seat][face]--;
    if (!round->hand[seat].size) round->out = seat;
}

static void put_down(Round *round, int seat, int face) {
    spend(round, seat, face);
    round->lying[face]++;
    round->idle_stock = 0;
}

/* ---- contracts ---- */

typedef struct {
    int is_run, suit, low, high, rank, wild; /* of a set: whether a wild card completes it */
} Part;

typedef struct {
    Part parts[PARTS];
} Laying;

static int holes(const Hand *hand, const Part *run) {
    int count = 0;
    for (int place = run->low; place <= run->high; place++) count += !(hand->places[run->suit] >> place & 1);
    return count;
}

/* The sets that complete a contract beside its runs. */
static int add_sets(const Hand *hand, int sets, int from, int number, int wild, Laying *laying, int count, Laying *found) {
    if (!sets) {
        if (count < MOST_CONTRACTS) found[count++] = *laying;
        return count;
    }
    for (int rank = from; rank < 13 && number < PARTS; rank++) {
        int held = hand->of_rank[rank];
        for (int run = 0; run < number; run++) {
            const Part *part = &laying->parts[run];
            int place = rank ? rank : LAST_PLACE;
            held -= part->is_run && part->low <= place && place <= part->high && (hand->places[part->suit] >> place & 1);
        }
        int lacking = held < SMALLEST_SET;
        if (held < 2 || lacking > wild) continue;
        laying->parts[number] = (Part){0, 0, 0, 0, rank, lacking};
        count = add_sets(hand, sets - 1, rank + 1, number + 1, wild - lacking, laying, count, found);
    }
    return count;
}

static int add_runs(const Hand *hand, const Contract *contract, int runs, int from, int number, int wild, Laying *laying, int count, Laying *found) {
    if (!runs) return add_sets(hand, contract->sets, 0, number, wild, laying, count, found);
    for (int suit = from; suit < 4 && number < PARTS; suit++)
        for (int low = TWO_PLACE; low + contract->length - 1 <= LAST_PLACE; low++) {
            Part part = {1, suit, low, low + contract->length - 1, 0, 0};
            int lacking = holes(hand, &part);
            if (lacking > wild || 2 * lacking > contract->length) continue;
            laying->parts[number] = part;
            count = add_runs(hand, contract, runs - 1, suit + 1, number + 1, wild - lacking, laying, count, found);
        }
    return count;
}

/* Three runs of different suits that use up the hand. */
static int whole_hand(const Hand *hand, int from, int number, int wild, Laying *laying, Laying *found) {
    if (number == 3) {
        for (int suit = from; suit < 4; suit++)
            if (hand->places[suit]) return 0;
        if (wild) return 0;
        *found = *laying;
        return 1;
    }
    for (int suit = from; suit < 4; suit++) {
        int held = hand->places[suit];
        for (int low = TWO_PLACE; low <= LAST_PLACE && held; low++)
            for (int high = low + SHORTEST_RUN - 1; high <= LAST_PLACE; high++) {
                Part part = {1, suit, low, high, 0, 0};
                int lacking = holes(hand, &part), inside = high - low + 1 - lacking;
                if (inside != __builtin_popcount((unsigned)held) || lacking > wild || lacking > inside) continue;
                laying->parts[number] = part;
                if (whole_hand(hand, suit + 1, number + 1, wild - lacking, laying, found)) return 1;
            }
        if (held) return 0;
    }
    return 0;
}

/* The contracts that a hand can lay: runs and sets of the shortest length. */
static int contracts(const Hand *hand, int number, Laying *found) {
    Laying laying = {0};
    if (number != WHOLE_HAND) return add_runs(hand, &CONTRACTS[number], CONTRACTS[number].runs, 0, 0, hand->wild, &laying, 0, found);
    for (int face = 0; face < NATURAL; face++)
        if (hand->count[face] > 1 && !is_wild(face)) return 0;
    return whole_hand(hand, 0, 0, hand->wild, &laying, found);
}

/* The first natural card of a rank by suit, -1 for none. */
static int next_of_set(const Hand *hand, int rank) {
    for (int suit = 0; suit < 4; suit++)
        if (hand->count[13 * suit + rank]) return 13 * suit + rank;
    return -1;
}

static void lay_contract(Round *round, int seat, const Laying *laying) {
    const Contract *contract = &CONTRACTS[round->number];
    for (int number = 0; number < contract->runs + contract->sets; number++) {
        const Part *part = &laying->parts[number];
        Meld *meld = &round->melds[round->meld_count++];
        *meld = (Meld){part->is_run, part->suit, part->low, part->high, part->rank, 0, 0, {0}};
        memset(meld->wild_at, -1, sizeof meld->wild_at);
        for (int place = part->low; part->is_run && place <= part->high; place++) {
            int face = face_at(part->suit, place);
            if (place == TWO_PLACE || !round->hand[seat].count[face]) {
                face = first_wild(&round->hand[seat]);
                meld->wild_at[place] = (int8_t)face;
                meld->wild++;
            }
            put_down(round, seat, face);
            meld->size++;
        }
        for (int left = part->is_run ? 0 : SMALLEST_SET; left; left--) {
            int wild = left <= part->wild;
            put_down(round, seat, wild ? first_wild(&round->hand[seat]) : next_of_set(&round->hand[seat], part->rank));
            meld->wild += wild;
            meld->size++;
        }
    }
    round->laid[seat] = 1;
}

/* ---- lay-offs and swaps ---- */

typedef struct {
    int face, meld, place; /* the card, where it goes; the place of a run, 0 of a set */
    int onward, onward_place; /* of a swap: where the wild card goes; -1 for a lay-off */
} LayOff;

static void extend(Meld *meld, int face, int place) {
    meld->size++;
    meld->wild += is_wild(face);
    if (!meld->is_run) return;
    if (place < meld->low) meld->low = place;
    if (place > meld->high) meld->high = place;
    meld->wild_at[place] = (int8_t)(is_wild(face) ? face : -1);
}

static void lay_off(Round *round, int seat, const LayOff *one) {
    Meld *meld = &round->melds[one->meld];
    put_down(round, seat, one->face);
    if (one->onward < 0) {
        extend(meld, one->face, one->place);
        return;
    }
    int wild = meld->wild_at[one->place];
    meld->wild_at[one->place] = -1;
    meld->wild--;
    extend(&round->melds[one->onward], wild, one->onward_place);
}

/* Where a wild card may go, from this meld on; the number of places found. */
static int wild_places(const Round *round, int from, int *melds, int *places) {
    int count = 0;
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        Meld after = *meld;
        after.wild -= number == from;
        if (!has_room(&after)) continue;
        for (int end = 0; end < (meld->is_run ? 2 : 1); end++) {
            int place = !meld->is_run ? 0 : end ? meld->high + 1 : meld->low - 1;
            if (meld->is_run && (place < TWO_PLACE || place > LAST_PLACE)) continue;
            if (!meld->is_run && number == from) continue;
            melds[count] = number;
            places[count++] = place;
        }
    }
    return count;
}

/* Whether a natural card can be laid off or swapped, and how; a swap takes the first place for the wild card. */
static int natural_lay_off(const Round *round, const Hand *hand, LayOff *found) {
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        if (!meld->is_run) {
            int face = next_of_set(hand, meld->rank);
            *found = (LayOff){face, number, 0, -1, 0};
            if (face >= 0) return 1;
            continue;
        }
        for (int end = 0; end < 2; end++) {
            int place = end ? meld->high + 1 : meld->low - 1;
            *found = (LayOff){face_at(meld->suit, place), number, place, -1, 0};
            if (place >= FIRST_PLACE && place <= LAST_PLACE && hand->places[meld->suit] >> place & 1) return 1;
        }
    }
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        for (int place = FIRST_PLACE; meld->is_run && place <= LAST_PLACE; place++) {
            int melds[2 * MOST_MELDS], places[2 * MOST_MELDS];
            if (meld->wild_at[place] < 0 || !(hand->places[meld->suit] >> place & 1)) continue;
            if (!wild_places(round, number, melds, places)) continue;
            *found = (LayOff){face_at(meld->suit, place), number, place, melds[0], places[0]};
            return 1;
        }
    }
    return 0;
}

/* Whether a card can be laid off onto a meld now. */
static int fits_table(const Round *round, int face) {
    if (is_wild(face)) return 0;
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        if (!meld->is_run && meld->rank == face % 13) return 1;
        if (meld->is_run && meld->suit == face / 13 && (place_of(face) == meld->low - 1 || place_of(face) == meld->high + 1)) return 1;
    }
    return 0;
}
#endif
