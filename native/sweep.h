// The cheapest cover of a run of units by listed groups, from left to right (see cover.py).
//
// A state is the set of units from the current one on that are covered already. Of covers that
// cost the same the one is kept whose groups come first, read from left to right.
#pragma once
#include "block.h"

enum class Swept { covered, too_dear, overfull };

struct SweepLimits {
    int64_t states;
    double most_cost;
    int64_t beam;  // 0: more than `states` is overfull; else so many of the cheapest are kept
    const Block* complete = nullptr;  // where the groups are all that its best alignment may need
};

// Covers runs of units, each from a cut to the next, by groups sorted by their first unit, those of
// unit u being first[u] … first[u + 1]; `price` says what they cost here. Appends the chosen groups;
// ends at the first run that is not covered.
Swept sweep(const Groups& groups, const std::vector<int64_t>& first,
            const std::vector<double>& price, const std::vector<int>& cuts,
            const SweepLimits& limits, Clock& clock, std::vector<int64_t>& chosen);

// Where the groups of each of `size` units begin.
std::vector<int64_t> firsts(const Groups& groups, int size);

// Where the line can be cut without cutting a group: 0 … size.
std::vector<int> cuts(const Groups& groups, int size);
