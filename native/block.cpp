// Pairs of units that may stand together: windows on the middles of units, by classes of length.
#include "block.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

constexpr double INF = std::numeric_limits<double>::infinity();

constexpr int64_t MOST_IN_BAND = 1 << 22;  // 32 MB a thread

double Block::looked_up(int u, int v) const {
    auto low = edges.begin() + first[u], high = edges.begin() + first[u + 1];
    auto at = std::lower_bound(low, high, v, [](const Edge& e, int w) { return e.unit < w; });
    return at != high && at->unit == v ? at->s : -INF;
}

// What each unit of a group gains, in NumPy's order of sums, so that the digits are the same.
class Gains {
  public:
    Gains(const Block& b, const int32_t* units, int number) : number_(number) {
        if (number > FEW) many_.resize(size_t(number));
        sums_ = number > FEW ? many_.data() : few_;
        std::fill_n(sums_, number, 0.0);
        for (int k = 1; k < number; ++k)
            for (int m = 0; m < k; ++m) {
                const double gain = b.s(units[m], units[k]);
                sums_[m] += gain;
                sums_[k] += gain;
            }
    }
    const double* begin() const { return sums_; }
    const double* end() const { return sums_ + number_; }

  private:
    static constexpr int FEW = 16;
    int number_;
    double few_[FEW];
    double* sums_;
    std::vector<double> many_;
};

double Block::cost(const int32_t* units, int number) const {
    const Gains gains(*this, units, number);
    return K - std::accumulate(gains.begin(), gains.end(), 0.0) / 2;
}

bool Block::needed(const int32_t* units, int number) const {
    const Gains gains(*this, units, number);
    return std::all_of(gains.begin(), gains.end(), [&](double x) { return x > -K + TIE; });
}

namespace {

struct Pair {
    int32_t u, v;
    double s;
};

// The dissimilarity of eq. 3–5, operation by operation as in dissimilarity.py.
class Measure {
  public:
    Measure(const AccordField& f, int64_t offset)
        : f_(f), start_(f.start + offset), stop_(f.stop + offset), kind_(f.category + offset) {}
    double d(int u, int v) const {
        double placed = 0.0;
        if (f_.alpha != 0) {
            placed = apart(u, v) / lengths(u, v);
            placed *= placed;
            placed *= f_.alpha;
        }
        if (f_.matrix == nullptr) return placed;
        return placed + f_.beta * f_.matrix[kind_[u] * f_.categories + kind_[v]];
    }
    double apart(int u, int v) const {
        return std::fabs(start_[u] - start_[v]) + std::fabs(stop_[u] - stop_[v]);
    }
    double lengths(int u, int v) const { return length(u) + length(v); }
    double middle(int u) const { return start_[u] + stop_[u]; }
    double length(int u) const { return stop_[u] - start_[u]; }

  private:
    const AccordField& f_;
    const double *start_, *stop_;
    const int32_t* kind_;
};

// Units in classes of length, so that one long unit does not widen every window.
struct Class {
    std::vector<int32_t> units;
    double longest = 0;
    size_t next = 0;  // the first unit right of the current one
};

constexpr double ALIKE = 8;  // where no unit is longer than so many mean ones, one class will do

std::vector<Class> classes(const Block& b, const Measure& m, double alpha) {
    double all = 0, longest = 0;
    for (int u = 0; u < b.size; ++u) all += m.length(u), longest = std::max(longest, m.length(u));
    const bool one = !(alpha > 0) || longest <= ALIKE * all / b.size;
    std::map<int, Class> by_length;
    for (int u = 0; u < b.size; ++u) {
        Class& c = by_length[one ? 0 : std::ilogb(m.length(u))];
        if (one && u == 0) c.units.reserve(size_t(b.size));
        c.units.push_back(u);
        c.longest = std::max(c.longest, m.length(u));
    }
    std::vector<Class> found;
    for (auto& [_, c] : by_length) found.push_back(std::move(c));
    return found;
}

bool near_pairs(const Block& b, const Measure& m, double alpha, int64_t most,
                std::vector<Pair>& found) {
    const double limit = b.K + b.n - 1;
    const double window = alpha > 0 ? std::sqrt(limit / alpha) * (1 + 1e-9) : INF;
    std::vector<Class> each = classes(b, m, alpha);
    found.reserve(size_t(std::min<int64_t>(most, 4 * int64_t(b.n) * b.size)));
    for (int u = 0; u < b.size; ++u) {
        const size_t before = found.size();
        for (Class& c : each) {
            while (c.next < c.units.size() && c.units[c.next] <= u) ++c.next;
            const double reach = m.middle(u) + window * (m.length(u) + c.longest);
            for (size_t at = c.next; at < c.units.size() && m.middle(c.units[at]) <= reach; ++at) {
                const int v = c.units[at];
                if (b.coder[v] == b.coder[u] || m.apart(u, v) > window * m.lengths(u, v)) continue;
                const double d = m.d(u, v);
                if (d < limit) found.push_back({u, v, 1.0 - d});
            }
        }
        if (each.size() > 1)
            std::sort(found.begin() + int64_t(before), found.end(),
                      [](const Pair& x, const Pair& y) { return x.v < y.v; });
        if (int64_t(found.size()) > most) return false;
    }
    return true;
}

void most_gains(Block& b, const std::vector<Pair>& pairs) {
    b.h.assign(size_t(b.size) * b.n, 0.0);
    for (const Pair& p : pairs) {
        double& there = b.h[size_t(p.u) * b.n + b.coder[p.v]];
        double& back = b.h[size_t(p.v) * b.n + b.coder[p.u]];
        there = std::max(there, p.s);
        back = std::max(back, p.s);
    }
    b.rest.assign(size_t(b.size), 0.0);
    for (int u = 0; u < b.size; ++u)
        for (int j = 0; j < b.n; ++j) b.rest[u] += b.h[size_t(u) * b.n + j];
}

// Each pair at both its units; pairs come sorted, so the edges of a unit are.
void both_ways(Block& b, const std::vector<Pair>& pairs) {
    b.first.assign(size_t(b.size) + 1, 0);
    b.right.assign(size_t(b.size), 0);
    for (const Pair& p : pairs) ++b.first[p.u + 1], ++b.first[p.v + 1], ++b.right[p.v];
    for (int u = 0; u < b.size; ++u) b.first[u + 1] += b.first[u];
    for (int u = 0; u < b.size; ++u) b.right[u] += b.first[u];
    b.edges.resize(2 * pairs.size());
    std::vector<int64_t> left(b.first.begin(), b.first.end() - 1), at = b.right;
    for (const Pair& p : pairs) {
        b.edges[size_t(at[p.u]++)] = {p.v, p.s};
        b.edges[size_t(left[p.v]++)] = {p.u, p.s};
    }
}

// Pairs at a glance, where the units of a pair are never far apart.
void banded(Block& b, const std::vector<Pair>& pairs) {
    b.span = 0, b.band.clear();
    for (const Pair& p : pairs) b.span = std::max<int64_t>(b.span, p.v - p.u + 1);
    if (b.span * b.size > MOST_IN_BAND) return;
    b.band.assign(size_t(b.span * b.size), -INF);
    for (const Pair& p : pairs) b.band[size_t(p.u * b.span + p.v - p.u)] = p.s;
}

}  // namespace

bool make_block(const AccordField& field, int64_t at, int64_t most, Block& b) {
    const int64_t offset = field.block_first[at];
    b.n = int(field.coders);
    b.K = b.n * (b.n - 1) / 2;
    b.size = int(field.block_first[at + 1] - offset);
    b.coder.assign(field.coder + offset, field.coder + offset + b.size);
    std::vector<Pair> pairs;
    if (field.pair_first == nullptr) {
        if (!near_pairs(b, Measure(field, offset), field.alpha, most, pairs)) return false;
        most_gains(b, pairs);
        // A pair is needed only if the other coders can make up for it, at both its ends.
        auto lost = [&](const Pair& p) {
            const double there = p.s + b.rest[p.u] - b.h[size_t(p.u) * b.n + b.coder[p.v]];
            const double back = p.s + b.rest[p.v] - b.h[size_t(p.v) * b.n + b.coder[p.u]];
            return !(there > -b.K && back > -b.K);
        };
        pairs.erase(std::remove_if(pairs.begin(), pairs.end(), lost), pairs.end());
    } else {
        for (int u = 0; u < b.size; ++u)
            for (int64_t k = field.pair_first[offset + u]; k < field.pair_first[offset + u + 1]; ++k)
                pairs.push_back({u, field.pair_v[k], field.pair_s[k]});
    }
    most_gains(b, pairs);
    both_ways(b, pairs);
    banded(b, pairs);
    return true;
}
