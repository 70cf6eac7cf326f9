// A delimited text as columns of numbers: each cell is the number of one of its column's texts, in
// the order in which these are met.

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "accord.h"
#include "texts.h"

namespace {

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
