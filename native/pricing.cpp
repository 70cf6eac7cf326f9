// A depth-first search with bounds. With P the group so far and R the coders not yet decided, a
// candidate v adds at most
//     B(v) = y_v + Σ_{p in P} s(p, v) + ½ Σ_{q in R} max(0, max s(v, x) over candidates x of q),
// for each pair of candidates is shared by its two; a coder adds at most its largest B.
#include "pricing.h"

#include <algorithm>
#include <limits>

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr double HAIR = 1e-12;
constexpr size_t ROWS = 4;               // candidates whose gains are looked for at a time
constexpr size_t MOST_STEPS = 20'000;  // of one search, before it is cut short

Pricing::Pricing(const Block& block, Clock& clock)
    : b_(block), clock_(clock), place_(block.size, -1), count_(block.n), best_(block.n),
      top_(block.n), levels_(size_t(block.n) + 1) {}

double Pricing::wanted() const {
    return found_->size() < most_ ? least_ : std::max(least_, (*found_)[low_].worth + HAIR);
}

double Pricing::from(int u, const std::vector<double>& y, double slack, size_t most,
                     std::vector<Priced>& found) {
    found.clear();
    found_ = &found;
    most_ = most, steps_ = 0, low_ = 0, cut_ = false, anchor_ = u;
    least_ = b_.K - slack - HAIR;
    // First with bounds that hold for all groups, to be left with few candidates.
    near_.clear();
    for (int64_t e = b_.right[u]; e < b_.first[u + 1]; ++e) {
        const int v = b_.edges[e].unit;
        const double others = b_.rest[v] - b_.h[size_t(v) * b_.n + b_.coder[u]];
        near_.push_back({v, b_.coder[v], b_.edges[e].s, y[v] + b_.edges[e].s + others / 2});
    }
    double all = 0;
    for (int pass = 0; pass < 2; ++pass) {
        std::fill(best_.begin(), best_.end(), 0.0);
        for (const Near& v : near_) best_[v.coder] = std::max(best_[v.coder], v.bound);
        all = y[u];
        for (double top : best_) all += top;
        if (all < least_) return all;
        auto hopeless = [&](const Near& v) { return all - best_[v.coder] + v.bound < least_; };
        near_.erase(std::remove_if(near_.begin(), near_.end(), hopeless), near_.end());
    }
    const size_t m = near_.size();
    if (m > 3000) {  // a table of all pairs of them would be large
        cut_ = true;
        return all;
    }
    s_.assign(m * m, -INF);
    coder_.resize(m);
    for (size_t k = 0; k < m; ++k) {
        place_[near_[k].unit] = int(k);
        coder_[k] = near_[k].coder;
    }
    for (size_t k = 0; k < m; ++k) {
        const int v = near_[k].unit;
        for (int64_t e = b_.right[v]; e < b_.first[v + 1]; ++e)
            if (const int at = place_[b_.edges[e].unit]; at >= 0)
                s_[k * m + at] = s_[at * m + k] = b_.edges[e].s;
    }
    for (const Near& v : near_) place_[v.unit] = -1;
    Level& root = levels_[0];
    root.open.clear(), root.value.clear();
    for (size_t k = 0; k < m; ++k) {
        root.open.push_back(int(k));
        root.value.push_back(y[near_[k].unit] + near_[k].s);
    }
    chosen_.clear();
    grow(0, y[u]);
    if (cut_) return all;
    double most_worth = b_.K - slack;
    for (const Priced& one : found) most_worth = std::max(most_worth, one.worth);
    return most_worth;
}

// Drops candidates that cannot be in a group worth enough; returns what all can add, −inf if too
// little.
double Pricing::bounds(Level& level, double worth, size_t) {
    const size_t m = near_.size();
    double total = 0;
    for (int pass = 0; pass < 2; ++pass) {
        const size_t open = level.open.size();
        level.bound.resize(open);
        std::fill(best_.begin(), best_.end(), 0.0);
        runs_.clear();  // candidates stand coder by coder
        for (size_t k = 0; k < open; ++k)
            if (k == 0 || coder_[level.open[k]] != coder_[level.open[k - 1]]) runs_.push_back(k);
        runs_.push_back(open);
        for (size_t k = 0; k < open; k += ROWS) {
            // Several candidates at a time: the next maximum need not wait for the last one. What
            // a candidate could add to its own coder's is −inf, and so counts nothing.
            const double* s[ROWS];
            double gains[ROWS] = {};
            const size_t rows = std::min(ROWS, open - k);
            for (size_t r = 0; r < ROWS; ++r)
                s[r] = &s_[size_t(level.open[k + std::min(r, rows - 1)]) * m];
            for (size_t run = 0; run + 1 < runs_.size(); ++run) {
                double top[ROWS] = {};
                for (size_t x = runs_[run]; x < runs_[run + 1]; ++x)
                    for (size_t r = 0; r < ROWS; ++r)
                        top[r] = std::max(top[r], s[r][level.open[x]]);
                for (size_t r = 0; r < ROWS; ++r) gains[r] += top[r];
            }
            for (size_t r = 0; r < rows; ++r) {
                double& best = best_[coder_[level.open[k + r]]];
                level.bound[k + r] = level.value[k + r] + gains[r] / 2;
                best = std::max(best, level.bound[k + r]);
            }
        }
        total = 0;
        for (double top : best_) total += top;
        if (worth + total < wanted()) return -INF;
        size_t kept = 0;
        for (size_t k = 0; k < open; ++k) {
            const int coder = coder_[level.open[k]];
            if (worth + total - best_[coder] + level.bound[k] < wanted()) continue;
            level.open[kept] = level.open[k];
            level.value[kept] = level.value[k];
            level.bound[kept++] = level.bound[k];
        }
        level.open.resize(kept), level.value.resize(kept), level.bound.resize(kept);
        if (kept == open) break;
    }
    return total;
}

void Pricing::grow(size_t depth, double worth) {
    Level& level = levels_[depth];
    if (depth == 0)  // the bounds want candidates coder by coder
        std::stable_sort(level.open.begin(), level.open.end(), [&](int x, int y) {
            return coder_[x] < coder_[y];
        });
    if (depth == 0) {
        std::vector<double> sorted;
        for (int k : level.open) sorted.push_back(level.value[size_t(k)]);
        level.value = sorted;
    }
    const size_t m = near_.size();
    while (true) {
        if (cut_ || ++steps_ > MOST_STEPS || clock_.over_soon()) {
            cut_ = true;
            return;
        }
        const double total = bounds(level, worth, depth);
        if (total == -INF) return;
        if (level.open.empty()) return take(worth);
        // Branch on the coder with fewest candidates, the most promising of them first.
        std::fill(count_.begin(), count_.end(), 0);
        for (int k : level.open) ++count_[coder_[k]];
        int coder = -1;
        for (int j = 0; j < b_.n; ++j)
            if (count_[j] && (coder < 0 || count_[j] < count_[coder])) coder = j;
        auto& branch = level.branch;
        branch.clear();
        for (size_t k = 0; k < level.open.size(); ++k)
            if (coder_[level.open[k]] == coder) branch.push_back({-level.bound[k], k});
        std::sort(branch.begin(), branch.end());
        double others = total - best_[coder];
        for (const auto& [minus, k] : branch) {
            if (worth + others - minus < wanted()) break;
            const int w = level.open[k];
            Level& next = levels_[depth + 1];
            next.open.clear(), next.value.clear();
            for (size_t x = 0; x < level.open.size(); ++x) {
                const double s = s_[size_t(w) * m + level.open[x]];
                if (coder_[level.open[x]] == coder || s == -INF) continue;
                next.open.push_back(level.open[x]);
                next.value.push_back(level.value[x] + s);
            }
            chosen_.push_back(w);
            grow(depth + 1, worth + level.value[k]);
            chosen_.pop_back();
            if (cut_) return;
        }
        size_t kept = 0;  // then without this coder
        for (size_t x = 0; x < level.open.size(); ++x) {
            if (coder_[level.open[x]] == coder) continue;
            level.open[kept] = level.open[x];
            level.value[kept++] = level.value[x];
        }
        level.open.resize(kept), level.value.resize(kept);
    }
}

void Pricing::take(double worth) {
    if (worth < wanted()) return;
    Priced one{worth, {anchor_}};
    for (int k : chosen_) one.units.push_back(near_[k].unit);
    std::sort(one.units.begin(), one.units.end());
    if (!b_.needed(one.units.data(), int(one.units.size()))) return;
    if (found_->size() < most_)
        found_->push_back(std::move(one));
    else
        (*found_)[low_] = std::move(one);
    if (found_->size() == most_)
        for (size_t k = low_ = 0; k < most_; ++k)
            if ((*found_)[k].worth < (*found_)[low_].worth) low_ = k;
}
