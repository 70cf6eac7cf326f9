// Colours of things, refined by what they meet in: the canonical order of a study rests on them.

#include <cstdint>

#include "accord.h"

namespace {

// The finalizer of SplitMix64: bits that depend on all bits of the given ones.
inline uint64_t mixed(uint64_t z) {
    z += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

}  // namespace

// One round: `ends` (sorts × meetings) says which thing of each sort takes part in a meeting,
// counted through all sorts (first[s] … first[s + 1] are those of sort s), `times` how often there
// is such a meeting. `hashed` has room for all things; `following` becomes their new colours.
ACCORD_API int32_t accord_refined(const int32_t* ends, int64_t sorts, int64_t meetings,
                                  const uint64_t* times, const int64_t* first,
                                  const uint64_t* colours, uint64_t* hashed, uint64_t* following) {
    for (int64_t s = 0; s < sorts; ++s) {
        const uint64_t odd = static_cast<uint64_t>(2 * s + 3);
        for (int64_t thing = first[s]; thing < first[s + 1]; ++thing) {
            hashed[thing] = mixed(colours[thing] * odd);
            following[thing] = mixed(colours[thing]);
        }
    }
    for (int64_t m = 0; m < meetings; ++m) {
        uint64_t total = 0;
        for (int64_t s = 0; s < sorts; ++s) total += hashed[ends[s * meetings + m]];
        const uint64_t met = mixed(total) * times[m];
        for (int64_t s = 0; s < sorts; ++s) following[ends[s * meetings + m]] += met;
    }
    return ACCORD_DONE;
}
