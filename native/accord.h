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
// The same of some pairs of trees, given by position.
ACCORD_API int32_t accord_tree_pairs(int64_t trees, const int64_t* first, const int32_t* label,
                                     const int32_t* left, int64_t pairs, const int64_t* one,
                                     const int64_t* other, int32_t* out,
                                     const volatile int32_t* stop);

// What each of these does stands above its definition.
// Labels in columns, counted (counting.cpp).
ACCORD_API int32_t accord_count_kinds(int64_t type, const char* const* at, const int64_t* stride,
                                      int64_t n, int64_t m, int64_t low, int64_t size, int64_t gaps,
                                      int64_t who, int64_t number, int64_t* times,
                                      int64_t* counted);
ACCORD_API int32_t accord_count_categories(int64_t type, const char* const* at,
                                           const int64_t* stride, int64_t n, int64_t m, int64_t low,
                                           int64_t size, int64_t gaps, int64_t* bounds,
                                           int64_t* category, double* count, int64_t* counted);
ACCORD_API int32_t accord_merge_kinds(const int64_t* times, int64_t m, int64_t base,
                                      int32_t* digits, int64_t* items, int64_t* found);

// Codings that come in pieces, item by item (items.cpp).
ACCORD_API int32_t accord_place_items(int64_t begin, int64_t end, int64_t* keys, uint8_t* arena,
                                      uint32_t* slots, int64_t size);
ACCORD_API int32_t accord_add_codings(int64_t rows, const int64_t* item, const int32_t* offsets,
                                      const uint8_t* text, const uint16_t* coder,
                                      const uint16_t* category, int64_t bits, int64_t per_word,
                                      int64_t words_each, int64_t* keys, uint8_t* arena,
                                      int64_t arena_size, uint32_t* slots, int64_t size,
                                      uint64_t* words, int64_t room, int64_t* state);
ACCORD_API int32_t accord_item_sizes(int64_t items, const uint64_t* words, int64_t words_each,
                                     int64_t bits, int64_t per_word, int64_t coders,
                                     int64_t categories, int64_t* sizes, int64_t* single,
                                     int64_t* complete);
ACCORD_API int32_t accord_category_words(int64_t items, const uint64_t* words, int64_t words_each,
                                         int64_t bits, int64_t bits_to, int64_t per_to,
                                         int64_t words_to, uint64_t* into);
ACCORD_API int32_t accord_count_equal(int64_t rows, const uint64_t* words, int64_t words_each,
                                      int64_t most, uint32_t* slots, int64_t size,
                                      uint64_t* distinct, int64_t* times, int64_t* found);

// Keys of JSON objects (json_keys.cpp).
ACCORD_API int32_t accord_json_may_repeat(const uint8_t* text, int64_t size);

// Cells of a best matching that are certain (matching.cpp).
ACCORD_API int32_t accord_certain_cells(int64_t cells, const int64_t* row, const int64_t* column,
                                        const double* gain, int64_t rows, int64_t columns,
                                        int64_t* part, int64_t* state);

// Distances of sets (sets.cpp).
ACCORD_API int32_t accord_set_distances(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                        const double* lookup, int64_t side, const int64_t* k,
                                        int64_t n, const int64_t* l, int64_t m, int64_t paired,
                                        double* d);
ACCORD_API int32_t accord_set_sums(const uint64_t* masks, int64_t words, const int64_t* sizes,
                                   const double* lookup, int64_t side, const int64_t* k, int64_t n,
                                   const double* weights, const double* scale, int64_t* sums);

// Colours of a canonical order (colours.cpp).
ACCORD_API int32_t accord_refined(const int32_t* ends, int64_t sorts, int64_t meetings,
                                  const uint64_t* times, const int64_t* first,
                                  const uint64_t* colours, uint64_t* hashed, uint64_t* following);

// Cells, values of records and texts (records.cpp), and words as numbers (cells.cpp).
ACCORD_API int32_t accord_split_cells(const char* text, int64_t size, int64_t delimiter,
                                      int64_t columns, int64_t room, int32_t* codes, int64_t* begin,
                                      int64_t* length, int64_t* line, int64_t* number,
                                      const volatile int32_t* stop);
ACCORD_API int32_t accord_split_records(const char* text, int64_t size, int64_t lines,
                                        int64_t columns, int64_t room, int32_t* codes,
                                        int64_t* begin, int64_t* length, int64_t* line,
                                        int64_t* number, const volatile int32_t* stop);
ACCORD_API int32_t accord_number_texts(const char* text, int64_t size, int64_t n, int64_t most,
                                       int16_t* codes, int64_t* first, int64_t* begin,
                                       int64_t* length, int64_t* found);
ACCORD_API int32_t accord_number_words(const char* words, int64_t stride, int64_t width, int64_t n,
                                       int64_t most, int16_t* codes, int64_t* first,
                                       int64_t* found);
