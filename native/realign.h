// Good alignments without a proof: coders are added one by one, and each is taken out and aligned
// again with what the others form, until nothing improves.
#pragma once
#include "block.h"

struct Alignment {
    std::vector<std::vector<int32_t>> groups;
    std::vector<int32_t> of;  // unit → group

    double cost(const Block& block) const;
    void tidy();  // no empty groups; units of a group in order
};

Alignment good_alignment(const Block& block, Clock& clock);

// Of two coders the best one, with prices that prove it: units are worth K less what they save.
Alignment of_two_coders(const Block& block, std::vector<double>& y, Clock& clock);

// Whether it became cheaper.
bool realigned(const Block& block, Alignment& found, Clock& clock);
