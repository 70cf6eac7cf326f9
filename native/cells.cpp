// A delimited text as columns of numbers: each cell is the number of one of its column's texts, in
// the order in which these are met.

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "accord.h"

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

// One pass over a text, a row at a time, as Python's csv module reads it where nothing is odd.
class Splitter {
   public:
    Splitter(const char* text, int64_t size, char delimiter, std::vector<Cell>& cells)
        : text_(text), size_(size), delimiter_(delimiter), cells_(cells) {}

    bool at_end() const { return at_ >= size_; }
    int64_t line() const { return line_; }

    // The cells of the next row; false where Python must decide. A blank line has none.
    bool row() {
        cells_.clear();
        if (at_ < size_ && ends_line(text_[at_])) {
            end_line();
            return true;
        }
        for (;;) {
            if (!cell()) return false;
            if (at_ >= size_) {
                ++line_;
                return true;
            }
            if (text_[at_] != delimiter_) break;
            if (++at_ >= size_) {  // an empty cell ends the text
                cells_.push_back({at_, 0, false});
                ++line_;
                return true;
            }
        }
        end_line();
        return true;
    }

   private:
    static bool ends_line(char c) { return c == '\n' || c == '\r'; }

    void end_line() {
        at_ += text_[at_] == '\r' && at_ + 1 < size_ && text_[at_ + 1] == '\n' ? 2 : 1;
        ++line_;
    }

    bool cell() {
        if (at_ < size_ && text_[at_] == '"') return quoted();
        const int64_t begin = at_;
        while (at_ < size_ && text_[at_] != delimiter_ && !ends_line(text_[at_])) ++at_;
        cells_.push_back({begin, at_ - begin, false});
        return true;
    }

    bool quoted() {
        const int64_t begin = ++at_;
        bool doubled = false;
        for (; at_ < size_; ++at_) {
            const char c = text_[at_];
            if (ends_line(c)) {
                if (c == '\n' || at_ + 1 >= size_ || text_[at_ + 1] != '\n') ++line_;
            } else if (c == '"') {
                if (at_ + 1 < size_ && text_[at_ + 1] == '"') {
                    doubled = true;
                    ++at_;
                    continue;
                }
                cells_.push_back({begin, at_ - begin, doubled});
                ++at_;
                return at_ >= size_ || text_[at_] == delimiter_ || ends_line(text_[at_]);
            }
        }
        return false;  // nobody closes the quote
    }

    const char* text_;
    int64_t size_;
    char delimiter_;
    std::vector<Cell>& cells_;
    int64_t at_ = 0, line_ = 0;
};

// A row of another width that has nothing in it: an empty line, or one of spaces.
bool is_blank(const char* text, const std::vector<Cell>& cells) {
    if (cells.size() > 1) return false;
    for (const Cell& cell : cells)
        for (int64_t at = 0; at < cell.size; ++at) {
            const char c = text[cell.begin + at];
            if (c != ' ' && c != '\t') return false;
        }
    return true;
}

}  // namespace

// The rows of a text (UTF-8), each of so many columns: codes (columns × room), the texts of each
// column by where they begin and how long they are (columns × room; −1 − size where quotes in it
// are doubled), the line in which each row ends. `number` becomes how many rows, and how many texts
// each column has. ACCORD_BAD_SIZE where something is odd, and Python's csv module must read it.
ACCORD_API int32_t accord_split_cells(const char* text, int64_t size, int64_t delimiter,
                                      int64_t columns, int64_t room, int32_t* codes, int64_t* begin,
                                      int64_t* length, int64_t* line, int64_t* number,
                                      const volatile int32_t* stop) {
    try {
        std::vector<Texts> texts;
        for (int64_t c = 0; c < columns; ++c)
            texts.emplace_back(text, begin + c * room, length + c * room);
        std::vector<Cell> cells;
        Splitter splitter(text, size, static_cast<char>(delimiter), cells);
        int64_t rows = 0;
        while (!splitter.at_end()) {
            if (!splitter.row()) return ACCORD_BAD_SIZE;
            if (static_cast<int64_t>(cells.size()) != columns) {
                if (is_blank(text, cells)) continue;
                return ACCORD_BAD_SIZE;
            }
            if (rows >= room) return ACCORD_BAD_SIZE;
            for (int64_t c = 0; c < columns; ++c) codes[c * room + rows] = texts[c].code(cells[c]);
            line[rows] = splitter.line();
            if ((++rows & 0xFFFF) == 0 && *stop) return ACCORD_STOPPED;
        }
        number[0] = rows;
        for (int64_t c = 0; c < columns; ++c) number[c + 1] = texts[c].number();
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
    return ACCORD_DONE;
}

// Words of one width (`width` bytes, one every `stride`) as numbers in the order in which they are
// met; `first` has where each is met first, `found` how many there are. Beyond `most` (a power of
// two below 2^15) different words it stops, and `found` is −1.
ACCORD_API int32_t accord_number_words(const char* words, int64_t stride, int64_t width, int64_t n,
                                       int64_t most, int16_t* codes, int64_t* first,
                                       int64_t* found) {
    try {
        const uint64_t mask = static_cast<uint64_t>(most) * 8 - 1;
        std::vector<int16_t> slots(mask + 1, -1);
        const size_t size = static_cast<size_t>(width);
        const char* before = nullptr;
        int64_t number = *found = 0;
        for (int64_t i = 0; i < n; ++i) {
            const char* word = words + i * stride;
            if (before != nullptr && std::memcmp(before, word, size) == 0) {
                codes[i] = codes[i - 1];
                continue;
            }
            before = word;
            uint64_t at = hash_of(word, {0, width, false}) & mask;
            for (;; at = (at + 1) & mask) {
                const int16_t known = slots[at];
                if (known < 0) {
                    if (number == most) {
                        *found = -1;
                        return ACCORD_DONE;
                    }
                    first[number] = i;
                    codes[i] = slots[at] = static_cast<int16_t>(number++);
                    break;
                }
                if (std::memcmp(words + first[known] * stride, word, size) == 0) {
                    codes[i] = known;
                    break;
                }
            }
        }
        *found = number;
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
    return ACCORD_DONE;
}
