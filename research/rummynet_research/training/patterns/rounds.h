/* Rounds of rummy for self-play: cards, melds, a round, actions and calls. Keilty; joker rummy without its jokers, and as
 * `jokers` with them, where a take uses none; basic rummy without declarations; Vegas rummy for one deck, where cards of
 * the wild rank are laid as wild cards alone.
 * Rules: docs/rules.
 */
#ifndef ROUNDS_H
#define ROUNDS_H
#include <stdint.h>
#include <string.h>

typedef uint64_t Cards;

enum { SEATS = 6, DECK = 52, JOKERS = 2, HIGH_ACE = 13, MOST_MELDS = 24, MOST_ACTIONS = 600 };

/* ---- the game ---- */

typedef enum { NO_CALLS, PILE_CALLS, THROW_CALLS } Calling; /* of what lies in the pile; of the card just thrown out */
typedef enum { LAID_POINTS, HELD_BASIC, HELD_VEGAS } Scoring;

typedef struct {
    const char *name;
    int hand;     /* cards dealt to each; 0: by the number of players */
    int kept;     /* cards that a play must leave in the hand */
    Calling calls;
    int shuffles; /* new stocks in a round, but none when nothing was laid since the last; basic rummy turns the pile over */
    double exploring[2]; /* in self-play: probability of an action at random, in the first half of it and in the second */
    int explores_plays;  /* whether takes and lays are tried at random, or throws alone */
    Scoring scoring;
    int takes_top; /* whether the top of the pile can be taken, and kept */
    int spread;    /* whether deeper cards can be taken */
    int wild;      /* whether jokers and the rank turned up are wild */
    int jokers;    /* whether jokers alone are, and stand for one card that lies nowhere else */
} Game;

static const Game GAMES[] = {
    {"keilty", 0, 1, PILE_CALLS, 10, {0.03, 0.01}, 0, LAID_POINTS, 0, 1, 0, 0},
    {"joker", 8, 0, NO_CALLS, 3, {0.06, 0.02}, 1, LAID_POINTS, 0, 1, 0, 0},
    {"jokers", 8, 0, NO_CALLS, 3, {0.06, 0.02}, 1, LAID_POINTS, 0, 1, 0, 1},
    {"basic", 0, 0, THROW_CALLS, 3, {0.06, 0.02}, 1, HELD_BASIC, 1, 1, 0, 0},
    {"vegas", 7, 1, NO_CALLS, 10, {0.06, 0.02}, 1, HELD_VEGAS, 1, 0, 1, 0},
};
static const Game *game = &GAMES[0];

static int choose_game(const char *name) {
    for (unsigned number = 0; number < sizeof GAMES / sizeof *GAMES; number++)
        if (!strcmp(GAMES[number].name, name)) {
            game = &GAMES[number];
            return 1;
        }
    return 0;
}

#include "selfplay.h"

/* ---- cards and melds; a card is 13 * suit + rank, a place 0 is the low ace, 13 the high one ---- */

static const int RANK_POINTS[13] = {15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10};
static const int VEGAS_POINTS[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};
enum { QUEEN_OF_SPADES = 50, QUEEN_POINTS = 40, WILD_POINTS = 25, OUT_BONUS = 25 };

#define BIT(card) (1ULL << (card))
#define COUNT(cards) __builtin_popcountll(cards)
#define FIRST(cards) __builtin_ctzll(cards)

static int card_at(int suit, int place) { return 13 * suit + place % 13; }

static int points_of(int card) {
    if (game->scoring == HELD_VEGAS) return VEGAS_POINTS[card % 13];
    return game->scoring == HELD_BASIC && card == QUEEN_OF_SPADES ? QUEEN_POINTS : RANK_POINTS[card % 13];
}

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
    int idle_stock; /* whether nothing was laid since the stock was made anew */
    Cards hand[SEATS], shown[SEATS]; /* shown: cards of the hand that all have seen coming there */
    int laid[SEATS];                 /* points */
    int pile[DECK + JOKERS], in_pile;   /* oldest first */
    int stock[DECK + JOKERS], in_stock; /* the next to be drawn is the last */
    Cards wild;
    int pickups[SEATS];
    int taken; /* in basic rummy: the top card that was taken alone in this turn; else -1 */
    int idle;  /* top cards taken alone since a card was drawn, in basic rummy also since one was laid */
    int turns;
    int joker_at[JOKERS]; /* the card for which each joker lies on the table, or -1 */
    Meld melds[MOST_MELDS];
    int meld_count;
} Round;

static int points_held(const Round *round, Cards cards) {
    return points_in(cards & ~round->wild) + WILD_POINTS * COUNT(cards & round->wild);
}

/* Cards that a run goes on behind: in basic rummy those in sets. */
static Cards passed_over(const Round *round) {
    Cards found = 0;
    for (int number = 0; game->scoring == HELD_BASIC && number < round->meld_count; number++)
        if (!round->melds[number].is_run) found |= round->melds[number].cards;
    return found;
}

/* The next place at an end of a run, or -1. */
static int next_place(const Meld *meld, int low_end, Cards passed) {
    int step = low_end ? -1 : 1, place = (low_end ? meld->low : meld->high) + step;
    while (place >= 0 && place <= HIGH_ACE && passed & BIT(card_at(meld->suit, place))) place += step;
    if (place < 0 || place > HIGH_ACE) return -1;
    return (place == 0 && meld->high == HIGH_ACE) || (place == HIGH_ACE && meld->low == 0) ? -1 : place;
}

/* The cards that lie there, as themselves or by a joker: no other card may stand for one of them. */
static Cards lying_once(const Round *round) {
    Cards found = 0;
    for (int number = 0; game->jokers && number < round->meld_count; number++) found |= round->melds[number].cards;
    return found;
}

static Cards fitting(const Round *round) {
    Cards found = 0, passed = passed_over(round);
    for (int number = 0; number < round->meld_count; number++) {
        const Meld *meld = &round->melds[number];
        if (!meld->is_run) {
            found |= of_rank(meld->rank) & ~meld->cards;
            continue;
        }
        for (int low_end = 0; low_end < 2; low_end++) {
            int place = next_place(meld, low_end, passed);
            if (place >= 0) found |= BIT(card_at(meld->suit, place));
        }
    }
    return found & ~lying_once(round);
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
    int deck[DECK + JOKERS], at = 0, size = game->wild || game->jokers ? DECK + JOKERS : DECK;
    int each = game->hand ? game->hand : players == 2 ? 10 : players <= 4 ? 7 : 6;
    for (int card = 0; card < size; card++) deck[card] = card;
    shuffle(deck, size);
    memset(round, 0, sizeof *round);
    round->players = players;
    round->turn = chance_below(players);
    round->out = round->taken = -1;
    for (int seat = 0; seat < players; seat++)
        for (int n = 0; n < each; n++) round->hand[seat] |= BIT(deck[at++]);
    round->joker_at[0] = round->joker_at[1] = -1;
    if (game->jokers) round->wild = BIT(DECK) | BIT(DECK + 1);
    if (game->wild) round->wild = BIT(DECK) | BIT(DECK + 1) | (deck[at] < DECK ? of_rank(deck[at] % 13) : 0);
    round->pile[round->in_pile++] = deck[at++];
    while (at < size) round->stock[round->in_stock++] = deck[at++];
}

/* ---- actions ---- */

typedef enum { PASS, DRAW, TAKE, LAY, THROW, TRADE } Kind;

typedef struct {
    Kind kind;
    int card;     /* thrown out, or traded for the joker that stands for it */
    int at;       /* TAKE: the place in the pile of the deepest card taken */
    int shape;    /* TAKE, LAY: the new meld, or -1 where something is laid off */
    int meld;     /* laid off: onto this */
    int low_end;  /* at this end of a run */
    Cards used;   /* of the hand */
    Cards stands; /* what they are on the table */
} Action;

#define NO_ACTION(kind) ((Action){kind, -1, -1, -1, -1, 0, 0, 0})
#define THROWING(card) ((Action){THROW, card, -1, -1, -1, 0, BIT(card), 0})


static void put_down(Round *round, int seat, const Action *action) {
    round->laid[seat] += points_in(action->stands);
    round->idle_stock = 0;
    if (game->scoring == HELD_BASIC) round->idle = 0;
    Cards as = action->stands & ~action->used;
    for (Cards wild = game->jokers ? action->used & round->wild : 0; wild; wild &= wild - 1, as &= as - 1)
        round->joker_at[FIRST(wild) - DECK] = FIRST(as);
    if (action->shape >= 0) {
        round->melds[round->meld_count++] = shapes[action->shape];
        return;
    }
    Cards passed = passed_over(round);
    Meld *meld = &round->melds[action->meld];
    meld->cards |= action->stands;
    for (int left = meld->is_run ? COUNT(action->stands) : 0; left; left--) {
        int place = next_place(meld, action->low_end, passed);
        if (action->low_end)
            meld->low = place;
        else
            meld->high = place;
    }
}

static void trade(Round *round, int seat, int card) {
    int joker = round->joker_at[0] == card ? 0 : 1;
    round->joker_at[joker] = -1;
    round->hand[seat] ^= BIT(card) | BIT(DECK + joker);
    round->shown[seat] = (round->shown[seat] & ~BIT(card)) | BIT(DECK + joker);
    round->idle_stock = 0;
}

static void apply(Round *round, int seat, const Action *action) {
    if (action->kind == TRADE) trade(round, seat, action->card);
    if (action->kind == DRAW) {
        round->hand[seat] |= BIT(round->stock[--round->in_stock]);
        round->idle = 0;
    }
    if (action->kind == TAKE) {
        Cards taken = 0;
        for (int at = action->at; at < round->in_pile; at++) taken |= BIT(round->pile[at]);
        round->in_pile = action->at;
        round->hand[seat] |= taken;
        round->shown[seat] |= taken;
        if (!action->used) {
            if (game->scoring == HELD_BASIC) round->taken = FIRST(taken);
            round->idle++;
        }
    }
    if (action->kind == DRAW || action->kind == TAKE) round->pickups[seat]++;
    if (action->kind == TAKE || action->kind == LAY)
        if (action->used) put_down(round, seat, action);
    if (action->kind == THROW) {
        round->pile[round->in_pile++] = action->card;
        round->taken = -1;
    }
    round->hand[seat] &= ~action->used;
    round->shown[seat] &= ~action->used;
    if (!round->hand[seat]) round->out = seat;
}

/* How many cards a play has to leave in the hand; nobody is out in the first turn of basic rummy. */
static int kept_by(const Round *round, int seat, int picking_up) {
    return game->scoring == HELD_BASIC && round->pickups[seat] + picking_up < 2 ? 2 : game->kept;
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
    Cards used = 0, passed = passed_over(round);
    for (int length = 1; length <= most; length++) {
        int place = next_place(&grown, low_end, passed);
        if (place < 0) break;
        Cards card = BIT(card_at(meld->suit, place));
        if (!(card & (wanted | also))) break;
        used |= card;
        if (low_end)
            grown.low = place;
        else
            grown.high = place;
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
    int depth[DECK + JOKERS], count = 0, top = round->in_pile - 1;
    if (game->takes_top && round->in_pile) {
        found[count] = NO_ACTION(TAKE);
        found[count++].at = top;
    }
    if (!game->spread) return count;
    Cards hand = round->hand[seat], pile = pile_cards(round, depth), laid = lying_once(round);
    Cards barred = game->takes_top && round->in_pile ? BIT(round->pile[top]) : 0; /* as the deepest card taken */
    int most = COUNT(hand) + round->in_pile - kept_by(round, seat, 1);
    for (int number = 0; number < shape_count; number++) {
        Cards used = shapes[number].cards;
        if (used & ~(hand | pile) || !(used & pile & ~barred) || used & laid) continue;
        int at = deepest(used & pile, depth);
        if (COUNT(used) <= most - at && count < MOST_ACTIONS)
            found[count++] = (Action){TAKE, -1, at, number, -1, 0, used, used};
    }
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards plays[HIGH_ACE + 1], before = 0;
            int plays_count = lay_offs(round, number, low_end, pile, hand, HIGH_ACE, plays), least = DECK;
            for (int n = 0; n < plays_count && !(plays[n] & laid); before = plays[n++]) {
                int at = deepest(plays[n] & ~before & pile, depth);
                if (at >= least) continue;
                least = at;
                if ((!barred || at < top) && COUNT(plays[n]) <= most - at && count < MOST_ACTIONS)
                    found[count++] = (Action){TAKE, -1, at, -1, number, low_end, plays[n], plays[n]};
            }
        }
    return count;
}

/* The wild card that is used up first: jokers, then by suit. */
static int first_wild(Cards wild) { return FIRST(wild >> DECK ? wild >> DECK << DECK : wild); }

/* So many of the wild cards. */
static Cards some_wild(Cards wild, int count) {
    Cards found = 0;
    for (; count; count--) found |= BIT(first_wild(wild & ~found));
    return found;
}

/* Whether a play leaves something to do: a card taken alone cannot be thrown out in the same turn. */
static int leaves_a_way(const Round *round, int seat, const Action *play) {
    if (round->taken < 0 || (round->hand[seat] & ~play->used) != BIT(round->taken)) return 1;
    Round after = *round;
    apply(&after, seat, play);
    return (int)(fitting(&after) >> round->taken & 1);
}

static int lays(const Round *round, int seat, Action *found) {
    Cards hand = round->hand[seat] & ~round->wild, wild = round->hand[seat] & round->wild, laid = lying_once(round);
    int count = 0, spare = COUNT(round->hand[seat]) - kept_by(round, seat, 0), most = COUNT(wild);
    int barred = game->scoring == HELD_BASIC;
    for (int joker = 0; joker < JOKERS; joker++)
        if (game->jokers && round->joker_at[joker] >= 0 && hand >> round->joker_at[joker] & 1)
            found[count++] = (Action){TRADE, round->joker_at[joker], -1, -1, -1, 0, 0, 0};
    if (spare < 1) return 0;
    for (int number = 0; number < shape_count; number++) {
        Cards all = shapes[number].cards, lacking = all & ~hand;
        if (lacking && (!most || lacking == all || COUNT(lacking) > most)) continue;
        if (COUNT(all) > spare || count >= MOST_ACTIONS || all & laid) continue;
        found[count] = (Action){LAY, -1, -1, number, -1, 0, (all & hand) | some_wild(wild, COUNT(lacking)), all};
        count += !barred || leaves_a_way(round, seat, &found[count]);
    }
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards play, wanted = most ? (Cards)-1 : hand;
            if (!lay_offs(round, number, low_end, wanted, 0, 1, &play) || count >= MOST_ACTIONS || play & laid) continue;
            found[count] = (Action){LAY, -1, -1, -1, number, low_end, play & hand ? play : some_wild(wild, 1), play};
            count += !barred || leaves_a_way(round, seat, &found[count]);
        }
    return count;
}

/* ---- calls ---- */

typedef struct {
    unsigned char three[100]; /* which melds of three lie in the pile */
    Cards fit;                /* which of its cards fit a meld */
} Calls;

static void find_calls(const Round *round, Calls *calls) {
    int depth[DECK + JOKERS];
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
    int depth[DECK + JOKERS], most = 0;
    Action best = NO_ACTION(PASS);
    Cards pile = pile_cards(round, depth), fresh = now->fit & ~before->fit;
    for (int number = 0; number < shape_count; number++) {
        Cards used = shapes[number].cards;
        if (used & ~pile || points_in(used) <= most || !is_new(before, now, used)) continue;
        most = points_in(used);
        best = (Action){TAKE, -1, deepest(used, depth), number, -1, 0, used, used};
    }
    for (int number = 0; number < round->meld_count; number++)
        for (int low_end = 0; low_end < 2; low_end++) {
            Cards plays[HIGH_ACE + 1];
            int count = lay_offs(round, number, low_end, pile, 0, HIGH_ACE, plays);
            for (int n = 0; n < count && plays[0] & fresh; n++)
                if (points_in(plays[n]) > most) {
                    most = points_in(plays[n]);
                    best = (Action){TAKE, -1, deepest(plays[n], depth), -1, number, low_end, plays[n], plays[n]};
                }
        }
    return best;
}

#endif
