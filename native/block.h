// One continuum, and which of its units may stand together (the proofs: candidates.py).
//
// Costs are those of the whole program: K = n(n−1)/2 pairs of coders, Δ_∅ = 1, s = 1 − d; a group
// of units costs K − Σ s over its pairs. A unit is its rank by middle.
#pragma once
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include "accord.h"

// Costs that differ by less are equal: sums of numbers of order 1 in another order do.
constexpr double TIE = 1e-10;

struct Stopped {};

// Whether the caller wants no more, or time is over; looked at every few thousand steps.
class Clock {
  public:
    Clock(const volatile int32_t* stop, std::chrono::steady_clock::time_point end)
        : stop_(stop), end_(end) {}
    bool over() {
        if (*stop_) throw Stopped();
        return std::chrono::steady_clock::now() > end_;
    }
    bool over_soon() {
        if ((++steps_ & 1023) == 0 && over()) late_ = true;
        return late_;
    }
    Clock part(double share) const {
        auto now = std::chrono::steady_clock::now();
        auto left = end_ - now;
        return Clock(stop_, now + std::chrono::duration_cast<decltype(left)>(left * share));
    }

  private:
    const volatile int32_t* stop_;
    std::chrono::steady_clock::time_point end_;
    unsigned steps_ = 0;
    bool late_ = false;
};

struct Edge {
    int32_t unit;
    double s;
};

struct Block {
    int n, size;
    double K;
    std::vector<int32_t> coder;
    std::vector<int64_t> first;  // edges of u: first[u] … first[u + 1], by unit
    std::vector<int64_t> right;  // … and from right[u] on to units right of u
    std::vector<Edge> edges;
    std::vector<double> h;     // size × n: the most that a unit of coder j adds to u, at least 0
    std::vector<double> rest;  // Σ_j h_j(u)

    int64_t span = 0;           // where that is little, s of units u and u + k < u + span stands
    std::vector<double> band;   // in band[u · span + k]

    double s(int u, int v) const {  // −inf where they may not stand together
        if (band.empty()) return looked_up(u, v);
        const int64_t low = u < v ? u : v, apart = u < v ? v - u : u - v;
        return apart < span ? band[size_t(low * span + apart)] : -HUGE_VAL;
    }
    double looked_up(int u, int v) const;
    double cost(const int32_t* units, int number) const;
    bool needed(const int32_t* units, int number) const;  // no unit is better cut off
};

// False where more than `most` pairs may stand together.
bool make_block(const AccordField& field, int64_t at, int64_t most, Block& block);

// Groups of units, in the order in which equally good ones are preferred: by first unit, then by
// cost, number of units, and units.
struct Groups {
    std::vector<int64_t> begin{0};
    std::vector<int32_t> units;
    std::vector<double> cost;

    int64_t number() const { return int64_t(cost.size()); }
    const int32_t* of(int64_t g) const { return units.data() + begin[size_t(g)]; }
    int size(int64_t g) const { return int(begin[size_t(g) + 1] - begin[size_t(g)]); }
    void add(const int32_t* members, int size, double price) {
        units.insert(units.end(), members, members + size);
        begin.push_back(int64_t(units.size()));
        cost.push_back(price);
    }
    void clear() { begin.resize(1), units.clear(), cost.clear(); }
    struct Room;
    void sort();
    void sort(int64_t from, Room& room);  // those before `from` stay
};

// Groups that are each there once.
class Pool : public Groups {
  public:
    bool add_once(const int32_t* members, int size, const Block& block);

  private:
    std::vector<int64_t> slots_;  // a hash table of places
};

// Every group that a best alignment may need; false where there are more than `most`.
bool needed_groups(const Block& block, int64_t most, Groups& found, Clock& clock);
