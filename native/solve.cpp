// Which way to the best alignment: few coders by the sweep over all needed groups.
#include "solve.h"

#include <limits>

#include "sweep.h"

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr int64_t GROUPS_PER_UNIT = 60;

static bool by_sweep(const Block& b, const AccordBudget& budget, int64_t states, Clock& clock,
                     Solution& found) {
    Groups groups;
    if (!needed_groups(b, std::max(GROUPS_PER_UNIT * b.size, budget.groups), groups, clock))
        return false;
    const std::vector<int64_t> first = firsts(groups, b.size);
    const std::vector<int> runs = cuts(groups, b.size);
    std::vector<int64_t> chosen;
    for (size_t k = 0; k + 1 < runs.size(); ++k)
        if (sweep(groups, first, groups.cost, runs[k], runs[k + 1], {states, INF, 0}, clock,
                  chosen) != Swept::covered)
            return false;
    for (int64_t g : chosen) found.groups.add(groups.of(g), groups.size(g), groups.cost[g]);
    return true;
}

bool solve(const Block& b, const AccordBudget& budget, Clock& clock, Solution& found) {
    return b.n <= 4 && by_sweep(b, budget, std::min<int64_t>(budget.states, 2000), clock, found);
}
