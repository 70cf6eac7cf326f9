// Each group g of the alignment has a budget, its cost less what it is paid. A better alignment is
// made of exchanges, and in one of them the groups that come in cost, beyond what they are paid,
// less than the budgets of those that go out. Parts of the alignment are joined wherever a group
// costs no more than the budgets of the parts it touches; no exchange across parts can then be
// better (nor, within a hair, as good), and each part is solved by a sweep. Parts without a budget
// are swept, too: of equally good alignments the one that comes first is wanted.
#include "finish.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "sweep.h"

namespace {

constexpr size_t MOST_NEAR = 4000;  // groups that begin at one unit
constexpr int64_t FEW = 2000;       // states where only the choice among equals is at stake

class Finish {
  public:
    Finish(const Block& b, const Prices& p, int64_t states, Clock& clock)
        : b_(b), x_(p.best), y_(p.y), states_(states), clock_(clock), pricing_(b, clock),
          part_(p.best.groups.size()), budget_(p.best.groups.size()), searched_(b.size, -1.0),
          complete_(true) {
        std::iota(part_.begin(), part_.end(), 0);
        for (size_t g = 0; g < part_.size(); ++g) {
            const auto& units = x_.groups[g];
            budget_[g] = std::max(0.0, add(units.data(), int(units.size())));
        }
        unproved_ = std::accumulate(p.over.begin(), p.over.end(), 0.0);
    }

    Solution run() {
        while (complete_ && (searched() || joined())) {
        }
        Solution found;
        found.gap = unproved_;
        if (!complete_) {
            for (const auto& units : x_.groups) keep(units, found);
            for (double budget : budgets()) found.gap += budget;
            return found;
        }
        of_part_.resize(part_.size());
        for (size_t g = 0; g < part_.size(); ++g) of_part_[find(int(g))].push_back(int(g));
        std::map<int, std::vector<int64_t>> inside;  // groups within one part
        for (int64_t g = 0; g < near_.number(); ++g) {
            const int part = find(x_.of[near_.of(g)[0]]);
            bool within = true;
            for (int k = 0; k < near_.size(g); ++k) within &= find(x_.of[near_.of(g)[k]]) == part;
            if (within) inside[part].push_back(g);
        }
        for (const auto& [part, groups] : inside) solve_part(part, groups, found);
        return found;
    }

  private:
    int find(int g) {
        while (part_[g] != g) g = part_[g] = part_[part_[g]];
        return g;
    }
    std::vector<double> budgets() {
        std::vector<double> each;
        for (size_t g = 0; g < part_.size(); ++g)
            if (find(int(g)) == int(g)) each.push_back(budget_[g]);
        return each;
    }
    void keep(const std::vector<int32_t>& units, Solution& found) const {
        found.groups.add(units.data(), int(units.size()), b_.cost(units.data(), int(units.size())));
    }
    double add(const int32_t* units, int size) {
        if (!near_.add_once(units, size, b_)) return 0;
        left_.push_back(near_.cost.back());
        for (int k = 0; k < size; ++k) left_.back() -= y_[units[k]];
        return left_.back();
    }
    // Lists the groups of each unit that the budgets around it allow; whether there were more.
    bool searched() {
        bool more = false;
        std::vector<Priced> found;
        std::vector<int> counted(part_.size(), -1);  // for which unit last
        for (int u = 0; u < b_.size && complete_; ++u) {
            double limit = 0;
            auto count = [&](int part) {
                if (counted[part] != u) counted[part] = u, limit += budget_[part];
            };
            count(find(x_.of[u]));
            for (int64_t e = b_.right[u]; e < b_.first[u + 1]; ++e)
                count(find(x_.of[b_.edges[e].unit]));
            if (limit <= searched_[u]) continue;
            searched_[u] = limit * (1 + 1e-9);
            more = true;
            const double bound = pricing_.from(u, y_, limit + TIE, MOST_NEAR, found);
            for (const Priced& one : found) add(one.units.data(), int(one.units.size()));
            // A search that was cut short says so by its bound: nothing that it found explains it.
            double most = b_.K - limit - TIE;
            for (const Priced& one : found) most = std::max(most, one.worth);
            if (found.size() == MOST_NEAR || bound > most + 1e-9) complete_ = false;
        }
        return more;
    }
    bool joined() {
        bool ever = false;
        std::vector<int> touched;
        for (; listed_ < near_.number(); ++listed_) across_.push_back(listed_);
        for (bool more = true; more;) {
            more = false;
            size_t kept = 0;
            for (int64_t g : across_) {
                touched.clear();
                double budget = 0;
                for (int k = 0; k < near_.size(g); ++k) {
                    const int part = find(x_.of[near_.of(g)[k]]);
                    if (std::find(touched.begin(), touched.end(), part) != touched.end()) continue;
                    touched.push_back(part);
                    budget += budget_[part];
                }
                if (touched.size() < 2) continue;  // for good
                if (left_[g] > budget + TIE) {
                    across_[kept++] = g;
                    continue;
                }
                const int root = touched[0];
                for (int part : touched) part_[part] = root;
                budget_[root] = budget;
                ever = more = true;
            }
            across_.resize(kept);
        }
        return ever;
    }
    void solve_part(int part, const std::vector<int64_t>& groups, Solution& found) {
        const size_t own = of_part_[part].size();
        if (groups.size() == own) {  // nothing but the alignment itself
            for (int g : of_part_[part]) keep(x_.groups[g], found);
            return;
        }
        std::vector<int32_t> units;
        for (int g : of_part_[part])
            units.insert(units.end(), x_.groups[g].begin(), x_.groups[g].end());
        std::sort(units.begin(), units.end());
        Groups local;
        for (int64_t g : groups) {
            std::vector<int32_t> places;
            for (int k = 0; k < near_.size(g); ++k)
                places.push_back(int32_t(
                    std::lower_bound(units.begin(), units.end(), near_.of(g)[k]) - units.begin()));
            local.add(places.data(), int(places.size()), near_.cost[g]);
        }
        local.sort();
        std::vector<double> price(local.cost);
        for (int64_t g = 0; g < local.number(); ++g)
            for (int k = 0; k < local.size(g); ++k) price[g] -= y_[units[local.of(g)[k]]];
        const double limit = budget_[part] + 2 * TIE;
        const bool at_stake = budget_[part] > 1e-9;
        std::vector<int64_t> chosen;
        const auto first = firsts(local, int(units.size()));
        if (sweep(local, first, price, cuts(local, int(units.size())),
                  {at_stake ? states_ : FEW, limit, 0}, clock_, chosen) == Swept::covered) {
            for (int64_t g : chosen) {
                std::vector<int32_t> members;
                for (int k = 0; k < local.size(g); ++k) members.push_back(units[local.of(g)[k]]);
                keep(members, found);
            }
            return;
        }
        found.gap += budget_[part];
        for (int g : of_part_[part]) keep(x_.groups[g], found);
    }

    const Block& b_;
    const Alignment& x_;
    const std::vector<double>& y_;
    const int64_t states_;
    Clock& clock_;
    Pricing pricing_;
    std::vector<int> part_;
    std::vector<std::vector<int>> of_part_;
    std::vector<double> budget_, searched_, left_;
    Pool near_;
    std::vector<int64_t> across_;  // groups that touch several parts, of those listed so far
    int64_t listed_ = 0;
    bool complete_;
    double unproved_ = 0;
};

}  // namespace

Solution finished(const Block& b, const Prices& prices, int64_t states, Clock& clock) {
    return Finish(b, prices, states, clock).run();
}
