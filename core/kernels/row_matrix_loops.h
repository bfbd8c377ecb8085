// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of matrices that are rows, and of the items of a segment, forward and backward, over the vectors V of
// an instruction set.
#pragma once

#include "core/kernels/row_loops.h"

namespace batchscope::loops {

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

} // namespace batchscope::loops
