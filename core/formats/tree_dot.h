// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tree as Graphviz draws it: `dot -Tsvg`. Leaves are boxes with their words, other nodes ellipses with their
// labels; a dependency's arc carries the relation.
#pragma once

#include "core/base/result.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>

namespace batchscope {

/// What `dot` still lays out within a minute or so.
constexpr std::size_t kMostDotNodes = 20'000;

/// Appends `digraph "name" { … }`. Config error for a tree of more than kMostDotNodes.
[[nodiscard]] Status appendTreeDot(std::string& to, const Tree& tree, std::string_view name, const SymbolTable& words,
                                   const SymbolTable& labels);

} // namespace batchscope
