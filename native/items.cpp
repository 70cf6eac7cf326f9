// Codings that stream by, one batch after the other, added up to who chose what on each item.
//
// An item is a whole number or a text. The first coding of an item gives it the next index; a
// table of slots (open addressing, a power of two, at most three quarters full) finds it again.
// The category of a coder on an item is a digit of `bits` bits, 0 for none, `per_word` of them in
// each of the item's words: what the engines add up, too. All memory is the caller's, who makes
// more of it when a batch stops before its end.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "accord.h"

namespace {

inline uint64_t mixed(uint64_t z) {  // the finalizer of SplitMix64: all bits depend on all
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

inline uint64_t text_hash(const uint8_t* text, int64_t length) {
    uint64_t h = 0x9E3779B97F4A7C15ull ^ static_cast<uint64_t>(length);
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t part;
        std::memcpy(&part, text, 8);
        h = mixed(h ^ part);
    }
    uint64_t part = 0;
    if (length > 0) std::memcpy(&part, text, static_cast<size_t>(length));
    return mixed(h ^ part);
}

// Items so far: a whole number in `keys`, or where its text begins in `arena` (and, one place
// further, where it ends).
struct Items {
    int64_t* keys;
    uint8_t* arena;
    uint32_t* slots;
    uint64_t mask;

    uint64_t hash(int64_t index) const {
        if (arena == nullptr) return mixed(static_cast<uint64_t>(keys[index]));
        return text_hash(arena + keys[index], keys[index + 1] - keys[index]);
    }
    // The slot of an item that is `same`, or the free one where it would be.
    template <typename Same>
    uint64_t slot(uint64_t hash, Same same) const {
        uint64_t at = hash & mask;
        while (slots[at] != 0 && !same(static_cast<int64_t>(slots[at]) - 1)) at = (at + 1) & mask;
        return at;
    }
};

constexpr int64_t AHEAD = 32;  // rows whose slots are asked of the memory before they are needed

}  // namespace

// Find the slots of the items begin … end − 1 in a table that has those before them.
ACCORD_API int32_t accord_place_items(int64_t begin, int64_t end, int64_t* keys, uint8_t* arena,
                           uint32_t* slots, int64_t size) {
    const Items table{keys, arena, slots, static_cast<uint64_t>(size) - 1};
    for (int64_t index = begin; index < end; ++index)
        slots[table.slot(table.hash(index), [](int64_t) { return false; })] =
            static_cast<uint32_t>(index) + 1;
    return ACCORD_DONE;
}

// Add codings rows `state[1]` … `rows`; `category` is 0 where there is none. `state` is: items so
// far, the next row, a row that codes an item a second time for its coder (or -1). It stops before
// an item for which there is no room, and at such a row.
ACCORD_API int32_t accord_add_codings(int64_t rows, const int64_t* item, const int32_t* offsets,
                           const uint8_t* text, const uint16_t* coder, const uint16_t* category,
                           int64_t bits, int64_t per_word, int64_t words_each, int64_t* keys,
                           uint8_t* arena, int64_t arena_size, uint32_t* slots, int64_t size,
                           uint64_t* words, int64_t room, int64_t* state) {
    const Items table{keys, offsets == nullptr ? nullptr : arena, slots,
                      static_cast<uint64_t>(size) - 1};
    const uint64_t digit = (1ull << bits) - 1;
    int64_t last = -1;  // the codings of an item mostly follow each other
    int64_t row = state[1];
    for (; row < rows; ++row) {
        int64_t index;
        if (offsets == nullptr) {
            const int64_t key = item[row], soon = std::min(row + AHEAD, rows - 1);
            if (item[soon] != item[soon - (soon > 0)])
                __builtin_prefetch(slots + (mixed(static_cast<uint64_t>(item[soon])) & table.mask));
            if (last >= 0 && keys[last] == key) {
                index = last;
            } else {
                const uint64_t at = table.slot(mixed(static_cast<uint64_t>(key)),
                                               [&](int64_t i) { return keys[i] == key; });
                index = static_cast<int64_t>(slots[at]) - 1;
                if (index < 0) {
                    if (state[0] >= room) break;
                    index = state[0]++;
                    keys[index] = key;
                    slots[at] = static_cast<uint32_t>(index) + 1;
                    for (int64_t w = 0; w < words_each; ++w) words[index * words_each + w] = 0;
                }
            }
        } else {
            const uint8_t* key = text + offsets[row];
            const int64_t length = offsets[row + 1] - offsets[row];
            const auto same = [&](int64_t i) {
                return keys[i + 1] - keys[i] == length &&
                       (length == 0 ||
                        std::memcmp(arena + keys[i], key, static_cast<size_t>(length)) == 0);
            };
            if (last >= 0 && same(last)) {
                index = last;
            } else {
                const uint64_t at = table.slot(text_hash(key, length), same);
                index = static_cast<int64_t>(slots[at]) - 1;
                if (index < 0) {
                    if (state[0] >= room || keys[state[0]] + length > arena_size) break;
                    index = state[0]++;
                    if (length > 0)
                        std::memcpy(arena + keys[index], key, static_cast<size_t>(length));
                    keys[index + 1] = keys[index] + length;
                    slots[at] = static_cast<uint32_t>(index) + 1;
                    for (int64_t w = 0; w < words_each; ++w) words[index * words_each + w] = 0;
                }
            }
        }
        last = index;
        if (category[row] == 0) continue;
        uint64_t& word = words[index * words_each + coder[row] / per_word];
        const int64_t shift = bits * (coder[row] % per_word);
        if ((word >> shift) & digit) {
            state[2] = row;
            break;
        }
        word |= static_cast<uint64_t>(category[row]) << shift;
    }
    state[1] = row;
    return ACCORD_DONE;
}

// What the items come to: how many have each number of codings, and, coders × categories, who
// chose what on items with one coding, and on items that all coders coded.
ACCORD_API int32_t accord_item_sizes(int64_t items, const uint64_t* words, int64_t words_each, int64_t bits,
                          int64_t per_word, int64_t coders, int64_t categories, int64_t* sizes,
                          int64_t* single, int64_t* complete) {
    const uint64_t digit = (1ull << bits) - 1;
    for (int64_t i = 0; i < items; ++i) {
        const uint64_t* mine = words + i * words_each;
        int64_t number = 0;
        for (int64_t w = 0; w < words_each; ++w)
            for (uint64_t rest = mine[w]; rest != 0; rest >>= bits) number += (rest & digit) != 0;
        ++sizes[number];
        for (int64_t* table : {number == 1 ? single : nullptr, number == coders ? complete : nullptr})
            if (table != nullptr)
                for (int64_t c = 0; c < coders; ++c) {
                    const uint64_t k = (mine[c / per_word] >> (bits * (c % per_word))) & digit;
                    if (k != 0) ++table[c * categories + static_cast<int64_t>(k) - 1];
                }
    }
    return ACCORD_DONE;
}

// How many coders chose each category: digits of `bits_to` bits, `per_to` a word, `words_to` words.
ACCORD_API int32_t accord_category_words(int64_t items, const uint64_t* words, int64_t words_each,
                              int64_t bits, int64_t bits_to, int64_t per_to, int64_t words_to,
                              uint64_t* into) {
    const uint64_t digit = (1ull << bits) - 1;
    for (int64_t i = 0; i < items; ++i) {
        uint64_t* mine = into + i * words_to;
        for (int64_t w = 0; w < words_to; ++w) mine[w] = 0;
        for (int64_t w = 0; w < words_each; ++w)
            for (uint64_t rest = words[i * words_each + w]; rest != 0; rest >>= bits)
                if (const uint64_t k = rest & digit) {
                    const int64_t at = static_cast<int64_t>(k) - 1;
                    mine[at / per_to] += 1ull << (bits_to * (at % per_to));
                }
    }
    return ACCORD_DONE;
}

// Count equal rows of words: `distinct` has room for `most` of them, `times` says how often each
// was seen. `found` is how many there are so far, most + 1 where there are more.
ACCORD_API int32_t accord_count_equal(int64_t rows, const uint64_t* words, int64_t words_each, int64_t most,
                           uint32_t* slots, int64_t size, uint64_t* distinct, int64_t* times,
                           int64_t* found) {
    const uint64_t mask = static_cast<uint64_t>(size) - 1;
    const size_t bytes = static_cast<size_t>(words_each) * sizeof *words;
    for (int64_t r = 0; r < rows; ++r) {
        const uint64_t* mine = words + r * words_each;
        uint64_t h = 0;
        for (int64_t w = 0; w < words_each; ++w) h = mixed(h ^ mine[w]);
        uint64_t at = h & mask;
        while (slots[at] != 0 &&
               std::memcmp(distinct + (slots[at] - 1) * words_each, mine, bytes) != 0)
            at = (at + 1) & mask;
        if (slots[at] == 0) {
            if (*found == most) {
                *found = most + 1;
                return ACCORD_DONE;
            }
            std::memcpy(distinct + *found * words_each, mine, bytes);
            times[*found] = 0;
            slots[at] = static_cast<uint32_t>(++*found);
        }
        ++times[slots[at] - 1];
    }
    return ACCORD_DONE;
}
