#include "sweep.h"

#include <algorithm>
#include <array>
#include <limits>

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr size_t MOST_NODES = 8'000'000;  // to be retraced: bounds the memory
constexpr int64_t WORTH_A_LOOK = 4;       // states, before those that cannot win are looked for
constexpr size_t FEW_STATES = 12;         // are looked through; more are found by their hash

std::vector<int64_t> firsts(const Groups& groups, int size) {
    std::vector<int64_t> first(size_t(size) + 1, 0);
    for (int64_t g = 0; g < groups.number(); ++g) ++first[size_t(groups.of(g)[0]) + 1];
    for (int u = 0; u < size; ++u) first[u + 1] += first[u];
    return first;
}

std::vector<int> cuts(const Groups& groups, int size) {
    std::vector<int> furthest(size_t(size), 0), found{0};
    for (int64_t g = 0; g < groups.number(); ++g) {
        const int32_t* units = groups.of(g);
        int& far = furthest[size_t(units[0])];
        for (int k = 0; k < groups.size(g); ++k) far = std::max(far, int(units[k]));
    }
    for (int u = 0, far = 0; u < size; ++u)
        if ((far = std::max(far, std::max(u, furthest[u]))) == u) found.push_back(u + 1);
    return found;
}

namespace {

template <int W>
struct Mask {
    std::array<uint64_t, W> word{};
    bool first() const { return word[0] & 1; }
    void set(int bit) { word[size_t(bit) / 64] |= uint64_t(1) << (bit % 64); }
    bool is(const Mask& o) const {
        uint64_t other = 0;
        for (int w = 0; w < W; ++w) other |= word[w] ^ o.word[w];
        return other == 0;
    }
    bool meets(const Mask& o) const {
        uint64_t any = 0;
        for (int w = 0; w < W; ++w) any |= word[w] & o.word[w];
        return any != 0;
    }
    Mask moved() const {
        Mask m;
        for (int w = 0; w < W; ++w) m.word[w] = word[w] >> 1 | (w + 1 < W ? word[w + 1] << 63 : 0);
        return m;
    }
    Mask with(const Mask& o) const {
        Mask m;
        for (int w = 0; w < W; ++w) m.word[w] = word[w] | o.word[w];
        return m;
    }
    Mask without(const Mask& o) const {
        Mask m;
        for (int w = 0; w < W; ++w) m.word[w] = word[w] & ~o.word[w];
        return m;
    }
    template <typename Do>
    void each(Do run) const {
        for (int w = 0; w < W; ++w)
            for (uint64_t rest = word[w]; rest != 0; rest &= rest - 1)
                run(64 * w + __builtin_ctzll(rest));
    }
    uint64_t hash() const {
        uint64_t sum = 0x9E3779B97F4A7C15u;
        for (uint64_t w : word) sum = (sum ^ w) * 0xD6E8FEB86659FD93u, sum ^= sum >> 32;
        return sum;
    }
};

template <int W>
class Sweeping {
    struct State {
        Mask<W> mask;
        double cost;  // +inf: a cheaper way was found, which stands further on
        int64_t node;
    };
    struct Node {
        int64_t parent, group;
    };
    struct Slot {
        uint64_t layer = 0;
        uint32_t state = 0;
    };

  public:
    Swept run(const Groups& groups, const std::vector<int64_t>& first,
              const std::vector<double>& price, int a, int b, const SweepLimits& limits,
              Clock& clock, std::vector<int64_t>& chosen) {
        nodes_.clear();
        masks_.assign(size_t(first[b] - first[a]), Mask<W>());
        for (int64_t g = first[a]; g < first[b]; ++g)
            for (int k = 0; k < groups.size(g); ++k)
                masks_[size_t(g - first[a])].set(groups.of(g)[k] - groups.of(g)[0]);
        now_.assign(1, State{Mask<W>(), 0.0, -1});
        for (int at = a; at < b; ++at) {
            next_.clear();
            live_ = 0;
            for (const State& state : now_) {
                if (state.cost == INF) continue;
                if (state.mask.first()) {
                    reach(state.mask.moved(), state.cost, state.node, -1);
                    continue;
                }
                for (int64_t g = first[at]; g < first[at + 1]; ++g) {
                    const Mask<W>& units = masks_[size_t(g - first[a])];
                    const double total = state.cost + price[g];
                    if (total <= limits.most_cost && !units.meets(state.mask))
                        reach(units.with(state.mask).moved(), total, state.node, g);
                }
                if (clock.over_soon() || nodes_.size() > MOST_NODES) return Swept::overfull;
                if (!limits.beam && live_ > limits.states) return Swept::overfull;
            }
            if (live_ == 0) return Swept::too_dear;
            if (limits.complete && live_ >= WORTH_A_LOOK) drop_losers(*limits.complete, at + 1);
            if (limits.beam && live_ > limits.beam) narrow(limits.beam);
            now_.swap(next_);
        }
        const size_t begin = chosen.size();
        for (const State& state : now_)
            if (state.cost < INF)  // all units covered: there is one
                for (int64_t n = state.node; n >= 0; n = nodes_[n].parent)
                    chosen.push_back(nodes_[n].group);
        std::reverse(chosen.begin() + int64_t(begin), chosen.end());
        return Swept::covered;
    }

  private:
    void reach(const Mask<W>& mask, double cost, int64_t parent, int64_t group) {
        const size_t number = next_.size();
        size_t at = 0, known = number;
        if (number < FEW_STATES) {
            for (size_t k = 0; k < number; ++k)
                if (next_[k].mask.is(mask) && next_[k].cost != INF) known = k;
        } else {
            if (number == FEW_STATES || 2 * number >= slots_.size()) tabulate();
            at = slot(mask);
            if (slots_[at].layer == layer_) known = slots_[at].state;
        }
        if (known < number) {
            if (!(cost < next_[known].cost - TIE)) return;
            next_[known].cost = INF;
            --live_;
        }
        int64_t node = parent;
        if (group >= 0) {
            node = int64_t(nodes_.size());
            nodes_.push_back({parent, group});
        }
        if (number >= FEW_STATES) slots_[at] = {layer_, uint32_t(number)};
        next_.push_back({mask, cost, node});
        ++live_;
    }
    // The slot of a mask in the table, or the free one where it would be.
    size_t slot(const Mask<W>& mask) const {
        size_t at = mask.hash() & (slots_.size() - 1);
        while (slots_[at].layer == layer_ && !next_[slots_[at].state].mask.is(mask))
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    // A table of the states, at most half full; what older layers left in it is free.
    void tabulate() {
        if (2 * next_.size() >= slots_.size())
            slots_.assign(std::max<size_t>(64, 2 * slots_.size()), {});
        ++layer_;
        for (size_t k = 0; k < next_.size(); ++k)
            if (next_[k].cost != INF) slots_[slot(next_[k].mask)] = {layer_, uint32_t(k)};
    }
    // A state can go on as another one does: units that only the other has covered stand alone, at
    // K each, and units that only this one has covered are taken out of the groups of the other,
    // which lose at most what such a unit can gain from units that are not yet passed. Where that
    // costs less than the other's lead, the other cannot win, nor draw.
    void drop_losers(const Block& b, int from) {
        Mask<W> any;
        for (const State& state : next_)
            if (state.cost < INF) any = any.with(state.mask);
        any.each([&](int bit) { loss_[size_t(bit)] = most_lost(b, from, from + bit); });
        const State* best = nullptr;
        double least = INF;
        for (const State& state : next_) {
            double paid = state.cost;
            if (paid < INF) state.mask.each([&](int bit) { paid += loss_[size_t(bit)]; });
            if (paid < least) least = paid, best = &state;
        }
        for (State& state : next_) {
            if (state.cost == INF || !(state.cost > best->cost + 3 * TIE)) continue;
            double bound = best->cost + 3 * TIE;
            best->mask.without(state.mask).each([&](int bit) { bound += loss_[size_t(bit)]; });
            state.mask.without(best->mask).each([&](int) { bound += b.K; });
            if (state.cost > bound) state.cost = INF, --live_;
        }
    }
    double most_lost(const Block& b, int from, int u) {
        gains_.assign(size_t(b.n), 0.0);
        for (int64_t e = b.first[u]; e < b.first[u + 1]; ++e)
            if (b.edges[e].unit >= from) {
                double& most = gains_[size_t(b.coder[b.edges[e].unit])];
                most = std::max(most, b.edges[e].s);
            }
        double sum = 0;
        for (double most : gains_) sum += most;
        return sum;
    }
    void narrow(int64_t beam) {
        std::vector<double> costs;
        for (const State& state : next_) costs.push_back(state.cost);
        std::nth_element(costs.begin(), costs.begin() + beam - 1, costs.end());
        const double last = costs[size_t(beam) - 1];
        next_.erase(std::remove_if(next_.begin(), next_.end(),
                                   [&](const State& s) { return s.cost > last; }),
                    next_.end());
    }

    std::vector<State> now_, next_;
    std::vector<Mask<W>> masks_;
    std::vector<Slot> slots_;
    uint64_t layer_ = 0;
    std::vector<Node> nodes_;
    std::array<double, 64 * W> loss_{};
    std::vector<double> gains_;
    int64_t live_ = 0;
};

}  // namespace

Swept sweep(const Groups& groups, const std::vector<int64_t>& first,
            const std::vector<double>& price, const std::vector<int>& cuts,
            const SweepLimits& limits, Clock& clock, std::vector<int64_t>& chosen) {
    Sweeping<1> narrow;  // runs are many and short: their memory is used again
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
        const int a = cuts[k], b = cuts[k + 1];
        if (b == a + 1) {  // a unit that stands with no other
            int64_t best = -1;
            for (int64_t g = first[a]; g < first[b]; ++g)
                if (best < 0 || price[g] < price[best]) best = g;
            if (best < 0 || price[best] > limits.most_cost) return Swept::too_dear;
            chosen.push_back(best);
            continue;
        }
        int widest = 0;
        for (int64_t g = first[a]; g < first[b]; ++g)
            for (int i = 0; i < groups.size(g); ++i)
                widest = std::max(widest, groups.of(g)[i] - groups.of(g)[0]);
        auto with = [&](auto&& sweeping) {
            return sweeping.run(groups, first, price, a, b, limits, clock, chosen);
        };
        const Swept swept = widest < 64     ? with(narrow)
                            : widest < 128  ? with(Sweeping<2>())
                            : widest < 256  ? with(Sweeping<4>())
                            : widest < 512  ? with(Sweeping<8>())
                            : widest < 2048 ? with(Sweeping<32>())
                                            : Swept::overfull;
        if (swept != Swept::covered) return swept;
    }
    return Swept::covered;
}
