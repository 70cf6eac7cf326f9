// Every group that a best alignment may need, grown from its first unit to the right.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "block.h"

constexpr double INF = std::numeric_limits<double>::infinity();

// Costs as they are compared where groups are put in order: noise in the last digits is none.
static double rounded(double cost) { return std::nearbyint(cost * double(1 << 30)); }

void Groups::sort(int64_t from) {
    const size_t count = size_t(number() - from);
    if (count < 2) return;
    thread_local std::vector<std::pair<double, int64_t>> order;
    thread_local Groups ordered;
    order.resize(count);
    ordered.clear();
    for (size_t k = 0; k < count; ++k) order[k] = {rounded(cost[size_t(from) + k]), from + int64_t(k)};
    std::sort(order.begin(), order.end(), [&](const auto& x, const auto& y) {
        const int32_t *a = of(x.second), *b = of(y.second);
        const int k = size(x.second), l = size(y.second);
        if (a[0] != b[0]) return a[0] < b[0];
        if (x.first != y.first) return x.first < y.first;
        if (k != l) return k < l;
        return std::lexicographical_compare(a, a + k, b, b + l);
    });
    for (const auto& [_, g] : order) ordered.add(of(g), size(g), cost[size_t(g)]);
    const int64_t base = begin[size_t(from)];
    std::copy(ordered.units.begin(), ordered.units.end(), units.begin() + base);
    std::copy(ordered.cost.begin(), ordered.cost.end(), cost.begin() + from);
    for (size_t k = 0; k < count; ++k) begin[size_t(from) + k + 1] = base + ordered.begin[k + 1];
}

bool Pool::add_once(const int32_t* members, int number, const Block& block) {
    auto slot = [&](const int32_t* units, int length) {
        uint64_t sum = 0;
        for (int k = 0; k < length; ++k) sum = (sum + uint64_t(units[k]) + 1) * 0x9E3779B97F4A7C15u;
        return size_t(sum ^ sum >> 32) & (slots_.size() - 1);
    };
    auto next = [&](size_t at) { return (at + 1) & (slots_.size() - 1); };
    if (slots_.size() < 2 * cost.size() + 2) {
        slots_.assign(std::max<size_t>(256, 2 * slots_.size()), -1);
        for (int64_t g = 0; g < this->number(); ++g) {
            size_t at = slot(of(g), size(g));
            while (slots_[at] >= 0) at = next(at);
            slots_[at] = g;
        }
    }
    size_t at = slot(members, number);
    for (; slots_[at] >= 0; at = next(at))
        if (size(slots_[at]) == number && std::equal(members, members + number, of(slots_[at])))
            return false;
    slots_[at] = this->number();
    add(members, number, block.cost(members, number));
    return true;
}

namespace {

// The groups that begin at one unit: a depth-first search over its right neighbours.
class Growing {
  public:
    Growing(const Block& b, int64_t most, Groups& found, Clock& clock)
        : b_(b), most_(most), found_(found), clock_(clock), place_(b.size, -1),
          before_(size_t(b.n) * b.n) {}

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
        double* before = &before_[size_t(depth) * b_.n];
        std::copy(sums_.begin(), sums_.end(), before);
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
            sums_.assign(before, before + k);
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
    std::vector<double> before_, s_, sums_;
    std::vector<int32_t> units_;
};

}  // namespace

bool needed_groups(const Block& b, int64_t most, Groups& found, Clock& clock) {
    Growing growing(b, most, found, clock);
    for (int u = 0; u < b.size; ++u) {
        const int64_t from = found.number();
        if (!growing.from(u)) return false;
        found.sort(from);
    }
    return true;
}
