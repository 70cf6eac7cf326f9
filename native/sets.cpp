// Sets of labels as bits: how many labels two sets share is how many bits both have.

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "accord.h"

namespace {

// Bits that are 1, without an instruction that old processors do not have.
inline uint64_t ones(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    return (x * 0x0101010101010101ull) >> 56;
}

#if defined(__x86_64__)
#define ACCORD_POPCNT __attribute__((target("popcnt")))
bool counts_bits() {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_POPCNT) != 0;
}
#else
#define ACCORD_POPCNT
bool counts_bits() { return true; }  // the compiler knows what its machine has
#endif

inline ACCORD_POPCNT uint64_t popcount(uint64_t x) {
    return static_cast<uint64_t>(__builtin_popcountll(x));
}

// The labels that two sets share give the place of their distance in the table of all.
#define ACCORD_DISTANCES(count)                                                              \
    for (int64_t i = 0; i < n; ++i) {                                                        \
        const uint64_t* a = masks + k[i] * words;                                            \
        const double* row = lookup + sizes[k[i]] * side;                                     \
        const int64_t from = paired ? i : 0, to = paired ? i + 1 : m;                        \
        for (int64_t j = from; j < to; ++j) {                                                \
            const uint64_t* b = masks + l[j] * words;                                        \
            uint64_t both = 0;                                                               \
            for (int64_t w = 0; w < words; ++w) both += count(a[w] & b[w]);                  \
            *d++ = row[static_cast<int64_t>(both) * side * side + sizes[l[j]]];              \
        }                                                                                    \
    }

ACCORD_POPCNT void by_instruction(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                  const double* lookup, int64_t side, const int64_t* k, int64_t n,
                                  const int64_t* l, int64_t m, bool paired, double* d) {
    ACCORD_DISTANCES(popcount)
}

void by_hand(const uint64_t* masks, int64_t words, const int64_t* sizes, const double* lookup,
             int64_t side, const int64_t* k, int64_t n, const int64_t* l, int64_t m, bool paired,
             double* d) {
    ACCORD_DISTANCES(ones)
}

}  // namespace

// Distances of sets k and l, all pairs (n × m) or one by one (n = m): `lookup` has, by |A ∩ B|, |A|
// and |B|, all of them below `side`, the distance of two sets.
ACCORD_API int32_t accord_set_distances(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                        const double* lookup, int64_t side, const int64_t* k,
                                        int64_t n, const int64_t* l, int64_t m, int64_t paired,
                                        double* d) {
    const auto fill = counts_bits() ? by_instruction : by_hand;
    fill(masks, words, sizes, lookup, side, k, n, l, m, paired != 0, d);
    return ACCORD_DONE;
}

namespace {

// As above, with the sums Σ_l w_l d_kl of each k: whole multiples of 1/scale are added as integers,
// so that the order of the sets does not matter to the last bit.
#define ACCORD_SET_SUMS(count)                                                               \
    for (int64_t i = 0; i < n; ++i) {                                                        \
        const uint64_t* a = masks + k[i] * words;                                            \
        const double* row = lookup + sizes[k[i]] * side;                                     \
        int64_t sum = 0;                                                                     \
        for (int64_t j = 0; j < n; ++j) {                                                    \
            const uint64_t* b = masks + k[j] * words;                                        \
            uint64_t both = 0;                                                               \
            for (int64_t w = 0; w < words; ++w) both += count(a[w] & b[w]);                  \
            const double d = row[static_cast<int64_t>(both) * side * side + sizes[k[j]]];    \
            sum += static_cast<int64_t>(weights[j] * d * scale[i] + 0.5);                    \
        }                                                                                    \
        sums[i] = sum;                                                                       \
    }

ACCORD_POPCNT void sums_by_instruction(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                       const double* lookup, int64_t side, const int64_t* k,
                                       int64_t n, const double* weights, const double* scale,
                                       int64_t* sums) {
    ACCORD_SET_SUMS(popcount)
}

void sums_by_hand(const uint64_t* masks, int64_t words, const int64_t* sizes, const double* lookup,
                  int64_t side, const int64_t* k, int64_t n, const double* weights,
                  const double* scale, int64_t* sums) {
    ACCORD_SET_SUMS(ones)
}

}  // namespace

// Σ_l w_l d_kl over the sets `k`, in units of 1/scale, which is so large that no sum overflows.
ACCORD_API int32_t accord_set_sums(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                   const double* lookup, int64_t side, const int64_t* k, int64_t n,
                                   const double* weights, const double* scale, int64_t* sums) {
    const auto add = counts_bits() ? sums_by_instruction : sums_by_hand;
    add(masks, words, sizes, lookup, side, k, n, weights, scale, sums);
    return ACCORD_DONE;
}
