// Deals whole shoes on a graphics processor: the counts of `kernel.py`, bit for bit.
//
// A thread deals a shoe of its own. The shoes of a warp lie in shared memory with a bank for each
// thread, so that 32 threads reach for 32 places of chance without waiting for one another. Cards
// are bytes: the value above the rank, or the rank above the suit, as `gpu.py` lays them out.
//
// The host defines: SIZE, BATCHES, SINGLES, BURN, STOP, LAST, SURE, LEAST_HIGH,
// SUITS, ROWS, WARPS.

typedef unsigned int u32;
typedef unsigned long long u64;

enum {
    LANES = 32,
    STRIDE = 4 * LANES,          // from a word of a shoe to its next
    WORDS = (SIZE + 3) / 4 + 2,  // a window is read past the last card
    ENDINGS = 400,
    COURSES = 10000,
    PLACES = ROWS * ENDINGS,
};

extern "C" {
__constant__ u32 KEYS[20];                   // a pair for each round of the generator
__constant__ u64 LEAST[BATCHES + SINGLES];   // below which last fraction a word is given back
__constant__ u32 ORDERED[WORDS];             // a shoe before it is shuffled, four cards to a word
}

// Philox4x32-10, as in `generator.py`.
__device__ __forceinline__ uint4 block_of(u32 block, u32 tries, u64 shoe) {
    u32 x0 = block, x1 = tries, x2 = (u32)shoe, x3 = (u32)(shoe >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        u64 one = (u64)0xD2511F53u * x0, other = (u64)0xCD9E8D57u * x2;
        x0 = (u32)(other >> 32) ^ x1 ^ KEYS[2 * round];
        x2 = (u32)(one >> 32) ^ x3 ^ KEYS[2 * round + 1];
        x1 = (u32)other;
        x3 = (u32)one;
    }
    return make_uint4(x0, x1, x2, x3);
}

// Takes numbers below left, left - 1, ... from a word; what is left of it is its last fraction.
template <int COUNT>
__device__ __forceinline__ void pick(u32 &low, u32 &high, u32 left, u32 (&picks)[COUNT]) {
#pragma unroll
    for (int card = 0; card < COUNT; card++) {
        u64 below = (u64)low * (left - card), above = (u64)high * (left - card) + (below >> 32);
        picks[card] = (u32)(above >> 32);
        high = (u32)above;
        low = (u32)below;
    }
}

// Gives the word that stands in for one that may have been given back. Seldom called.
template <int COUNT>
__device__ __noinline__ uint2 word_again(u32 word, u64 shoe, u32 left) {
    for (u32 tries = 0;; tries++) {
        uint4 block = block_of(word >> 1, tries, shoe);
        uint2 found = word & 1 ? make_uint2(block.z, block.w) : make_uint2(block.x, block.y);
        u32 low = found.x, high = found.y, picks[COUNT];
        pick(low, high, left, picks);
        if (((u64)high << 32 | low) >= LEAST[word]) return found;
    }
}

template <int COUNT>
__device__ __forceinline__ void picked(u32 low, u32 high, u32 word, u64 shoe, u32 left,
                                       u32 (&picks)[COUNT]) {
    pick(low, high, left, picks);
    if (high <= LEAST_HIGH) {
        uint2 again = word_again<COUNT>(word, shoe, left);
        pick(again.x, again.y, left, picks);
    }
}

__device__ __forceinline__ u32 address(u32 place) { return (place >> 2) * STRIDE + (place & 3); }

// Takes the card that was drawn for a place, and fills the hole with the one that lay there.
__device__ __forceinline__ u32 drawn(unsigned char *cards, u32 place, u32 from) {
    unsigned char *hole = cards + address(from);
    u32 card = *hole;
    *hole = cards[address(place)];
    return card;
}

__device__ __forceinline__ u32 packed(const u32 *four) {
    return __byte_perm(__byte_perm(four[0], four[1], 0x0040), __byte_perm(four[2], four[3], 0x0040),
                       0x5410);
}

// Shuffles twelve cards with every block, and packs them into three words.
__device__ __forceinline__ void shuffle(unsigned char *cards, u64 shoe) {
    u32 *words = (u32 *)cards;
    for (int word = 0; word < WORDS; word++) words[word * LANES] = ORDERED[word];
    int place = 0, word = 0;
    for (; word + 1 < BATCHES; word += 2, place += 12) {
        uint4 block = block_of(word >> 1, 0, shoe);
        u32 first[6], second[6], out[12];
        picked(block.x, block.y, word, shoe, SIZE - place, first);
        picked(block.z, block.w, word + 1, shoe, SIZE - place - 6, second);
#pragma unroll
        for (int card = 0; card < 12; card++) {
            u32 further = card < 6 ? first[card] : second[card - 6];
            out[card] = drawn(cards, place + card, place + card + further);
        }
#pragma unroll
        for (int three = 0; three < 3; three++)
            words[(place / 4 + three) * LANES] = packed(out + 4 * three);
    }
    for (; word < BATCHES + SINGLES; word++) {
        u32 six[6], one[1];
        uint4 block = block_of(word >> 1, 0, shoe);
        u32 low = word & 1 ? block.z : block.x, high = word & 1 ? block.w : block.y;
        if (word < BATCHES) {
            picked(low, high, word, shoe, SIZE - place, six);
#pragma unroll
            for (int card = 0; card < 6; card++, place++) {
                u32 out = drawn(cards, place, place + six[card]);
                cards[address(place)] = (unsigned char)out;
            }
        } else {
            picked(low, high, word, shoe, SIZE - place, one);
            u32 out = drawn(cards, place, place + one[0]);
            cards[address(place++)] = (unsigned char)out;
        }
    }
}

// The values of four cards, each in its byte.
__device__ __forceinline__ u32 values(u32 cards) {
#if SUITS
    u32 ranks = cards >> 3 & 0x1F1F1F1F;                     // the ace is 1, the king 13
    return ranks & ~(((ranks + 0x76767676) >> 7 & 0x01010101) * 0xF);  // from ten on nothing
#else
    return cards >> 4 & 0x0F0F0F0F;
#endif
}

// The row of what is true of the first four cards.
__device__ __forceinline__ u32 row_of(u32 four) {
    u32 differ = four ^ four >> 16;  // Player's cards in the low byte, Banker's in the next
#if ROWS == 1
    return 0;
#elif SUITS
    u32 player = (differ & 0xF8) == 0, banker = (differ & 0xF800) == 0;
    u32 player_suited = (differ & 7) == 0, banker_suited = (differ & 0x700) == 0;
    u32 twin = player && banker && ((four ^ four >> 8) & 0xF8) == 0;
    u32 suited = player_suited << 1 | banker_suited;
    return twin ? 16 + suited : suited << 2 | player << 1 | banker;
#else
    u32 player = (differ & 0xFF) == 0, banker = (differ & 0xFF00) == 0;
    u32 twin = player && banker && ((four ^ four >> 8) & 0xFF) == 0;
    return player + 2 * banker + twin;
#endif
}

// Deals one round, counts it, and gives how many cards it has taken.
__device__ __forceinline__ u32 dealt(const unsigned char *cards, u32 at, const unsigned short *courses,
                                     u32 *counts) {
    const u32 *words = (const u32 *)cards + (at >> 2) * LANES;
    u32 first = words[0], second = words[LANES], third = words[2 * LANES];
    u32 four = __funnelshift_r(first, second, 8 * at), two = __funnelshift_r(second, third, 8 * at);
    u32 points = values(four);
    points += points >> 16;
    points -= (((points + 0x7676) >> 7) & 0x0101) * 10;  // of each hand, without its ten
    u32 next = values(two);
    u32 player = points & 0xFF, banker = points >> 8 & 0xFF;
    u32 place = player * 1000 + banker * 100 + (next & 0xFF) * 10 + (next >> 8 & 0xFF);
    u32 course = courses[place];
    atomicAdd(counts + row_of(four) * ENDINGS + (course >> 3), 1);
    return course & 7;
}

extern "C" __global__ void __launch_bounds__(LANES *WARPS, 1)
    deal_shoes(u64 first, u64 shoes, const unsigned short *courses, u64 *counts) {
    extern __shared__ u32 memory[];
    u32 *counted = memory;
    unsigned short *table = (unsigned short *)(memory + PLACES);
    u32 *shoes_here = memory + PLACES + COURSES / 2;
    for (u32 i = threadIdx.x; i < PLACES; i += blockDim.x) counted[i] = 0;
    for (u32 i = threadIdx.x; i < COURSES; i += blockDim.x) table[i] = courses[i];
    __syncthreads();
    u32 warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    unsigned char *cards = (unsigned char *)(shoes_here + warp * WORDS * LANES + lane);
    u64 all = (u64)gridDim.x * blockDim.x;
    for (u64 shoe = (u64)blockIdx.x * blockDim.x + threadIdx.x; shoe < shoes; shoe += all) {
        shuffle(cards, first + shoe);
        u32 at = BURN;
        for (int round = 0; round < SURE; round++) at += dealt(cards, at, table, counted);
        while (at < STOP && at <= LAST) at += dealt(cards, at, table, counted);
        if (at >= STOP && at <= LAST) dealt(cards, at, table, counted);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < PLACES; i += blockDim.x)
        if (counted[i]) atomicAdd(counts + i, (u64)counted[i]);
}
