// The best alignment of one continuum.
#pragma once
#include "block.h"

struct Solution {
    Groups groups;
    double gap = 0;  // how far above the least cost they may be
};

// False where the budget does not suffice for any answer.
bool solve(const Block& block, const AccordBudget& budget, Clock& clock, Solution& found);
