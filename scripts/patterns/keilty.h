/* Keilty rummy for self-play, and joker rummy without its jokers: cards, melds, a round, actions and calls.
 * Rules: docs/rules/keilty.md, docs/rules/joker.md.
 */
#include <stdint.h>
#include <string.h>

typedef uint64_t Cards;

enum { SEATS = 6, DECK = 52, HIGH_ACE = 13, MOST_MELDS = 24, MOST_ACTIONS = 400 };

/* ---- the game ---- */

typedef struct {
    const char *name;
    int hand;     /* cards dealt to each; 0: by the number of players */
    int kept;     /* cards that a play must leave in the hand */
    int calls;    /* whether what lies in the pile can be called */
    int shuffles; /* new stocks in a round */
    double exploring[2]; /* in self-play: probability of an action at random, in the first half of it and in the second */
    int explores_plays;  /* whether takes and lays are tried at random, or throws alone */
} Game;

static const Game GAMES[] = {{"keilty", 0, 1, 1, 10, {0.03, 0.01}, 0}, {"joker", 8, 0, 0, 3, {0.06, 0.02}, 1}};
static const Game *game = &GAMES[0];

static int choose_game(const char *name) {
    for (unsigned number = 0; number < sizeof GAMES / sizeof *GAMES; number++)
        if (!strcmp(GAMES[number].name, name)) {
            game = &GAMES[number];
            return 1;
        }
    return 0;
}

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
    int deck[DECK], at = 0, each = game->hand ? game->hand : players == 2 ? 10 : players <= 4 ? 7 : 6;
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

/* Every take that leaves in the hand what must stay there. A lay-off ends with the deepest card that it takes. */
static int takes(const Round *round, int seat, Action *found) {
    int depth[DECK], count = 0;
    Cards hand = round->hand[seat], pile = pile_cards(round, depth);
    int most = COUNT(hand) + round->in_pile - game->kept;
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
    int count = 0, spare = COUNT(hand) - game->kept;
    if (spare < 1) return 0;
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
