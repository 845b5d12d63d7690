/* Fits the pattern tables of `expert` by self-play: TD(lambda) on an n-tuple network.
 *
 *     selfplay fit GAME LEAST MOST ROUNDS SEED FILE [TABLES]
 *                                                       plays ROUNDS rounds of LEAST to MOST players, writes the tables;
 *                                                       those of TABLES go on
 *     selfplay correct GAME LEAST MOST ROUNDS SEED TABLES FILE
 *                                                       the same with tables that stay as they are: writes the networks
 *     selfplay rounds GAME PLAYERS COUNT SEED [TABLES [NETWORKS]]
 *                                                       plays without learning, prints each round in the rules' notation;
 *                                                       without files as before any learning
 *
 * A seat sees each card in one of some states. A position is worth what the seat leads by, plus one
 * number for each rank (the states of its four cards), one for each three neighbours of a suit, and one for the sizes of
 * hands and stock. There are two sets of tables: for positions after a throw, and before a draw. A seat chooses what
 * leads to the best position after its throw. Each number moves towards how the round went on, by its own rate (temporal
 * coherence: the share of its errors that did not cancel out).
 *
 * Rules: docs/rules. research/tests/training holds the rounds printed against rummynet.rules. One thing is
 * simpler here: a call is made at once or never, by who did not make it possible.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network.h"
#include "printing.h"

/* ---- choosing ---- */

/* The lead if the seat goes out now: hidden cards of the others count as the mean of what is unseen. */
static float worth_out(const Round *round, int seat) {
    int depth[DECK + JOKERS];
    Cards seen = round->hand[seat] | pile_cards(round, depth);
    for (int number = 0; number < round->meld_count; number++) seen |= round->melds[number].cards;
    for (int other = 0; other < round->players; other++) seen |= round->shown[other];
    Cards unseen = ~seen & (BIT(DECK) - 1);
    float mean = unseen ? (float)points_held(round, unseen) / (float)COUNT(unseen) : 0, best = -10000, gained = 0;
    for (int other = 0; other < round->players; other++) {
        if (other == seat) continue;
        int hidden = COUNT(round->hand[other] & ~round->shown[other]);
        float held = (float)points_held(round, round->shown[other]) + mean * (float)hidden;
        float points = (float)(game->scoring == LAID_POINTS ? round->laid[other] : 0) - held;
        if (points > best) best = points;
        gained += held;
    }
    return (game->scoring == LAID_POINTS ? (float)round->laid[seat] : game->scoring == HELD_BASIC ? gained + OUT_BONUS : 0) - best;
}

static float around(const float *table, const int *states, int card) {
    float total = table[rank_feature(states, card % 13)];
    for (int n = 0; n < runs_of_count[card]; n++) total += table[run_feature(states, runs_of[card][n])];
    return total;
}

/* Not the card taken alone in this turn, and a wild card only where nothing else is held. */
static Cards throwable(const Round *round, int seat) {
    Cards hand = round->hand[seat], natural = hand & ~round->wild;
    if (round->taken >= 0) hand &= ~BIT(round->taken);
    return natural & hand ? natural & hand : hand;
}

/* The best throw, but of `spared`. */
static float best_throw(const Round *round, int seat, Cards spared, int *thrown) {
    int states[DECK], own = COUNT(round->hand[seat]) - 1, others = fewest_others(round, seat);
    Cards offered = throwable(round, seat) & ~spared;
    *thrown = throwable(round, seat) ? FIRST(throwable(round, seat)) : -1;
    if (!round->hand[seat]) return worth_out(round, seat);
    if (!offered) return -1e8f;
    if (own < 1) return worth_out(round, seat) - (game->calls == THROW_CALLS && fitting(round) >> *thrown & 1 ? CALLED_OUT : 0);
    const float *table = weights + phase_of(own, others) * phase_size;
    Cards fit = fitting(round);
    float total = weights[size_feature(round, seat, own, others)], best = -1e9f;
    total += lead_of(round, seat);
    see(round, seat, 1, states);
    for (int rank = 0; rank < 13; rank++) total += table[rank_feature(states, rank)];
    for (int run = 0; run < 48; run++) total += table[run_feature(states, run)];
    float kept[UNITS], sums[UNITS];
    if (networks) {
        int rows[ROWS];
        rows_of(round, seat, states, own, others, rows);
        sum_rows(&networks[AFTER_THROW], rows, kept);
    }
    for (Cards left = offered; left; left &= left - 1) {
        int card = FIRST(left);
        float value = total;
        if (game->scoring != LAID_POINTS) value += (float)points_held(round, BIT(card));
        if (!(round->wild >> card & 1)) {
            int before = states[card];
            memcpy(sums, kept, sizeof sums);
            value -= around(table, states, card);
            if (networks) add_around(&networks[AFTER_THROW], states, card, sums, -1);
            states[card] = fit >> card & 1 ? PILE_FITS : TOP;
            value += around(table, states, card);
            if (networks) add_around(&networks[AFTER_THROW], states, card, sums, 1);
            states[card] = before;
            if (networks) value += corrected(&networks[AFTER_THROW], sums);
        } else if (networks)
            value += corrected(&networks[AFTER_THROW], kept);
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
    float now = best_throw(&round, seat, 0, &card);
    *first = THROWING(card);
    for (int laying = 0;; laying = 1) {
        int count = lays(&round, seat, found), best = -1;
        for (int number = 0; number < count; number++) {
            Round after = round;
            apply(&after, seat, &found[number]);
            float value = best_throw(&after, seat, 0, &card);
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

static int can_renew(const Round *round) {
    return round->shuffles < game->shuffles && round->in_pile >= 2 && !round->idle_stock;
}

static int can_draw(const Round *round) { return round->in_stock || can_renew(round); }

/* Who begins may not take; where nobody has drawn for two laps somebody has to. */
static int can_take(const Round *round) {
    return !game->wild || (round->turns && (round->idle < 2 * round->players ));
}

static Action best_pickup(const Round *round, int seat, float *worth_of_it) {
    static Action found[MOST_ACTIONS];
    Action best = NO_ACTION(PASS), first;
    float most = -1e9f;
    int draws = can_draw(round);
    if (draws) {
        Moment moment;
        look(round, seat, BEFORE_DRAW, &moment);
        most = worth(&moment) + correction(&moment);
        best.kind = DRAW;
    }
    int count = can_take(round) ? takes(round, seat, found) : 0;
    for (int number = 0; number < count; number++) {
        Round after = *round;
        apply(&after, seat, &found[number]);
        float value = best_end(&after, seat, &first);
        int comes_back = draws && !found[number].used && first.kind == THROW && first.card == round->pile[found[number].at];
        if (value > most && !comes_back) {
            most = value;
            best = found[number];
        }
    }
    *worth_of_it = most;
    return best;
}

/* ---- learning ---- */

static Moment moments[SEATS][MOST_MOMENTS];
static int moment_count[SEATS];
static float rate = 1, pace; /* pace: of the networks */

static const float LAMBDA = 0.7f, GOING_ON = 0.7f; /* GOING_ON: the rate of tables that have learned before */

static void remember(const Round *round, int seat, int which) {
    if (moment_count[seat] < MOST_MOMENTS) look(round, seat, which, &moments[seat][moment_count[seat]++]);
}

static void learn(int seat, float lead) {
    float target = lead;
    for (int n = moment_count[seat] - 1; n >= 0; n--) {
        const Moment *moment = &moments[seat][n];
        float before = worth(moment) + correction(moment), error = (target - before) / FEATURES;
        if (networks) correct(moment, target - before, pace);
        for (int f = 0; f < FEATURES && !networks; f++) {
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

/* Let the others call what `actor` has made possible, and what their calls make possible. */
static void call(Round *round, int actor, Calls *before, const Habits *habits) {
    while (game->calls == PILE_CALLS) {
        Calls now;
        find_calls(round, &now);
        Action best = round->out < 0 ? best_call(round, before, &now) : NO_ACTION(PASS);
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

/* A new stock of the pile but its top, shuffled; in basic rummy the pile turned over, but its oldest card. */
static void renew_stock(Round *round, const Habits *habits) {
    int top = round->pile[round->in_pile - 1], count = round->in_pile - 1;
    round->shuffles++;
    round->idle_stock = game->scoring != HELD_BASIC;
    if (game->scoring == HELD_BASIC) {
        top = round->pile[0];
        for (int at = 0; at < count; at++) round->stock[at] = round->pile[count - at];
    } else {
        memcpy(round->stock, round->pile, sizeof round->stock);
        shuffle(round->stock, count);
    }
    round->in_stock = count;
    round->pile[0] = top;
    round->in_pile = 1;
    if (habits->printing && game->scoring != HELD_BASIC) print_cards("renewed", round->stock, round->in_stock);
}

static int number_of_choices(const Round *round, int seat, int picking_up) {
    static Action found[MOST_ACTIONS];
    int barred = round->taken >= 0 && (round->hand[seat] >> round->taken & 1);
    int count = picking_up ? (can_take(round) ? takes(round, seat, found) : 0) + can_draw(round) : lays(round, seat, found) + COUNT(round->hand[seat]) - barred;
    return count ? count : 1; /* a pass */
}

/* Now and then any throw in place of the best; where plays are explored, also any take or lay. */
static Action explored(const Round *round, int seat, Action action, int picking_up, double exploring) {
    static Action found[MOST_ACTIONS];
    if (!game->explores_plays && action.kind != THROW) return action;
    if (chance_share() >= exploring) return action;
    int count = 0;
    if (game->explores_plays && picking_up && can_take(round)) count = takes(round, seat, found);
    if (game->explores_plays && !picking_up && chance_below(2)) count = lays(round, seat, found);
    if (count) return found[chance_below(count)];
    Cards hand = throwable(round, seat);
    if (picking_up || !hand) return action;
    for (int skipped = chance_below(COUNT(hand)); skipped; skipped--) hand &= hand - 1;
    return THROWING(FIRST(hand));
}

/* In basic rummy somebody may lay the card just thrown out onto a meld, and who threw it pays; 0 if nobody does. */
static int called_throw(Round *round, int seat, int card, const Habits *habits) {
    if (game->calls != THROW_CALLS || !(fitting(round) >> card & 1) || chance_share() >= habits->calling) return 0;
    int caller = (seat + 1 + chance_below(round->players - 1)) % round->players, number = 0, low_end = 0;
    Cards play;
    while (!lay_offs(round, number, low_end, BIT(card), 0, 1, &play)) {
        number += low_end;
        low_end = !low_end;
    }
    Action action = {LAY, -1, -1, -1, number, low_end, play, play};
    if (habits->printing) print_action(round, caller, 0, 1, &action);
    round->in_pile--;
    round->out = -1;
    put_down(round, caller, &action);
    int draws = round->in_stock > 1 || (round->in_stock && !round->in_pile);
    if (habits->printing && (draws || round->in_pile)) printf("%d 0 penalty %s\n", seat, draws ? "draw" : "pile");
    for (int left = draws ? 2 : 0; left && round->in_stock; left--) round->hand[seat] |= BIT(round->stock[--round->in_stock]);
    for (; !draws && round->in_pile; round->in_pile--) {
        round->hand[seat] |= BIT(round->pile[round->in_pile - 1]);
        round->shown[seat] |= BIT(round->pile[round->in_pile - 1]);
    }
    if (!round->hand[seat]) round->out = seat;
    return 1;
}

/* Whether only top cards go round: the round is blocked. */
static int is_stuck(const Round *round) {
    int laps = round->idle / round->players;
    return game->scoring == HELD_BASIC && (laps >= 10 || (laps >= 1 && !round->in_stock && !can_renew(round)));
}

static Action pick_up(Round *round, int seat, Calls *calls, const Habits *habits) {
    float ignored;
    for (;;) {
        Action action = explored(round, seat, best_pickup(round, seat, &ignored), 1, habits->exploring);
        int turns_over = action.kind == DRAW && !round->in_stock && game->scoring == HELD_BASIC;
        if (habits->printing) print_action(round, seat, number_of_choices(round, seat, 1), 0, &action);
        if (action.kind == DRAW && habits->learning && !turns_over) remember(round, seat, BEFORE_DRAW);
        if (action.kind == DRAW && !round->in_stock) {
            renew_stock(round, habits);
            find_calls(round, calls);
        }
        if (!turns_over) return action;
    }
}

/* An action of a turn, and the rest of it. */
static void play_on(Round *round, int seat, Action action, Calls *calls, const Habits *habits) {
    for (;;) {
        apply(round, seat, &action);
        if (action.kind == THROW && round->out < 0) {
            round->turn = (seat + 1) % round->players;
            if (habits->learning) remember(round, seat, AFTER_THROW);
        }
        if (action.kind == THROW && called_throw(round, seat, action.card, habits)) round->turn = (seat + 1) % round->players;
        if (action.kind == THROW && habits->printing && game->calls == THROW_CALLS && round->out == seat) printf("%d 0 out\n", seat);
        call(round, seat, calls, habits);
        if (action.kind == THROW || round->out >= 0) break;
        best_end(round, seat, &action);
        action = explored(round, seat, action, 0, habits->exploring);
        if (habits->printing) print_action(round, seat, number_of_choices(round, seat, 0), 0, &action);
    }
    if (round->out < 0 && is_stuck(round)) round->out = SEATS;
}

static void play_turn(Round *round, Calls *calls, const Habits *habits) {
    int seat = round->turn;
    Action action = pick_up(round, seat, calls, habits);
    round->turns++;
    if (action.kind == PASS || round->turns > MOST_TURNS) {
        round->out = SEATS; /* blocked */
        return;
    }
    play_on(round, seat, action, calls, habits);
}

/* In basic rummy the others lay what they can, the dearest first, when somebody is out. */
static void last_melds(Round *round, const Habits *habits) {
    static Action found[MOST_ACTIONS];
    if (game->scoring != HELD_BASIC || round->out >= SEATS) return;
    int out = round->out;
    for (int step = 1; step < round->players; step++) {
        int seat = (out + step) % round->players;
        for (int count = 1; count;) {
            int best = 0;
            round->pickups[seat] = 2;
            round->taken = -1;
            count = lays(round, seat, found);
            for (int number = 1; number < count; number++)
                if (points_in(found[number].used) > points_in(found[best].used)) best = number;
            if (count) {
                if (habits->printing) print_action(round, seat, 0, 0, &found[best]);
                apply(round, seat, &found[best]);
            }
        }
        if (habits->printing) printf("%d 0 pass\n", seat);
    }
    round->out = out;
}

static void print_deal(const Round *round) {
    printf("round %d %d\n", round->players, round->turn);
    for (int seat = 0; seat < round->players; seat++) print_hand(round->hand[seat]);
    print_cards("pile", round->pile, round->in_pile);
    print_cards("stock", round->stock, round->in_stock);
}

/* The points of all seats together, and in `scores` those of each. */
static int score(const Round *round, int *scores) {
    int total = 0;
    for (int seat = 0, held = 0; seat < round->players; seat++) {
        scores[seat] = -points_held(round, round->hand[seat]);
        held -= scores[seat];
        if (game->scoring == LAID_POINTS) scores[seat] += round->laid[seat];
        if (seat == round->players - 1 && game->scoring == HELD_BASIC && round->out < SEATS) scores[round->out] += held + OUT_BONUS;
    }
    for (int seat = 0; seat < round->players; seat++) total += scores[seat];
    return total;
}

/* Plays a round; returns the points of all seats together, and in `scores` those of each. */
static int play_round(int players, const Habits *habits, int *scores) {
    Round round;
    Calls calls;
    deal(&round, players);
    if (habits->printing) print_deal(&round);
    find_calls(&round, &calls);
    memset(moment_count, 0, sizeof moment_count);
    while (round.out < 0) play_turn(&round, &calls, habits);
    last_melds(&round, habits);
    int total = score(&round, scores);
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

/* With networks these are fitted, else the tables. */
static int fit(int least, int most, long rounds, const char *file) {
    Habits habits = {1, 0, game->exploring[0], 0.95};
    long points = 0, seats = 0;
    int scores[SEATS];
    for (long number = 0; number < rounds; number++) {
        int players = least + chance_below(most - least + 1);
        if (number == rounds / 2 || networks) habits.exploring = game->exploring[1];
        pace = 0.03f * (number < rounds / 2 ? 1.0f : number < rounds * 4 / 5 ? 0.5f : 0.2f);
        if (number == rounds * 3 / 4) rate *= 0.3f;
        points += play_round(players, &habits, scores);
        seats += players;
        if (number % 50000 == 49999) {
            fprintf(stderr, "%ld rounds, %.1f points a seat\n", number + 1, (double)points / (double)seats);
            points = seats = 0;
        }
    }
    if (networks) return save_networks(file);
    return write_floats(file, weights, 2 * (size_t)table_size);
}

static int load(const char *file) { return read_floats(file, weights, 2 * (size_t)table_size); }

int main(int count, char **words) {
    make_shapes();
    make_features();
    int is_known = count > 2 && choose_game(words[2]);
    if (is_known && (count == 8 || count == 9) && !strcmp(words[1], "fit")) {
        seed_chance(words[6]);
        if (count > 8) rate = GOING_ON;
        return (count > 8 && load(words[8])) || fit(atoi(words[3]), atoi(words[4]), atol(words[5]), words[7]);
    }
    if (is_known && count == 9 && !strcmp(words[1], "correct")) {
        seed_chance(words[6]);
        make_networks();
        return load(words[7]) || fit(atoi(words[3]), atoi(words[4]), atol(words[5]), words[8]);
    }
    if (is_known && count >= 6 && count <= 8 && !strcmp(words[1], "rounds")) {
        seed_chance(words[5]);
        int scores[SEATS];
        Habits habits = {0, 1, count > 6 ? 0 : 0.2, 0.7};
        if (count > 6 && load(words[6])) return 1;
        if (count > 7 && load_networks(words[7])) return 1;
        for (long number = atol(words[4]); number > 0; number--) play_round(atoi(words[3]), &habits, scores);
        return 0;
    }
    fprintf(stderr, "selfplay fit GAME LEAST MOST ROUNDS SEED FILE [TABLES] | selfplay correct GAME LEAST MOST ROUNDS SEED TABLES FILE | "
                    "selfplay rounds GAME PLAYERS COUNT SEED [TABLES [NETWORKS]]\n");
    return 2;
}
