// SPDX-License-Identifier: GPL-3.0-or-later
//
// Granularity of a graph. Nets are written as cells; lowering replaces each cell by the primitive operations of its
// body, so that the same policies can be studied on the graph that DyNet would see. Cells give fewer, larger nodes;
// primitives give more opportunities to batch.
#pragma once

#include "core/base/choice.h"
#include "core/base/progress.h"
#include "core/graph/fold.h"

#include <span>
#include <string_view>

namespace batchscope {

/// The unit of computation that a node represents.
enum class Granularity { Cell, Primitive };
template <>
inline constexpr EnumNames<2> kEnumNames<Granularity> = {"granularity", {"cell", "primitive"}};

/// Returns the same computation with one node for each primitive of each cell; opaque ops stay whole. Parameters,
/// requested values, targets, rounds and origins of `cells` are kept. Each distinct primitive (parameters, widths,
/// columns) becomes an op. A primitive on items becomes one node per item, so that items can be batched across cells.
/// Cancelled when stopped.
[[nodiscard]] Result<OpGraph> lowered(const OpGraph& cells, const FoldOptions& options, const RunControl& control);

} // namespace batchscope
