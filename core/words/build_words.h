// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why no graph can be built of the chosen trees, and what is said where labels are missing.
#pragma once

#include "core/words/noun_words.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// What kind of name was unknown.
inline constexpr std::string_view kTreeOrderKind = "tree order";

[[nodiscard]] std::string selectionBeyondEnd(std::size_t begin, std::size_t trees);
[[nodiscard]] std::string selectedMissingTree(std::size_t tree, std::size_t trees);
/// All as text; `advice` is what to do about memory.
[[nodiscard]] std::string graphTooLarge(std::string_view treeNodes, std::string_view needed, std::string_view advice);
[[nodiscard]] std::string dimOutOfRange(std::int32_t dim, std::int32_t largest);
/// `input`: what the net takes.
[[nodiscard]] std::string leavesAreVectors(std::string_view net, std::string_view input);
[[nodiscard]] std::string classesIgnoredByParser(std::string_view net);
/// `last` is the label of class `needed` - 1.
[[nodiscard]] std::string tooFewClasses(std::int32_t asked, std::string_view last, std::int32_t needed);
inline constexpr std::string_view kClassesIgnoredByProgram =
    "--classes has no effect on a program, whose ops define the width of its outputs; remove --classes";

/// `written` is the number of requested outputs as text, `advice` one of those below.
[[nodiscard]] std::string trainingNeedsLabels(std::size_t requested, std::string_view written, std::string_view advice);
inline constexpr std::string_view kGiveTargets =
    R"(give the program's outputs a class: {"value": "NAME", "target": 0})";
inline constexpr std::string_view kOpenLabelFile =
    "open the label file together with the images (train-labels-idx1-ubyte with train-images-idx3-ubyte)";
inline constexpr std::string_view kRequestOthers =
    "other nodes or trees have labels: request all outputs (--outputs all) or choose other trees (--trees)";
inline constexpr std::string_view kChooseOtherTrees = "other trees have labels: choose them (--trees)";
/// Of trees without any label; `format` may be empty.
[[nodiscard]] std::string openLabeledTrees(std::string_view format);

[[nodiscard]] std::string imagesWithoutLabels(std::int32_t outputs);
[[nodiscard]] std::string treesWithoutLabels(std::string_view net, std::int32_t outputs);

[[nodiscard]] std::string labelShare(const WrittenCount& labeled, const WrittenCount& requested);

} // namespace batchscope::words
