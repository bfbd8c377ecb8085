// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module as text, for users who write one in the program: a file that ends with .py (isModuleText), declares its
// parameters and defines its methods in TorchScript. It needs no imports and no class, and Python never runs it.
//
//     E = parameter(20000, 64)                 # rows, columns; or one number: a vector
//     W = parameter(64, 128)
//
//     def leaf(self, word):
//         return torch.embedding(self.E, word, -1, False, False)
//
//     def compose(self, left, right):
//         return torch.tanh(torch.linear(torch.cat([left, right], 1), self.W))
//
// Parameters are uniform in ±1/√columns, from a fixed seed. Needs no LibTorch.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct DeclaredTensor {
    std::string name;
    std::vector<std::int64_t> sizes; ///< one or two, each at least 1
};

struct ModuleSource {
    std::vector<DeclaredTensor> parameters;
    std::string methods; ///< the text, with blank lines instead of declarations: lines and columns match the file
};

/// The size of all parameters in bytes.
[[nodiscard]] std::uint64_t bytesOf(const ModuleSource& source);

/// Parse errors with line and column: text before the methods that is not a declaration, a comment or an import
/// (imports are ignored); a name that is declared twice; sizes out of range; no methods. Config error: the numbers
/// exceed memoryLimit().
[[nodiscard]] Result<ModuleSource> parseModuleSource(std::string_view text, const std::string& file);

} // namespace batchscope
