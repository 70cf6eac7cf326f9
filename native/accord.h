// The plain C interface of the core, loaded with ctypes by src/accord/native.
//
// Arrays belong to the caller, who has checked every size and every index; the core allocates
// nothing that outlives a call. No exception leaves it: a function returns 0, or one of these.
#pragma once
#include <cstdint>

#if defined(_WIN32)
#define ACCORD_API extern "C" __declspec(dllexport)
#else
#define ACCORD_API extern "C" __attribute__((visibility("default")))
#endif

enum : int32_t { ACCORD_DONE = 0, ACCORD_STOPPED = 1, ACCORD_NO_MEMORY = 2, ACCORD_BAD_SIZE = 3 };

// To be raised with every function more and every change of a signature; the loader takes no other
// (INTERFACE there).
ACCORD_API int32_t accord_interface();

// The units of several continua (blocks), sorted by block and by middle, and how to compare them.
struct AccordField {
    int64_t coders, blocks, categories;
    const int64_t* block_first;  // blocks + 1: where the units of each block begin
    const int32_t* coder;
    const int32_t* category;
    const double* start;
    const double* stop;
    const double* matrix;  // categories × categories, or null: categories do not count
    double alpha, beta;
    // Where a user's function compares: the pairs u < v in reach, and s = 1 − d; else null.
    const int64_t* pair_first;  // units + 1
    const int32_t* pair_v;      // as numbered in the block
    const double* pair_s;
};

// How much work a block may take. `threads` blocks are solved at a time.
struct AccordBudget {
    int64_t most_pairs, groups, states, threads;
    double seconds;
};

// The best alignment of every block. `members` (units × coders) holds for block b, from row
// block_first[b] on, rows[b] groups of units as numbered in the block, −1 where there are fewer;
// `cost` their costs; `slack` how far above the least the total may be, −1 where the block is too
// large for the budget and was left alone.
ACCORD_API int32_t accord_align(const AccordField* field, const AccordBudget* budget,
                                int32_t* members, double* cost, int64_t* rows, double* slack,
                                const volatile int32_t* stop);

// Edit distances of every two of several texts (letters numbered from 0; text t has the letters
// first[t] … first[t + 1]) or ordered trees (nodes in postorder: label, and the leftmost leaf
// below the node, as numbered in its tree), every edit at cost 1. `out` is a whole table.
ACCORD_API int32_t accord_text_edits(int64_t texts, const int64_t* first, const int32_t* letter,
                                     int64_t letters, int64_t threads, int32_t* out,
                                     const volatile int32_t* stop);
ACCORD_API int32_t accord_tree_edits(int64_t trees, const int64_t* first, const int32_t* label,
                                     const int32_t* left, int64_t threads, int32_t* out,
                                     const volatile int32_t* stop);
