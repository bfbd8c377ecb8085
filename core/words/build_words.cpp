// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/build_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string selectionBeyondEnd(std::size_t begin, std::size_t trees) {
    return fmt::format("the selection starts at tree {} (counted from 0), but there {} only {} tree{}", begin,
                       trees == 1 ? "is" : "are", trees, trees == 1 ? "" : "s");
}

std::string selectedMissingTree(std::size_t tree, std::size_t trees) {
    return fmt::format("tree {} (counted from 0) was selected, but there {} only {} tree{}", tree,
                       trees == 1 ? "is" : "are", trees, trees == 1 ? "" : "s");
}

std::string graphTooLarge(std::string_view treeNodes, std::string_view needed, std::string_view advice) {
    return fmt::format("the graph of {} tree nodes needs about {}; {}, or use fewer --trees", treeNodes, needed,
                       advice);
}

std::string dimOutOfRange(std::int32_t dim, std::int32_t largest) {
    return fmt::format("dim {} is out of range; expected 1 to {}", dim, largest);
}

std::string leavesAreVectors(std::string_view net, std::string_view input) {
    return fmt::format("{} takes {}, but the leaves here are vectors; choose mlp", net, input);
}

std::string classesIgnoredByParser(std::string_view net) {
    return fmt::format("--classes has no effect on {}: the net scores parser moves, not labels; remove --classes", net);
}

std::string tooFewClasses(std::int32_t asked, std::string_view last, std::int32_t needed) {
    return fmt::format("--classes {} is too small: the label '{}' is class {} (counted from 0); expected {} or more",
                       asked, last, needed - 1, needed);
}

std::string trainingNeedsLabels(std::size_t requested, std::string_view written, std::string_view advice) {
    return requested == 1 ? fmt::format("training needs labels, but the requested output has none; {}", advice)
                          : fmt::format("training needs labels, but none of the {} requested outputs has one; {}",
                                        written, advice);
}

std::string openLabeledTrees(std::string_view format) {
    return fmt::format("{} has no labels; open trees with labels, such as (3 (2 very) (4 good)), CoNLL-U or SNLI",
                       format.empty() ? "the input" : fmt::format("the format {}", format));
}

std::string imagesWithoutLabels(std::int32_t outputs) {
    return fmt::format("the images have no labels: the classifier has {} outputs, one per digit (change this with "
                       "--classes)",
                       outputs);
}

std::string treesWithoutLabels(std::string_view net, std::int32_t outputs) {
    return fmt::format(
        "{} has no labels to learn from in these trees: the classifier has {} outputs, one per SST class "
        "(change this with --classes)",
        net, outputs);
}

std::string labelShare(const WrittenCount& labeled, const WrittenCount& requested) {
    return fmt::format("{} of {} requested output{} {} a label{}", labeled.written, requested.written,
                       requested.count == 1 ? "" : "s", labeled.count == 1 ? "has" : "have",
                       labeled.count < requested.count ? "; the loss is the mean over those" : "");
}

} // namespace batchscope::words
