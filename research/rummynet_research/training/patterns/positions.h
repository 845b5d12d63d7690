/* How a seat sees a position: the state of each card, the patterns of states, and what they are worth by the tables.
 *
 * rummynet/bots/patterns/card_states.py has the same numbers.
 */
#include <stdlib.h>

#include "rounds.h"

enum { HELD, HELD_FITS, TOP, NEAR, DEEP, PILE_FITS, UNSEEN, UNSEEN_FITS, THEIRS, THEIRS_FITS, LAID, STATES };

enum { MOST_TURNS = 4000, MOST_MOMENTS = 600, NEAR_TOP = 4, RANK_CLASSES = 3, RUN_CLASSES = 9, PHASES = 12, STOCKS = 5, MOST_COUNTED = 22 };
enum { STATES_2 = STATES * STATES, STATES_3 = STATES_2 * STATES, STATES_4 = STATES_3 * STATES };
enum { FEATURES = 13 + 48 + 1, ROWS = 13 + 48 + 4 }; /* of the tables, and of the networks (network.h) */
enum { AFTER_THROW, BEFORE_DRAW };
enum { CALLED_OUT = 40 }; /* cost of throwing a last card that can be called */
enum { JOKER = 18 };      /* worth of a joker in the hand (_JOKER in pattern_outlook.py) */

static const int RANK_CLASS[13] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2};
static const int RUN_CLASS[12] = {0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8};

static int set_number[STATES_4]; /* one number for all orders of four states */
static int set_count, phase_size, table_size;
static int run_cards[48][3], runs_of[DECK][3], runs_of_count[DECK];
static float *weights, *errors, *sizes;

static void make_features(void) {
    static int known[STATES_4];
    memset(known, -1, sizeof known);
    for (int number = 0; number < STATES_4; number++) {
        int states[4] = {number % STATES, number / STATES % STATES, number / STATES_2 % STATES, number / STATES_3};
        for (int a = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++)
                if (states[a] > states[b]) {
                    int kept = states[a];
                    states[a] = states[b];
                    states[b] = kept;
                }
        int key = states[0] + STATES * states[1] + STATES_2 * states[2] + STATES_3 * states[3];
        if (known[key] < 0) known[key] = set_count++;
        set_number[number] = known[key];
    }
    for (int number = 0; number < 48; number++)
        for (int n = 0; n < 3; n++) {
            int card = card_at(number / 12, number % 12 + n);
            run_cards[number][n] = card;
            runs_of[card][runs_of_count[card]++] = number;
        }
    phase_size = RANK_CLASSES * set_count + RUN_CLASSES * STATES_3;
    table_size = PHASES * phase_size + MOST_COUNTED * MOST_COUNTED * STOCKS;
    weights = calloc(2 * (size_t)table_size, sizeof *weights);
    errors = calloc(2 * (size_t)table_size, sizeof *errors);
    sizes = calloc(2 * (size_t)table_size, sizeof *sizes);
}

static int rank_feature(const int *states, int rank) {
    int number = states[rank] + STATES * states[13 + rank] + STATES_2 * states[26 + rank] + STATES_3 * states[39 + rank];
    return RANK_CLASS[rank] * set_count + set_number[number];
}

static int run_feature(const int *states, int run) {
    const int *cards = run_cards[run];
    int number = states[cards[0]] + STATES * states[cards[1]] + STATES_2 * states[cards[2]];
    return RANK_CLASSES * set_count + RUN_CLASS[run % 12] * STATES_3 + number;
}

static int phase_of(int own, int others) {
    return 3 * (others <= 2 ? 0 : others <= 4 ? 1 : others <= 7 ? 2 : 3) + (own <= 3 ? 0 : own <= 7 ? 1 : 2);
}

/* The last of the sizes is that of the stock, or how many wild cards the seat holds. */
static int size_feature(const Round *round, int seat, int own, int others) {
    int stock = round->in_stock, wild = COUNT(round->hand[seat] & round->wild);
    if (own >= MOST_COUNTED) own = MOST_COUNTED - 1;
    if (others >= MOST_COUNTED) others = MOST_COUNTED - 1;
    int bucket = stock < 5 ? 0 : stock < 10 ? 1 : stock < 16 ? 2 : stock < 24 ? 3 : 4;
    if (game->wild) bucket = wild < STOCKS ? wild : STOCKS - 1;
    return PHASES * phase_size + (own * MOST_COUNTED + others) * STOCKS + bucket;
}

/* The state of each card; with `coming` 1 as if one more card lay on the pile. */
static void see(const Round *round, int seat, int coming, int *states) {
    Cards fit = fitting(round), laid = 0, theirs = 0;
    for (int number = 0; number < round->meld_count; number++) laid |= round->melds[number].cards;
    for (int other = 0; other < round->players; other++)
        if (other != seat) theirs |= round->shown[other];
    for (int card = 0; card < DECK; card++) {
        int fits = (int)(fit >> card & 1);
        states[card] = game->jokers && laid >> card & 1 ? LAID
                       : round->hand[seat] >> card & 1 ? HELD + fits
                       : laid >> card & 1            ? LAID
                       : theirs >> card & 1          ? THEIRS + fits
                                                     : UNSEEN + fits;
    }
    for (int at = 0; at < round->in_pile; at++) {
        int card = round->pile[at], depth = round->in_pile - 1 - at + coming;
        if (card < DECK) states[card] = fit >> card & 1 ? PILE_FITS : depth == 0 ? TOP : depth <= NEAR_TOP ? NEAR : DEEP;
    }
    for (Cards wild = round->wild & (BIT(DECK) - 1); wild; wild &= wild - 1) states[FIRST(wild)] = LAID;
}

/* What a seat leads by already: by what lies, or where only cards in hands count by what it holds. */
static float lead_of(const Round *round, int seat) {
    if (game->scoring != LAID_POINTS) return (float)-points_held(round, round->hand[seat]);
    return (float)(table_lead(round, seat) + (game->jokers ? JOKER * COUNT(round->hand[seat] & round->wild) : 0));
}

typedef struct {
    int feature[FEATURES], row[ROWS], which;
    float lead;
} Moment;

static void rows_of(const Round *round, int seat, const int *states, int own, int others, int *rows);

static void look(const Round *round, int seat, int which, Moment *moment) {
    int states[DECK], count = 0, own = COUNT(round->hand[seat]), others = fewest_others(round, seat);
    int table = which * table_size, phase = table + phase_of(own, others) * phase_size;
    see(round, seat, 0, states);
    for (int rank = 0; rank < 13; rank++) moment->feature[count++] = phase + rank_feature(states, rank);
    for (int run = 0; run < 48; run++) moment->feature[count++] = phase + run_feature(states, run);
    moment->feature[count] = table + size_feature(round, seat, own, others);
    rows_of(round, seat, states, own, others, moment->row);
    moment->which = which;
    moment->lead = lead_of(round, seat);
}

static float worth(const Moment *moment) {
    float total = moment->lead;
    for (int n = 0; n < FEATURES; n++) total += weights[moment->feature[n]];
    return total;
}
