#include "realign.h"

#include <algorithm>

#include "assignment.h"

double Alignment::cost(const Block& b) const {
    double total = 0;
    for (const auto& group : groups) total += b.cost(group.data(), int(group.size()));
    return total;
}

void Alignment::tidy() {
    size_t kept = 0;
    for (auto& group : groups)
        if (!group.empty()) {
            std::sort(group.begin(), group.end());
            std::swap(groups[kept++], group);
        }
    groups.resize(kept);
    std::sort(groups.begin(), groups.end());
    for (size_t g = 0; g < groups.size(); ++g)
        for (int32_t u : groups[g]) of[u] = int32_t(g);
}

// Aligns the units of one coder with the groups of the others, where a group costs K whatever is
// in it. Only coders whose units have a group count; returns what was gained.
static double align_coder(const Block& b, Alignment& x, const std::vector<int32_t>& units, double K,
                          Clock& clock) {
    std::vector<int32_t> before(units.size(), -1);
    for (size_t k = 0; k < units.size(); ++k) {
        const int32_t u = units[k], g = x.of[u];
        if (g < 0) continue;
        auto& group = x.groups[g];
        group.erase(std::find(group.begin(), group.end(), u));
        x.of[u] = -1;
        if (!group.empty()) before[k] = g;
    }
    std::vector<std::vector<Link>> links(units.size());
    std::vector<double> cross(x.groups.size(), 0.0);
    std::vector<uint32_t> count(x.groups.size(), 0);
    double old = 0;
    for (size_t k = 0; k < units.size(); ++k) {
        std::vector<int32_t> met;
        for (int64_t e = b.first[units[k]]; e < b.first[units[k] + 1]; ++e) {
            const int32_t g = x.of[b.edges[e].unit];
            if (g < 0) continue;
            if (!count[g]++) met.push_back(g);
            cross[g] += b.edges[e].s;
        }
        for (int32_t g : met) {
            // With units that may not stand together there is no group.
            if (count[g] == x.groups[g].size() && K + cross[g] > TIE)
                links[k].push_back({g, K + cross[g]});
            if (g == before[k]) old += K + cross[g];
            count[g] = 0, cross[g] = 0;
        }
    }
    std::vector<int32_t> mate = heaviest_matching(links, int(x.groups.size()), clock).mate;
    double total = 0;
    for (size_t k = 0; k < units.size(); ++k)
        for (const Link& link : links[k])
            if (link.right == mate[k]) total += link.weight;
    if (!(total > old + TIE)) mate = before, total = old;
    for (size_t k = 0; k < units.size(); ++k) {
        int32_t g = mate[k];
        if (g < 0) {
            g = int32_t(x.groups.size());
            x.groups.emplace_back();
        }
        x.groups[g].push_back(units[k]);
        x.of[units[k]] = g;
    }
    return total - old;
}

static std::vector<std::vector<int32_t>> by_coder(const Block& b) {
    std::vector<std::vector<int32_t>> units(b.n);
    for (int u = 0; u < b.size; ++u) units[b.coder[u]].push_back(u);
    return units;
}

Alignment good_alignment(const Block& b, Clock& clock) {
    const auto units = by_coder(b);
    Alignment x;
    x.of.assign(b.size, -1);
    for (int j = 0; j < b.n; ++j) {
        // Not the K of all coders: with it far units are put together and never come apart.
        const double K = (j + 1) * j / 2.0;
        align_coder(b, x, units[j], K, clock);
        for (int i = 0; i < j && j > 1 && !clock.over(); ++i) align_coder(b, x, units[i], K, clock);
        x.tidy();
    }
    realigned(b, x, clock);
    return x;
}

bool realigned(const Block& b, Alignment& x, Clock& clock) {
    const auto units = by_coder(b);
    bool ever = false;
    for (int since = 0, j = 0; since < b.n && !clock.over(); ++since, j = (j + 1) % b.n)
        if (align_coder(b, x, units[j], b.K, clock) > TIE) ever = true, since = -1;
    x.tidy();
    return ever;
}

Alignment of_two_coders(const Block& b, std::vector<double>& y, Clock& clock) {
    const auto units = by_coder(b);
    std::vector<int32_t> place(b.size, -1);
    for (size_t k = 0; k < units[1].size(); ++k) place[units[1][k]] = int32_t(k);
    std::vector<std::vector<Link>> links(units[0].size());
    for (size_t k = 0; k < units[0].size(); ++k)
        for (int64_t e = b.first[units[0][k]]; e < b.first[units[0][k] + 1]; ++e)
            if (b.K + b.edges[e].s > TIE)
                links[k].push_back({place[b.edges[e].unit], b.K + b.edges[e].s});
    const Matching found = heaviest_matching(links, int(units[1].size()), clock);
    Alignment x;
    x.of.assign(b.size, -1);
    y.assign(b.size, b.K);
    for (int32_t v : units[1]) x.groups.push_back({v}), y[v] -= found.right[place[v]];
    for (size_t k = 0; k < units[0].size(); ++k) {
        y[units[0][k]] -= found.left[k];
        if (found.mate[k] < 0) x.groups.emplace_back();
        (found.mate[k] < 0 ? x.groups.back() : x.groups[found.mate[k]]).push_back(units[0][k]);
    }
    x.tidy();
    return x;
}
