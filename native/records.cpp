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
