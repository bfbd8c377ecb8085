// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of whole rows, forward and backward, written with the vectors V of an instruction set.
#pragma once

#include "core/kernels/row_function.h"

#include <cstddef>

namespace batchscope::loops {

// Sums over the columns of a row, and functions applied column by column. block_loops.h lists the members of V and
// explains why everything is a template over V.

/// The last columns are masked, so nothing beyond a row is read or written.
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

    /// Returns Σ of(x, y) over the columns; of(0, 0) must be 0.
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

    /// Sets to[c] = of(x[c], y[c]), or adds it to to[c].
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

    /// NaN if any number is NaN.
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

template <typename V, RowFunction Function>
struct RowFunctionLoop;

template <typename V>
using WorkOf = RowWork<typename V::Scalar>;

template <typename V>
struct RowFunctionLoop<V, RowFunction::Sum> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) { *w.output = R::sum(w.x, w.widthX); }
    static void backward(const WorkOf<V>& w) {
        const typename V::Vector g = V::filled(*w.gradient);
        R::map(w.ofX, w.x, w.x, w.widthX, w.accumulate, [g](auto /*x*/, auto /*y*/) { return g; });
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::Max> {
    using R = Row<V>;
    using T = typename V::Scalar;
    static void forward(const WorkOf<V>& w) { *w.output = R::largest(w.x, w.widthX); }
    static void backward(const WorkOf<V>& w) {
        const T largest = R::largest(w.x, w.widthX);
        const T share = *w.gradient / static_cast<T>(R::count(w.x, w.widthX, largest));
        for (std::ptrdiff_t at = 0; at < w.widthX; ++at) {
            R::put(w.ofX[at], w.x[at] == largest ? share : T(0), w.accumulate);
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::Dot> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) { *w.output = R::dot(w.x, w.y, w.widthX); }
    static void backward(const WorkOf<V>& w) {
        const typename V::Vector g = V::filled(*w.gradient);
        const auto times = [g](auto a, auto /*b*/) { return g * a; };
        if (w.ofX != nullptr) {
            R::map(w.ofX, w.y, w.y, w.widthX, w.accumulate, times);
        }
        if (w.ofY != nullptr) {
            R::map(w.ofY, w.x, w.x, w.widthX, w.accumulate, times);
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::Widen> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) {
        for (std::ptrdiff_t at = 0; at < w.width; ++at) {
            w.output[at] = *w.x;
        }
    }
    static void backward(const WorkOf<V>& w) { R::put(*w.ofX, R::sum(w.gradient, w.width), w.accumulate); }
};

/// Writes exp(x - largest) to `to` and returns the sum.
template <typename V>
typename V::Scalar shiftedExp(typename V::Scalar* to, const WorkOf<V>& w) {
    const typename V::Vector largest = V::filled(Row<V>::largest(w.x, w.widthX));
    Row<V>::map(to, w.x, w.x, w.widthX, false, [largest](auto x, auto /*y*/) { return V::exp(x - largest); });
    return Row<V>::sum(to, w.widthX);
}

template <typename V>
struct RowFunctionLoop<V, RowFunction::Softmax> {
    using R = Row<V>;
    static void softmax(typename V::Scalar* to, const WorkOf<V>& w) {
        const typename V::Vector sum = V::filled(shiftedExp<V>(to, w));
        R::map(to, to, to, w.widthX, false, [sum](auto x, auto /*y*/) { return x / sum; });
    }
    static void forward(const WorkOf<V>& w) { softmax(w.output, w); }
    /// ofX = s ∘ (g - Σ g ∘ s)
    static void backward(const WorkOf<V>& w) {
        softmax(w.scratch, w);
        const typename V::Vector all = V::filled(R::dot(w.gradient, w.scratch, w.widthX));
        R::map(w.ofX, w.gradient, w.scratch, w.widthX, w.accumulate, [all](auto g, auto s) { return s * (g - all); });
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::LogSoftmax> {
    using R = Row<V>;
    /// x - largest - log Σ exp(x - largest)
    static void forward(const WorkOf<V>& w) {
        const typename V::Vector largest = V::filled(R::largest(w.x, w.widthX));
        const typename V::Vector log = V::filled(R::log(shiftedExp<V>(w.output, w)));
        R::map(w.output, w.x, w.x, w.widthX, false, [=](auto x, auto /*y*/) { return (x - largest) - log; });
    }
    /// ofX = g - softmax(x) · Σ g
    static void backward(const WorkOf<V>& w) {
        RowFunctionLoop<V, RowFunction::Softmax>::softmax(w.scratch, w);
        const typename V::Vector all = V::filled(R::sum(w.gradient, w.widthX));
        R::map(w.ofX, w.gradient, w.scratch, w.widthX, w.accumulate, [all](auto g, auto s) { return g - s * all; });
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::LayerNorm> {
    using R = Row<V>;
    using T = typename V::Scalar;
    /// Writes the normed row to `to` and returns 1 / sqrt(variance + number).
    static T norm(T* to, const WorkOf<V>& w) {
        const T width = static_cast<T>(w.widthX);
        const typename V::Vector mean = V::filled(R::sum(w.x, w.widthX) / width);
        R::map(to, w.x, w.x, w.widthX, false, [mean](auto x, auto /*y*/) { return x - mean; });
        const T scale = T(1) / R::sqrt(R::dot(to, to, w.widthX) / width + w.number);
        const typename V::Vector factor = V::filled(scale);
        R::map(to, to, to, w.widthX, false, [factor](auto x, auto /*y*/) { return x * factor; });
        return scale;
    }
    static void forward(const WorkOf<V>& w) { norm(w.output, w); }
    /// ofX = scale · (g - mean of g - n · mean of g ∘ n), n the normed row
    static void backward(const WorkOf<V>& w) {
        const typename V::Vector scale = V::filled(norm(w.scratch, w));
        const T width = static_cast<T>(w.widthX);
        const typename V::Vector mean = V::filled(R::sum(w.gradient, w.widthX) / width);
        const typename V::Vector slope = V::filled(R::dot(w.gradient, w.scratch, w.widthX) / width);
        R::map(w.ofX, w.gradient, w.scratch, w.widthX, w.accumulate,
               [=](auto g, auto n) { return scale * ((g - mean) - n * slope); });
    }
};

// Functions of rows that are matrices, and of the items of a segment.

template <typename V>
struct RowFunctionLoop<V, RowFunction::Outer> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) {
        for (std::ptrdiff_t i = 0; i < w.widthX; ++i) {
            const typename V::Vector factor = V::filled(w.x[i]);
            R::map(w.output + i * w.widthY, w.y, w.y, w.widthY, false,
                   [factor](auto y, auto /*z*/) { return factor * y; });
        }
    }
    static void backward(const WorkOf<V>& w) {
        for (std::ptrdiff_t i = 0; i < w.widthX; ++i) {
            const typename V::Scalar* const g = w.gradient + i * w.widthY;
            if (w.ofX != nullptr) {
                R::put(w.ofX[i], R::dot(g, w.y, w.widthY), w.accumulate);
            }
            if (w.ofY != nullptr) {
                const typename V::Vector factor = V::filled(w.x[i]);
                R::map(w.ofY, g, g, w.widthY, w.accumulate || i > 0,
                       [factor](auto each, auto /*z*/) { return factor * each; });
            }
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::Transpose> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) { each(w.output, w.x, w, static_cast<std::ptrdiff_t>(w.number), false); }
    static void backward(const WorkOf<V>& w) {
        each(w.ofX, w.gradient, w, w.widthX / static_cast<std::ptrdiff_t>(w.number), w.accumulate);
    }
    static void each(typename V::Scalar* to, const typename V::Scalar* from, const WorkOf<V>& w, std::ptrdiff_t columns,
                     bool adds) {
        const std::ptrdiff_t rows = w.widthX / columns;
        for (std::ptrdiff_t row = 0; row < rows; ++row) {
            for (std::ptrdiff_t column = 0; column < columns; ++column) {
                R::put(to[column * rows + row], from[row * columns + column], adds);
            }
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::MatVec> {
    using R = Row<V>;
    static void forward(const WorkOf<V>& w) {
        for (std::ptrdiff_t i = 0; i < w.width; ++i) {
            w.output[i] = R::dot(w.x + i * w.widthY, w.y, w.widthY);
        }
    }
    static void backward(const WorkOf<V>& w) {
        for (std::ptrdiff_t i = 0; i < w.width; ++i) {
            const typename V::Vector g = V::filled(w.gradient[i]);
            const auto times = [g](auto a, auto /*b*/) { return g * a; };
            if (w.ofX != nullptr) {
                R::map(w.ofX + i * w.widthY, w.y, w.y, w.widthY, w.accumulate, times);
            }
            if (w.ofY != nullptr) {
                const typename V::Scalar* const row = w.x + i * w.widthY;
                R::map(w.ofY, row, row, w.widthY, w.accumulate || i > 0, times);
            }
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::SegmentMean> {
    using R = Row<V>;
    using T = typename V::Scalar;
    static T share(const WorkOf<V>& w) { return w.itemCount == 0 ? T(0) : T(1) / static_cast<T>(w.itemCount); }
    static void forward(const WorkOf<V>& w) {
        for (std::ptrdiff_t at = 0; at < w.width; ++at) {
            w.output[at] = 0;
        }
        for (std::uint32_t item = 0; item < w.itemCount; ++item) {
            R::map(w.output, w.items[item], w.items[item], w.width, true, [](auto x, auto /*y*/) { return x; });
        }
        const typename V::Vector factor = V::filled(share(w));
        R::map(w.output, w.output, w.output, w.width, false, [factor](auto x, auto /*y*/) { return x * factor; });
    }
    static void backward(const WorkOf<V>& w) {
        const typename V::Vector factor = V::filled(share(w));
        for (std::uint32_t item = 0; item < w.itemCount; ++item) {
            if (w.ofItems[item] != nullptr) {
                R::map(w.ofItems[item], w.gradient, w.gradient, w.width, w.accumulate,
                       [factor](auto g, auto /*y*/) { return g * factor; });
            }
        }
    }
};

template <typename V>
struct RowFunctionLoop<V, RowFunction::SegmentMax> {
    using R = Row<V>;
    using T = typename V::Scalar;
    static T largest(const WorkOf<V>& w, std::ptrdiff_t at) {
        T largest = w.itemCount == 0 ? T(0) : w.items[0][at];
        for (std::uint32_t item = 1; item < w.itemCount; ++item) {
            const T x = w.items[item][at];
            largest = x > largest || x != x ? x : largest; // NOLINT(misc-redundant-expression): NaN
        }
        return largest;
    }
    static void forward(const WorkOf<V>& w) {
        for (std::ptrdiff_t at = 0; at < w.width; ++at) {
            w.output[at] = largest(w, at);
        }
    }
    static void backward(const WorkOf<V>& w) {
        for (std::ptrdiff_t at = 0; at < w.width; ++at) {
            const T top = largest(w, at);
            std::uint32_t ties = 0;
            for (std::uint32_t item = 0; item < w.itemCount; ++item) {
                ties += w.items[item][at] == top ? 1 : 0;
            }
            const T share = w.gradient[at] / static_cast<T>(ties == 0 ? 1 : ties);
            for (std::uint32_t item = 0; item < w.itemCount; ++item) {
                if (w.ofItems[item] != nullptr) {
                    R::put(w.ofItems[item][at], w.items[item][at] == top ? share : T(0), w.accumulate);
                }
            }
        }
    }
};

// Finds the loop of a function of whole rows.

template <typename V, RowFunction Function>
RowFunctionOf<typename V::Scalar> rowLoop(RowDirection direction) {
    return direction == RowDirection::Forward ? &RowFunctionLoop<V, Function>::forward
                                              : &RowFunctionLoop<V, Function>::backward;
}

/// Null for RowFunction::None.
template <typename V>
RowFunctionOf<typename V::Scalar> findRowFunction(RowFunction function, RowDirection direction) {
    switch (function) {
    case RowFunction::None: break;
    case RowFunction::Sum: return rowLoop<V, RowFunction::Sum>(direction);
    case RowFunction::Max: return rowLoop<V, RowFunction::Max>(direction);
    case RowFunction::Dot: return rowLoop<V, RowFunction::Dot>(direction);
    case RowFunction::Widen: return rowLoop<V, RowFunction::Widen>(direction);
    case RowFunction::Softmax: return rowLoop<V, RowFunction::Softmax>(direction);
    case RowFunction::LogSoftmax: return rowLoop<V, RowFunction::LogSoftmax>(direction);
    case RowFunction::LayerNorm: return rowLoop<V, RowFunction::LayerNorm>(direction);
    case RowFunction::Outer: return rowLoop<V, RowFunction::Outer>(direction);
    case RowFunction::Transpose: return rowLoop<V, RowFunction::Transpose>(direction);
    case RowFunction::MatVec: return rowLoop<V, RowFunction::MatVec>(direction);
    case RowFunction::SegmentMean: return rowLoop<V, RowFunction::SegmentMean>(direction);
    case RowFunction::SegmentMax: return rowLoop<V, RowFunction::SegmentMax>(direction);
    }
    return nullptr;
}

} // namespace batchscope::loops
