// The heaviest matching of a bipartite graph with few edges.
#pragma once
#include <cstdint>
#include <vector>

#include "block.h"

struct Link {
    int32_t right;
    double weight;  // positive
};

struct Matching {
    std::vector<int32_t> mate;        // for each left node its right node, −1 where it stays alone
    std::vector<double> left, right;  // prices ≥ 0, together ≥ each weight; their sum is the total
};

Matching heaviest_matching(const std::vector<std::vector<Link>>& links, int rights, Clock& clock);
