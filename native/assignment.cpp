// Successive shortest ways, with prices that keep every edge's slack at least 0.
#include "assignment.h"

#include <algorithm>
#include <limits>
#include <queue>

constexpr double INF = std::numeric_limits<double>::infinity();

Matching heaviest_matching(const std::vector<std::vector<Link>>& links, int rights, Clock& clock) {
    const int lefts = int(links.size());
    std::vector<int32_t> mate(lefts, -1), back(rights, -1), from(rights, -1);
    std::vector<double> left(lefts, 0.0), right(rights, 0.0), far(rights, INF), near(lefts, 0.0);
    for (int i = 0; i < lefts; ++i)
        for (const Link& link : links[i]) left[i] = std::max(left[i], link.weight);
    using Item = std::pair<double, int32_t>;
    for (int root = 0; root < lefts; ++root) {
        clock.over();
        std::priority_queue<Item, std::vector<Item>, std::greater<Item>> open;
        std::vector<int32_t> reached, lefts_seen{root};
        near[root] = 0;
        double end = left[root];  // the root, or another left node, may stay alone
        int32_t end_left = root, end_right = -1;
        auto expand = [&](int i, double d) {
            for (const Link& link : links[i]) {
                const double way = d + std::max(0.0, left[i] + right[link.right] - link.weight);
                if (way < far[link.right] && way < end) {
                    if (far[link.right] == INF) reached.push_back(link.right);
                    far[link.right] = way;
                    from[link.right] = i;
                    open.push({way, link.right});
                }
            }
        };
        expand(root, 0);
        while (!open.empty()) {
            const auto [d, j] = open.top();
            open.pop();
            if (d >= end) break;
            if (d > far[j]) continue;
            if (back[j] < 0) {
                end = d, end_right = j;
                break;
            }
            const int i = back[j];
            near[i] = d;
            lefts_seen.push_back(i);
            if (d + left[i] < end) end = d + left[i], end_left = i, end_right = -1;
            expand(i, d);
        }
        for (int32_t i : lefts_seen) left[i] -= std::max(0.0, end - near[i]);
        // A matched edge has slack 0, so its two ends change by the same amount.
        for (int32_t j : reached)
            if (far[j] < end) right[j] += end - far[j];
        int32_t j = end_right;
        if (j < 0 && end_left != root) {
            j = mate[end_left];
            mate[end_left] = -1;
        }
        while (j >= 0) {
            const int i = from[j];
            const int32_t next = i == root ? -1 : mate[i];
            mate[i] = j, back[j] = i;
            j = next;
        }
        for (int32_t k : reached) far[k] = INF;
    }
    return {mate, left, right};
}
