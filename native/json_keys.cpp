// Whether an object of JSON may hold a key twice, over a whole text or lines of it.
//
// Nothing is parsed: strings and braces are followed, and the keys of each object are compared by a
// hash. Where that is not certain (a key with an escape, equal hashes, text that is not JSON) the
// answer is yes, and the reader looks closely, object by object.

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "accord.h"

namespace {

inline bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The place behind a string whose first quote is before `at`; −1 where it does not end on its line.
inline int64_t after_string(const uint8_t* text, int64_t size, int64_t at, uint64_t* hash,
                            bool* escaped) {
    uint64_t h = 1469598103934665603ull;  // FNV-1a
    for (; at < size; ++at) {
        const uint8_t c = text[at];
        if (c == '"') {
            *hash = h;
            return at + 1;
        }
        if (c == '\n') return -1;
        if (c == '\\') {
            *escaped = true;
            if (++at == size) return -1;
        }
        h = (h ^ c) * 1099511628211ull;
    }
    return -1;
}

bool has_equals(std::vector<uint64_t>::iterator first, std::vector<uint64_t>::iterator last) {
    if (last - first > 8) {
        std::sort(first, last);
        return std::adjacent_find(first, last) != last;
    }
    for (auto one = first; one != last; ++one)
        if (std::find(first, one, *one) != one) return true;
    return false;
}

bool may_repeat(const uint8_t* text, int64_t size) {
    std::vector<uint64_t> keys;   // of all objects that are open
    std::vector<size_t> objects;  // where the keys of each begin
    for (int64_t at = 0; at < size;) {
        const uint8_t c = text[at++];
        if (c == '"') {
            uint64_t hash = 0;
            bool escaped = false;
            at = after_string(text, size, at, &hash, &escaped);
            if (at < 0) return true;
            while (at < size && is_space(text[at])) ++at;
            if (at == size || text[at] != ':') continue;
            if (escaped || objects.empty()) return true;
            keys.push_back(hash);
        } else if (c == '{') {
            objects.push_back(keys.size());
        } else if (c == '}') {
            if (objects.empty()) return true;
            const auto first = keys.begin() + static_cast<int64_t>(objects.back());
            if (has_equals(first, keys.end())) return true;
            keys.erase(first, keys.end());
            objects.pop_back();
        }
    }
    return !objects.empty();
}

}  // namespace

// 0 where it is certain that no object in the text (UTF-8) has a key twice, else 1.
ACCORD_API int32_t accord_json_may_repeat(const uint8_t* text, int64_t size) {
    try {
        return may_repeat(text, size) ? 1 : ACCORD_DONE;
    } catch (const std::bad_alloc&) {
        return ACCORD_NO_MEMORY;
    }
}
