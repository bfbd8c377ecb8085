// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/recipe_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace batchscope::words {

std::string sizeOutOfRange(std::string_view written, std::int64_t size, std::int64_t low, std::int64_t high) {
    return fmt::format("found the size \"{}\", which is {} here; expected {} to {}", written, size, low, high);
}

std::string missingRule(std::string_view rule, std::string_view purpose) {
    return fmt::format("the key '{}' is missing; expected {}", rule, purpose);
}

std::string coveredChildren(std::span<const std::string> numbers) {
    if (numbers.empty()) {
        return {};
    }
    const std::string& last = numbers.back();
    const std::string_view children = last == kAnyNumberOfChildren ? "of children" : last == "1" ? "child" : "children";
    return fmt::format("nodes with {} {}", fmt::join(numbers, " or "), children);
}

std::string secondRuleFor(std::string_view rule, std::int32_t children) {
    return children < 0 ? fmt::format("a second rule '{}' for any number of children; remove one", rule)
                        : fmt::format("a second rule '{}' for {} {}; remove one", rule, children,
                                      children == 1 ? "child" : "children");
}

std::string childNotThere(std::string_view name, std::int32_t children) {
    return fmt::format("found {}, but this rule is for {} {}, numbered from 0; name one of them, or correct 'children'",
                       name, children, children == 1 ? "child" : "children");
}

std::string stateDiffers(std::string_view op, std::string_view widths, std::string_view firstOp,
                         std::string_view firstWidths) {
    return fmt::format("'{}' returns rows of widths {}, but '{}' returns {}; every node needs the same, so that any "
                       "node can be a child of another",
                       op, widths, firstOp, firstWidths);
}

std::string targetNeedsClasses(std::int32_t width, std::int32_t classes) {
    return fmt::format("found {} outputs for labels of {} classes; make the output as wide as \"classes\", or remove "
                       "'target'",
                       width, classes);
}

std::string referenceOfRule(std::string_view names) {
    return fmt::format("a value that this rule has: {}", names);
}

std::string outputOfState(std::size_t outputs) {
    return outputs == 1 ? std::string("a node's only output, with or without .0 behind the name")
                        : fmt::format("one of a node's {} outputs, .0 to .{} behind the name", outputs, outputs - 1);
}

std::string tableTooSmall(std::int64_t rows, std::int64_t words) {
    return fmt::format("\"word\" is looked up in a table of {} rows, but the treebank has {} words; write \"rows\": "
                       "\"vocabulary\"",
                       rows, words);
}

std::string noRuleForNode(std::string_view recipe, std::size_t children, bool hasWord, std::string_view covered) {
    const std::string what = fmt::format("{} has no rule for a node with {} {}{}", recipe, children,
                                         children == 1 ? "child" : "children", hasWord ? " and a word" : "");
    if (!covered.empty()) {
        return fmt::format("{}; its rules cover {}; add one, or choose a binarization", what, covered);
    }
    return what + (hasWord
                       ? "; it has no rules for inner nodes with a word: choose a binarization, which moves words to "
                         "the leaves, or add the rule 'head'"
                       : "; it has no rules for inner nodes without a word: open trees whose inner nodes have "
                         "words, as dependency trees, or add the rule 'inner'");
}

std::string sequenceNeedsWords(std::string_view recipe) {
    return fmt::format("{} reads words, and the leaves of these trees are vectors", recipe);
}

std::string noClassesInRecipe(std::string_view recipe) {
    return fmt::format("--classes has no effect on {}, none of whose sizes is \"classes\"; remove --classes", recipe);
}

std::string modelFileNotOpened(std::string_view file) {
    return fmt::format("{} is none of the opened files; open it together with the trees", file);
}

} // namespace batchscope::words
