/* Prints a round in the notation of the rules. */
#include <stdio.h>

#include "rounds.h"

static void print_hand(Cards hand) {
    int held[DECK], count = 0;
    for (; hand; hand &= hand - 1) held[count++] = FIRST(hand);
    print_cards("hand", held, count);
}

/* A card as it is laid: itself, or the next wild card as it. */
static void print_laid(int card, Cards natural, Cards *wild) {
    printf(" ");
    if (!(natural >> card & 1)) {
        int used = first_wild(*wild);
        *wild &= ~BIT(used);
        if (used != card) {
            print_card(used);
            printf("=");
        }
    }
    print_card(card);
}

/* The cards of a play in order: a run or lay-off in sequence, a set by suits. */
static void print_play(const Round *round, const Action *action) {
    const Meld *meld = action->shape >= 0 ? &shapes[action->shape] : &round->melds[action->meld];
    int from = meld->low, to = meld->high;
    printf(action->shape >= 0 ? "meld" : "lay");
    if (meld->is_run && action->shape < 0) {
        Meld grown = *meld;
        for (int left = COUNT(action->stands); left; left--) {
            int place = next_place(&grown, action->low_end, passed_over(round));
            if (action->low_end)
                grown.low = place;
            else
                grown.high = place;
        }
        from = action->low_end ? grown.low : meld->high + 1;
        to = action->low_end ? meld->low - 1 : grown.high;
    }
    Cards wild = action->used & round->wild, passed = action->shape >= 0 ? 0 : passed_over(round);
    for (int place = from; meld->is_run && place <= to; place++)
        if (!(passed >> card_at(meld->suit, place) & 1)) print_laid(card_at(meld->suit, place), action->used & ~round->wild, &wild);
    for (Cards left = meld->is_run ? 0 : action->stands; left; left &= left - 1)
        print_laid(FIRST(left), action->used & ~round->wild, &wild);
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
    if (action->kind == TAKE && !action->used)
        printf("\n");
    else if (action->kind == TAKE || action->kind == LAY)
        print_play(round, action);
    else if (action->kind == THROW) {
        printf("throw ");
        print_card(action->card);
        printf("\n");
    } else if (action->kind == TRADE) {
        printf("trade ");
        print_card(action->card);
        printf(" for *%d\n", round->joker_at[0] == action->card ? 1 : 2);
    } else
        printf(action->kind != DRAW ? "pass\n" : round->in_stock || game->scoring != HELD_BASIC ? "draw\n" : "turn\n");
}
