// Every group that a best alignment may need, grown from its first unit to the right.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "block.h"

constexpr double INF = std::numeric_limits<double>::infinity();

// Costs as they are compared where groups are put in order: noise in the last digits is none.
static double rounded(double cost) { return std::nearbyint(cost * double(1 << 30)); }

// What sorting needs, used again.
struct Groups::Room {
    struct Place {
        int32_t first;
        double cost;
        int64_t group;
    };
    std::vector<Place> order;
    Groups ordered;
};

void Groups::sort() {
    Room room;
    sort(0, room);
}

void Groups::sort(int64_t from, Room& room) {
    auto& [order, ordered] = room;
    order.clear();
    for (int64_t g = from; g < number(); ++g)
        order.push_back({of(g)[0], rounded(cost[size_t(g)]), g});
    auto before = [&](const Room::Place& x, const Room::Place& y) {
        if (x.first != y.first) return x.first < y.first;
        if (x.cost != y.cost) return x.cost < y.cost;
        const int32_t *a = of(x.group), *b = of(y.group);
        const int k = size(x.group), l = size(y.group);
        if (k != l) return k < l;
        return std::lexicographical_compare(a, a + k, b, b + l);
    };
    if (std::is_sorted(order.begin(), order.end(), before)) return;
    std::sort(order.begin(), order.end(), before);
    ordered.clear();
    for (const Room::Place& place : order)
        ordered.add(of(place.group), size(place.group), cost[size_t(place.group)]);
    const int64_t base = begin[size_t(from)];
    std::copy(ordered.units.begin(), ordered.units.end(), units.begin() + base);
    std::copy(ordered.cost.begin(), ordered.cost.end(), cost.begin() + from);
    for (size_t k = 0; k < order.size(); ++k) begin[size_t(from) + k + 1] = base + ordered.begin[k + 1];
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
        : b_(b), most_(most), found_(found), clock_(clock), place_(b.size, -1), at_(b.n),
          sums_(size_t(b.n) * b.n), units_(b.n) {}

    bool from(int u) {
        near_ = b_.edges.data() + b_.right[u];
        m_ = int(b_.first[u + 1] - b_.right[u]);
        if (b_.n > 2) {
            s_.assign(size_t(m_) * m_, -INF);
            for (int k = 0; k < m_; ++k) place_[near_[k].unit] = k;
            for (int k = 0; k < m_; ++k) {
                const int v = near_[k].unit;
                for (int64_t e = b_.right[v]; e < b_.first[v + 1]; ++e)
                    if (int at = place_[b_.edges[e].unit]; at >= 0) s_[k * m_ + at] = b_.edges[e].s;
            }
            for (int k = 0; k < m_; ++k) place_[near_[k].unit] = -1;
        }
        units_[0] = u;
        sums_[0] = 0.0;
        return grown(-1, 1);
    }

  private:
    // Take the group of k units as it is, then with each unit right of it.
    bool grown(int last, int k) {
        const double* sums = &sums_[size_t(k - 1) * b_.n];
        if (std::all_of(sums, sums + k, [&](double x) { return x > -b_.K + TIE; })) {
            found_.add(units_.data(), k, b_.K - std::accumulate(sums, sums + k, 0.0) / 2);
            if (found_.number() > most_) return false;
        }
        if (clock_.over_soon()) return false;
        if (k == b_.n) return true;
        double* more = &sums_[size_t(k) * b_.n];
        for (int next = last + 1; next < m_; ++next) {
            const int v = near_[next].unit;
            bool fits = true;
            double sum = 0.0;
            for (int i = 0; i < k && fits; ++i) {
                const double s = i ? s_[at_[i] * m_ + next] : near_[next].s;
                fits = s > -INF && b_.coder[units_[i]] != b_.coder[v];
                more[i] = sums[i] + s;
                sum += s;
            }
            if (!fits) continue;
            units_[k] = v;
            at_[k] = next;
            more[k] = sum;
            if (hopeful(more, k + 1) && !grown(next, k + 1)) return false;
        }
        return true;
    }
    // Whether the coders not in the group can still make it needed.
    bool hopeful(const double* sums, int k) const {
        for (int i = 0; i < k; ++i) {
            const double* h = &b_.h[size_t(units_[i]) * b_.n];
            double reach = sums[i] + b_.rest[units_[i]];
            for (int j = 0; j < k; ++j)
                if (j != i) reach -= h[b_.coder[units_[j]]];
            if (!(reach > -b_.K)) return false;
        }
        return true;
    }

    const Block& b_;
    const int64_t most_;
    Groups& found_;
    Clock& clock_;
    const Edge* near_ = nullptr;
    int m_ = 0;
    std::vector<int> place_, at_;
    std::vector<double> s_, sums_;  // sums of the first k units from (k − 1) · n on
    std::vector<int32_t> units_;
};

}  // namespace

bool needed_groups(const Block& b, int64_t most, Groups& found, Clock& clock) {
    Growing growing(b, most, found, clock);
    Groups::Room room;
    for (int u = 0; u < b.size; ++u) {
        const int64_t from = found.number();
        if (!growing.from(u)) return false;
        found.sort(from, room);
    }
    return true;
}
