// Many continua in one call, several at a time: each is solved by itself.
#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <new>
#include <thread>

#include "solve.h"

constexpr double INF = std::numeric_limits<double>::infinity();

static void solve_block(const AccordField& field, const AccordBudget& budget, int64_t at,
                        int32_t* members, double* cost, int64_t* rows, double* slack,
                        Clock clock) {
    Block block;
    rows[at] = 0;
    slack[at] = field.block_first[at] == field.block_first[at + 1] ? 0 : -1;
    if (slack[at] == 0) return;  // no units
    if (!make_block(field, at, budget.most_pairs, block)) return;
    Solution found;
    if (!solve(block, budget, clock, found)) return;
    const int64_t row = field.block_first[at];
    Groups& groups = found.groups;
    groups.sort();
    for (int64_t g = 0; g < groups.number(); ++g) {
        int32_t* to = members + (row + g) * field.coders;
        std::fill(std::copy_n(groups.of(g), groups.size(g), to), to + field.coders, -1);
        cost[row + g] = groups.cost[size_t(g)];
    }
    rows[at] = groups.number();
    slack[at] = found.gap;
}

int32_t accord_align(const AccordField* field, const AccordBudget* budget, int32_t* members,
                     double* cost, int64_t* rows, double* slack, const volatile int32_t* stop) {
    using std::chrono::steady_clock;
    const auto end =
        steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                  std::chrono::duration<double>(std::min(budget->seconds, 1e8)));
    std::atomic<int64_t> next{0};
    std::atomic<int32_t> code{ACCORD_DONE};
    auto work = [&] {
        try {
            for (int64_t at; (at = next++) < field->blocks && code == ACCORD_DONE;) {
                // What easy blocks leave of their time is for the hard ones.
                const double share = double(std::max<int64_t>(1, budget->threads)) /
                                     double(field->blocks - at + budget->threads - 1);
                solve_block(*field, *budget, at, members, cost, rows, slack,
                            Clock(stop, end).part(std::min(1.0, share)));
            }
        } catch (const Stopped&) {
            code = ACCORD_STOPPED;
        } catch (const std::bad_alloc&) {
            code = ACCORD_NO_MEMORY;
        } catch (const std::exception&) {
            code = ACCORD_NO_MEMORY;
        }
    };
    std::vector<std::thread> others;
    const int64_t wanted = std::min(budget->threads, field->blocks);
    try {
        for (int64_t k = 1; k < wanted; ++k) others.emplace_back(work);
    } catch (const std::exception&) {  // no more threads to be had: those that run suffice
    }
    work();
    for (std::thread& other : others) other.join();
    return code;
}
