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
    std::vector<int32_t> label, left;
    std::vector<int32_t> roots;  // keyroots: no later node has the same leftmost leaf
    int64_t size = 0;
    int64_t work = 0;  // the sizes of what is below all keyroots: what comparing it takes

    void find_roots() {
        size = int64_t(label.size());
        std::vector<char> seen(label.size(), 0);
        for (int64_t at = size - 1; at >= 0; --at)
            if (!seen[size_t(left[size_t(at)])]) {
                seen[size_t(left[size_t(at)])] = 1;
                roots.push_back(int32_t(at));
                work += at - left[size_t(at)] + 1;
            }
        std::reverse(roots.begin(), roots.end());
    }
};

// A tree, and the same tree seen in a mirror, children from right to left: two trees are as far
// apart as their mirror images, and often one of the two takes much less work.
struct Both {
    Tree plain, mirrored;

    Both(const int32_t* label, const int32_t* left, int64_t size) {
        plain.label.assign(label, label + size);
        plain.left.assign(left, left + size);
        plain.find_roots();
        // The mirrored order is preorder backwards: nodes by their leftmost leaf, parents first.
        std::vector<int32_t> order(static_cast<size_t>(size));
        for (int64_t at = 0; at < size; ++at) order[size_t(at)] = int32_t(at);
        std::sort(order.begin(), order.end(), [&](int32_t one, int32_t two) {
            return left[one] != left[two] ? left[one] > left[two] : one < two;
        });
        for (int64_t at = 0; at < size; ++at) {
            const int32_t node = order[size_t(at)];
            mirrored.label.push_back(label[node]);
            mirrored.left.push_back(std::max(int32_t(at) - (node - left[node]), 0));
        }
        mirrored.find_roots();
    }
};

// Zhang & Shasha 1989, every edit at cost 1.
class Forests {
  public:
    int32_t apart(const Both& a, const Both& b) {
        const bool mirror = a.mirrored.work * b.mirrored.work < a.plain.work * b.plain.work;
        return mirror ? apart(a.mirrored, b.mirrored) : apart(a.plain, b.plain);
    }

  private:
    int32_t apart(const Tree& a, const Tree& b) {
        if (!a.size || !b.size) return int32_t(a.size + b.size);
        trees_.resize(size_t(a.size * b.size));
        forest_.resize(size_t((a.size + 1) * (b.size + 1)));
        for (int32_t x : a.roots)
            for (int32_t y : b.roots) forests(a, b, x, y);
        return trees_[size_t(a.size * b.size - 1)];
    }

    void forests(const Tree& a, const Tree& b, int32_t x, int32_t y) {
        const int32_t *label = b.label.data(), *left = b.left.data();
        const int32_t left_x = a.left[size_t(x)], left_y = left[y];
        const int64_t columns = y - left_y + 2;
        int32_t* f = forest_.data();
        for (int64_t j = 0; j < columns; ++j) f[j] = int32_t(j);
        for (int32_t i = left_x; i <= x; ++i) {
            const int64_t row = i - left_x + 1;
            int32_t *now = f + row * columns, *before = now - columns;
            now[0] = int32_t(row);
            int32_t last = int32_t(row);
            const int32_t left_i = a.left[size_t(i)], of = a.label[size_t(i)];
            const int32_t* back = f + (left_i - left_x) * columns - left_y;
            int32_t* tree = trees_.data() + i * b.size;
            if (left_i == left_x) {
                for (int32_t j = left_y; j <= y; ++j) {
                    const int64_t column = j - left_y + 1;
                    int32_t least = std::min(before[column], last) + 1;
                    if (left[j] == left_y) {
                        least = std::min(least, before[column - 1] + (of != label[j]));
                        tree[j] = least;
                    } else {
                        least = std::min(least, back[left[j]] + tree[j]);
                    }
                    now[column] = last = least;
                }
            } else {
                for (int32_t j = left_y; j <= y; ++j) {
                    const int64_t column = j - left_y + 1;
                    const int32_t least = std::min(before[column], last) + 1;
                    now[column] = last = std::min(least, back[left[j]] + tree[j]);
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

namespace {

std::vector<Both> trees_of(int64_t trees, const int64_t* first, const int32_t* label,
                           const int32_t* left) {
    std::vector<Both> made;
    made.reserve(size_t(trees));
    for (int64_t t = 0; t < trees; ++t)
        made.emplace_back(label + first[t], left + first[t], first[t + 1] - first[t]);
    return made;
}

}  // namespace

int32_t accord_tree_edits(int64_t trees, const int64_t* first, const int32_t* label,
                          const int32_t* left, int64_t threads, int32_t* out,
                          const volatile int32_t* stop) {
    std::vector<Both> made;
    try {
        made = trees_of(trees, first, label, left);
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

int32_t accord_tree_pairs(int64_t trees, const int64_t* first, const int32_t* label,
                          const int32_t* left, int64_t pairs, const int64_t* one,
                          const int64_t* other, int32_t* out, const volatile int32_t* stop) {
    try {
        const std::vector<Both> made = trees_of(trees, first, label, left);
        Forests forests;
        for (int64_t at = 0; at < pairs; ++at) {
            if (*stop) return ACCORD_STOPPED;
            out[at] = forests.apart(made[size_t(one[at])], made[size_t(other[at])]);
        }
    } catch (const std::exception&) {
        return ACCORD_NO_MEMORY;
    }
    return ACCORD_DONE;
}
