// Edit distances of every two texts, and of every two trees: one call fills a whole table.
#include <algorithm>
#include <atomic>
#include <exception>
#include <new>
#include <thread>
#include <vector>

#include "accord.h"

namespace {

struct Ended {};

// The rows of a table, several at a time: row i is compared with all later ones.
template <class Make>
int32_t table(int64_t size, int64_t threads, const Make& make) {
    std::atomic<int64_t> next{0};
    std::atomic<int32_t> code{ACCORD_DONE};
    auto work = [&] {
        try {
            auto compare = make();
            for (int64_t i; (i = next++) < size && code == ACCORD_DONE;) compare(i);
        } catch (const Ended&) {
            code = ACCORD_STOPPED;
        } catch (const std::exception&) {
            code = ACCORD_NO_MEMORY;
        }
    };
    std::vector<std::thread> others;
    try {
        for (int64_t k = 1; k < std::min(threads, size); ++k) others.emplace_back(work);
    } catch (const std::exception&) {  // no more threads to be had: those that run suffice
    }
    work();
    for (std::thread& other : others) other.join();
    return code;
}

// Levenshtein's distance from one text to others (Myers 1999): 64 rows of a column in a word.
class Text {
  public:
    explicit Text(int64_t letters) : where_(size_t(letters)) {}

    void pattern(const int32_t* text, int64_t size) {
        words_ = (size + 63) / 64;
        size_ = size;
        std::fill(where_.begin(), where_.end(), -1);
        bits_.clear();
        for (int64_t at = 0; at < size; ++at) {
            int64_t& row = where_[size_t(text[at])];
            if (row < 0) {
                row = int64_t(bits_.size());
                bits_.resize(bits_.size() + size_t(words_));
            }
            bits_[size_t(row + at / 64)] |= uint64_t(1) << (at % 64);
        }
        none_.assign(size_t(words_), 0);
    }

    int32_t to(const int32_t* text, int64_t size) {
        if (!size_) return int32_t(size);
        rise_.assign(size_t(words_), ~uint64_t(0));
        fall_.assign(size_t(words_), 0);
        int64_t score = size_;
        const int last = int((size_ - 1) % 64);
        for (int64_t at = 0; at < size; ++at) {
            const int64_t row = where_[size_t(text[at])];
            const uint64_t* met = row < 0 ? none_.data() : bits_.data() + row;
            uint64_t up = 1, down = 0;  // the first row rises by one a column
            for (int64_t w = 0; w < words_; ++w) {
                const uint64_t rise = rise_[size_t(w)], fall = fall_[size_t(w)];
                const uint64_t across = met[w] | fall, same = met[w] | down;
                const uint64_t along = (((same & rise) + rise) ^ rise) | same;
                uint64_t more = fall | ~(along | rise), less = rise & along;
                const int top = w + 1 < words_ ? 63 : last;
                const uint64_t more_out = (more >> top) & 1, less_out = (less >> top) & 1;
                more = (more << 1) | up;
                less = (less << 1) | down;
                rise_[size_t(w)] = less | ~(across | more);
                fall_[size_t(w)] = more & across;
                up = more_out;
                down = less_out;
            }
            score += int64_t(up) - int64_t(down);
        }
        return int32_t(score);
    }

  private:
    std::vector<uint64_t> bits_, none_, rise_, fall_;
    std::vector<int64_t> where_;
    int64_t words_ = 0, size_ = 0;
};

// A tree as its nodes in postorder: labels, and the leftmost leaf below each node.
struct Tree {
    const int32_t* label;
    const int32_t* left;
    int64_t size;
    std::vector<int32_t> roots;  // keyroots: no later node has the same leftmost leaf
};

// Zhang & Shasha 1989, every edit at cost 1.
class Forests {
  public:
    int32_t apart(const Tree& a, const Tree& b) {
        if (!a.size || !b.size) return int32_t(a.size + b.size);
        trees_.resize(size_t(a.size * b.size));
        forest_.resize(size_t((a.size + 1) * (b.size + 1)));
        for (int32_t x : a.roots)
            for (int32_t y : b.roots) forests(a, b, x, y);
        return trees_[size_t(a.size * b.size - 1)];
    }

  private:
    void forests(const Tree& a, const Tree& b, int32_t x, int32_t y) {
        const int32_t left_x = a.left[x], left_y = b.left[y];
        const int64_t columns = y - left_y + 2;
        int32_t* f = forest_.data();
        for (int64_t j = 0; j < columns; ++j) f[j] = int32_t(j);
        for (int32_t i = left_x; i <= x; ++i) {
            const int64_t row = i - left_x + 1;
            int32_t *now = f + row * columns, *before = now - columns;
            now[0] = int32_t(row);
            const bool whole_a = a.left[i] == left_x;
            for (int32_t j = left_y; j <= y; ++j) {
                const int64_t column = j - left_y + 1;
                const int32_t one = std::min(before[column], now[column - 1]) + 1;
                int32_t& tree = trees_[size_t(i * b.size + j)];
                if (whole_a && b.left[j] == left_y) {
                    const int32_t both = before[column - 1] + (a.label[i] != b.label[j]);
                    now[column] = tree = std::min(one, both);
                } else {
                    const int64_t row_left = a.left[i] - left_x, column_left = b.left[j] - left_y;
                    now[column] = std::min(one, f[row_left * columns + column_left] + tree);
                }
            }
        }
    }

    std::vector<int32_t> trees_, forest_;
};

}  // namespace

int32_t accord_text_edits(int64_t texts, const int64_t* first, const int32_t* letter,
                          int64_t letters, int64_t threads, int32_t* out,
                          const volatile int32_t* stop) {
    return table(texts, threads, [&] {
        return [&, text = Text(letters)](int64_t i) mutable {
            text.pattern(letter + first[i], first[i + 1] - first[i]);
            out[i * texts + i] = 0;
            for (int64_t j = i + 1; j < texts; ++j) {
                if (*stop) throw Ended();
                const int32_t d = text.to(letter + first[j], first[j + 1] - first[j]);
                out[i * texts + j] = out[j * texts + i] = d;
            }
        };
    });
}

int32_t accord_tree_edits(int64_t trees, const int64_t* first, const int32_t* label,
                          const int32_t* left, int64_t threads, int32_t* out,
                          const volatile int32_t* stop) {
    std::vector<Tree> made;
    try {
        made.resize(size_t(trees));
        for (int64_t t = 0; t < trees; ++t) {
            Tree& tree = made[size_t(t)];
            tree.label = label + first[t];
            tree.left = left + first[t];
            tree.size = first[t + 1] - first[t];
            std::vector<char> seen(size_t(tree.size), 0);
            for (int64_t at = tree.size - 1; at >= 0; --at)
                if (!seen[size_t(tree.left[at])]) {
                    seen[size_t(tree.left[at])] = 1;
                    tree.roots.push_back(int32_t(at));
                }
            std::reverse(tree.roots.begin(), tree.roots.end());
        }
    } catch (const std::exception&) {
        return ACCORD_NO_MEMORY;
    }
    return table(trees, threads, [&] {
        return [&, forests = Forests()](int64_t i) mutable {
            out[i * trees + i] = 0;
            for (int64_t j = i + 1; j < trees; ++j) {
                if (*stop) throw Ended();
                out[i * trees + j] = out[j * trees + i] =
                    forests.apart(made[size_t(i)], made[size_t(j)]);
            }
        };
    });
}
