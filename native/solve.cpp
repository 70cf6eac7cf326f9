// Which way to the best alignment: a sweep over all needed groups where coders are few and units
// do not pile up, else prices that prove an alignment best, and sweeps where they do not.
#include "solve.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "finish.h"
#include "sweep.h"

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr double SURE = 1e-9;  // of the cost: what differs by less is the same
constexpr int64_t GROUPS_PER_UNIT = 60;
constexpr int64_t QUICK = 2000;  // states; beyond them prices are quicker

static bool by_sweep(const Block& b, const AccordBudget& budget, int64_t states, Clock& clock,
                     Solution& found) {
    Groups groups;
    if (!needed_groups(b, std::max(GROUPS_PER_UNIT * b.size, budget.groups), groups, clock))
        return false;
    const std::vector<int64_t> first = firsts(groups, b.size);
    std::vector<int64_t> chosen;
    if (sweep(groups, first, groups.cost, cuts(groups, b.size), {states, INF, 0, &b}, clock,
              chosen) != Swept::covered)
        return false;
    for (int64_t g : chosen) found.groups.add(groups.of(g), groups.size(g), groups.cost[g]);
    return true;
}

bool solve(const Block& b, const AccordBudget& budget, Clock& clock, Solution& found) {
    if (b.n <= 4 && by_sweep(b, budget, std::min(budget.states, QUICK), clock, found)) return true;
    Proof proof(b, std::max(GROUPS_PER_UNIT * b.size, budget.groups), clock);
    double best = INF, bound = std::max(0.0, quick_bound(b));
    do {
        Solution one = finished(b, proof.run(), budget.states, clock);
        const double cost = std::accumulate(one.groups.cost.begin(), one.groups.cost.end(), 0.0);
        bound = std::max(bound, cost - one.gap);
        if (cost < best) best = cost, found.groups = std::move(one.groups);
        found.gap = std::max(0.0, best - bound);
    } while (found.gap > SURE * (1 + best) && !clock.over() && proof.widened());
    return true;
}
