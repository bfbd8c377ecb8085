// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that lessons refer to, by name. They are computed from the trees that are shown, so that a lesson cannot
// state a wrong number.
//
// Graph and schedule: trees, nodes, levels, signatures, batches, bound, largest, saved, viewed, gathered, syncs.
// Sentences: words, longest (words in the longest sentence), padded (rows if all sentences were that long), padding
// (padded rows without a word). A run with a fault: wrong-nodes, wrong-batch (batch of the first wrong node, from 1).
// batches:POLICY is the number of batches under another policy. Nodes that a query finds (node_search.h): count:QUERY,
// rows:QUERY (taken from other nodes), batches-with:QUERY, level:QUERY (of the first node). In texts only: speed-up,
// loss.
#pragma once

#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope {

/// Config error, listing the known figures, if there is no such figure.
[[nodiscard]] Status checkFigure(std::string_view name);
/// The value of a figure. Config error if it is unknown, only for texts, or cannot be computed yet.
[[nodiscard]] Result<std::size_t> lessonFigure(const Snapshot& snapshot, std::string_view name);

/// The value of `amount`, which is digits or the name of a figure. Fails like lessonFigure.
[[nodiscard]] Result<std::size_t> lessonAmount(const Snapshot& snapshot, std::string_view amount);

/// Config error if a {figure} or the query of a [words](QUERY) in the text is unknown, invalid or not closed.
[[nodiscard]] Status checkText(std::string_view text);
/// Config error if a figure of the text cannot be computed on these trees (unless measured) or a query finds no node.
[[nodiscard]] Status checkTextOn(const Snapshot& snapshot, std::string_view text);
/// The text with its figures filled in; "…" replaces a figure that cannot be computed yet.
[[nodiscard]] std::string filledIn(std::string_view text, const Snapshot& snapshot);

} // namespace batchscope
