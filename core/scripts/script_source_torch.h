// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and places of what a scripted method does, as the user wrote it: TorchScript keeps for each operation the line
// of the Python file that it came from.
#pragma once

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <string>

namespace batchscope {

/// `aten::softmax`; of a call `prim::CallMethod`.
[[nodiscard]] std::string operationName(const torch::jit::Node& node);

/// `encoder.py:17: attn = torch.softmax(scores, 0)`; empty when the file does not say.
[[nodiscard]] std::string placeOf(const torch::jit::Node& node);

/// Where a method stands, and its text.
struct ScriptText {
    std::string file;
    std::size_t line = 0; ///< from 1; 0: unknown
    std::string text;
};
[[nodiscard]] ScriptText textOf(const torch::jit::Method& method);

} // namespace batchscope
