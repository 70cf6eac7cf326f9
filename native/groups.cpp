// Every group that a best alignment may need, grown from its first unit to the right.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "block.h"

constexpr double INF = std::numeric_limits<double>::infinity();

// Costs as they are compared where groups are put in order: noise in the last digits is none.
static double rounded(double cost) { return std::nearbyint(cost * double(1 << 30)); }

Groups Groups::sorted() const {
    std::vector<int64_t> order(cost.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> key(cost.size());
    for (size_t g = 0; g < key.size(); ++g) key[g] = rounded(cost[g]);
    std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) {
        const int32_t *a = of(x), *b = of(y);
        if (a[0] != b[0]) return a[0] < b[0];
        if (key[x] != key[y]) return key[x] < key[y];
        if (size(x) != size(y)) return size(x) < size(y);
        return std::lexicographical_compare(a, a + size(x), b, b + size(y));
    });
    Groups ordered;
    for (int64_t g : order) ordered.add(of(g), size(g), cost[g]);
    return ordered;
}

namespace {

// The groups that begin at one unit: a depth-first search over its right neighbours.
class Growing {
  public:
    Growing(const Block& b, int64_t most, Groups& found, Clock& clock)
        : b_(b), most_(most), found_(found), clock_(clock), place_(b.size, -1) {}

    bool from(int u) {
        near_.assign(b_.edges.begin() + b_.right[u], b_.edges.begin() + b_.first[u + 1]);
        const int m = int(near_.size());
        if (b_.n > 2) {
            s_.assign(size_t(m) * m, -INF);
            for (int k = 0; k < m; ++k) place_[near_[k].unit] = k;
            for (int k = 0; k < m; ++k) {
                const int v = near_[k].unit;
                for (int64_t e = b_.right[v]; e < b_.first[v + 1]; ++e)
                    if (int at = place_[b_.edges[e].unit]; at >= 0) s_[k * m + at] = b_.edges[e].s;
            }
            for (const Edge& e : near_) place_[e.unit] = -1;
        }
        units_.assign(1, u);
        at_.assign(1, -1);
        sums_.assign(1, 0.0);
        return grown(-1, 0);
    }

  private:
    // Take the group as it is, then with each unit right of it.
    bool grown(int last, int depth) {
        const int k = int(units_.size()), m = int(near_.size());
        if (std::all_of(sums_.begin(), sums_.end(), [&](double x) { return x > -b_.K + TIE; })) {
            found_.add(units_.data(), k, b_.K - std::accumulate(sums_.begin(), sums_.end(), 0.0) / 2);
            if (found_.number() > most_) return false;
        }
        if (clock_.over_soon()) return false;
        if (k == b_.n || depth == b_.n) return true;
        const std::vector<double> before = sums_;
        for (int next = last + 1; next < m; ++next) {
            const int v = near_[next].unit;
            bool fits = true;
            double sum = 0.0;
            for (int i = 0; i < k && fits; ++i) {
                const double s = i ? s_[at_[i] * m + next] : near_[next].s;
                fits = s > -INF && b_.coder[units_[i]] != b_.coder[v];
                sums_[i] = before[i] + s;
                sum += s;
            }
            if (fits) {
                units_.push_back(v);
                at_.push_back(next);
                sums_.push_back(sum);
                if (hopeful() && !grown(next, depth + 1)) return false;
                units_.pop_back();
                at_.pop_back();
            }
            sums_ = before;
        }
        return true;
    }
    // Whether the coders not in the group can still make it needed.
    bool hopeful() const {
        for (size_t i = 0; i < units_.size(); ++i) {
            const double* h = &b_.h[size_t(units_[i]) * b_.n];
            double reach = sums_[i] + b_.rest[units_[i]];
            for (int other : units_)
                if (other != units_[i]) reach -= h[b_.coder[other]];
            if (!(reach > -b_.K)) return false;
        }
        return true;
    }

    const Block& b_;
    const int64_t most_;
    Groups& found_;
    Clock& clock_;
    std::vector<int> place_, at_;
    std::vector<Edge> near_;
    std::vector<double> s_, sums_;
    std::vector<int32_t> units_;
};

}  // namespace

bool needed_groups(const Block& b, int64_t most, Groups& found, Clock& clock) {
    Groups all;
    Growing growing(b, most, all, clock);
    for (int u = 0; u < b.size; ++u)
        if (!growing.from(u)) return false;
    found = all.sorted();
    return true;
}
