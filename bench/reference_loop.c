/* The reference loop: blackjack or Spanish 21, one box, a fresh six-deck shoe every round.
 *
 *   cc -std=c11 -O3 -march=native -o reference_loop reference_loop.c -lm
 *   ./reference_loop blackjack|spanish21 ROUNDS SEED
 *
 * It prints one line of JSON: mean and standard error are per round for an initial wager of 1.
 * It is the yardstick for `make bench`: plain C, one thread, no intrinsics. Why it is fast:
 * - Chart and rules are folded into one table at the start. A hand is a number, and what becomes of
 *   it on this card against this dealer is one lookup.
 * - A finished hand ignores further cards, so most rounds are a fixed number of lookups without a
 *   branch that the processor could guess wrong. The others (splits, long hands, suits that matter)
 *   are played again from their first card by play_round, the plain version. With -DPLAIN every
 *   round is; the two builds must print the same mean.
 * - Several shoes lie side by side and their first cards are dealt together, so that no round waits
 *   for its random numbers.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLAIN
#define PLAIN 0
#endif
enum { SHOES = 16, SHOE_BYTES = 320 };       /* shoes side by side, well within the first cache */
enum { BATCH = 4, DEALT = 2 * BATCH };       /* cards dealt beforehand: one random word a batch */
enum { PLAYER_STEPS = 2, DEALER_STEPS = 2 }; /* lookups without a branch; 4 + 2 + 2 cards are DEALT */

/* A card is rank + 16 * suit. */
enum { ACE = 0, SIX = 5, SEVEN = 6, EIGHT = 7, TEN = 9, RANKS = 10, SPADES = 3 };
enum { DEALER_BLACKJACK = 10, VIEWS = 11 }; /* a view is the up card's rank, or this after the peek */
enum { FIRST, AFTER_SPLIT, LAST_SPLIT, PHASES }; /* two first cards; split; split and no more splits */
enum { MAX_HANDS = 4 };

/* States of a player hand. First the final ones, then those that need a closer look at the cards,
 * then the live ones, which want a card. */
enum {
    LOST, LOST_DOUBLE, SURRENDERED, PUSHED, PAID_3_2, PAID_2_1, PAID_3_1, /* the dealer is irrelevant */
    STANDS,                /* + 0..5: stands on 16 or less, 17, 18, 19, 20, 21 */
    DOUBLED = STANDS + 6,  /* the same for two wagers */
    FINALS = DOUBLED + 6,
    SPLIT = FINALS,        /* the chart splits these two cards */
    ASK_SPADES,            /* the chart hits if both cards are spades, else stands */
    ASK_SUITS,             /* 6-7-8 or 7-7-7: the suits decide what it pays */
    LIVE,                  /* + 5 * (total and softness) + (cards - 2) */
    PREMIUM_DRAW = LIVE + 26 * 5, /* + 0..3: the two cards 6-7, 6-8, 7-8, 7-7 */
    STATES = PREMIUM_DRAW + 4
};

/* States of the dealer: 17..21 and bust, then hard 4..16 and soft 12..16, which draw. */
enum { DEALER_BUST = 5, DEALER_LIVE = 6, DEALER_SOFT = DEALER_LIVE + 13, DEALER_STATES = DEALER_SOFT + 5 };

typedef struct {
    const char *name;
    bool spanish; /* no tens in the decks, 21 always wins, premiums, surrender, rescue, split aces play on */
    const char *chart[34]; /* hard 20..5, soft 20..13, pairs A 10 9..2, each against 2..10 and ace */
} Game;

/* S stand, H hit, D double, P split, RH surrender two cards and hit more. A number: from so many cards
 * on hit instead; with an s after it stand. Two cards of 6, 7 and 8 are hit: * always, ! if spades. */
#define ALL(x) x " " x " " x " " x " " x " " x " " x " " x " " x " " x
static const Game GAMES[2] = {
    {"blackjack", false, { /* basic strategy for six decks, soft 17 stands, double after split */
        ALL("S"), ALL("S"), ALL("S"), ALL("S"),                                               /* 20 19 18 17 */
        "S S S S S H H H H H", "S S S S S H H H H H", "S S S S S H H H H H",                  /* 16 15 14 */
        "S S S S S H H H H H", "H H S S S H H H H H", "D3 D3 D3 D3 D3 D3 D3 D3 D3 H",         /* 13 12 11 */
        "D3 D3 D3 D3 D3 D3 D3 D3 H H", "H D3 D3 D3 D3 H H H H H",                             /* 10 9 */
        ALL("H"), ALL("H"), ALL("H"), ALL("H"),                                               /* 8 7 6 5 */
        ALL("S"), ALL("S"), "S D3s D3s D3s D3s S S H H H", "H D3 D3 D3 D3 H H H H H",         /* A9 A8 A7 A6 */
        "H H D3 D3 D3 H H H H H", "H H D3 D3 D3 H H H H H",                                   /* A5 A4 */
        "H H H D3 D3 H H H H H", "H H H D3 D3 H H H H H",                                     /* A3 A2 */
        ALL("P"), ALL("S"), "P P P P P S P P S S", ALL("P"),                                  /* AA TT 99 88 */
        "P P P P P P H H H H", "P P P P P H H H H H", "D D D D D D D D H H",                  /* 77 66 55 */
        "H H H P P H H H H H", "P P P P P P H H H H", "P P P P P P H H H H"}},                /* 44 33 22 */
    {"spanish21", true, { /* as printed by: pitboss strategy spanish21-ma */
        ALL("S"), ALL("S"), ALL("S"), "S S S S S S S6 S6 S6 RH",                              /* 20 19 18 17 */
        "S5 S6 S6 S S H H H H H", "S4* S5* S5! S6 S6 H H H H H", "H H S4* S5* S4* H H H H H", /* 16 15 14 */
        ALL("H"), ALL("H"), "D4 D5 D5 D5 D5 D4 D4 D4 D3 D4",                                  /* 13 12 11 */
        "D5 D5 D D D D4 D3 H H H", "H H H H D4 H H H H H",                                    /* 10 9 */
        ALL("H"), ALL("H"), ALL("H"), ALL("H"),                                               /* 8 7 6 5 */
        ALL("S"), "S S S S S S S S S6 S", "S4 S4 D4 D5 D5 S6 S4 H H H",                       /* A9 A8 A7 */
        "H H D3 D4 D5 H H H H H", "H H H H D4 H H H H H", ALL("H"), ALL("H"), ALL("H"),       /* A6..A2 */
        ALL("P"), ALL("S"), "S P P P P S P P S S", ALL("P"),                                  /* AA TT 99 88 */
        "P P P P P P H H H H", "H H P P P H H H H H", "D D D D D D D H H H",                  /* 77 66 55 */
        ALL("H"), "P P P P P P P H H H", "P P P P P P P H H H"}},                             /* 44 33 22 */
};

/* ------------------------------------------------------------------ random numbers and dealing */
__extension__ typedef unsigned __int128 uint128;
static uint64_t s[4];  /* the state of xoshiro256**, by Blackman and Vigna */
static uint64_t cards; /* in a full shoe */

static inline uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next_random(void) {
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

static void seed_random(uint64_t seed) { /* splitmix64 */
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        s[i] = z ^ z >> 31;
    }
}

/* The part of 2^64 that `count` draws beginning with card `from` cannot share out evenly. */
static uint64_t uneven_part(int from, int count) {
    uint64_t product = 1;
    for (int i = from; i < from + count; i++) product *= cards - (uint64_t)i;
    return -product % product;
}

/* Draws which of the cards not yet dealt come as cards from..from+count-1. One word makes all these
 * draws without bias (Lemire's method, in a batch as by Brackett-Rozinsky and Lemire): what one
 * multiplication leaves over is the fraction for the next. */
static inline void draw_places(uint16_t *place, int from, int count, uint64_t uneven) {
    uint64_t fraction;
    do {
        fraction = next_random();
        for (int i = 0; i < count; i++) {
            uint128 product = (uint128)fraction * (cards - (uint64_t)(from + i));
            place[i] = (uint16_t)(from + i + (int)(product >> 64));
            fraction = (uint64_t)product;
        }
    } while (fraction < uneven);
}

/* Cards change places and are never put back: a uniform draw does not care how the others lie. */
static inline void swap(uint8_t *shoe, int i, int j) {
    uint8_t card = shoe[j];
    shoe[j] = shoe[i];
    shoe[i] = card;
}

/* ------------------------------------------------------------------ tables */
static uint8_t start[PHASES][VIEWS][16][16];   /* two cards -> state */
static uint8_t step[VIEWS][STATES][16];        /* state and card -> state; final states stay */
static uint8_t view_of[16][16];                /* up card and hole card -> view */
static uint8_t dealer_start[16][16], dealer_step[DEALER_STATES][16];
static int8_t pays[FINALS][DEALER_LIVE];       /* in half wagers */

typedef struct { int total, cards; bool soft; } Hand;

static Hand add(Hand hand, int rank) {
    hand.cards++;
    hand.total += rank + 1;
    if (rank == ACE && !hand.soft && hand.total + 10 <= 21) { hand.total += 10; hand.soft = true; }
    if (hand.soft && hand.total > 21) { hand.total -= 10; hand.soft = false; }
    return hand;
}

static int live(Hand hand) {
    int row = hand.soft ? 17 + hand.total - 12 : hand.total - 4;
    return LIVE + 5 * row + (hand.cards > 6 ? 6 : hand.cards) - 2;
}

static int points(int total) { return total < 17 ? 0 : total - 16; }

/* Which of 6-7, 6-8, 7-8 and 7-7 two cards are, or -1. */
static int premium_draw(int a, int b) {
    if (a < SIX || a > EIGHT || b < SIX || b > EIGHT || (a == b && a != SEVEN)) return -1;
    return a == b ? 3 : a + b - SIX - SEVEN;
}

static const char *chart_entry(const Game *game, int row, int up) {
    const char *entry = game->chart[row];
    for (int column = up == ACE ? 9 : up - 1; column > 0; column--) entry = strchr(entry, ' ') + 1;
    return entry;
}

/* What the chart says: S, H, D or R, or ! for a premium draw where the suits decide. */
static char advice(const Game *game, int up, Hand hand, bool draw) {
    if (hand.total < (hand.soft ? 13 : 5)) return 'H'; /* a pair that may not be split again */
    const char *entry = chart_entry(game, hand.soft ? 36 - hand.total : 20 - hand.total, up);
    char letter = *entry++;
    if (*entry >= '3' && *entry <= '6' && hand.cards >= *entry++ - '0') return *entry == 's' ? 'S' : 'H';
    if (draw && *entry == '*') return 'H';
    return draw && *entry == '!' ? '!' : letter;
}

/* The state of a hand up to 21 after a look at the chart. `draw` is its premium_draw. */
static int decide(const Game *game, int up, Hand hand, int draw, bool may_surrender) {
    if (hand.total == 21 && hand.cards >= 5 && game->spanish)
        return hand.cards == 5 ? PAID_3_2 : hand.cards == 6 ? PAID_2_1 : PAID_3_1;
    char letter = hand.total == 21 ? 'S' : advice(game, up, hand, draw >= 0);
    if (letter == 'S') return STANDS + points(hand.total);
    if (letter == '!') return ASK_SPADES;
    if (letter == 'R' && may_surrender) return SURRENDERED;
    return draw < 0 ? live(hand) : PREMIUM_DRAW + draw;
}

/* A live hand takes a card. Whether it was hit or doubled follows from the hand itself. */
static int step_from(const Game *game, int up, Hand hand, int rank) {
    Hand after = add(hand, rank);
    if (advice(game, up, hand, false) != 'D')
        return after.total > 21 ? LOST : decide(game, up, after, -1, false);
    if (after.total > 21) return LOST_DOUBLE;
    /* Rescue gives up one of the two wagers: right where standing is worth less than that. */
    bool weak = up == ACE ? after.total <= 17 : up >= EIGHT && after.total <= 16;
    return game->spanish && weak ? LOST : DOUBLED + points(after.total);
}

static int start_from(const Game *game, int phase, int view, int a, int b) {
    Hand hand = add(add((Hand){0, 0, false}, a), b);
    bool natural = phase == FIRST && hand.total == 21;
    if (view == DEALER_BLACKJACK) return !natural ? LOST : game->spanish ? PAID_3_2 : PUSHED;
    if (natural) return PAID_3_2;
    if (!game->spanish && phase != FIRST && a == ACE) /* a split ace gets one card and no more */
        return STANDS + points(hand.total);
    if (a == b && phase != LAST_SPLIT && *chart_entry(game, a == ACE ? 24 : 34 - a, view) == 'P')
        return SPLIT;
    return decide(game, view, hand, game->spanish ? premium_draw(a, b) : -1, phase == FIRST);
}

static int dealer_state(Hand hand) {
    if (hand.total >= 17) return hand.total > 21 ? DEALER_BUST : hand.total - 17;
    return hand.soft ? DEALER_SOFT + hand.total - 12 : DEALER_LIVE + hand.total - 4;
}

static void build_tables(const Game *game) {
    for (int view = 0; view < VIEWS; view++)
        for (int state = 0; state < STATES; state++) memset(step[view][state], state, 16);
    for (int state = 0; state < DEALER_LIVE; state++) memset(dealer_step[state], state, 16);
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            Hand hand = add(add((Hand){0, 0, false}, a), b);
            dealer_start[a][b] = (uint8_t)dealer_state(hand);
            view_of[a][b] = (uint8_t)(hand.total == 21 ? DEALER_BLACKJACK : a);
            for (int phase = 0; phase < PHASES; phase++)
                for (int view = 0; view < VIEWS; view++)
                    start[phase][view][a][b] = (uint8_t)start_from(game, phase, view, a, b);
        }
    for (int rank = 0; rank < RANKS; rank++)
        for (int row = 0; row < 26; row++) { /* hard 4..20, soft 12..20 */
            Hand hand = {row < 17 ? 4 + row : row - 5, 2, row >= 17};
            if (hand.total < 17) dealer_step[dealer_state(hand)][rank] = (uint8_t)dealer_state(add(hand, rank));
            for (; hand.cards <= 6; hand.cards++)
                for (int up = 0; up < RANKS; up++)
                    step[up][live(hand)][rank] = (uint8_t)step_from(game, up, hand, rank);
        }
    for (int up = 0; up < RANKS; up++)
        for (int draw = 0; draw < 4; draw++) { /* like any hand of the total, but for the card to 21 */
            Hand hand = {draw == 3 ? 14 : 13 + draw, 2, false};
            memcpy(step[up][PREMIUM_DRAW + draw], step[up][live(hand)], 16);
            step[up][PREMIUM_DRAW + draw][20 - hand.total] = ASK_SUITS;
        }
    static const int8_t FIXED[STANDS] = {-2, -4, -1, 0, 3, 4, 6};
    for (int dealer = 0; dealer < DEALER_LIVE; dealer++) {
        for (int state = 0; state < STANDS; state++) pays[state][dealer] = FIXED[state];
        for (int player = 0; player <= points(21); player++) {
            int lead = dealer == DEALER_BUST ? 1 : player - (dealer + 1);
            if (game->spanish && player == points(21)) lead = 1;
            pays[STANDS + player][dealer] = (int8_t)(lead > 0 ? 2 : lead < 0 ? -2 : 0);
            pays[DOUBLED + player][dealer] = (int8_t)(2 * pays[STANDS + player][dealer]);
        }
    }
}

/* ------------------------------------------------------------------ play */
typedef struct {
    uint8_t *shoe;
    int next, dealt; /* the next card to take, and how many have been dealt */
    int view, hands, finished;
    uint8_t final[MAX_HANDS];
} Round;

static int take(Round *t) {
    if (t->next == t->dealt) {
        uint16_t place;
        draw_places(&place, t->dealt, 1, uneven_part(t->dealt, 1));
        swap(t->shoe, t->dealt++, place);
    }
    return t->shoe[t->next++];
}

static void play_hand(Round *t, int phase, int a, int b) {
    int state = start[phase][t->view][a & 15][b & 15], last = b;
    if (state == SPLIT) { /* the first of the two hands is finished before the second gets a card */
        t->hands++;
        for (int i = 0; i < 2; i++)
            play_hand(t, t->hands < MAX_HANDS ? AFTER_SPLIT : LAST_SPLIT, i == 0 ? a : b, take(t));
        return;
    }
    bool suited = a >> 4 == b >> 4;
    if (state == ASK_SPADES) /* these are 13, 14 or 15 */
        state = suited && a >> 4 == SPADES ? PREMIUM_DRAW + premium_draw(a & 15, b & 15) : STANDS;
    while (state >= LIVE) state = step[t->view][state][(last = take(t)) & 15];
    if (state == ASK_SUITS)
        state = !suited || last >> 4 != a >> 4 ? PAID_3_2 : last >> 4 == SPADES ? PAID_3_1 : PAID_2_1;
    t->final[t->finished++] = (uint8_t)state;
}

/* One whole round by the plain rules: what the box wins, in half wagers. */
static int play_round(uint8_t *shoe) {
    int up = shoe[1] & 15, hole = shoe[3] & 15;
    Round t = {.shoe = shoe, .next = 4, .dealt = DEALT, .view = view_of[up][hole], .hands = 1};
    play_hand(&t, FIRST, shoe[0], shoe[2]);
    int dealer = dealer_start[up][hole], won = 0;
    while (dealer >= DEALER_LIVE) dealer = dealer_step[dealer][take(&t) & 15];
    for (int i = 0; i < t.finished; i++) won += pays[t.final[i]][dealer];
    return won;
}

/* The same with a fixed number of lookups, where that is enough. */
static inline int play_quickly(uint8_t *shoe) {
    int up = shoe[1] & 15, hole = shoe[3] & 15, view = view_of[up][hole];
    int state = start[FIRST][view][shoe[0] & 15][shoe[2] & 15], dealer = dealer_start[up][hole];
    const uint8_t *card = shoe + 4;
    for (int i = 0; i < PLAYER_STEPS; i++) {
        int taken = state >= LIVE;
        state = step[view][state][*card & 15];
        card += taken; /* a hand that wanted no card leaves it to the dealer */
    }
    for (int i = 0; i < DEALER_STEPS; i++) dealer = dealer_step[dealer][card[i] & 15];
    if (PLAIN || state >= FINALS || dealer >= DEALER_LIVE) return play_round(shoe);
    return pays[state][dealer];
}

int main(int count, char **words) {
    const Game *game = NULL;
    for (int i = 0; i < 2; i++)
        if (count == 4 && strcmp(words[1], GAMES[i].name) == 0) game = &GAMES[i];
    uint64_t rounds = game ? strtoull(words[2], NULL, 10) : 0;
    if (rounds == 0) {
        fprintf(stderr, "usage: %s blackjack|spanish21 ROUNDS SEED\n", words[0]);
        return 2;
    }
    seed_random(strtoull(words[3], NULL, 10));
    build_tables(game);

    static uint8_t shoes[SHOES][SHOE_BYTES];
    for (int rank = 0; rank < RANKS; rank++) /* six decks; Spanish ones lack the ten of each suit */
        for (int i = 0; i < 24 * (rank < TEN ? 1 : game->spanish ? 3 : 4); i++)
            shoes[0][cards++] = (uint8_t)(rank + 16 * (i % 4));
    for (int i = 1; i < SHOES; i++) memcpy(shoes[i], shoes[0], SHOE_BYTES);
    uint64_t uneven[2] = {uneven_part(0, BATCH), uneven_part(BATCH, BATCH)};

    struct timespec begin, end;
    timespec_get(&begin, TIME_UTC);
    int64_t sum = 0, squares = 0;
    for (uint64_t left = rounds; left > 0;) {
        int now = left < SHOES ? (int)left : SHOES;
        uint16_t places[SHOES][DEALT];
        for (int i = 0; i < now; i++)
            for (int batch = 0; batch < 2; batch++)
                draw_places(places[i] + batch * BATCH, batch * BATCH, BATCH, uneven[batch]);
        for (int card = 0; card < DEALT; card++) /* in turn, as swaps in one shoe wait for each other */
            for (int i = 0; i < now; i++) swap(shoes[i], card, places[i][card]);
        for (int i = 0; i < now; i++) {
            int won = play_quickly(shoes[i]);
            sum += won;
            squares += won * won;
        }
        left -= (uint64_t)now;
    }
    timespec_get(&end, TIME_UTC);

    double n = (double)rounds, mean = (double)sum / n / 2, seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    double error = sqrt(((double)squares / n / 4 - mean * mean) / n);
    printf("{\"game\": \"%s\", \"rounds\": %llu, \"mean\": %.8f, \"standard_error\": %.8f, "
           "\"seconds\": %.3f, \"rounds_per_second\": %.0f}\n",
           game->name, (unsigned long long)rounds, mean, error, seconds, n / seconds);
    return 0;
}
