// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the head among the children of a constituent, for head-factored binarization.
//
// The rules are those of Collins 1999 (Head-Driven Statistical Models for Natural Language Parsing, appendix A), which
// go back to Magerman 1995, for the labels of the Penn Treebank. A label counts without its functional tags and
// indices: NP-SBJ-1 and NP=2 are NP. For other labels the head is the rightmost child.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace batchscope {

/// Place of the head among the children of a constituent; at least one child. O(children).
[[nodiscard]] std::size_t headChild(std::string_view parent, std::span<const std::string_view> children);

} // namespace batchscope
