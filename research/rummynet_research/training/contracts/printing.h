/* Prints a round in the notation of the rules. */
#include <stdio.h>

#include "rounds.h"

static void print_hand(const Hand *hand) {
    printf("hand");
    for (int face = 0; face < FACES; face++)
        for (int copy = 0; copy < hand->count[face]; copy++) {
            printf(" ");
            print_card(face);
        }
    printf("\n");
}

/* A wild card with what it stands for: a place of a run, or the rank of a set. */
static void print_wild(int face, const Meld *meld, int place) {
    print_card(face);
    printf("=");
    if (meld->is_run)
        print_card(face_at(meld->suit, place));
    else
        printf("%c?", "A23456789TJQK"[meld->rank]);
}

static void print_contract(const Round *round, int seat, const Laying *laying) {
    Round after = *round;
    Hand hand = round->hand[seat];
    int first = round->meld_count;
    lay_contract(&after, seat, laying);
    printf("%d contract", seat);
    for (int number = first; number < after.meld_count; number++) {
        const Meld *meld = &after.melds[number];
        if (number > first) printf(" /");
        for (int at = 0; at < meld->size; at++) {
            int place = meld->is_run ? meld->low + at : 0;
            int natural = meld->is_run ? meld->wild_at[place] < 0 : at < meld->size - meld->wild;
            int face = !natural ? first_wild(&hand) : meld->is_run ? face_at(meld->suit, place) : next_of_set(&hand, meld->rank);
            printf(" ");
            if (natural)
                print_card(face);
            else
                print_wild(face, meld, place);
            drop(&hand, face);
        }
    }
    printf("\n");
}

static void print_lay_off(const Round *round, int seat, const LayOff *one) {
    const Meld *meld = &round->melds[one->meld];
    printf("%d %s ", seat, one->onward < 0 ? "lay" : "swap");
    if (is_wild(one->face))
        print_wild(one->face, meld, one->place);
    else
        print_card(one->face);
    printf(" on %d", one->meld);
    if (one->onward >= 0) {
        printf(" lay ");
        print_wild(meld->wild_at[one->place], &round->melds[one->onward], one->onward_place);
        printf(" on %d", one->onward);
    }
    printf("\n");
}

static void print_deal(const Round *round) {
    printf("round %d %d %d\n", round->players, round->turn, round->number);
    for (int seat = 0; seat < round->players; seat++) print_hand(&round->hand[seat]);
    print_cards("pile", round->pile, round->in_pile);
    print_cards("stock", round->stock, round->in_stock);
}
