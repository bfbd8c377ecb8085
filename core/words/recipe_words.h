// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with a recipe (a program with rules instead of calls), and with a tree that its rules do not cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr const char* kRecipeFormat = "a custom net as JSON: ops and a rule per tree node; opened with trees";
inline constexpr const char* kRecipeDescription = "a recipe: ops and rules from a JSON file";
inline constexpr const char* kRecipeInput = "trees that its rules cover";

inline constexpr const char* kRecipeFiles = "the file of an opened recipe";
inline constexpr std::string_view kARecipe = "a recipe";
inline constexpr std::string_view kTheRules = "the rules of a recipe";
inline constexpr std::string_view kARule = "a rule";
inline constexpr std::string_view kAnOutputRule = "an output of a recipe";

inline constexpr std::string_view kSizeText =
    R"(an integer, or a size such as "5*dim", "classes" or "vocabulary" (+, - and * between numbers and these names))";
[[nodiscard]] std::string sizeOutOfRange(std::string_view written, std::int64_t size, std::int64_t low,
                                         std::int64_t high);

inline constexpr std::string_view kRulesOfEither =
    R"("leaf" and "inner" or "head" for trees, or "start" and "step" for sequences; found both)";
[[nodiscard]] std::string missingRule(std::string_view rule, std::string_view purpose);
inline constexpr std::string_view kForLeaves = R"(a rule for leaves, such as {"op": "leaf", "args": ["word"]})";
inline constexpr std::string_view kForInnerNodes = "a rule for nodes with children";
inline constexpr std::string_view kForStart = "a rule for the state before the first word";
inline constexpr std::string_view kForStep = "a rule for a word, from the state before it";
inline constexpr std::string_view kForOutputs = "the values that are computed, such as {\"op\": \"logits\", \"args\": "
                                                "[\"node.0\"], \"target\": \"label\"}";
inline constexpr std::string_view kRuleOrRules = "a rule, or an array of rules for different numbers of children";
inline constexpr std::string_view kChildrenOfRule = R"(the number of children, or "any")";
inline constexpr std::string_view kWhichChildren =
    R"(this rule names no child, so it must say for how many children it is: "children": 2, or "any")";
inline constexpr std::string_view kSameChild = R"(the name of a child, such as "child0")";
inline constexpr std::string_view kOpOrSame = R"(a rule has either "op" and "args" or "same")";
inline constexpr std::string_view kOpOrValue = R"(an output has either "op" and "args" or "value")";
inline constexpr std::string_view kPlaceOfOutput = R"("asked", "root", "inner", "every" or "pair")";
inline constexpr std::string_view kTargetOfRule = R"("label", the class of the node's label)";
inline constexpr std::string_view kDirections = R"("left" or "right")";
inline constexpr std::string_view kFromIsOfSequences = "only a recipe with \"step\" reads from a side; remove 'from'";
inline constexpr std::string_view kNoInnerInSequence =
    R"(a sequence has no inner nodes; expected "asked", "root" (the last word) or "every")";
inline constexpr std::string_view kNoRootInPairs =
    R"(the root of a pair has no state, so an output at "root" cannot be combined with one at "pair")";
inline constexpr std::string_view kPairNeedsOp =
    R"(the root of a pair has no value; this output needs "op" and "args")";
inline constexpr std::string_view kChildrenOfInnerOnly =
    R"(only an output with "at": "inner" depends on the number of children; remove 'children')";
inline constexpr std::string_view kOutputsOfOneValue = "an op with one output";
inline constexpr std::string_view kAnyNumberOfChildren = "any number";
/// Empty for none.
[[nodiscard]] std::string coveredChildren(std::span<const std::string> numbers);
[[nodiscard]] std::string secondRuleFor(std::string_view rule, std::int32_t children);
[[nodiscard]] std::string childNotThere(std::string_view name, std::int32_t children);
[[nodiscard]] std::string stateDiffers(std::string_view op, std::string_view widths, std::string_view firstOp,
                                       std::string_view firstWidths);
[[nodiscard]] std::string targetNeedsClasses(std::int32_t width, std::int32_t classes);

// Arguments of a rule.
[[nodiscard]] std::string referenceOfRule(std::string_view names);
inline constexpr std::string_view kNamesInLeaf = R"("word")";
inline constexpr std::string_view kNamesInInner = R"("child0.0", "child1.0" … or "children.0")";
inline constexpr std::string_view kNamesInHead = R"("word", "child0.0", "child1.0" … or "children.0")";
inline constexpr std::string_view kNamesInStep = R"("word" or "state.0")";
inline constexpr std::string_view kNamesInOutput = R"("node.0" or, with "at": "inner", "child0.0" … or "children.0")";
inline constexpr std::string_view kNamesInPair = R"("child0.0", "child1.0" … or "children.0" of the two trees)";
inline constexpr std::string_view kNamesInStart = R"({"constant": [0]} or {"integer": 0})";
[[nodiscard]] std::string outputOfState(std::size_t outputs);
inline constexpr std::string_view kWordIsInteger =
    "a row; \"word\" is an integer: give this argument the class integer";
inline constexpr std::string_view kRowIsNoInteger = R"("word" or {"integer": 3}: this argument is an integer)";
inline constexpr std::string_view kItemsAreChildren =
    R"(all children, such as "children.0": this argument is variadic)";
inline constexpr std::string_view kChildrenAreItems =
    R"(one row, such as "child0.0"; "children" needs an argument with "variadic": true)";
inline constexpr std::string_view kNoSharedInRule =
    "rules know no shared values, as every tree has its own; give this argument another class";
[[nodiscard]] std::string tableTooSmall(std::int64_t rows, std::int64_t words);

// The treebank.
inline constexpr std::string_view kRecipeNeedsTrees =
    "this is a recipe: it says how a net runs over trees; open it together with a treebank";
/// `covered`: of its rules for inner nodes that have a word, or have none; empty: there are none.
[[nodiscard]] std::string noRuleForNode(std::string_view recipe, std::size_t children, bool hasWord,
                                        std::string_view covered);
[[nodiscard]] std::string sequenceNeedsWords(std::string_view recipe);
[[nodiscard]] std::string noClassesInRecipe(std::string_view recipe);
[[nodiscard]] std::string modelFileNotOpened(std::string_view file);

} // namespace batchscope::words
