// Groups made as they are asked for (pricing.py): those whose units are worth what they cost.
#pragma once
#include <utility>

#include "block.h"

struct Priced {
    double worth;  // y(T) + S(T); it costs K − S(T), and pays where worth exceeds K
    std::vector<int32_t> units;
};

class Pricing {
  public:
    Pricing(const Block& block, Clock& clock);

    // The `most` worthiest groups that begin at u with worth ≥ K − slack, into `found`. Returns
    // what no group that begins at u exceeds, which is more than K − slack only where one is found
    // or where the search was cut short.
    double from(int u, const std::vector<double>& y, double slack, size_t most,
                std::vector<Priced>& found);

  private:
    struct Level {
        std::vector<int> open;  // candidates that may still be added
        std::vector<double> value, bound;
        std::vector<std::pair<double, size_t>> branch;
    };
    void grow(size_t depth, double worth);
    double bounds(Level& level, double worth, size_t depth);
    void take(double worth);
    double wanted() const;

    const Block& b_;
    Clock& clock_;
    struct Near {
        int unit, coder;
        double s, bound;
    };
    std::vector<Near> near_;
    std::vector<int> place_, chosen_, count_, coder_;
    std::vector<size_t> runs_;
    std::vector<double> s_, best_, top_;
    std::vector<Level> levels_;
    std::vector<Priced>* found_ = nullptr;
    int anchor_ = 0;
    size_t most_ = 0, steps_ = 0, low_ = 0;
    double least_ = 0;
    bool cut_ = false;
};
