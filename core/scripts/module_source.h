// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module as text, for people who write one here: a file that ends with .py (isModuleText), declares its parameters
// and defines its methods in TorchScript. There are no imports to make and no class, and Python never runs it.
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
    std::string methods; ///< the text with blank lines in place of the declarations: lines and columns are the file's
};

/// Of all parameters.
[[nodiscard]] std::uint64_t bytesOf(const ModuleSource& source);

/// Parse errors with line and column: what is neither a declaration, a comment, an import (which is left out) nor,
/// behind them, a method; a name that is declared twice; sizes out of range; no methods. Config error: more numbers
/// than memoryLimit() has room for.
[[nodiscard]] Result<ModuleSource> parseModuleSource(std::string_view text, const std::string& file);

} // namespace batchscope
