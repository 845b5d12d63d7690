/* Fits the networks by which `expert` plays crummy rummy, by self-play: TD(lambda).
 *
 *     selfplay fit LEAST MOST ROUNDS SEED FILE      plays ROUNDS rounds of LEAST to MOST players, writes the weights
 *     selfplay rounds PLAYERS COUNT SEED [FILE]     plays without learning, prints each round in the rules' notation;
 *                                                   by the weights in FILE, else as before any learning
 *
 * A position is worth the points by which the seat will be ahead of the mean of the others. A seat chooses what leads to
 * the best position: after its throw, before a draw, and with the card that it is offered or without. A contract is
 * laid as soon as it can be, and so is each natural card that fits; wild cards where the position is better for it.
 * research/tests/training holds the rounds printed against rummynet.rules.
 */
#include <stdio.h>

#include "network.h"
#include "printing.h"

enum { MOST_MOMENTS = 1500, MOST_TURNS = 2000 };

typedef struct {
    int learning, printing;
    double exploring; /* probability of an action at random */
} Habits;

/* ---- choosing ---- */

/* The lead if the seat is out: hidden cards of the others count as the mean of what is unseen. */
static float worth_out(const Round *round, int seat, const Unseen *unseen) {
    float mean = 0, held = 0;
    for (int face = 0; face < FACES; face++) mean += (float)(unseen->count[face] * points_of(face));
    if (unseen->total) mean /= (float)unseen->total;
    for (int other = 0; other < round->players; other++) {
        int hidden = round->hand[other].size;
        for (int face = 0; face < FACES && other != seat; face++) {
            held += (float)(round->known[other][face] * points_of(face));
            hidden -= round->known[other][face];
        }
        if (other != seat) held += mean * (float)hidden;
    }
    return held / (float)(round->players - 1);
}

static float value(const Round *round, int seat, int kind, int top, const Unseen *unseen) {
    float x[INPUTS];
    see(round, seat, top, unseen, x);
    return worth(network_of(round->number, kind, round->laid[seat]), x);
}

/* The best card to throw out; wild ones only where nothing else is held. */
static float best_throw(const Round *position, int seat, const Unseen *unseen, int *thrown) {
    Round tried = *position;
    const Hand *kept = &position->hand[seat];
    float best = -1e9f;
    *thrown = -1;
    if (kept->size <= 1) {
        for (int face = 0; face < FACES; face++)
            if (kept->count[face]) *thrown = face;
        return worth_out(position, seat, unseen);
    }
    for (int face = 0; face < FACES; face++) {
        if (!kept->count[face] || (is_wild(face) && kept->wild < kept->size)) continue;
        drop(&tried.hand[seat], face);
        float found = value(&tried, seat, AFTER_THROW, face, unseen);
        tried.hand[seat] = *kept;
        if (found > best) {
            best = found;
            *thrown = face;
        }
    }
    return best;
}

enum { THROW, LAY, CONTRACT };

typedef struct {
    int kind, face;
    LayOff lay_off;
    Laying contract;
} Play;

static float best_end(const Round *position, int seat, const Unseen *unseen, Play *first);

/* The best contract, by how the turn may end after it. */
static float best_contract(const Round *round, int seat, const Unseen *unseen, const Laying *found, int count, Play *first) {
    float best = -1e9f;
    first->kind = CONTRACT;
    for (int number = 0; number < count; number++) {
        Round after = *round;
        Play ignored;
        lay_contract(&after, seat, &found[number]);
        float points = best_end(&after, seat, unseen, &ignored);
        if (points > best) {
            best = points;
            first->contract = found[number];
        }
    }
    return best;
}

/* The worth of the rest of a turn; `first` is what to do now. */
static float best_end(const Round *position, int seat, const Unseen *unseen, Play *first) {
    Round round = *position;
    int laying = 0, thrown;
    if (!round.laid[seat]) {
        Laying found[MOST_CONTRACTS];
        int count = contracts(&round.hand[seat], round.number, found);
        if (count) return best_contract(&round, seat, unseen, found, count, first);
    }
    while (round.laid[seat] && round.hand[seat].size) {
        LayOff one;
        if (!natural_lay_off(&round, &round.hand[seat], &one)) {
            int melds[2 * MOST_MELDS], places[2 * MOST_MELDS], best = -1;
            int count = round.hand[seat].wild ? wild_places(&round, -1, melds, places) : 0;
            float now = best_throw(&round, seat, unseen, &thrown);
            for (int number = 0; number < count; number++) {
                LayOff tried = {first_wild(&round.hand[seat]), melds[number], places[number], -1, 0}, more;
                Round after = round;
                lay_off(&after, seat, &tried);
                while (after.hand[seat].size && natural_lay_off(&after, &after.hand[seat], &more)) lay_off(&after, seat, &more);
                float found = best_throw(&after, seat, unseen, &thrown);
                if (found > now) {
                    now = found;
                    best = number;
                }
            }
            if (best < 0) break;
            one = (LayOff){first_wild(&round.hand[seat]), melds[best], places[best], -1, 0};
        }
        if (!laying) *first = (Play){LAY, -1, one, {{{0}}}};
        laying = 1;
        lay_off(&round, seat, &one);
    }
    float points = best_throw(&round, seat, unseen, &thrown);
    if (!laying) *first = (Play){THROW, thrown, {0}, {{{0}}}};
    return points;
}

/* ---- learning ---- */

typedef struct {
    int network;
    float x[INPUTS];
} Moment;

static Moment moments[SEATS][MOST_MOMENTS];
static int moment_count[SEATS];

static const float LAMBDA = 0.8f;

static void remember(const Round *round, int seat, int kind, int top) {
    if (moment_count[seat] == MOST_MOMENTS) return;
    Moment *moment = &moments[seat][moment_count[seat]++];
    Unseen unseen;
    find_unseen(round, seat, &unseen);
    see(round, seat, top, &unseen, moment->x);
    moment->network = network_of(round->number, kind, round->laid[seat]);
}

static void learn(int seat, float lead) {
    float target = lead;
    for (int n = moment_count[seat] - 1; n >= 0; n--) {
        const Moment *moment = &moments[seat][n];
        float before = worth(moment->network, moment->x);
        teach(moment->network, moment->x, target);
        target = LAMBDA * target + (1 - LAMBDA) * before;
    }
}

/* ---- playing ---- */

static int top_of(const Round *round) { return round->in_pile ? round->pile[round->in_pile - 1] : -1; }

/* A new stock of the pile but its top, shuffled, if the stock is empty. */
static void renew_stock(Round *round, const Habits *habits) {
    if (round->in_stock) return;
    int top = round->pile[--round->in_pile];
    round->shuffles++;
    round->idle_stock = 1;
    memcpy(round->stock, round->pile, sizeof round->stock);
    round->in_stock = round->in_pile;
    shuffle(round->stock, round->in_stock);
    round->pile[0] = top;
    round->in_pile = 1;
    if (habits->printing) print_cards("renewed", round->stock, round->in_stock);
}

static void take_top(Round *round, int seat) {
    int face = round->pile[--round->in_pile];
    add(&round->hand[seat], face);
    round->known[seat][face]++;
}

/* Whether the seat wants the top of the pile with a card of the stock; after its contract it never does. */
static int wants(Round *round, int seat, const Habits *habits) {
    if (round->laid[seat]) return 0;
    Round after = *round;
    Unseen unseen;
    int top = top_of(round), below = round->in_pile > 1 ? round->pile[round->in_pile - 2] : -1;
    find_unseen(round, seat, &unseen);
    take_top(&after, seat);
    int wanted = value(&after, seat, AFTER_WANT, below, &unseen) > value(round, seat, AFTER_WAIVE, top, &unseen);
    if (chance_share() < habits->exploring) wanted = !wanted;
    if (habits->learning) remember(wanted ? &after : round, seat, wanted ? AFTER_WANT : AFTER_WAIVE, wanted ? below : top);
    return wanted;
}

static void offer(Round *round, const Habits *habits) {
    if (!round->in_pile || !can_draw(round)) return;
    for (int step = 1; step < round->players; step++) {
        int seat = (round->turn + step) % round->players, wanted = wants(round, seat, habits);
        if (habits->printing) {
            printf("%d %s", seat, wanted ? "want " : "waive");
            if (wanted) print_card(top_of(round));
            printf("\n");
        }
        if (!wanted) continue;
        renew_stock(round, habits);
        take_top(round, seat);
        add(&round->hand[seat], round->stock[--round->in_stock]);
        return;
    }
}

static int takes(const Round *round, int seat, const Habits *habits) {
    Unseen unseen;
    Play ignored;
    if (!can_take(round)) return 0;
    if (!can_draw(round)) return 1;
    if (chance_share() < habits->exploring) return chance_below(2);
    find_unseen(round, seat, &unseen);
    Round after = *round;
    take_top(&after, seat);
    return best_end(&after, seat, &unseen, &ignored) > value(round, seat, BEFORE_DRAW, top_of(round), &unseen);
}

static int pick_up(Round *round, int seat, const Habits *habits) {
    int taken = takes(round, seat, habits);
    if (!taken && !can_draw(round)) {
        if (habits->printing) printf("%d pass\n", seat);
        return 0;
    }
    if (habits->printing) {
        printf("%d %s", seat, taken ? "take " : "draw");
        if (taken) print_card(top_of(round));
        printf("\n");
    }
    if (taken) {
        round->takes++;
        take_top(round, seat);
        return 1;
    }
    if (habits->learning) remember(round, seat, BEFORE_DRAW, top_of(round));
    round->takes = 0;
    renew_stock(round, habits);
    add(&round->hand[seat], round->stock[--round->in_stock]);
    offer(round, habits);
    return 1;
}

static int explored_throw(const Hand *hand, int thrown, const Habits *habits) {
    if (chance_share() >= habits->exploring || hand->size == hand->wild) return thrown;
    for (;;) {
        int face = chance_below(NATURAL);
        if (hand->count[face] && !is_wild(face)) return face;
    }
}

static void throw_out(Round *round, int seat, int face, const Habits *habits) {
    if (habits->printing) {
        printf("%d throw ", seat);
        print_card(face);
        printf("\n");
    }
    spend(round, seat, face);
    round->pile[round->in_pile++] = face;
    if (habits->learning && round->out == NOBODY) remember(round, seat, AFTER_THROW, face);
    round->turn = (seat + 1) % round->players;
}

static void play_turn(Round *round, const Habits *habits) {
    int seat = round->turn;
    if (!pick_up(round, seat, habits)) {
        round->out = BLOCKED;
        return;
    }
    while (round->out == NOBODY) {
        Unseen unseen;
        Play play;
        find_unseen(round, seat, &unseen);
        best_end(round, seat, &unseen, &play);
        if (play.kind == THROW) {
            throw_out(round, seat, explored_throw(&round->hand[seat], play.face, habits), habits);
            return;
        }
        if (play.kind == CONTRACT) {
            if (habits->printing) print_contract(round, seat, &play.contract);
            lay_contract(round, seat, &play.contract);
        } else {
            if (habits->printing) print_lay_off(round, seat, &play.lay_off);
            lay_off(round, seat, &play.lay_off);
        }
    }
}

/* Plays a round; adds what each holds at its end. */
static void play_round(int players, int number, const Habits *habits, long *points) {
    Round round;
    int total = 0;
    deal(&round, players, number);
    if (habits->printing) print_deal(&round);
    memset(moment_count, 0, sizeof moment_count);
    for (int turns = 0; round.out == NOBODY && turns < MOST_TURNS; turns++) play_turn(&round, habits);
    for (int seat = 0; seat < players; seat++) total += round.hand[seat].points;
    for (int seat = 0; seat < players && habits->learning; seat++) {
        float own = (float)round.hand[seat].points;
        learn(seat, ((float)total - own) / (float)(players - 1) - own);
    }
    *points += total;
    if (!habits->printing) return;
    printf("scores");
    for (int seat = 0; seat < players; seat++) printf(" %d", round.hand[seat].points);
    printf("\n");
}

static int fit(int least_players, int most_players, long rounds, const char *file) {
    Habits habits = {1, 0, 0.05};
    long points[ROUNDS + 1] = {0}, seats[ROUNDS + 1] = {0};
    for (long number = 0; number < rounds; number++) {
        int players = least_players + chance_below(most_players - least_players + 1), of = 1 + (int)(number % ROUNDS);
        float share = (float)number / (float)rounds;
        pace = 2e-3f * powf(0.05f, share);
        if (number == rounds / 2) habits.exploring = 0.02;
        play_round(players, of, &habits, &points[of]);
        seats[of] += players;
        if (number % 20000 == 19999) {
            fprintf(stderr, "%ld rounds, points a seat", number + 1);
            for (int one = 1; one <= ROUNDS; one++) {
                fprintf(stderr, " %.1f", (double)points[one] / (double)seats[one]);
                points[one] = seats[one] = 0;
            }
            fprintf(stderr, "\n");
        }
    }
    return write_floats(file, weights[0], sizeof weights / sizeof(float));
}

int main(int count, char **words) {
    make_windows();
    if (count == 7 && !strcmp(words[1], "fit")) {
        seed_chance(words[5]);
        make_networks();
        return fit(atoi(words[2]), atoi(words[3]), atol(words[4]), words[6]);
    }
    if ((count == 5 || count == 6) && !strcmp(words[1], "rounds")) {
        seed_chance(words[4]);
        Habits habits = {0, 1, count == 6 ? 0 : 0.1};
        long points = 0;
        make_networks();
        if (count == 6 && read_floats(words[5], weights[0], sizeof weights / sizeof(float))) return 1;
        for (long number = 0; number < atol(words[3]); number++) play_round(atoi(words[2]), 1 + (int)(number % ROUNDS), &habits, &points);
        return 0;
    }
    fprintf(stderr, "selfplay fit LEAST MOST ROUNDS SEED FILE | selfplay rounds PLAYERS COUNT SEED [FILE]\n");
    return 2;
}
