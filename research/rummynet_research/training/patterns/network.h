/* What `master` adds to the tables: each pattern has a row of numbers, and a small network turns their sums into points.
 *
 * So what one pattern is worth can depend on all others. rummynet/bots/patterns/pattern_network.py has the same numbers.
 */
#include <math.h>
#include <stdio.h>

#include "positions.h"

enum { UNITS = 16, MOST_STOCK = 55, SIZE_ROWS = 2 * MOST_COUNTED + MOST_STOCK + 1 + PHASES };
static const float SCALE = 50, LEAK = 0.05f; /* points of a unit of the output; slope of a unit below zero */

typedef struct {
    float bias[UNITS], middle[UNITS][UNITS], middle_bias[UNITS], last[UNITS], last_bias;
} Top; /* middle: by unit below, then by unit above */

typedef struct {
    float *rows, *row_sizes; /* row_sizes and top_sizes: sums of the squares of all gradients */
    Top top, top_sizes;
} Network;

static Network *networks; /* after a throw, before a draw; NULL: the tables alone */
static int row_count;

static void make_networks(void) {
    row_count = phase_size + SIZE_ROWS;
    networks = calloc(2, sizeof *networks);
    for (int which = 0; which < 2; which++) {
        Network *network = &networks[which];
        network->rows = calloc((size_t)row_count * UNITS, sizeof(float));
        network->row_sizes = calloc((size_t)row_count * UNITS, sizeof(float));
        for (int n = 0; n < row_count * UNITS; n++) network->rows[n] = (float)(chance_share() - 0.5) * 0.1f;
        for (int below = 0; below < UNITS; below++) {
            for (int above = 0; above < UNITS; above++) network->top.middle[below][above] = (float)(chance_share() - 0.5) * 0.8f;
            network->top.bias[below] = 0.2f;
            network->top.middle_bias[below] = 0.1f;
            network->top.last[below] = (float)(chance_share() - 0.5) * 0.2f;
        }
    }
}

static void add_row(const Network *network, int row, float *sums, float sign) {
    const float *numbers = network->rows + (size_t)row * UNITS;
    for (int unit = 0; unit < UNITS; unit++) sums[unit] += sign * numbers[unit];
}

static void add_around(const Network *network, const int *states, int card, float *sums, float sign) {
    add_row(network, rank_feature(states, card % 13), sums, sign);
    for (int n = 0; n < runs_of_count[card]; n++) add_row(network, run_feature(states, runs_of[card][n]), sums, sign);
}

/* The rows of a position: its patterns, and the sizes of the hands and the stock (or the wild cards held). */
static void rows_of(const Round *round, int seat, const int *states, int own, int others, int *rows) {
    int third = game->wild ? COUNT(round->hand[seat] & round->wild) : round->in_stock;
    int most = MOST_COUNTED - 1, sizes = phase_size;
    for (int rank = 0; rank < 13; rank++) *rows++ = rank_feature(states, rank);
    for (int run = 0; run < 48; run++) *rows++ = run_feature(states, run);
    *rows++ = sizes + (own < most ? own : most);
    *rows++ = sizes + MOST_COUNTED + (others < most ? others : most);
    *rows++ = sizes + 2 * MOST_COUNTED + (third < MOST_STOCK ? third : MOST_STOCK);
    *rows++ = sizes + 2 * MOST_COUNTED + MOST_STOCK + 1 + phase_of(own, others);
}

static void sum_rows(const Network *network, const int *rows, float *sums) {
    memcpy(sums, network->top.bias, sizeof network->top.bias);
    for (int n = 0; n < ROWS; n++) add_row(network, rows[n], sums, 1);
}

static void bent(const float *sums, float *out) {
    for (int unit = 0; unit < UNITS; unit++) out[unit] = sums[unit] > 0 ? sums[unit] : LEAK * sums[unit];
}

/* The middle units of these sums, and the points. */
static float top_of(const Network *network, const float *sums, float *below, float *middle) {
    const Top *top = &network->top;
    float totals[UNITS], out = top->last_bias;
    bent(sums, below);
    memcpy(totals, top->middle_bias, sizeof totals);
    for (int unit = 0; unit < UNITS; unit++)
        for (int above = 0; above < UNITS; above++) totals[above] += top->middle[unit][above] * below[unit];
    bent(totals, middle);
    for (int unit = 0; unit < UNITS; unit++) out += top->last[unit] * middle[unit];
    return SCALE * out;
}

static float corrected(const Network *network, const float *sums) {
    float below[UNITS], middle[UNITS];
    return top_of(network, sums, below, middle);
}

static float correction(const Moment *moment) {
    float sums[UNITS];
    if (!networks) return 0;
    sum_rows(&networks[moment->which], moment->row, sums);
    return corrected(&networks[moment->which], sums);
}

/* ---- learning: each number by its own rate (J. Duchi and others, Adaptive Subgradient Methods, JMLR 2011) ---- */

static void step(float *number, float *size, float gradient, float pace) {
    *size += gradient * gradient;
    *number += pace * gradient / sqrtf(*size + 1e-6f);
}

/* Moves the network towards a position worth `error` points more. */
static void correct(const Moment *moment, float error, float pace) {
    Network *network = &networks[moment->which];
    Top *top = &network->top, *sizes = &network->top_sizes;
    float sums[UNITS], below[UNITS], middle[UNITS], down[UNITS], back[UNITS] = {0};
    sum_rows(network, moment->row, sums);
    top_of(network, sums, below, middle);
    error = fmaxf(-1, fminf(1, error / SCALE));
    for (int unit = 0; unit < UNITS; unit++) {
        down[unit] = error * top->last[unit] * (middle[unit] > 0 ? 1 : LEAK);
        step(&top->last[unit], &sizes->last[unit], error * middle[unit], pace);
        step(&top->middle_bias[unit], &sizes->middle_bias[unit], down[unit], pace);
    }
    for (int unit = 0; unit < UNITS; unit++)
        for (int above = 0; above < UNITS; above++) {
            back[unit] += down[above] * top->middle[unit][above];
            step(&top->middle[unit][above], &sizes->middle[unit][above], down[above] * below[unit], pace);
        }
    step(&top->last_bias, &sizes->last_bias, error, pace);
    for (int unit = 0; unit < UNITS; unit++) {
        back[unit] *= sums[unit] > 0 ? 1 : LEAK;
        step(&top->bias[unit], &sizes->bias[unit], back[unit], pace);
    }
    for (int n = 0; n < ROWS; n++) {
        float *numbers = network->rows + (size_t)moment->row[n] * UNITS, *squares = network->row_sizes + (size_t)moment->row[n] * UNITS;
        for (int unit = 0; unit < UNITS; unit++) {
            squares[unit] += back[unit] * back[unit];
            numbers[unit] += pace * back[unit] / sqrtf(squares[unit] + 1e-4f);
        }
    }
}

/* ---- files: the rows of both networks, then their tops ---- */

static int save_networks(const char *file) {
    FILE *out = fopen(file, "wb");
    if (!out) return 1;
    size_t numbers = (size_t)row_count * UNITS, written = 0;
    for (int which = 0; which < 2; which++) {
        for (size_t n = 0; n < numbers; n++)
            /* never seen in self-play: as drawn by chance, and so worth nothing */
            if (networks[which].row_sizes[n] == 0) networks[which].rows[n] = 0;
        written += fwrite(networks[which].rows, sizeof(float), numbers, out);
    }
    for (int which = 0; which < 2; which++) written += fwrite(&networks[which].top, sizeof(Top), 1, out);
    return fclose(out) || written != 2 * numbers + 2;
}

static int load_networks(const char *file) {
    FILE *in = fopen(file, "rb");
    if (!in) return 1;
    make_networks();
    size_t numbers = (size_t)row_count * UNITS, read = 0;
    for (int which = 0; which < 2; which++) read += fread(networks[which].rows, sizeof(float), numbers, in);
    for (int which = 0; which < 2; which++) read += fread(&networks[which].top, sizeof(Top), 1, in);
    return fclose(in) || read != 2 * numbers + 2;
}
