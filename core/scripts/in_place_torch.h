// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operations that change a tensor in place (x += y). The translator knows values, not memory, so such an operation is
// the same as the one that makes a new tensor only where nobody else holds the changed one: no argument, no weight, no
// view, no list.
#pragma once

#include <torch/csrc/jit/ir/ir.h>

#include <string_view>

namespace batchscope {

/// aten::add of aten::add_; empty for operations that change nothing, or that have no such twin.
[[nodiscard]] std::string_view withoutChange(std::string_view operation);

/// Whether the tensor that the node changes was made by the method itself and has no alias. The value of the node's
/// first input is then its result from there on, too. Only by the graph: false where it cannot tell.
[[nodiscard]] bool changesOnlyItsOwn(const torch::jit::Node& node);

} // namespace batchscope
