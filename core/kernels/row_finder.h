// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the loop of a function of whole rows.
#pragma once

#include "core/kernels/row_matrix_loops.h"

namespace batchscope::loops {

template <typename V, RowFunction Function>
RowFunctionOf<typename V::Scalar> rowLoop(RowDirection direction) {
    return direction == RowDirection::Forward ? &RowFunctionLoop<V, Function>::forward
                                              : &RowFunctionLoop<V, Function>::backward;
}

/// Null for None.
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
