/* The yardstick of benchmarks/simulation.py: a plain loop in C, as one would write it first.
 *
 * A whole Fisher-Yates shuffle for every shoe of eight decks, xoshiro256++ for chance, and one table
 * for the course of a round. Prints rounds and seconds of processor time.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 416, CUT = 14 };

static uint64_t state[4] = {1, 2, 3, 4};

static uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static uint64_t next_word(void) {
    uint64_t word = rotated(state[0] + state[3], 23) + state[0], kept = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= kept;
    state[3] = rotated(state[3], 45);
    return word;
}

static unsigned below(unsigned bound) { return (unsigned)((next_word() >> 32) * bound >> 32); }

static const char *const BANKER[8] = {"DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDD.DD",
                                      "..DDDDDD..D", "....DDDD..D", "......DD...", "..........."};
static uint16_t course[10000];

static void fill_courses(void) {
    for (int i = 0; i < 10000; i++) {
        int player = i / 1000, banker = i / 100 % 10, fifth = i / 10 % 10, sixth = i % 10;
        int third = 10, extra = 0, of_player = player, of_banker = banker;
        if (player < 8 && banker < 8) {
            if (player < 6) {
                third = fifth;
                of_player = (player + fifth) % 10;
                extra |= 2;
            }
            if (BANKER[banker][third] == 'D') {
                of_banker = (banker + (third == 10 ? fifth : sixth)) % 10;
                extra |= 1;
            }
        }
        int cards = 4 + (extra >> 1) + (extra & 1);
        course[i] = (uint16_t)((100 * extra + 10 * of_player + of_banker) << 3 | cards);
    }
}

int main(int count, char **given) {
    static const uint8_t points[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static long counts[4 * 512];
    uint8_t cards[SIZE];
    long shoes = count > 1 ? atol(given[1]) : 1, rounds = 0;
    struct timespec begun, ended;
    fill_courses();
    for (int i = 0; i < SIZE; i++) cards[i] = (uint8_t)(i % 13);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
    for (long shoe = 0; shoe < shoes; shoe++) {
        for (int i = SIZE - 1; i > 0; i--) {
            unsigned j = below((unsigned)i + 1);
            uint8_t card = cards[i];
            cards[i] = cards[j];
            cards[j] = card;
        }
        for (int at = 0, is_last = 0; !is_last && at <= SIZE - 6; rounds++) {
            is_last = at >= SIZE - CUT;
            const uint8_t *next = cards + at;
            int player = points[next[0]] + points[next[2]], banker = points[next[1]] + points[next[3]];
            player -= player > 9 ? 10 : 0;
            banker -= banker > 9 ? 10 : 0;
            int ending = course[1000 * player + 100 * banker + 10 * points[next[4]] + points[next[5]]];
            int pairs = (next[0] == next[2]) | (next[1] == next[3]) << 1;
            counts[512 * pairs + (ending >> 3)]++;
            at += ending & 7;
        }
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    long checked = 0;
    for (int i = 0; i < 4 * 512; i++) checked += counts[i];
    if (checked != rounds) return 1;
    printf("%ld %.6f\n", rounds, (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec));
    return 0;
}
