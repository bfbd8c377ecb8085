// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: writes a tree back as one line of brackets, for `generate`, tests and the tree's text in the window.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>

namespace batchscope {

/// One line without line end. A missing label is written as `(` alone. Iterative.
[[nodiscard]] std::string toBrackets(const Tree& tree, const SymbolTable& words, const SymbolTable& labels);

} // namespace batchscope
