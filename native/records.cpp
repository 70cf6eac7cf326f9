// JSON records as columns of numbers: each value is the number of one of its key's values, as they
// are written, in the order in which these are met.
//
// A list of objects, or an object on each line, all with the same keys in the same order, and
// nothing nested in them. Everything else is left to a parser that reads all of JSON.

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "accord.h"
#include "texts.h"

namespace {

constexpr uint8_t kControl = 0x20;  // JSON has no letters below it inside strings

class Records {
   public:
    Records(const char* text, int64_t size, bool lines, std::vector<Cell>& keys,
            std::vector<Cell>& values)
        : text_(text), size_(size), lines_(lines), keys_(keys), values_(values) {}

    int64_t line() const { return line_; }

    // Before the first object; false where this is not what is read here.
    bool begin() { return lines_ || (space(), taken('[')); }

    // Whether the list ends here, or the lines do.
    bool at_end() {
        space();
        return at_ >= size_ || (!lines_ && text_[at_] == ']');
    }

    // Whether nothing comes behind the last object that should not.
    bool closed() {
        if (lines_) return true;
        if (!taken(']')) return false;
        space();
        return at_ >= size_;
    }

    // All keys are known: the next object is to have them, too.
    void known() { first_ = false; }

    // The next object; false where something else comes.
    bool object() {
        values_.clear();
        if (!taken('{')) return false;
        for (size_t at = 0;; ++at) {
            inside();
            if (!key(at)) return false;
            inside();
            if (!taken(':')) return false;
            inside();
            if (!value()) return false;
            inside();
            if (taken('}')) break;
            if (!taken(',')) return false;
        }
        return values_.size() == keys_.size() && ended();
    }

   private:
    bool taken(char c) {
        if (at_ >= size_ || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    // Space between objects, and inside them, where a line is a record.
    void space() {
        for (; at_ < size_; ++at_) {
            const char c = text_[at_];
            if (c == '\n') ++line_;
            else if (c != ' ' && c != '\t' && c != '\r') return;
        }
    }

    void inside() {
        if (!lines_) return space();
        while (at_ < size_ && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    }

    // Behind an object: a comma and another one, or the end of the list; the end of the line.
    bool ended() {
        inside();
        if (lines_) return at_ >= size_ || text_[at_] == '\n';
        if (!taken(',')) return at_ < size_ && text_[at_] == ']';
        space();
        return at_ < size_ && text_[at_] == '{';
    }

    bool key(size_t at) {
        const int64_t begin = at_;
        bool escaped = false;
        if (at < keys_.size()) {  // nearly always it is the key that is expected
            const Cell& known = keys_[at];
            if (begin + known.size <= size_ &&
                std::memcmp(text_ + begin, text_ + known.begin,
                            static_cast<size_t>(known.size)) == 0) {
                at_ += known.size;
                return true;
            }
            return false;
        }
        if (!first_ || !string(escaped) || escaped) return false;
        keys_.push_back({begin, at_ - begin, false});
        return true;
    }

    bool string(bool& escaped) {
        if (!taken('"')) return false;
        for (; at_ < size_; ++at_) {
            const uint8_t c = static_cast<uint8_t>(text_[at_]);
            if (c == '"') {
                ++at_;
                return true;
            }
            if (c < kControl) return false;
            if (c == '\\') {
                escaped = true;
                if (++at_ >= size_) return false;
            }
        }
        return false;
    }

    bool word(const char* word, int64_t size) {
        if (at_ + size > size_ || std::memcmp(text_ + at_, word, static_cast<size_t>(size)) != 0)
            return false;
        at_ += size;
        return true;
    }

    // A string, true, false, null, or what may be a number: who reads the different values of a key
    // finds out whether it is one.
    bool value() {
        if (at_ >= size_) return false;
        const int64_t begin = at_;
        bool escaped = false;
        const char c = text_[at_];
        if (c == '"') {
            if (!string(escaped)) return false;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            for (++at_; at_ < size_; ++at_) {
                const char d = text_[at_];
                const bool part = (d >= '0' && d <= '9') || d == '.' || d == 'e' || d == 'E' ||
                                  d == '+' || d == '-';
                if (!part) break;
            }
        } else if (!word("true", 4) && !word("false", 5) && !word("null", 4)) {
            return false;
        }
        values_.push_back({begin, at_ - begin, false});
        return true;
    }

    const char* text_;
    int64_t size_;
    bool lines_;
    std::vector<Cell>& keys_;
    std::vector<Cell>& values_;
    int64_t at_ = 0, line_ = 1;
    bool first_ = true;
};

// A text of fewer letters than two words have, as two words: most labels are as short.
constexpr int64_t kShort = 16;
constexpr size_t kShorts = 1024;  // a text may share its place with another, and is looked up then

struct Short {
    uint64_t words[2] = {0, 0};
    int32_t code = -1;

    // The text up to the next zero, and how long it is; −1 where it is longer.
    int64_t read(const char* text) {
        int64_t letters = 0;
        for (uint64_t& word : words) {
            std::memcpy(&word, text + letters, 8);
            // The lowest bit that is set belongs to the first byte that is zero (little endian).
            const uint64_t zeros = (word - 0x0101010101010101ull) & ~word & 0x8080808080808080ull;
            if (zeros != 0) {
                const uint64_t below = (zeros & (~zeros + 1)) - 1;  // all bits below that one
                word &= below >> 7;
                const uint64_t bytes = (below >> 7) & 0x0101010101010101ull;
                return letters + static_cast<int64_t>((bytes * 0x0101010101010101ull) >> 56);
            }
            letters += 8;
        }
        return -1;
    }

    size_t slot() const {
        return mixed(mixed(words[0]) + words[1]) & (kShorts - 1);
    }
};

}  // namespace

// The records of a text (UTF-8), each of so many keys, all in the same order; with `lines` each on a
// line of its own, else in a list: codes (columns × room), the values of each key by where they
// begin and how long they are, as written (columns × room), the line of each record. `number`
// becomes how many records, and how many values each key has. ACCORD_BAD_SIZE where something is
// odd, and a parser must read it.
ACCORD_API int32_t accord_split_records(const char* text, int64_t size, int64_t lines,
                                        int64_t columns, int64_t room, int32_t* codes,
                                        int64_t* begin, int64_t* length, int64_t* line,
                                        int64_t* number, const volatile int32_t* stop) {
    try {
        std::vector<Texts> texts;
        for (int64_t c = 0; c < columns; ++c)
            texts.emplace_back(text, begin + c * room, length + c * room);
        std::vector<Cell> keys, values;
        Records records(text, size, lines != 0, keys, values);
        if (!records.begin()) return ACCORD_BAD_SIZE;
        int64_t rows = 0;
        while (!records.at_end()) {
            if (rows >= room) return ACCORD_BAD_SIZE;
            line[rows] = records.line();
            if (!records.object() || static_cast<int64_t>(values.size()) != columns)
                return ACCORD_BAD_SIZE;
            records.known();
            for (int64_t c = 0; c < columns; ++c) codes[c * room + rows] = texts[c].code(values[c]);
            if ((++rows & 0xFFFF) == 0 && *stop) return ACCORD_STOPPED;
        }
        if (!records.closed()) return ACCORD_BAD_SIZE;
        number[0] = rows;
        for (int64_t c = 0; c < columns; ++c) number[c + 1] = texts[c].number();
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
    return ACCORD_DONE;
}

// Texts (UTF-8) with a zero between two, as numbers in the order in which they are met; `first` has
// which of the n is met first, `found` how many different ones there are. Beyond `most` it stops,
// and `found` is −1. `begin` and `length` have room for one more than that. ACCORD_BAD_SIZE where
// there are not n texts.
ACCORD_API int32_t accord_number_texts(const char* text, int64_t size, int64_t n, int64_t most,
                                       int16_t* codes, int64_t* first, int64_t* begin,
                                       int64_t* length, int64_t* found) {
    try {
        Texts texts(text, begin, length);
        std::vector<Short> known(kShorts);
        *found = -1;
        int64_t at = 0, number = 0;
        for (int64_t i = 0; i < n; ++i) {
            Short one;
            int64_t letters = at + kShort <= size ? one.read(text + at) : -1;
            Short* same = nullptr;
            if (letters >= 0) {
                same = &known[one.slot()];
                if (same->code >= 0 && same->words[0] == one.words[0] &&
                    same->words[1] == one.words[1]) {
                    codes[i] = static_cast<int16_t>(same->code);
                    at += letters + 1;
                    continue;
                }
            } else {
                if (at > size) return ACCORD_BAD_SIZE;
                const void* end = std::memchr(text + at, 0, static_cast<size_t>(size - at));
                letters = end == nullptr ? size - at : static_cast<const char*>(end) - text - at;
            }
            const int32_t code = texts.code({at, letters, false});
            if (code == number) {
                if (number == most) return ACCORD_DONE;
                first[number++] = i;
            }
            if (same != nullptr) *same = {{one.words[0], one.words[1]}, code};
            codes[i] = static_cast<int16_t>(code);
            at += letters + 1;
        }
        if (at != size + 1) return ACCORD_BAD_SIZE;
        *found = number;
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
    return ACCORD_DONE;
}
