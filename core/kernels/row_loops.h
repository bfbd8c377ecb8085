// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of the columns of one row (and the product of two rows), forward and backward, over the vectors V of an
// instruction set.
#pragma once

#include "core/kernels/row_function.h"
#include "core/kernels/row_vectors.h"

namespace batchscope::loops {

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

/// exp(x - largest) into `to`; gives their sum.
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
    /// The normed row into `to`; gives 1 / sqrt(variance + number).
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

} // namespace batchscope::loops
