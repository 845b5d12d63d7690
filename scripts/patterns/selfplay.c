/* Fits the pattern tables of `expert` for Keilty rummy by self-play: TD(lambda) on an n-tuple network.
 *
 *     selfplay fit LEAST MOST ROUNDS SEED FILE     plays ROUNDS rounds of LEAST to MOST players, writes the tables
 *     selfplay rounds PLAYERS COUNT SEED [FILE]    plays without learning, prints each round in the rules' notation;
 *                                                  by the tables in FILE, else as before any learning
 *
 * A seat sees each card in one of the states below. A position is worth what the seat leads by on the table, plus one
 * number for each rank (the states of its four cards), one for each three neighbours of a suit, and one for the sizes of
 * hands and stock. There are two sets of tables: for positions after a throw, and before a draw. A seat chooses what
 * leads to the best position after its throw. Each number moves towards how the round went on, by its own rate (temporal
 * coherence: the share of its errors that did not cancel out).
 *
 * Rules: docs/rules/keilty.md. tests/bots/test_patterns.py holds the rounds printed against rummynet.rules. One thing is
 * simpler here: a call is made at once or never, by who did not make it possible.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Cards;

enum { SEATS = 6, DECK = 52, HIGH_ACE = 13, MOST_MELDS = 24, MOST_ACTIONS = 400, MOST_MOMENTS = 600, SHUFFLES = 10 };

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

/* ---- cards and melds; a card is 13 * suit + rank, a place 0 is the low ace, 13 the high one ---- */

static const int RANK_POINTS[13] = {15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10};

#define BIT(card) (1ULL << (card))
#define COUNT(cards) __builtin_popcountll(cards)
#define FIRST(cards) __builtin_ctzll(cards)

static int card_at(int suit, int place) { return 13 * suit + place % 13; }

static int points_of(int card) { return RANK_POINTS[card % 13]; }

static int points_in(Cards cards) {
    int total = 0;
    for (; cards; cards &= cards - 1) total += points_of(FIRST(cards));
    return total;
}

static Cards of_rank(int rank) { return (1ULL | 1ULL << 13 | 1ULL << 26 | 1ULL << 39) << rank; }

typedef struct {
    Cards cards;
    int is_run, suit, low, high, rank; /* suit, low and high of a run, rank of a set */
} Meld;

static Meld shapes[400];
static Cards threes[100];
static int shape_count, three_count;

static void make_shapes(void) {
    for (int rank = 0; rank < 13; rank++) {
        shapes[shape_count++] = (Meld){of_rank(rank), 0, 0, 0, 0, rank};
        for (int suit = 0; suit < 4; suit++)
            shapes[shape_count++] = (Meld){of_rank(rank) & ~BIT(13 * suit + rank), 0, 0, 0, 0, rank};
    }
    for (int suit = 0; suit < 4; suit++)
        for (int low = 0; low < 13; low++)
            for (int high = low + 2; high <= 13 && high <= low + 12; high++) {
                Cards cards = 0;
                for (int place = low; place <= high; place++) cards |= BIT(card_at(suit, place));
                shapes[shape_count++] = (Meld){cards, 1, suit, low, high, 0};
            }
    for (int number = 0; number < shape_count; number++)
        if (COUNT(shapes[number].cards) == 3) threes[three_count++] = shapes[number].cards;
}

/* ---- a round ---- */

typedef struct {
    int players, turn, out, shuffles;
    Cards hand[SEATS], shown[SEATS]; /* shown: cards of the hand that all have seen coming there */
    int laid[SEATS];                 /* points */
    int pile[DECK], in_pile;         /* oldest first */
    int stock[DECK], in_stock;       /* the next to be drawn is the last */
    Meld melds[MOST_MELDS];
    int meld_count;
} Round;

/* The next place at an end of a run, or -1. */
static int next_place(const Meld *meld, int low_end) {
    if (low_end) return meld->low > 0 && !(meld->low == 1 && meld->high == HIGH_ACE) ? meld->low - 1 : -1;
    return meld->high < HIGH_ACE && !(meld->high == 12 && meld->low == 0) ? meld->high + 1 : -1;
}

static Cards fitting(const Round *round) {
    Cards found = 0;
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        if (!meld->is_run) {
            found |= of_rank(meld->rank) & ~meld->cards;
            continue;
        }
        for (int low_end = 0; low_end < 2; low_end++) {
            int place = next_place(meld, low_end);
            if (place >= 0) found |= BIT(card_at(meld->suit, place));
        }
    }
    return found;
}

static Cards pile_cards(const Round *round, int *depth) {
    Cards found = 0;
    for (int at = 0; at < round->in_pile; at++) {
        found |= BIT(round->pile[at]);
        depth[round->pile[at]] = at;
    }
    return found;
}

static int fewest_others(const Round *round, int seat) {
    int fewest = DECK;
    for (int other = 0; other < round->players; other++)
        if (other != seat && COUNT(round->hand[other]) < fewest) fewest = COUNT(round->hand[other]);
    return fewest;
}

static int table_lead(const Round *round, int seat) {
    int best = -10000;
    for (int other = 0; other < round->players; other++)
        if (other != seat && round->laid[other] > best) best = round->laid[other];
    return round->laid[seat] - best;
}

static void deal(Round *round, int players) {
    int deck[DECK], at = 0, each = players == 2 ? 10 : players <= 4 ? 7 : 6;
    for (int card = 0; card < DECK; card++) deck[card] = card;
    shuffle(deck, DECK);
    memset(round, 0, sizeof *round);
    round->players = players;
    round->turn = chance_below(players);
    round->out = -1;
    for (int seat = 0; seat < players; seat++)
        for (int n = 0; n < each; n++) round->hand[seat] |= BIT(deck[at++]);
    round->pile[round->in_pile++] = deck[at++];
    while (at < DECK) round->stock[round->in_stock++] = deck[at++];
}

/* ---- actions ---- */

typedef enum { PASS, DRAW, TAKE, LAY, THROW } Kind;

typedef struct {
    Kind kind;
    int card;     /* thrown out */
    int at;       /* TAKE: the place in the pile of the deepest card taken */
    int shape;    /* TAKE, LAY: the new meld, or -1 where something is laid off */
    int meld;     /* laid off: onto this */
    int low_end;  /* at this end of a run */
    Cards used;
} Action;

static void put_down(Round *round, int seat, const Action *action) {
    round->laid[seat] += points_in(action->used);
    if (action->shape >= 0) {
        round->melds[round->meld_count++] = shapes[action->shape];
        return;
    }
    Meld *meld = &round->melds[action->meld];
    meld->cards |= action->used;
    if (!meld->is_run) return;
    if (action->low_end)
        meld->low -= COUNT(action->used);
    else
        meld->high += COUNT(action->used);
}

static void apply(Round *round, int seat, const Action *action) {
    if (action->kind == DRAW) round->hand[seat] |= BIT(round->stock[--round->in_stock]);
    if (action->kind == TAKE) {
        Cards taken = 0;
        for (int at = action->at; at < round->in_pile; at++) taken |= BIT(round->pile[at]);
        round->in_pile = action->at;
        round->hand[seat] |= taken;
        round->shown[seat] |= taken;
    }
    if (action->kind == TAKE || action->kind == LAY) put_down(round, seat, action);
    if (action->kind == THROW) round->pile[round->in_pile++] = action->card;
    round->hand[seat] &= ~action->used;
    round->shown[seat] &= ~action->used;
    if (!round->hand[seat]) round->out = seat;
}

/* The lay-offs at one end of a meld that end with a card of `wanted`, all others from `wanted` or `also`. */
static int lay_offs(const Round *round, int number, int low_end, Cards wanted, Cards also, int most, Cards *found) {
    const Meld *meld = &round->melds[number];
    int count = 0;
    if (!meld->is_run) {
        Cards lacking = of_rank(meld->rank) & ~meld->cards;
        if (!low_end && lacking & wanted) found[count++] = lacking;
        return count;
    }
    Meld grown = *meld;
    Cards used = 0;
    for (int length = 1; length <= most; length++) {
        int place = next_place(&grown, low_end);
        if (place < 0) break;
        Cards card = BIT(card_at(meld->suit, place));
        if (!(card & (wanted | also))) break;
        used |= card;
        if (low_end)
            grown.low--;
        else
            grown.high++;
        if (card & wanted) found[count++] = used;
    }
    return count;
}

static int deepest(Cards cards, const int *depth) {
    int at = DECK;
    for (; cards; cards &= cards - 1)
        if (depth[FIRST(cards)] < at) at = depth[FIRST(cards)];
    return at;
}

/* Every take that leaves a card in the hand. A lay-off ends with the deepest card that it takes. */
static int takes(const Round *round, int seat, Action *found) {
    int depth[DECK], count = 0;
    Cards hand = round->hand[seat], pile = pile_cards(round, depth);
    int most = COUNT(hand) + round->in_pile - 1;
    for (int number = 0; number < shape_count; number++) {
        Cards used = shapes[number].cards;
        if (used & ~(hand | pile) || !(used & pile)) continue;
        int at = deepest(used & pile, depth);
        if (COUNT(used) <= most - at && count < MOST_ACTIONS) found[count++] = (Action){TAKE, -1, at, number, -1, 0, used};
    }
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards plays[HIGH_ACE + 1], before = 0;
            int plays_count = lay_offs(round, number, low_end, pile, hand, HIGH_ACE, plays), least = DECK;
            for (int n = 0; n < plays_count; before = plays[n++]) {
                int at = deepest(plays[n] & ~before & pile, depth);
                if (at >= least) continue;
                least = at;
                if (COUNT(plays[n]) <= most - at && count < MOST_ACTIONS)
                    found[count++] = (Action){TAKE, -1, at, -1, number, low_end, plays[n]};
            }
        }
    return count;
}

static int lays(const Round *round, int seat, Action *found) {
    Cards hand = round->hand[seat];
    int count = 0, spare = COUNT(hand) - 1;
    if (!spare) return 0;
    for (int number = 0; number < shape_count; number++)
        if (!(shapes[number].cards & ~hand) && COUNT(shapes[number].cards) <= spare && count < MOST_ACTIONS)
            found[count++] = (Action){LAY, -1, -1, number, -1, 0, shapes[number].cards};
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards play;
            if (lay_offs(round, number, low_end, hand, 0, 1, &play) && count < MOST_ACTIONS)
                found[count++] = (Action){LAY, -1, -1, -1, number, low_end, play};
        }
    return count;
}

/* ---- calls ---- */

typedef struct {
    unsigned char three[100]; /* which melds of three lie in the pile */
    Cards fit;                /* which of its cards fit a meld */
} Calls;

static void find_calls(const Round *round, Calls *calls) {
    int depth[DECK];
    Cards pile = pile_cards(round, depth);
    for (int number = 0; number < three_count; number++) calls->three[number] = !(threes[number] & ~pile);
    calls->fit = pile & fitting(round);
}

static int is_new(const Calls *before, const Calls *now, Cards meld) {
    for (int number = 0; number < three_count; number++)
        if (now->three[number] && !before->three[number] && !(threes[number] & ~meld)) return 1;
    return 0;
}

/* The call with the most points of those that were not possible before; kind PASS if there is none. */
static Action best_call(const Round *round, const Calls *before, const Calls *now) {
    int depth[DECK], most = 0;
    Action best = {PASS, -1, -1, -1, -1, 0, 0};
    Cards pile = pile_cards(round, depth), fresh = now->fit & ~before->fit;
    for (int number = 0; number < shape_count; number++) {
        Cards used = shapes[number].cards;
        if (used & ~pile || points_in(used) <= most || !is_new(before, now, used)) continue;
        most = points_in(used);
        best = (Action){TAKE, -1, deepest(used, depth), number, -1, 0, used};
    }
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards plays[HIGH_ACE + 1];
            int count = lay_offs(round, number, low_end, pile, 0, HIGH_ACE, plays);
            for (int n = 0; n < count && plays[0] & fresh; n++)
                if (points_in(plays[n]) > most) {
                    most = points_in(plays[n]);
                    best = (Action){TAKE, -1, deepest(plays[n], depth), -1, number, low_end, plays[n]};
                }
        }
    return best;
}

/* ---- what a seat sees of each card ---- */

enum { HELD, HELD_FITS, TOP, NEAR, DEEP, PILE_FITS, UNSEEN, UNSEEN_FITS, THEIRS, THEIRS_FITS, LAID, STATES };

enum { NEAR_TOP = 4, RANK_CLASSES = 3, RUN_CLASSES = 9, PHASES = 12, STOCKS = 5, MOST_COUNTED = 22 };
enum { STATES_2 = STATES * STATES, STATES_3 = STATES_2 * STATES, STATES_4 = STATES_3 * STATES };
enum { FEATURES = 13 + 48 + 1 };
enum { AFTER_THROW, BEFORE_DRAW };

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

static int size_feature(int own, int others, int stock) {
    if (own >= MOST_COUNTED) own = MOST_COUNTED - 1;
    if (others >= MOST_COUNTED) others = MOST_COUNTED - 1;
    int bucket = stock < 5 ? 0 : stock < 10 ? 1 : stock < 16 ? 2 : stock < 24 ? 3 : 4;
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
        states[card] = round->hand[seat] >> card & 1 ? HELD + fits
                       : laid >> card & 1            ? LAID
                       : theirs >> card & 1          ? THEIRS + fits
                                                     : UNSEEN + fits;
    }
    for (int at = 0; at < round->in_pile; at++) {
        int card = round->pile[at], depth = round->in_pile - 1 - at + coming;
        states[card] = fit >> card & 1 ? PILE_FITS : depth == 0 ? TOP : depth <= NEAR_TOP ? NEAR : DEEP;
    }
}

typedef struct {
    int feature[FEATURES];
    float lead;
} Moment;

static void look(const Round *round, int seat, int which, Moment *moment) {
    int states[DECK], count = 0, own = COUNT(round->hand[seat]), others = fewest_others(round, seat);
    int table = which * table_size, phase = table + phase_of(own, others) * phase_size;
    see(round, seat, 0, states);
    for (int rank = 0; rank < 13; rank++) moment->feature[count++] = phase + rank_feature(states, rank);
    for (int run = 0; run < 48; run++) moment->feature[count++] = phase + run_feature(states, run);
    moment->feature[count] = table + size_feature(own, others, round->in_stock);
    moment->lead = (float)table_lead(round, seat);
}

static float worth(const Moment *moment) {
    float total = moment->lead;
    for (int n = 0; n < FEATURES; n++) total += weights[moment->feature[n]];
    return total;
}

/* ---- choosing ---- */

/* The lead if the seat goes out now: hidden cards of the others count as the mean of what is unseen. */
static float worth_out(const Round *round, int seat) {
    int depth[DECK];
    Cards seen = round->hand[seat] | pile_cards(round, depth);
    for (int number = 0; number < round->meld_count; number++) seen |= round->melds[number].cards;
    for (int other = 0; other < round->players; other++) seen |= round->shown[other];
    Cards unseen = ~seen & (BIT(DECK) - 1);
    float mean = unseen ? (float)points_in(unseen) / (float)COUNT(unseen) : 0, best = -10000;
    for (int other = 0; other < round->players; other++) {
        if (other == seat) continue;
        int hidden = COUNT(round->hand[other] & ~round->shown[other]);
        float points = (float)(round->laid[other] - points_in(round->shown[other])) - mean * (float)hidden;
        if (points > best) best = points;
    }
    return (float)round->laid[seat] - best;
}

static float around(const float *table, const int *states, int card) {
    float total = table[rank_feature(states, card % 13)];
    for (int n = 0; n < runs_of_count[card]; n++) total += table[run_feature(states, runs_of[card][n])];
    return total;
}

static float best_throw(const Round *round, int seat, int *thrown) {
    int states[DECK], own = COUNT(round->hand[seat]) - 1, others = fewest_others(round, seat);
    *thrown = FIRST(round->hand[seat]);
    if (!own) return worth_out(round, seat);
    const float *table = weights + phase_of(own, others) * phase_size;
    Cards fit = fitting(round);
    float total = (float)table_lead(round, seat) + weights[size_feature(own, others, round->in_stock)], best = -1e9f;
    see(round, seat, 1, states);
    for (int rank = 0; rank < 13; rank++) total += table[rank_feature(states, rank)];
    for (int run = 0; run < 48; run++) total += table[run_feature(states, run)];
    for (Cards left = round->hand[seat]; left; left &= left - 1) {
        int card = FIRST(left), before = states[card];
        float value = total - around(table, states, card);
        states[card] = fit >> card & 1 ? PILE_FITS : TOP;
        value += around(table, states, card);
        states[card] = before;
        if (value > best) {
            best = value;
            *thrown = card;
        }
    }
    return best;
}

/* The worth of the rest of a turn, laying while that is better; `first` is what to do now. */
static float best_end(const Round *position, int seat, Action *first) {
    static Action found[MOST_ACTIONS];
    Round round = *position;
    int card;
    float now = best_throw(&round, seat, &card);
    *first = (Action){THROW, card, -1, -1, -1, 0, BIT(card)};
    for (int laying = 0;; laying = 1) {
        int count = lays(&round, seat, found), best = -1;
        for (int number = 0; number < count; number++) {
            Round after = round;
            apply(&after, seat, &found[number]);
            float value = best_throw(&after, seat, &card);
            if (value > now) {
                now = value;
                best = number;
            }
        }
        if (best < 0) return now;
        if (!laying) *first = found[best];
        apply(&round, seat, &found[best]);
    }
}

static int can_draw(const Round *round) { return round->in_stock || (round->shuffles < SHUFFLES && round->in_pile >= 2); }

static Action best_pickup(const Round *round, int seat) {
    static Action found[MOST_ACTIONS];
    Action best = {PASS, -1, -1, -1, -1, 0, 0}, ignored;
    float most = -1e9f;
    if (can_draw(round)) {
        Moment moment;
        look(round, seat, BEFORE_DRAW, &moment);
        most = worth(&moment);
        best.kind = DRAW;
    }
    int count = takes(round, seat, found);
    for (int number = 0; number < count; number++) {
        Round after = *round;
        apply(&after, seat, &found[number]);
        float value = best_end(&after, seat, &ignored);
        if (value > most) {
            most = value;
            best = found[number];
        }
    }
    return best;
}

/* ---- learning ---- */

static Moment moments[SEATS][MOST_MOMENTS];
static int moment_count[SEATS];
static float rate = 1;

static const float LAMBDA = 0.7f;

static void remember(const Round *round, int seat, int which) {
    if (moment_count[seat] < MOST_MOMENTS) look(round, seat, which, &moments[seat][moment_count[seat]++]);
}

static void learn(int seat, float lead) {
    float target = lead;
    for (int n = moment_count[seat] - 1; n >= 0; n--) {
        const Moment *moment = &moments[seat][n];
        float before = worth(moment), error = (target - before) / FEATURES;
        for (int f = 0; f < FEATURES; f++) {
            int at = moment->feature[f];
            float coherence = sizes[at] > 0 ? fabsf(errors[at]) / sizes[at] : 1;
            weights[at] += rate * coherence * error;
            errors[at] += error;
            sizes[at] += fabsf(error);
        }
        target = LAMBDA * target + (1 - LAMBDA) * before;
    }
}

/* ---- playing ---- */

typedef struct {
    int learning, printing;
    double exploring, calling; /* probabilities: of an action at random, and that a call is seen */
} Habits;

static void print_card(int card) { printf("%c%c", "A23456789TJQK"[card % 13], "CDHS"[card / 13]); }

static void print_cards(const char *key, const int *cards, int count) {
    printf("%s", key);
    for (int at = 0; at < count; at++) {
        printf(" ");
        print_card(cards[at]);
    }
    printf("\n");
}

static void print_hand(Cards hand) {
    int held[DECK], count = 0;
    for (; hand; hand &= hand - 1) held[count++] = FIRST(hand);
    print_cards("hand", held, count);
}

/* The cards of a play in order: a run or lay-off in sequence, a set by suits. */
static void print_play(const Round *round, const Action *action) {
    const Meld *meld = action->shape >= 0 ? &shapes[action->shape] : &round->melds[action->meld];
    int from = meld->low, to = meld->high;
    printf(action->shape >= 0 ? "meld" : "lay");
    if (meld->is_run && action->shape < 0) {
        from = action->low_end ? meld->low - COUNT(action->used) : meld->high + 1;
        to = action->low_end ? meld->low - 1 : meld->high + COUNT(action->used);
    }
    for (int place = from; meld->is_run && place <= to; place++) {
        printf(" ");
        print_card(card_at(meld->suit, place));
    }
    for (Cards left = meld->is_run ? 0 : action->used; left; left &= left - 1) {
        printf(" ");
        print_card(FIRST(left));
    }
    if (action->shape < 0) printf(" on %d", action->meld);
    printf("\n");
}

static void print_action(const Round *round, int seat, int choices, int is_call, const Action *action) {
    printf("%d %d ", seat, choices);
    if (is_call) printf("rummy ");
    if (action->kind == TAKE && !is_call) {
        printf("take ");
        print_card(round->pile[action->at]);
        printf(" ");
    }
    if (action->kind == TAKE || action->kind == LAY)
        print_play(round, action);
    else if (action->kind == THROW) {
        printf("throw ");
        print_card(action->card);
        printf("\n");
    } else
        printf(action->kind == DRAW ? "draw\n" : "pass\n");
}

/* Let the others call what `actor` has made possible, and what their calls make possible. */
static void call(Round *round, int actor, Calls *before, const Habits *habits) {
    for (;;) {
        Calls now;
        find_calls(round, &now);
        Action best = round->out < 0 ? best_call(round, before, &now) : (Action){PASS, -1, -1, -1, -1, 0, 0};
        int caller = -1;
        for (int step = 0, from = chance_below(round->players); best.kind == TAKE && step < round->players; step++) {
            int seat = (from + step) % round->players;
            if (seat != actor && caller < 0 && chance_share() < habits->calling) caller = seat;
        }
        if (caller >= 0) {
            if (habits->printing) print_action(round, caller, 0, 1, &best);
            apply(round, caller, &best);
        }
        *before = now;
        if (caller < 0) return;
        actor = caller;
    }
}

static void renew_stock(Round *round, const Habits *habits) {
    int top = round->pile[--round->in_pile];
    round->shuffles++;
    memcpy(round->stock, round->pile, sizeof round->stock);
    round->in_stock = round->in_pile;
    shuffle(round->stock, round->in_stock);
    round->pile[0] = top;
    round->in_pile = 1;
    if (habits->printing) print_cards("renewed", round->stock, round->in_stock);
}

static int number_of_choices(const Round *round, int seat, int picking_up) {
    static Action found[MOST_ACTIONS];
    int count = picking_up ? takes(round, seat, found) + can_draw(round) : lays(round, seat, found) + COUNT(round->hand[seat]);
    return count ? count : 1; /* a pass */
}

/* Now and then any take in place of the best pick-up, and any lay or throw in place of the best play. */
static Action explored(const Round *round, int seat, Action action, int picking_up, double exploring) {
    static Action found[MOST_ACTIONS];
    if (chance_share() >= exploring) return action;
    int count = picking_up ? takes(round, seat, found) : chance_below(2) ? lays(round, seat, found) : 0;
    if (count) return found[chance_below(count)];
    if (picking_up) return action;
    Cards hand = round->hand[seat];
    for (int skipped = chance_below(COUNT(hand)); skipped; skipped--) hand &= hand - 1;
    int card = FIRST(hand);
    return (Action){THROW, card, -1, -1, -1, 0, BIT(card)};
}

static void play_turn(Round *round, Calls *calls, const Habits *habits) {
    int seat = round->turn;
    Action action = explored(round, seat, best_pickup(round, seat), 1, habits->exploring);
    if (habits->printing) print_action(round, seat, number_of_choices(round, seat, 1), 0, &action);
    if (action.kind == PASS) {
        round->out = SEATS; /* blocked */
        return;
    }
    if (action.kind == DRAW) {
        if (habits->learning) remember(round, seat, BEFORE_DRAW);
        if (!round->in_stock) {
            renew_stock(round, habits);
            find_calls(round, calls);
        }
    }
    apply(round, seat, &action);
    call(round, seat, calls, habits);
    while (action.kind != THROW) {
        best_end(round, seat, &action);
        action = explored(round, seat, action, 0, habits->exploring);
        if (habits->printing) print_action(round, seat, number_of_choices(round, seat, 0), 0, &action);
        apply(round, seat, &action);
        if (action.kind == THROW && round->out < 0) {
            round->turn = (seat + 1) % round->players;
            if (habits->learning) remember(round, seat, AFTER_THROW);
        }
        call(round, seat, calls, habits);
    }
}

static void print_deal(const Round *round) {
    printf("round %d %d\n", round->players, round->turn);
    for (int seat = 0; seat < round->players; seat++) print_hand(round->hand[seat]);
    print_cards("pile", round->pile, round->in_pile);
    print_cards("stock", round->stock, round->in_stock);
}

/* Plays a round; returns the points of all seats together. */
static int play_round(int players, const Habits *habits) {
    Round round;
    Calls calls;
    int scores[SEATS], total = 0;
    deal(&round, players);
    if (habits->printing) print_deal(&round);
    find_calls(&round, &calls);
    memset(moment_count, 0, sizeof moment_count);
    while (round.out < 0) play_turn(&round, &calls, habits);
    for (int seat = 0; seat < players; seat++) total += scores[seat] = round.laid[seat] - points_in(round.hand[seat]);
    for (int seat = 0; seat < players && habits->learning; seat++) {
        int best = -10000;
        for (int other = 0; other < players; other++)
            if (other != seat && scores[other] > best) best = scores[other];
        learn(seat, (float)(scores[seat] - best));
    }
    if (habits->printing) {
        printf("scores");
        for (int seat = 0; seat < players; seat++) printf(" %d", scores[seat]);
        printf("\n");
    }
    return total;
}

static int fit(int least, int most, long rounds, const char *file) {
    Habits habits = {1, 0, 0.06, 0.95};
    long points = 0, seats = 0;
    for (long number = 0; number < rounds; number++) {
        int players = least + chance_below(most - least + 1);
        if (number == rounds / 2) habits.exploring = 0.02;
        if (number == rounds * 3 / 4) rate = 0.3f;
        points += play_round(players, &habits);
        seats += players;
        if (number % 50000 == 49999) {
            fprintf(stderr, "%ld rounds, %.1f points a seat\n", number + 1, (double)points / (double)seats);
            points = seats = 0;
        }
    }
    FILE *out = fopen(file, "wb");
    if (!out) return 1;
    size_t written = fwrite(weights, sizeof *weights, 2 * (size_t)table_size, out);
    return fclose(out) || written != 2 * (size_t)table_size;
}

static int load(const char *file) {
    FILE *in = fopen(file, "rb");
    if (!in) return 1;
    size_t read = fread(weights, sizeof *weights, 2 * (size_t)table_size, in);
    return fclose(in) || read != 2 * (size_t)table_size;
}

int main(int count, char **words) {
    make_shapes();
    make_features();
    if (count == 7 && !strcmp(words[1], "fit")) {
        chance_state = 88172645463325252ULL + 7919 * strtoull(words[5], NULL, 10);
        return fit(atoi(words[2]), atoi(words[3]), atol(words[4]), words[6]);
    }
    if ((count == 5 || count == 6) && !strcmp(words[1], "rounds")) {
        chance_state = 88172645463325252ULL + 7919 * strtoull(words[4], NULL, 10);
        Habits habits = {0, 1, count == 6 ? 0 : 0.2, 0.7};
        if (count == 6 && load(words[5])) return 1;
        for (long number = atol(words[3]); number > 0; number--) play_round(atoi(words[2]), &habits);
        return 0;
    }
    fprintf(stderr, "selfplay fit LEAST MOST ROUNDS SEED FILE | selfplay rounds PLAYERS COUNT SEED [FILE]\n");
    return 2;
}
