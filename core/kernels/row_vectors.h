// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over the columns of a row, and functions column by column, over the vectors V of an instruction set (see
// block_loops.h for what V has, and for why everything is a template over it).
#pragma once

#include <cstddef>

namespace batchscope::loops {

/// Nothing beyond a row is read or written: its last columns are masked.
template <typename V>
struct Row {
    using T = typename V::Scalar;
    using Vector = typename V::Vector;

    static T horizontal(Vector sums) {
        T lanes[V::kLanes];
        V::store(lanes, sums);
        T sum = 0;
        for (int lane = 0; lane < V::kLanes; ++lane) {
            sum += lanes[lane];
        }
        return sum;
    }

    /// Σ of(x, y) over the columns; of(0, 0) must be 0.
    template <typename Of>
    static T sum(const T* x, const T* y, std::ptrdiff_t width, Of of) {
        const std::ptrdiff_t whole = width - width % V::kLanes;
        Vector sums = V::filled(0);
        for (std::ptrdiff_t at = 0; at < whole; at += V::kLanes) {
            sums = sums + of(V::load(x + at), V::load(y + at));
        }
        if (V::kLanes > 1 && whole < width) {
            const typename V::Mask mask = V::tailMask(static_cast<int>(width - whole));
            sums = sums + of(V::loadTail(x + whole, mask), V::loadTail(y + whole, mask));
        }
        return horizontal(sums);
    }
    static T sum(const T* x, std::ptrdiff_t width) {
        return sum(x, x, width, [](Vector a, Vector /*b*/) { return a; });
    }
    static T dot(const T* x, const T* y, std::ptrdiff_t width) {
        return sum(x, y, width, [](Vector a, Vector b) { return a * b; });
    }

    /// to[c] = of(x[c], y[c]), or added to it.
    template <typename Of>
    static void map(T* to, const T* x, const T* y, std::ptrdiff_t width, bool adds, Of of) {
        const std::ptrdiff_t whole = width - width % V::kLanes;
        for (std::ptrdiff_t at = 0; at < whole; at += V::kLanes) {
            const Vector value = of(V::load(x + at), V::load(y + at));
            V::store(to + at, adds ? V::load(to + at) + value : value);
        }
        if (V::kLanes > 1 && whole < width) {
            const typename V::Mask mask = V::tailMask(static_cast<int>(width - whole));
            const Vector value = of(V::loadTail(x + whole, mask), V::loadTail(y + whole, mask));
            V::storeTail(to + whole, adds ? V::loadTail(to + whole, mask) + value : value, mask);
        }
    }

    /// NaN where one of them is.
    static T largest(const T* x, std::ptrdiff_t width) {
        T largest = x[0];
        for (std::ptrdiff_t at = 1; at < width; ++at) {
            largest = x[at] > largest || x[at] != x[at] ? x[at] : largest; // NOLINT(misc-redundant-expression): NaN
        }
        return largest;
    }
    static std::ptrdiff_t count(const T* x, std::ptrdiff_t width, T value) {
        std::ptrdiff_t found = 0;
        for (std::ptrdiff_t at = 0; at < width; ++at) {
            found += x[at] == value ? 1 : 0;
        }
        return found;
    }
    static void put(T& to, T value, bool adds) { to = adds ? to + value : value; }

    static T exp(T x) { return first(V::exp(V::filled(x))); }
    static T log(T x) { return first(V::log(V::filled(x))); }
    static T sqrt(T x) { return first(V::sqrt(V::filled(x))); }
    static T first(Vector x) {
        T lanes[V::kLanes];
        V::store(lanes, x);
        return lanes[0];
    }
};

} // namespace batchscope::loops
