// Texts that lie in a larger one, numbered in the order in which they are met.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

// Where a text begins, how long it is, and whether quotes in it are doubled.
struct Cell {
    int64_t begin, size;
    bool doubled;
};

inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93ull;
    return z ^ (z >> 32);
}

inline uint64_t hash_of(const char* text, const Cell& cell) {
    const char* at = text + cell.begin;
    uint64_t sum = static_cast<uint64_t>(cell.size) * 2 + (cell.doubled ? 1 : 0);
    int64_t left = cell.size;
    for (uint64_t word; left >= 8; left -= 8, at += 8) {
        std::memcpy(&word, at, 8);
        sum = mixed(sum ^ word) + 0x9E3779B97F4A7C15ull;
    }
    uint64_t word = 0;
    std::memcpy(&word, at, static_cast<size_t>(left));
    return mixed(mixed(sum ^ word));
}

// The texts of one column by their hashes (open addressing).
class Texts {
   public:
    Texts(const char* text, int64_t* begin, int64_t* size)
        : text_(text), begin_(begin), size_(size), slots_(1024, -1) {}

    int32_t code(const Cell& cell) {
        const uint64_t hash = hash_of(text_, cell);
        const uint64_t mask = slots_.size() - 1;
        for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
            const int32_t known = slots_[at];
            if (known < 0) return added(cell, hash, at);
            if (hashes_[known] == hash && same(known, cell)) return known;
        }
    }

    int64_t number() const { return static_cast<int64_t>(hashes_.size()); }

   private:
    // Sizes of texts with doubled quotes are stored as −1 − size.
    static int64_t marked(const Cell& cell) { return cell.doubled ? -1 - cell.size : cell.size; }

    bool same(int32_t known, const Cell& cell) const {
        return size_[known] == marked(cell) &&
               std::memcmp(text_ + begin_[known], text_ + cell.begin,
                           static_cast<size_t>(cell.size)) == 0;
    }

    int32_t added(const Cell& cell, uint64_t hash, uint64_t at) {
        const int32_t code = static_cast<int32_t>(hashes_.size());
        begin_[code] = cell.begin;
        size_[code] = marked(cell);
        hashes_.push_back(hash);
        slots_[at] = code;
        if (hashes_.size() * 2 > slots_.size()) grow();
        return code;
    }

    void grow() {
        slots_.assign(slots_.size() * 4, -1);
        const uint64_t mask = slots_.size() - 1;
        for (size_t code = 0; code < hashes_.size(); ++code) {
            uint64_t at = hashes_[code] & mask;
            while (slots_[at] >= 0) at = (at + 1) & mask;
            slots_[at] = static_cast<int32_t>(code);
        }
    }

    const char* text_;
    int64_t* begin_;
    int64_t* size_;
    std::vector<int32_t> slots_;
    std::vector<uint64_t> hashes_;
};

}  // namespace
