// SPDX-License-Identifier: GPL-3.0-or-later
//
// Removes nodes that no requested value depends on. TorchFold and DyNet run them anyway; pruning is an option, so that
// its savings can be seen.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <span>
#include <string_view>

namespace batchscope {

enum class Prune { Off, On };
template <>
inline constexpr EnumNames<2> kEnumNames<Prune> = {"prune mode", {"off", "on"}};

/// The graph without the nodes that no requested value depends on; the others keep their order. Signature ids are
/// renumbered in order of first appearance. O(nodes + arguments).
[[nodiscard]] OpGraph pruned(const OpGraph& graph);

} // namespace batchscope
