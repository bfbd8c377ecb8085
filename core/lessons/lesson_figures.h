// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that lessons speak of, by name. They are told from the trees that are shown, so no lesson can state a
// number that the program would not.
//
// Of the graph and its schedule: trees, nodes, levels, signatures, batches, bound, largest, saved, viewed, gathered,
// syncs. Of sentences: words, longest (of them, in words), padded (rows if all were as long), padding (rows of these
// without a word). Of a run with a fault: wrong-nodes, wrong-batch (of the first of them, from 1). batches:POLICY would
// be needed by another policy. Of the nodes that a query finds (node_search.h): count:QUERY, rows:QUERY (taken from
// other nodes), batches-with:QUERY, level:QUERY (of the first). In texts only: speed-up, loss.
#pragma once

#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope {

/// Ok, or a Config error that says what figures there are.
[[nodiscard]] Status checkFigure(std::string_view name);
/// A Config error for an unknown figure, for one that only texts have, and before it can be told.
[[nodiscard]] Result<std::size_t> lessonFigure(const Snapshot& snapshot, std::string_view name);

/// Digits, or a figure. Errors as lessonFigure.
[[nodiscard]] Result<std::size_t> lessonAmount(const Snapshot& snapshot, std::string_view amount);

/// Every {figure} of the text is known and closed, and so is the query of every [words](QUERY); else a Config error.
[[nodiscard]] Status checkText(std::string_view text);
/// On these trees every figure can be told and every query finds something, except for what is measured; else a Config
/// error.
[[nodiscard]] Status checkTextOn(const Snapshot& snapshot, std::string_view text);
/// The text with the numbers in it. "…" where one cannot be told yet.
[[nodiscard]] std::string filledIn(std::string_view text, const Snapshot& snapshot);

} // namespace batchscope
