#include "prices.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sweep.h"

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr double NEARLY = 0.5;   // groups that nearly pay are kept too: prices will change
constexpr size_t KEPT = 20;      // … so many for each first unit
constexpr double CLEAN = 1e-11;  // paid too much by less is not paid too much
constexpr int PASSES = 60, PATIENCE = 3;
constexpr int64_t BEAM = 64, WIDEST = 4096;

double quick_bound(const Block& b) {
    double total = 0;
    std::vector<double> gains(b.n);
    for (int u = 0; u < b.size; ++u) {
        std::copy_n(b.h.begin() + int64_t(u) * b.n, b.n, gains.begin());
        std::sort(gains.rbegin(), gains.rend());
        double least = b.K, gained = 0;
        for (int k = 2; k <= b.n; ++k) {
            gained += gains[k - 2];
            least = std::min(least, b.K / k - gained / 2);
        }
        total += least;
    }
    return total;
}

Proof::Proof(const Block& b, int64_t most, Clock& clock)
    : b_(b), most_(most), clock_(clock), pricing_(b, clock), dirty_(b.size, 1), beam_(BEAM) {
    if (b_.n == 2) {
        x_ = of_two_coders(b_, y_, clock_);
    } else {
        x_ = good_alignment(b_, clock_);
        fair_shares();
    }
    for (int32_t u = 0; u < b_.size; ++u) pool_.add_once(&u, 1, b_);
    for (const auto& group : x_.groups) pool_.add_once(group.data(), int(group.size()), b_);
}

Prices Proof::run() {
    double least = INF;
    const double far = 2 * b_.K + 0.1 * b_.size;  // paid too much by more is far from a proof
    for (int stale = 0; stale < PATIENCE && pool_.number() <= most_ && !clock_.over();) {
        const double over = priced();
        if (over == 0) return {x_, y_, std::vector<double>(b_.size, 0.0)};
        const std::vector<double> before = y_;
        const bool progress = relaxed() || improved() || over < 0.8 * least;
        least = std::min(least, over);
        // Near a proof, what does not move is the gap of the linear programme, which others close.
        if (!progress && over < far) break;
        // Far from it, the alignment is not the best: look wider for a better one.
        if (!progress && !widened()) ++stale;
        for (int u = 0; u < b_.size; ++u)
            if (y_[u] > before[u]) {
                dirty_[u] = 1;
                for (int64_t e = b_.first[u]; e < b_.right[u]; ++e) dirty_[b_.edges[e].unit] = 1;
            }
    }
    return repaired();
}

bool Proof::widened() {
    if (beam_ >= WIDEST) return false;
    beam_ *= 4;
    return true;
}

// K/k for each of k units, less half of what it gains: then the alignment is paid for.
void Proof::fair_shares() {
    y_.assign(b_.size, 0.0);
    for (const auto& group : x_.groups)
        for (int32_t u : group) {
            y_[u] = b_.K / double(group.size());
            for (int32_t v : group)
                if (u != v) y_[u] -= b_.s(u, v) / 2;
        }
}

double Proof::reduced(int64_t g) const {
    double left = pool_.cost[g];
    for (int k = 0; k < pool_.size(g); ++k) left -= y_[pool_.of(g)[k]];
    return left;
}

// Looks for groups that are paid too much, where prices rose; by how much in all.
double Proof::priced() {
    double total = 0;
    for (int u = 0; u < b_.size; ++u) {
        if (!dirty_[u]) continue;
        const double bound = pricing_.from(u, y_, NEARLY, KEPT, found_);
        for (const Priced& one : found_) pool_.add_once(one.units.data(), int(one.units.size()), b_);
        dirty_[u] = bound > b_.K + CLEAN;
        if (dirty_[u]) total += bound - b_.K;
    }
    return total;
}

// Lowers the price of what is paid too much, and raises others such that each group of the
// alignment stays paid for exactly (projections onto half-spaces within that plane).
bool Proof::relaxed() {
    std::vector<int32_t> met;
    std::vector<int> share(x_.groups.size(), 0);
    std::vector<int64_t> near;  // prices move little: most groups stay far from paid
    for (int pass = 0; pass < PASSES; ++pass) {
        bool clean = true;
        if (pass % 10 == 0) {
            near.clear();
            for (int64_t g = 0; g < pool_.number(); ++g)
                if (reduced(g) < NEARLY) near.push_back(g);
        }
        for (int64_t g : near) {
            const double over = -reduced(g);
            if (over <= CLEAN) continue;
            clean = false;
            met.clear();
            for (int k = 0; k < pool_.size(g); ++k) {
                const int32_t in = x_.of[pool_.of(g)[k]];
                if (!share[in]++) met.push_back(in);
            }
            double norm = 0;
            for (int32_t in : met)
                norm += share[in] * (1.0 - share[in] / double(x_.groups[in].size()));
            // Without a norm it is a union of groups of the alignment: a better alignment.
            const double step = norm > 1e-9 ? 1.5 * over / norm : 0.0;
            for (int32_t in : met)
                for (int32_t u : x_.groups[in])
                    y_[u] += step * share[in] / double(x_.groups[in].size());
            for (int k = 0; k < pool_.size(g); ++k) y_[pool_.of(g)[k]] -= step;
            for (int32_t in : met) share[in] = 0;
        }
        for (int64_t g = 0; clean && g < pool_.number(); ++g)
            if (-reduced(g) > CLEAN) clean = false, near.push_back(g);
        if (clean) return true;
        if (clock_.over()) return false;
    }
    return false;
}

// A better alignment by a narrow sweep over the pool, and by taking coders out.
bool Proof::improved() {
    Groups near;
    for (int64_t g = 0; g < pool_.number(); ++g)
        if (reduced(g) <= 2 || pool_.size(g) == 1) near.add(pool_.of(g), pool_.size(g), pool_.cost[g]);
    near.sort();
    std::vector<double> price(near.cost);
    for (int64_t g = 0; g < near.number(); ++g)
        for (int k = 0; k < near.size(g); ++k) price[g] -= y_[near.of(g)[k]];
    const auto first = firsts(near, b_.size);
    std::vector<int64_t> chosen;
    if (sweep(near, first, price, cuts(near, b_.size), {0, INF, beam_}, clock_, chosen) !=
        Swept::covered)
        return false;
    Alignment other;
    other.of.assign(b_.size, -1);
    for (int64_t g : chosen) other.groups.emplace_back(near.of(g), near.of(g) + near.size(g));
    other.tidy();
    return exchanged(other);
}

// Where the other alignment is cheaper, in parts that can be exchanged, take it.
bool Proof::exchanged(const Alignment& other) {
    std::vector<int32_t> root(b_.size);
    std::iota(root.begin(), root.end(), 0);
    auto find = [&](int32_t u) {
        while (root[u] != u) u = root[u] = root[root[u]];
        return u;
    };
    for (const Alignment* one : {static_cast<const Alignment*>(&x_), &other})
        for (const auto& group : one->groups)
            for (int32_t u : group) root[find(u)] = find(group[0]);
    std::vector<double> gain(b_.size, 0.0);
    for (const auto& group : x_.groups) gain[find(group[0])] += b_.cost(group.data(), int(group.size()));
    for (const auto& group : other.groups)
        gain[find(group[0])] -= b_.cost(group.data(), int(group.size()));
    Alignment next;
    next.of.assign(b_.size, -1);
    bool better = false;
    for (const auto& group : x_.groups)
        if (gain[find(group[0])] <= 1e-9) next.groups.push_back(group);
    for (const auto& group : other.groups)
        if (gain[find(group[0])] > 1e-9) next.groups.push_back(group), better = true;
    if (!better) return false;
    next.tidy();
    for (const auto& group : next.groups) {
        if (gain[find(group[0])] <= 1e-9) continue;
        double left = b_.cost(group.data(), int(group.size()));
        for (int32_t u : group) left -= y_[u];
        for (int32_t u : group) y_[u] += left / double(group.size());
        pool_.add_once(group.data(), int(group.size()), b_);
    }
    x_ = next;
    return true;
}

// Lowers prices until no group is paid too much: then they prove a bound.
Prices Proof::repaired() {
    const std::vector<double> kept = y_;  // to go on from
    auto lower = [&](const int32_t* units, int size) {
        double over = -b_.cost(units, size);
        for (int k = 0; k < size; ++k) over += y_[units[k]];
        if (over > 0)
            for (int k = 0; k < size; ++k) y_[units[k]] -= over / size;
    };
    for (int64_t g = 0; g < pool_.number(); ++g) lower(pool_.of(g), pool_.size(g));
    std::vector<double> over(b_.size, 0.0);
    for (int u = 0; u < b_.size; ++u)
        for (int more = 0; more < 1000; ++more) {
            const double bound = pricing_.from(u, y_, -CLEAN, KEPT, found_);
            over[u] = std::max(0.0, bound - b_.K);
            std::sort(found_.begin(), found_.end(),
                      [](const Priced& a, const Priced& b) { return a.worth > b.worth; });
            for (const Priced& one : found_) lower(one.units.data(), int(one.units.size()));
            if (found_.empty()) break;
        }
    Prices found{x_, y_, over};
    y_ = kept;
    return found;
}
