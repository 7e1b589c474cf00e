// Counts how many sequences of a shoe end how, as `punto.exact.closed` does, a shoe for each thread.
//
// Names and derivation are those of `closed.py`. All loops over totals are the same for all threads,
// so that what depends on totals alone is read once for all of them. Everything is a whole number
// below 2**53, and exact.
//
// The host defines: PLACES (rows of sums), THREADS.

typedef long long integer;

enum { VALUES = 10, FEW = 6, MANY = 7 };  // third cards: Player draws below FEW, Banker below MANY

__device__ __forceinline__ int below(int total) { return total < 0 ? total + VALUES : total; }

// A_xy(total): two cards of a total without one of value x and one of value y.
__device__ __forceinline__ double pairs_without(const double *n, double pairs, int total, int x, int y) {
    int with_x = below(total - x), with_y = below(total - y);
    double aside = n[with_x * THREADS] - (with_x == x) + n[with_y * THREADS] - (with_y == y);
    return pairs - 2.0 * (aside - ((x + y) % VALUES == total));
}

// H_x(a, b): four cards of these totals of which the first is a certain one of value x.
__device__ __forceinline__ double opened(const double *n, const double *pairs, int x, int a, int b) {
    int partner = below(a - x);
    return (n[partner * THREADS] - (partner == x)) *
           pairs_without(n, pairs[b * THREADS], b, x, partner);
}

__device__ __forceinline__ void add(integer *sums, int place, double sequences) {
    if (place >= 0) sums[place * THREADS] += (integer)sequences;
}

// The places of sums: `none` by both totals, `one` also by the third card, `two` by both of them.
extern "C" __global__ void __launch_bounds__(THREADS)
    gather(int shoes, const unsigned char *points, const signed char *none, const signed char *one,
           const signed char *two, integer *found) {
    __shared__ double n_here[VALUES * THREADS], pairs_here[VALUES * THREADS];
    __shared__ integer sums_here[PLACES * THREADS];
    int shoe = blockIdx.x * THREADS + threadIdx.x;
    if (shoe >= shoes) return;
    double *n = n_here + threadIdx.x, *pairs = pairs_here + threadIdx.x;
    integer *sums = sums_here + threadIdx.x;
    double cards = 0.0, own[VALUES];
#pragma unroll
    for (int value = 0; value < VALUES; value++) {
        own[value] = points[(size_t)value * shoes + shoe];
        n[value * THREADS] = own[value];
        cards += own[value];
    }
    for (int place = 0; place < PLACES; place++) sums[place * THREADS] = 0;
    for (int total = 0; total < VALUES; total++) {
        double ways = 0.0;
#pragma unroll
        for (int first = 0; first < VALUES; first++) {
            int second = below(total - first);
            ways += own[first] * (n[second * THREADS] - (first == second));
        }
        pairs[total * THREADS] = ways;
    }
    double after_five = fmax(cards - 5.0, 1.0), after_four = after_five * fmax(cards - 4.0, 1.0);
    for (int a = 0; a < VALUES; a++) {
        for (int b = 0; b < VALUES; b++) {
            double fours = 0.0, holding[VALUES];
#pragma unroll
            for (int x = 0; x < VALUES; x++) {
                double ways = opened(n, pairs, x, a, b);
                fours += own[x] * ways;
                holding[x] = 2.0 * (ways + opened(n, pairs, x, b, a));
            }
            add(sums, none[VALUES * a + b], fours * after_four);
            if (a > 7 || b > 7) continue;
            const signed char *with_one = one + VALUES * (VALUES * a + b);
#pragma unroll
            for (int x = 0; x < VALUES; x++)
                add(sums, with_one[x], (fours - holding[x]) * (own[x] * after_five));
            if (a >= FEW || b >= MANY) continue;
            const signed char *with_two = two + VALUES * VALUES * (VALUES * a + b);
            double of_a[VALUES], of_b[VALUES];  // the partners of x in a hand of either total
#pragma unroll
            for (int x = 0; x < VALUES; x++) {
                of_a[x] = n[below(a - x) * THREADS];
                of_b[x] = n[below(b - x) * THREADS];
            }
#pragma unroll
            for (int x = 0; x < VALUES; x++) {
#pragma unroll
                for (int y = x; y < VALUES; y++) {
                    int player = with_two[VALUES * x + y], crossed = with_two[VALUES * y + x];
                    if (player < 0 && crossed < 0) continue;
                    int ax = below(a - x), ay = below(a - y), bx = below(b - x), by = below(b - y);
                    double straight = (of_a[x] - (ax == x) - (ax == y)) *
                                      (of_b[y] - (by == x) - (by == y) - (ax == by));
                    double across = (of_a[y] - (ay == x) - (ay == y)) *
                                    (of_b[x] - (bx == x) - (bx == y) - (ay == bx));
                    double held = 4.0 * (straight + across);
                    if ((x + y) % VALUES == a)
                        held += 2.0 * pairs_without(n, pairs[b * THREADS], b, x, y);
                    if ((x + y) % VALUES == b)
                        held += 2.0 * pairs_without(n, pairs[a * THREADS], a, x, y);
                    double aside = fours - (holding[x] + holding[y]) + held;
                    double sequences = aside * (own[x] * (own[y] - (x == y)));
                    add(sums, player, sequences);
                    if (x != y) add(sums, crossed, sequences);
                }
            }
        }
    }
    for (int place = 0; place < PLACES; place++)
        found[(size_t)place * shoes + shoe] = sums[place * THREADS];
}
