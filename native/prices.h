// Prices of units that prove an alignment best, or how far it can be from the best.
//
// Where y(T) = Σ y_u ≤ cost of T for every group T, the sum of all y is a lower bound; where that
// is the cost of an alignment, it is a best one. No linear programme: prices are moved such that
// the groups of the alignment stay paid for exactly, until no group is paid too much.
#pragma once
#include "pricing.h"
#include "realign.h"

struct Prices {
    Alignment best;
    std::vector<double> y;
    std::vector<double> over;  // how much the groups that begin at a unit may still be overpaid
};

// A lower bound at once: a group of k units costs Σ (K/k − ½ Σ s) over its units, and a unit gains
// at most what it can from its k − 1 best coders.
double quick_bound(const Block& block);

class Proof {
  public:
    Proof(const Block& block, int64_t most_groups, Clock& clock);

    Prices run();    // until it is proved, or nothing moves
    bool widened();  // look wider for a better alignment; false where that was the widest

  private:
    void fair_shares();
    double reduced(int64_t g) const;
    double priced();
    bool relaxed();
    bool improved();
    bool exchanged(const Alignment& other);
    Prices repaired();

    const Block& b_;
    const int64_t most_;
    Clock& clock_;
    Pricing pricing_;
    Alignment x_;
    std::vector<double> y_;
    Pool pool_;  // groups that were worth looking at
    std::vector<Priced> found_;
    std::vector<char> dirty_;  // prices rose since groups that begin here were looked for
    int64_t beam_;
};
