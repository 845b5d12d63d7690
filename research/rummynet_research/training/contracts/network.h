/* Small networks of one hidden layer, one for each round, kind of position, and before or after the contract. Fitted by Adam. */
#ifndef NETWORK_H
#define NETWORK_H
#include <math.h>
#include <stdlib.h>

#include "features.h"

enum { HIDDEN = 24, OUTPUT = INPUTS * HIDDEN + HIDDEN, SIZE = OUTPUT + HIDDEN + 1, BATCH = 16 };
enum { AFTER_THROW, BEFORE_DRAW, AFTER_WANT, AFTER_WAIVE, KINDS };
enum { NETWORKS = 2 * KINDS * ROUNDS };

static const float LEAK = 0.1f, UNIT = 50;

/* Weights by input and hidden unit, then biases, then the output's weights and bias. */
static float weights[NETWORKS][SIZE], slopes[NETWORKS][SIZE], means[NETWORKS][SIZE], squares[NETWORKS][SIZE];
static int gathered[NETWORKS], steps[NETWORKS];
static float pace = 2e-3f;

static int network_of(int number, int kind, int laid) { return (2 * (number - 1) + laid) * KINDS + kind; }

static void make_networks(void) {
    for (int network = 0; network < NETWORKS; network++)
        for (int at = 0; at < SIZE - 1; at++) {
            if (at >= INPUTS * HIDDEN && at < OUTPUT) continue;
            float spread = at < OUTPUT ? 0.25f : 0.2f;
            weights[network][at] = spread * (float)(2 * chance_share() - 1);
        }
}

static float forward(const float *w, const float *x, float *hidden) {
    for (int h = 0; h < HIDDEN; h++) hidden[h] = w[INPUTS * HIDDEN + h];
    for (int i = 0; i < INPUTS; i++) {
        if (x[i] == 0) continue;
        const float *row = w + i * HIDDEN;
        for (int h = 0; h < HIDDEN; h++) hidden[h] += x[i] * row[h];
    }
    float total = w[SIZE - 1];
    for (int h = 0; h < HIDDEN; h++) total += (hidden[h] > 0 ? hidden[h] : LEAK * hidden[h]) * w[OUTPUT + h];
    return total;
}

/* The points by which the seat may expect to be ahead. */
static float worth(int network, const float *x) {
    float hidden[HIDDEN];
    return UNIT * forward(weights[network], x, hidden);
}

static void step(int network) {
    float *w = weights[network], *g = slopes[network], *m = means[network], *s = squares[network];
    int count = ++steps[network];
    float first = 1 - powf(0.9f, (float)count), second = 1 - powf(0.999f, (float)count);
    for (int at = 0; at < SIZE; at++) {
        float slope = g[at] / BATCH;
        m[at] = 0.9f * m[at] + 0.1f * slope;
        s[at] = 0.999f * s[at] + 0.001f * slope * slope;
        w[at] -= pace * (m[at] / first) / (sqrtf(s[at] / second) + 1e-8f);
        g[at] = 0;
    }
    gathered[network] = 0;
}

/* Moves the worth of a position towards this many points. */
static void teach(int network, const float *x, float points) {
    float hidden[HIDDEN], *w = weights[network], *g = slopes[network];
    float error = forward(w, x, hidden) - points / UNIT;
    g[SIZE - 1] += error;
    float back[HIDDEN];
    for (int h = 0; h < HIDDEN; h++) {
        g[OUTPUT + h] += error * (hidden[h] > 0 ? hidden[h] : LEAK * hidden[h]);
        back[h] = error * w[OUTPUT + h] * (hidden[h] > 0 ? 1 : LEAK);
        g[INPUTS * HIDDEN + h] += back[h];
    }
    for (int i = 0; i < INPUTS; i++) {
        if (x[i] == 0) continue;
        float *row = g + i * HIDDEN;
        for (int h = 0; h < HIDDEN; h++) row[h] += back[h] * x[i];
    }
    if (++gathered[network] == BATCH) step(network);
}
#endif
