// Labels of coders in arrays, counted in one pass and without a copy.
//
// A column is any strided array of small whole numbers (floats may be NaN, which is a missing
// coding). The label x of a coder is the digit x - low, a missing one the digit `size`; the digits
// of an item, coder by coder, are one number in base `base`, its kind. Python has checked that all
// columns have n entries of the given type and that `times` has base^m places.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#include "accord.h"

namespace {

constexpr int64_t BLOCK = 2048;  // rows at a time: their digits stay in the first cache
constexpr int TABLES = 4;        // equal neighbours would wait for each other in one small table
constexpr int64_t SMALL = 4096;

struct Scale {
    int64_t low, size;
    bool gaps;
};

template <typename T>
inline T label_at(const char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// Adding it rounds a double to a whole number, which then stands in the low bits of the sum: all
// compilers can do that, and the comparisons, for several labels at once.
constexpr double ROUND = 6755399441055744.0;  // 1.5 · 2^52

// The digits of `rows` labels of a column; false where one is no label, and then they mean nothing.
template <typename T>
bool digits_of(const char* at, int64_t stride, int64_t rows, const Scale& scale, uint32_t* out) {
    if constexpr (std::is_floating_point_v<T>) {
        const double low = static_cast<double>(scale.low);
        const double missing = low + static_cast<double>(scale.size), high = missing - 1.0;
        const double gap = scale.gaps ? 0.0 : 1.0;
        const uint32_t first = static_cast<uint32_t>(scale.low);
        uint64_t odd = 0;  // bits of numbers that are 0 for labels
        for (int64_t r = 0; r < rows; ++r) {
            const double x = label_at<T>(at + r * stride);
            const double label = x != x ? missing : x;
            const double rounded = label + ROUND;
            const double wrong[] = {rounded - ROUND != label ? 1.0 : 0.0, x < low ? 1.0 : 0.0,
                                    x > high ? 1.0 : 0.0, x != x ? gap : 0.0};
            uint64_t bits[4], whole;
            std::memcpy(bits, wrong, sizeof bits);
            std::memcpy(&whole, &rounded, sizeof whole);
            odd |= bits[0] | bits[1] | bits[2] | bits[3];
            out[r] = static_cast<uint32_t>(whole) - first;
        }
        return odd == 0;
    } else if constexpr (sizeof(T) < 8) {
        const uint32_t first = static_cast<uint32_t>(scale.low);
        const uint32_t last = static_cast<uint32_t>(scale.size - 1);
        uint32_t odd = 0;  // its sign says whether any digit is below 0 or beyond the last
        for (int64_t r = 0; r < rows; ++r) {
            const uint32_t d = static_cast<uint32_t>(label_at<T>(at + r * stride)) - first;
            odd |= d | (last - d);
            out[r] = d;
        }
        return odd >> 31 == 0;
    } else {
        const uint64_t first = static_cast<uint64_t>(scale.low);
        const uint64_t last = static_cast<uint64_t>(scale.size - 1);
        uint64_t odd = 0;
        for (int64_t r = 0; r < rows; ++r) {
            const uint64_t d = static_cast<uint64_t>(label_at<T>(at + r * stride)) - first;
            odd |= d | (last - d);
            out[r] = static_cast<uint32_t>(d);
        }
        return odd >> 31 == 0;
    }
}

// The same where labels follow each other: a distance that the compiler knows is worth much.
template <typename T>
bool digits(const char* at, int64_t stride, int64_t rows, const Scale& scale, uint32_t* out) {
    constexpr int64_t next = sizeof(T);
    return stride == next ? digits_of<T>(at, next, rows, scale, out)
                          : digits_of<T>(at, stride, rows, scale, out);
}

struct Columns {
    const char* const* at;
    const int64_t* stride;
    int64_t n, m;
    // Rows of a table that stand one after the other are read as one run of labels.
    bool packed(int64_t width) const {
        for (int64_t c = 0; c < m; ++c)
            if (stride[c] != m * width || at[c] != at[0] + c * width) return false;
        return m > 1;
    }
};

// Digits of a block of items, item by item: digits[r * m + c].
template <typename T>
bool block_of(const Columns& columns, int64_t begin, int64_t rows, const Scale& scale,
              uint32_t* out, uint32_t* column, bool packed) {
    const int64_t m = columns.m;
    if (packed)
        return digits<T>(columns.at[0] + begin * columns.stride[0], sizeof(T), rows * m, scale,
                         out);
    bool fine = true;
    for (int64_t c = 0; c < m; ++c) {
        fine &= digits<T>(columns.at[c] + begin * columns.stride[c], columns.stride[c], rows, scale,
                          column);
        for (int64_t r = 0; r < rows; ++r) out[r * m + c] = column[r];
    }
    return fine;
}

template <int M>
inline void keys_of(const uint32_t* digits, int64_t rows, int64_t m, uint32_t base, uint32_t* key) {
    const int64_t each = M ? M : m;
    for (int64_t r = 0; r < rows; ++r) {
        uint32_t k = digits[r * each];
        for (int64_t c = 1; c < each; ++c) k = k * base + digits[r * each + c];
        key[r] = k;
    }
}

void keys(const uint32_t* digits, int64_t rows, int64_t m, uint32_t base, uint32_t* key) {
    switch (m) {
        case 2: return keys_of<2>(digits, rows, m, base, key);
        case 3: return keys_of<3>(digits, rows, m, base, key);
        case 4: return keys_of<4>(digits, rows, m, base, key);
        case 5: return keys_of<5>(digits, rows, m, base, key);
        case 6: return keys_of<6>(digits, rows, m, base, key);
        default: return keys_of<0>(digits, rows, m, base, key);
    }
}

template <typename T>
int64_t kinds(const Columns& columns, const Scale& scale, int64_t base, int64_t number,
              int64_t* times) {
    const int64_t m = columns.m;
    const bool packed = columns.packed(sizeof(T));
    const bool small = number <= SMALL;
    std::vector<uint32_t> labels(packed ? BLOCK * m : 0), column(BLOCK), key(BLOCK);
    std::vector<uint32_t> table(static_cast<size_t>(number) * (small ? TABLES : 1), 0);
    for (int64_t begin = 0; begin < columns.n; begin += BLOCK) {
        const int64_t rows = std::min(BLOCK, columns.n - begin);
        bool fine = true;
        if (packed) {
            fine = block_of<T>(columns, begin, rows, scale, labels.data(), nullptr, true);
            keys(labels.data(), rows, m, static_cast<uint32_t>(base), key.data());
        } else {
            std::fill_n(key.begin(), rows, 0u);
            for (int64_t c = 0; c < m; ++c) {
                fine &= digits<T>(columns.at[c] + begin * columns.stride[c], columns.stride[c], rows,
                                  scale, column.data());
                for (int64_t r = 0; r < rows; ++r)
                    key[r] = key[r] * static_cast<uint32_t>(base) + column[r];
            }
        }
        if (!fine) return begin;
        uint32_t* at = table.data();
        if (small) {
            int64_t r = 0;
            for (; r + TABLES <= rows; r += TABLES)
                for (int t = 0; t < TABLES; ++t) ++at[t * number + key[r + t]];
            for (; r < rows; ++r) ++at[key[r]];
        } else {
            for (int64_t r = 0; r < rows; ++r) ++at[key[r]];
        }
        if (begin + BLOCK >= columns.n || (begin / BLOCK) % (1 << 20) == (1 << 20) - 1) {
            // before 32 bits are full, and at the end
            for (int t = 0; t < (small ? TABLES : 1); ++t)
                for (int64_t k = 0; k < number; ++k) times[k] += at[t * number + k];
            std::fill(table.begin(), table.end(), 0u);
        }
    }
    return columns.n;
}

template <typename T>
int64_t categories(const Columns& columns, const Scale& scale, int64_t* bounds, int64_t* category,
                   double* count) {
    const int64_t m = columns.m, size = scale.size;
    const bool packed = columns.packed(sizeof(T));
    const int64_t some = std::max<int64_t>(1, 8 * BLOCK / m);
    std::vector<uint32_t> labels(some * m), column(some), table(size + 1, 0);
    int64_t entries = 0;
    bounds[0] = 0;
    for (int64_t begin = 0; begin < columns.n; begin += some) {
        const int64_t rows = std::min(some, columns.n - begin);
        if (!block_of<T>(columns, begin, rows, scale, labels.data(), column.data(), packed))
            return begin;
        for (int64_t r = 0; r < rows; ++r) {
            const uint32_t* mine = &labels[r * m];
            if (size <= 2 * m) {
                for (int64_t c = 0; c < m; ++c) ++table[mine[c]];
                for (int64_t k = 0; k < size; ++k) {
                    category[entries] = k;
                    count[entries] = table[k];
                    entries += table[k] > 0;
                    table[k] = 0;
                }
                table[size] = 0;
            } else {
                uint32_t* sorted = &labels[r * m];
                std::sort(sorted, sorted + m);
                for (int64_t c = 0; c < m && sorted[c] < size;) {
                    int64_t stop = c + 1;
                    while (stop < m && sorted[stop] == sorted[c]) ++stop;
                    category[entries] = sorted[c];
                    count[entries++] = static_cast<double>(stop - c);
                    c = stop;
                }
            }
            bounds[begin + r + 1] = entries;
        }
    }
    return columns.n;
}

// Call `f` with a label of the type that Python names: int8 … int64, uint8 … uint64, float, double.
template <typename F>
int32_t by_type(int64_t type, F f) {
    switch (type) {
        case 0: return f(int8_t{});
        case 1: return f(int16_t{});
        case 2: return f(int32_t{});
        case 3: return f(int64_t{});
        case 4: return f(uint8_t{});
        case 5: return f(uint16_t{});
        case 6: return f(uint32_t{});
        case 7: return f(uint64_t{});
        case 8: return f(float{});
        case 9: return f(double{});
        default: return ACCORD_BAD_SIZE;
    }
}

}  // namespace

// How many items are of each kind. `counted` is n, or less where a later label does not fit.
ACCORD_API int32_t accord_count_kinds(int64_t type, const char* const* at, const int64_t* stride, int64_t n,
                           int64_t m, int64_t low, int64_t size, int64_t gaps, int64_t number,
                           int64_t* times, int64_t* counted) {
    try {
        return by_type(type, [&](auto label) {
            const Scale scale{low, size, gaps != 0};
            *counted = kinds<decltype(label)>({at, stride, n, m}, scale, size + scale.gaps, number,
                                              times);
            return ACCORD_DONE;
        });
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
}

// How many coders chose each category on each item: item i has the entries bounds[i] …
// bounds[i + 1] of `category` and `count`, which have room for n · min(m, size) + 1.
ACCORD_API int32_t accord_count_categories(int64_t type, const char* const* at, const int64_t* stride,
                                int64_t n, int64_t m, int64_t low, int64_t size, int64_t gaps,
                                int64_t* bounds, int64_t* category, double* count,
                                int64_t* counted) {
    try {
        return by_type(type, [&](auto label) {
            const Scale scale{low, size, gaps != 0};
            *counted = categories<decltype(label)>({at, stride, n, m}, scale, bounds, category,
                                                   count);
            return ACCORD_DONE;
        });
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
}

// Kinds of items that differ only in who chose what, added up: `merged` has as many places as
// `times`, and a kind goes to the one whose digits are the same, in ascending order.
ACCORD_API int32_t accord_merge_kinds(const int64_t* times, int64_t number, int64_t m, int64_t base,
                           int64_t* merged) {
    uint32_t digits[64];
    const uint32_t each = static_cast<uint32_t>(base);
    if (m > 64 || number >= int64_t{1} << 32) return ACCORD_BAD_SIZE;
    for (int64_t kind = 0; kind < number; ++kind) {
        if (times[kind] == 0) continue;
        uint32_t rest = static_cast<uint32_t>(kind);
        for (int64_t c = 0; c < m; ++c) {
            const uint32_t d = rest % each;
            rest /= each;
            int64_t at = c;
            for (; at > 0 && digits[at - 1] > d; --at) digits[at] = digits[at - 1];
            digits[at] = d;
        }
        int64_t key = 0;
        for (int64_t c = 0; c < m; ++c) key = key * base + digits[c];
        merged[key] += times[kind];
    }
    return ACCORD_DONE;
}
