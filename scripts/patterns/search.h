/* What a search gains: before seat 0 throws a card out or lays, it tries its best plays in positions that may be.
 *
 * The positions agree with what the seat sees. Hidden cards are dealt at random; with `believes` one of some such deals
 * is drawn by how well the other's last throw goes with it by the tables. All plays meet the same cards and the same
 * luck, and both seats go on by the tables: to the end of the round, or for some turns, after which the tables value the
 * position. Another play is made only if it is better by SURE standard errors. Ready melds may be broken up.
 * rummynet/bots/patterns/turn_search.py searches so for `master`.
 */

enum { CANDIDATES = 3, BELIEVED = 8 };
static const float SURE = 1, GAP = 10, DOUBT = 10; /* GAP: points by which a play may be worse by the tables to be tried;
                                                      DOUBT: by which a throw is worse that is made e times more seldom */

static int samples, most_stock, believes, depth; /* samples 0: no search; depth 0: to the end */

static void imagine(Round *round, int seat) {
    int other = 1 - seat, count = 0, pool[DECK + JOKERS];
    Cards hidden = round->hand[other] & ~round->shown[other];
    int held = COUNT(hidden);
    for (; hidden; hidden &= hidden - 1) pool[count++] = FIRST(hidden);
    for (int at = 0; at < round->in_stock; at++) pool[count++] = round->stock[at];
    shuffle(pool, count);
    round->hand[other] &= round->shown[other];
    for (int at = 0; at < held; at++) round->hand[other] |= BIT(pool[at]);
    memcpy(round->stock, pool + held, (size_t)round->in_stock * sizeof *pool);
}

/* How likely the other's last throw was with this hand. */
static float likelihood(const Round *round, int seat) {
    Round before = *round;
    int card = before.pile[--before.in_pile], thrown;
    before.hand[1 - seat] |= BIT(card);
    float best = best_throw(&before, 1 - seat, 0, &thrown);
    return expf((best_throw(&before, 1 - seat, ~BIT(card), &thrown) - best) / DOUBT);
}

static void believe(const Round *round, int seat, Round *chosen) {
    float total = 0;
    for (int number = 0; number < (believes && round->in_pile ? BELIEVED : 1); number++) {
        Round one = *round;
        imagine(&one, seat);
        float weight = believes && round->in_pile ? likelihood(&one, seat) + 1e-3f : 1;
        total += weight;
        if ((float)chance_share() * total <= weight) *chosen = one;
    }
}

static float outcome(Round round, int seat, Action action) {
    static const Habits habits = {0, 0, 0, 0.95};
    Calls calls;
    int scores[SEATS];
    find_calls(&round, &calls);
    play_on(&round, seat, action, &calls, &habits);
    for (int turn = 0; round.out < 0; turn++) {
        if (depth && turn >= depth && round.turn == seat) {
            float most;
            best_pickup(&round, seat, &most);
            return most;
        }
        play_turn(&round, &calls, &habits);
    }
    last_melds(&round, &habits);
    score(&round, scores);
    return (float)(scores[seat] - scores[1 - seat]);
}

static int candidates(const Round *round, int seat, Action first, Action *found) {
    int count = 0, thrown, ignored;
    Cards tried = 0;
    float top = -1e9f, value;
    found[count++] = first;
    if (first.kind == THROW) tried |= BIT(first.card), top = best_throw(round, seat, ~BIT(first.card), &thrown);
    while (count < CANDIDATES && (value = best_throw(round, seat, tried, &thrown)) > top - GAP && value > -1e7f) {
        if (top < value) top = value;
        tried |= BIT(thrown);
        found[count++] = THROWING(thrown);
    }
    static Action plays[MOST_ACTIONS];
    int lay_count = first.kind == THROW ? lays(round, seat, plays) : 0, best = -1;
    float most = -1e9f;
    for (int number = 0; number < lay_count; number++) {
        Round after = *round;
        apply(&after, seat, &plays[number]);
        float value = best_throw(&after, seat, 0, &ignored);
        if (value > most) {
            most = value;
            best = number;
        }
    }
    if (best >= 0) found[count++] = plays[best];
    return count;
}

static Action searched(const Round *round, int seat, Action first) {
    Action found[CANDIDATES + 1];
    float sums[CANDIDATES + 1] = {0}, squares[CANDIDATES + 1] = {0};
    int count = candidates(round, seat, first, found), kept = samples, best = 0;
    if (count < 2 || round->in_stock > most_stock) return first;
    samples = 0;
    for (int sample = 0; sample < kept; sample++) {
        Round position;
        believe(round, seat, &position);
        uint64_t luck = chance();
        float base = 0;
        for (int number = 0; number < count; number++) {
            chance_state = luck | 1;
            float lead = outcome(position, seat, found[number]);
            if (!number) base = lead;
            sums[number] += lead - base;
            squares[number] += (lead - base) * (lead - base);
        }
    }
    samples = kept;
    for (int number = 1; number < count; number++) {
        float mean = sums[number] / (float)samples, variance = squares[number] / (float)samples - mean * mean;
        if (mean > SURE * sqrtf(variance / (float)samples) && sums[number] > sums[best]) best = number;
    }
    return found[best];
}
