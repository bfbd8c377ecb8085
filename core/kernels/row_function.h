// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of whole rows: a sum or a norm needs all columns of a row, so it cannot be cut into blocks of columns like
// a block program. Each function runs row by row in its own pass, forward and backward. Rows are located by bindings,
// as in block programs.
//
//     forward    bindings: operands, output
//     backward   bindings: operands, gradient of the output, gradients of the operands that are needed
//
// Only data is allowed here; see block_steps.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace batchscope {

/// The function of the operands x (and y). The Primitive of the same name defines it.
enum class RowFunction : std::uint8_t {
    None,
    Sum,
    Max,
    Dot,
    Widen,
    Softmax,
    LogSoftmax,
    LayerNorm,
    Outer,
    Transpose,
    MatVec,
    SegmentMean,
    SegmentMax,
};

struct RowFunctionEntry {
    const char* name; ///< name of the primitive
    RowFunction function;
};

inline constexpr RowFunctionEntry kRowFunctions[] = {
    {.name = "row_sum", .function = RowFunction::Sum},
    {.name = "row_max", .function = RowFunction::Max},
    {.name = "dot", .function = RowFunction::Dot},
    {.name = "widen", .function = RowFunction::Widen},
    {.name = "softmax", .function = RowFunction::Softmax},
    {.name = "log_softmax", .function = RowFunction::LogSoftmax},
    {.name = "layer_norm", .function = RowFunction::LayerNorm},
    {.name = "outer", .function = RowFunction::Outer},
    {.name = "transpose", .function = RowFunction::Transpose},
    {.name = "matvec", .function = RowFunction::MatVec},
    {.name = "segment_mean", .function = RowFunction::SegmentMean},
    {.name = "segment_max", .function = RowFunction::SegmentMax},
};

enum class RowDirection : std::uint8_t { Forward, Backward };

/// A pass over rows, represented as data.
struct RowCall {
    static constexpr std::int32_t kNoBinding = -1;

    RowFunction function = RowFunction::None;
    RowDirection direction = RowDirection::Forward;
    double number = 0.0;                  ///< LayerNorm: number added to the variance; Transpose: columns
    std::int32_t operands[2] = {-1, -1};  ///< bindings; equal if both operands are the same
    std::int32_t widths[2] = {0, 0};      ///< widths of the operands
    std::int32_t output = 1;              ///< binding of the output, or of its gradient
    std::int32_t width = 0;               ///< width of the output
    std::int32_t gradients[2] = {-1, -1}; ///< Backward: bindings; kNoBinding for a gradient that is not needed
    bool accumulate = false;              ///< Backward: gradients are added to the stored ones
};

/// The data of one row of a pass. Segment functions have `items` instead of x.
template <typename T>
struct RowWork {
    const T* x = nullptr;
    const T* y = nullptr;
    T* output = nullptr;         ///< Forward
    const T* gradient = nullptr; ///< Backward: gradient of the output
    T* ofX = nullptr;            ///< Backward: gradient of x; null: not needed
    T* ofY = nullptr;
    const T* const* items = nullptr; ///< rows of the segment
    T* const* ofItems = nullptr;     ///< Backward: gradients of the items, null: not needed
    std::uint32_t itemCount = 0;
    std::ptrdiff_t widthX = 0;
    std::ptrdiff_t widthY = 0;
    std::ptrdiff_t width = 0;
    T number = 0;
    bool accumulate = false;
    T* scratch = nullptr; ///< widthX numbers
};

template <typename T>
using RowFunctionOf = void (*)(const RowWork<T>& work);

} // namespace batchscope
