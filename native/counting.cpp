// Labels of coders in arrays, counted in one pass and without a copy.
//
// A column is any strided array of small whole numbers (floats may be NaN, which is a missing
// coding). The label x of a coder is the digit x - low, a missing one the digit `size`. The digits
// of an item are two numbers in base `base`, one for each half of the coders, and these make its
// kind: who chose what, or only what was chosen in each half. Python has checked that all columns
// have n entries of the given type, that both numbers are below 4096, and every kind below `number`.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "accord.h"

namespace {

constexpr int64_t BLOCK = 2048;  // rows at a time: their digits stay in the first cache
constexpr int64_t KEYS = 8192;   // more, where to change from reading to counting costs time
constexpr int64_t MOST_CODERS = 64;
constexpr int TABLES = 4;  // equal neighbours would wait for each other in one small table
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

// Which entry of a table is a label's: a whole number has that of its digit, a small whole float
// that of its first bits, since the others are 0.
template <typename T, int BITS>
struct Label {
    static constexpr bool is_float = std::is_floating_point_v<T>;
    using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    // A whole number below 2^BITS has so many bits behind the first.
    static constexpr int shift = (sizeof(T) == 8 ? 52 : 23) - (BITS - 1);
    // Not a power of two: the tables of all coders would share cache lines.
    static constexpr size_t entries =
        (is_float ? size_t{1} << (8 * sizeof(T) - shift) : size_t{1} << BITS) + 16;
    Bits low, size;

    explicit Label(const Scale& scale) : low(scale.low), size(scale.size) {}

    static Bits bits(const char* at) {
        if constexpr (is_float) return label_at<Bits>(at);
        else return static_cast<Bits>(label_at<T>(at));
    }
    size_t entry(Bits bits) const { return is_float ? bits >> shift : bits - low; }
    // Whether it may be a label; of a float the other bits are collected in `odd`, which is cheaper.
    bool fits(Bits bits, Bits& odd) const {
        if constexpr (is_float) odd |= bits;
        return is_float || bits - low < size;
    }
    static bool fine(Bits odd) { return !is_float || (odd & ((Bits{1} << shift) - 1)) == 0; }
};

constexpr int HALF = 12;  // bits of the number of half an item, below 4096 where kinds are few
constexpr uint32_t HALVES = 1u << HALF, VALID = 1u << (2 * HALF);

// Half of the coders: what each number of their digits adds to the kind of an item. Where it does
// not matter who chose what, the numbers of equal digits have the same `place`, and `rows` has the
// digits of each place in ascending order.
struct Half {
    int64_t coders, places = 0;
    std::vector<uint32_t> place;
    std::vector<int32_t> rows;

    Half(int64_t number, int64_t base, bool who) : coders(number), place(HALVES, 0) {
        uint32_t end = 1;
        for (int64_t c = 0; c < coders; ++c) end *= static_cast<uint32_t>(base);
        std::vector<int32_t> digits(coders);
        for (uint32_t kind = 0; kind < end; ++kind) {
            uint32_t rest = kind, ordered = 0;
            for (int64_t c = coders - 1; c >= 0; --c, rest /= base) digits[c] = rest % base;
            if (!who) std::sort(digits.begin(), digits.end());
            for (const int32_t digit : digits) ordered = ordered * base + digit;
            if (ordered < kind) {  // the same digits in ascending order came before
                place[kind] = place[ordered];
                continue;
            }
            place[kind] = static_cast<uint32_t>(places++);
            if (!who) rows.insert(rows.end(), digits.begin(), digits.end());
        }
    }
};

using Weights = std::unique_ptr<uint32_t, decltype(&std::free)>;

// For every coder and label what it adds to the two numbers of an item; 0 where it is no label.
template <typename T, int BITS>
Weights weights(const Scale& scale, const Label<T, BITS>& label, int64_t m, int64_t first) {
    Weights all(static_cast<uint32_t*>(std::calloc(m * label.entries, sizeof(uint32_t))),
                &std::free);
    if (!all) throw std::bad_alloc();
    uint32_t unit = 1;
    for (int64_t c = m - 1; c >= 0; --c) {
        if (c == first - 1) unit = 1;
        const auto put = [&](T value, int64_t digit) {
            char read[sizeof(T)];
            std::memcpy(read, &value, sizeof value);
            all.get()[c * label.entries + label.entry(label.bits(read))] =
                VALID + (static_cast<uint32_t>(digit) * unit << (c < first ? 0 : HALF));
        };
        for (int64_t d = 0; d < scale.size; ++d) put(static_cast<T>(scale.low + d), d);
        if constexpr (Label<T, BITS>::is_float) {
            const T nan = std::numeric_limits<T>::quiet_NaN();
            if (scale.low <= 0 && scale.low + scale.size > 0) put(-T{0}, -scale.low);
            if (scale.gaps) put(nan, scale.size), put(std::copysign(nan, T{-1}), scale.size);
        }
        unit *= static_cast<uint32_t>(scale.size + scale.gaps);
    }
    return all;
}

// The kinds of some items; false where there is a label that does not fit.
template <typename T, int BITS, int M, bool PACKED>
bool keys(const Columns& columns, int64_t begin, int64_t rows, const Label<T, BITS> label,
          const uint32_t* __restrict weight, const uint32_t* __restrict left,
          const uint32_t* __restrict right, uint32_t* __restrict key) {
    const int64_t m = M ? M : columns.m, stride = PACKED ? M * sizeof(T) : columns.stride[0];
    const char* at[M ? M : MOST_CODERS];
    for (int64_t c = 0; c < m; ++c)
        at[c] = PACKED && c ? at[0] + c * sizeof(T) : columns.at[c] + begin * stride;
    typename Label<T, BITS>::Bits odd = 0;
    const uint32_t valid = static_cast<uint32_t>(m) * VALID;
    uint32_t wrong = 0;
    for (int64_t r = 0; r < rows; ++r) {
        uint32_t sum = 0;
        for (int64_t c = 0; c < m; ++c) {
            auto bits = label.bits(at[c] + r * stride);
            // One by one: labels that a compiler reads together it takes apart by way of memory.
            __asm__("" : "+r"(bits));
            if (!label.fits(bits, odd)) return false;
            sum += weight[c * label.entries + label.entry(bits)];
        }
        wrong |= sum ^ valid;
        key[r] = left[sum & (HALVES - 1)] + right[sum >> HALF & (HALVES - 1)];
    }
    return label.fine(odd) && wrong < VALID;
}

// Two coders and whole numbers, which is what most have: read and counted at once.
template <typename T>
int64_t pairs(const Columns& columns, const Scale& scale, int64_t* times) {
    const Label<T, 9> label(scale);
    const int64_t number = scale.size * scale.size, stride = columns.stride[0];
    std::vector<uint32_t> table(number * TABLES, 0);
    const char *one = columns.at[0], *other = columns.at[1];
    const auto low = label.low, size = label.size;
    const auto count = [&](int64_t r, uint32_t* at) {
        const auto a = label.bits(one + r * stride) - low, b = label.bits(other + r * stride) - low;
        if (a >= size || b >= size) return false;
        ++at[a * size + b];
        return true;
    };
    int64_t r = 0;
    uint32_t *first = &table[0], *second = first + number, *third = second + number;
    for (; r + TABLES <= columns.n; r += TABLES)
        if (!count(r, first) || !count(r + 1, second) || !count(r + 2, third) ||
            !count(r + 3, third + number))
            return r;
    for (; r < columns.n; ++r)
        if (!count(r, first)) return r;
    for (int64_t k = 0; k < number * TABLES; ++k) times[k % number] += table[k];
    return columns.n;
}

template <typename T, int BITS>
int64_t kinds(const Columns& columns, const Scale& scale, bool who, int64_t number,
              int64_t* times) {
    const int64_t base = scale.size + scale.gaps, second = columns.m / 2;
    Half left(columns.m - second, base, who);
    const Half right(second, base, who);
    for (uint32_t& place : left.place) place *= static_cast<uint32_t>(right.places);
    const Label<T, BITS> label(scale);
    const auto weight = weights<T, BITS>(scale, label, columns.m, left.coders);
    const bool small = number <= SMALL, packed = columns.packed(sizeof(T));
    std::vector<uint32_t> key(KEYS), table(static_cast<size_t>(number) * (small ? TABLES : 1), 0);
    uint32_t* at = table.data();
    for (int64_t begin = 0; begin < columns.n; begin += KEYS) {
        const int64_t rows = std::min(KEYS, columns.n - begin);
        const auto read = [&](auto coders) {
            constexpr int M = decltype(coders)::value;
            return (packed && M ? keys<T, BITS, M, M != 0> : keys<T, BITS, M, false>)(
                columns, begin, rows, label, weight.get(), left.place.data(), right.place.data(),
                key.data());
        };
        bool fine;
        switch (columns.m) {
            case 2: fine = read(std::integral_constant<int, 2>()); break;
            case 3: fine = read(std::integral_constant<int, 3>()); break;
            case 4: fine = read(std::integral_constant<int, 4>()); break;
            case 5: fine = read(std::integral_constant<int, 5>()); break;
            default: fine = read(std::integral_constant<int, 0>());
        }
        if (!fine) return begin;
        int64_t r = 0;
        for (; small && r + TABLES <= rows; r += TABLES)
            for (int t = 0; t < TABLES; ++t) ++at[t * number + key[r + t]];
        for (; r < rows; ++r) ++at[key[r]];
    }
    for (int t = 0; t < (small ? TABLES : 1); ++t)
        for (int64_t k = 0; k < number; ++k) times[k] += at[t * number + k];
    return columns.n;
}

// Tables of whole numbers have 512 entries; those of floats are small where labels are.
template <typename T>
int64_t kinds_of(const Columns& columns, const Scale& scale, bool who, int64_t number,
                 int64_t* times) {
    if constexpr (std::is_floating_point_v<T>) {
        const int64_t most = std::max(std::abs(scale.low), std::abs(scale.low + scale.size - 1));
        if (most < 16) return kinds<T, 4>(columns, scale, who, number, times);
        return most < 1024 ? kinds<T, 10>(columns, scale, who, number, times) : 0;
    } else {
        if (columns.m == 2 && number <= SMALL) return pairs<T>(columns, scale, times);
        return kinds<T, 9>(columns, scale, who, number, times);
    }
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

// How many items are of each kind, added to `times`; all columns have the same stride. `counted`
// is n, or less where a later label does not fit, and then nothing was added.
ACCORD_API int32_t accord_count_kinds(int64_t type, const char* const* at, const int64_t* stride, int64_t n,
                           int64_t m, int64_t low, int64_t size, int64_t gaps, int64_t who,
                           int64_t number, int64_t* times, int64_t* counted) {
    if (m > MOST_CODERS || n >= int64_t{1} << 32) return ACCORD_BAD_SIZE;
    int64_t half = 1;
    for (int64_t c = 0; c < m - m / 2 && half <= HALVES; ++c) half *= size + (gaps != 0);
    if (half > HALVES) return ACCORD_BAD_SIZE;
    try {
        return by_type(type, [&](auto label) {
            *counted = kinds_of<decltype(label)>({at, stride, n, m}, {low, size, gaps != 0},
                                              who != 0, number, times);
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

// Kinds of items that differ only in the half where a label was chosen, added up: the digits of
// each and how many `items` have them, in ascending order. There is room for all that can be.
ACCORD_API int32_t accord_merge_kinds(const int64_t* times, int64_t m, int64_t base, int32_t* digits,
                           int64_t* items, int64_t* found) {
    if (m > MOST_CODERS) return ACCORD_BAD_SIZE;
    try {
        // Rows of digits in ascending order have a place: before[c][d] of them have the same
        // digits up to c and then one below d.
        const Half left(m - m / 2, base, false), right(m / 2, base, false);
        std::vector<int64_t> rows(base + 1, 1), before(m * (base + 1), 0);
        rows[base] = 0;  // rows[d]: how many have c digits, none below d
        for (int64_t c = m - 1; c >= 0; --c) {
            for (int64_t d = 0; d < base; ++d)
                before[c * (base + 1) + d + 1] = before[c * (base + 1) + d] + rows[d];
            for (int64_t d = base - 1; d >= 0; --d) rows[d] += rows[d + 1];
        }
        std::vector<int64_t> sum(before[base], 0);
        int32_t all[MOST_CODERS];
        for (int64_t kind = 0; kind < left.places * right.places; ++kind) {
            if (times[kind] == 0) continue;
            const int32_t* one = left.rows.data() + kind / right.places * left.coders;
            const int32_t* other = right.rows.data() + kind % right.places * right.coders;
            std::merge(one, one + left.coders, other, other + right.coders, all);
            int64_t place = 0;
            for (int64_t c = 0, last = 0; c < m; last = all[c++])
                place += before[c * (base + 1) + all[c]] - before[c * (base + 1) + last];
            sum[place] += times[kind];
        }
        std::fill_n(all, m, 0);
        *found = 0;
        for (const int64_t some : sum) {
            if (some) {
                std::copy_n(all, m, digits + *found * m);
                items[(*found)++] = some;
            }
            int64_t c = m - 1;
            while (c > 0 && all[c] == base - 1) --c;
            std::fill_n(all + c, m - c, all[c] + 1);
        }
        return ACCORD_DONE;
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
}
