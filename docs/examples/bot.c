/* A bot for rummynet in C: one JSON line asks, one answers.
 *   cc -o bot bot.c && rummynet bot ADDRESS --command ./bot
 * It needs no JSON library: it looks for the list of legal actions, whose texts hold no quotes and no escapes. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much an action is liked: what lays most cards first, then drawing, then throwing out the dearest card. */
static int liking(const char *action, size_t length) {
    int words = 1;
    for (size_t at = 0; at < length; at++) words += action[at] == ' ';
    if (!strncmp(action, "throw ", 6)) return strchr("TJQK", action[6]) ? -10 : action[6] == 'A' ? -5 : -20;
    if (!strncmp(action, "draw", 4)) return 0;
    return words > 2 ? words : -1;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (!strncmp(line, "{\"ask\": \"call\"", 14)) {
            puts("{\"call\": null}"); /* it overlooks every rummy */
        } else if (!strncmp(line, "{\"ask\": \"action\"", 16)) {
            char *at = strchr(strstr(line, "\"legal\""), '['), *best = NULL;
            size_t longest = 0;
            while (*++at == '"' || *at == ',' || *at == ' ') {
                if (*at != '"') continue;
                size_t length = strcspn(++at, "\"");
                if (!best || liking(at, length) > liking(best, longest)) best = at, longest = length;
                at += length; /* the closing quote, which the loop passes */
            }
            printf("{\"action\": \"%.*s\"}\n", (int)longest, best);
        } /* else something is told: which game it is, how a round or the game went */
        fflush(stdout);
    }
    free(line);
    return 0;
}
