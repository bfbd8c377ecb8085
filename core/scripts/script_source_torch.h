// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and source positions of a scripted method's operations: TorchScript keeps the line of the user's Python file
// for each operation.
#pragma once

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <string>

namespace batchscope {

/// The qualified name of an operation: `aten::softmax`, or `prim::CallMethod` for a call.
[[nodiscard]] std::string operationName(const torch::jit::Node& node);

/// The place of an operation: `encoder.py:17: attn = torch.softmax(scores, 0)`; empty if unknown.
[[nodiscard]] std::string placeOf(const torch::jit::Node& node);

/// The position and text of a method.
struct ScriptText {
    std::string file;
    std::size_t line = 0; ///< from 1; 0 if unknown
    std::string text;
};
[[nodiscard]] ScriptText textOf(const torch::jit::Method& method);

} // namespace batchscope
