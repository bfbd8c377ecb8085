// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of whole rows: a sum or a norm needs all columns of a row, so it cannot be cut into blocks of columns as
// block programs are. Each is computed row by row, in a pass of its own, forward and backward. Rows are found by the
// same bindings as those of block programs.
//
//     forward    bindings: operands, output
//     backward   bindings: operands, gradient of the output, gradients of the operands that are wanted
//
// Only data may be here; see block_steps.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace batchscope {

/// What is computed of the operands x (and y); Primitive of the same name says what.
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
    const char* name; ///< that of the primitive
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

/// A pass over rows as data.
struct RowCall {
    static constexpr std::int32_t kNoBinding = -1;

    RowFunction function = RowFunction::None;
    RowDirection direction = RowDirection::Forward;
    double number = 0.0;                  ///< LayerNorm: what is added to the variance; Transpose: columns
    std::int32_t operands[2] = {-1, -1};  ///< bindings; the same twice where both operands are one
    std::int32_t widths[2] = {0, 0};      ///< of the operands
    std::int32_t output = 1;              ///< binding of the output, or of its gradient
    std::int32_t width = 0;               ///< of the output
    std::int32_t gradients[2] = {-1, -1}; ///< Backward: bindings; kNoBinding where a gradient is not wanted
    bool accumulate = false;              ///< Backward: gradients are added to what is there
};

/// One row of a pass. Segment functions have `items` instead of x.
template <typename T>
struct RowWork {
    const T* x = nullptr;
    const T* y = nullptr;
    T* output = nullptr;         ///< Forward
    const T* gradient = nullptr; ///< Backward: of the output
    T* ofX = nullptr;            ///< Backward: gradient of x; null: not wanted
    T* ofY = nullptr;
    const T* const* items = nullptr; ///< rows of the segment
    T* const* ofItems = nullptr;     ///< Backward: their gradients, null where not wanted
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
