// Cells of a table that belong to the best one-to-one matching for certain, and what is left.
//
// A cell is certain where whoever takes anything else for its row and its column gains less. What
// certain cells leave over falls into connected parts, which are independent of each other.

#include <algorithm>
#include <cstdint>
#include <new>
#include <numeric>
#include <vector>

#include "accord.h"

namespace {

// The best gain of a line, how many cells have it, and the best of the others.
struct Best {
    double first = 0.0, second = 0.0;
    int64_t tied = 0;

    void see(double gain) {
        if (gain > first) {
            second = first;
            first = gain;
            tied = 1;
        } else if (gain == first) {
            ++tied;
        } else if (gain > second) {
            second = gain;
        }
    }
    double other(double gain) const { return gain == first && tied == 1 ? second : first; }
};

struct Union {
    std::vector<int64_t> up;
    explicit Union(int64_t n) : up(static_cast<size_t>(n)) { std::iota(up.begin(), up.end(), 0); }
    int64_t top(int64_t at) {
        while (up[at] != at) at = up[at] = up[up[at]];
        return at;
    }
    void join(int64_t a, int64_t b) { up[top(a)] = top(b); }
};

}  // namespace

// `part` becomes -2 for a certain cell, -1 for one that is out, else the number of its part, and
// `state` whether any are left. Rows and columns are below `rows` and `columns`, gains above 0. As
// long as one cell in 64 is certain the others are looked at again.
ACCORD_API int32_t accord_certain_cells(int64_t cells, const int64_t* row, const int64_t* column,
                                        const double* gain, int64_t rows, int64_t columns,
                                        int64_t* part, int64_t* state) {
    try {
        std::vector<int64_t> left(static_cast<size_t>(cells));
        std::iota(left.begin(), left.end(), 0);
        std::fill_n(part, cells, -1);
        std::vector<Best> by_row, by_column;
        std::vector<char> row_taken(static_cast<size_t>(rows), 0);
        std::vector<char> column_taken(static_cast<size_t>(columns), 0);
        for (bool again = true; again && !left.empty();) {
            by_row.assign(static_cast<size_t>(rows), {});
            by_column.assign(static_cast<size_t>(columns), {});
            for (const int64_t at : left) {
                by_row[row[at]].see(gain[at]);
                by_column[column[at]].see(gain[at]);
            }
            int64_t certain = 0;
            for (const int64_t at : left) {
                const double others =
                    by_row[row[at]].other(gain[at]) + by_column[column[at]].other(gain[at]);
                if (gain[at] > others) {
                    part[at] = -2;
                    row_taken[row[at]] = column_taken[column[at]] = 1;
                    ++certain;
                }
            }
            again = 64 * certain > static_cast<int64_t>(left.size());
            left.erase(std::remove_if(left.begin(), left.end(),
                                      [&](int64_t at) {
                                          return row_taken[row[at]] || column_taken[column[at]];
                                      }),
                       left.end());
        }
        state[0] = static_cast<int64_t>(left.size());
        if (left.empty()) return ACCORD_DONE;
        Union together(rows + columns);
        for (const int64_t at : left) together.join(row[at], rows + column[at]);
        for (const int64_t at : left) part[at] = together.top(row[at]);
        return ACCORD_DONE;
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
}
