// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second half of a recipe, `rules`: which op is called for a node of a tree, or for a word of a sequence, and with
// what. The format is in recipe.h.
#pragma once

#include "core/nets/program_ops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// Where an argument of a rule's op comes from.
enum class RuleSource : std::uint8_t {
    Word,     ///< the node's word
    Child,    ///< output `output` of child `child`
    Children, ///< output `output` of every child, in order
    Own,      ///< output `output` of the node; in `step`, of the state before
    Integer,
    Constant,
};

struct RuleArgument {
    RuleSource source = RuleSource::Word;
    std::uint32_t child = 0;
    std::uint32_t output = 0;
    std::uint32_t integer = 0;
    std::vector<double> constant = {};
};

constexpr std::int32_t kAnyChildren = -1;

/// For nodes with `children` children: the call that makes the node's state, or the child whose state it takes.
struct Rule {
    OpId op; ///< invalid: the state of child `same`
    std::uint32_t same = 0;
    std::int32_t children = kAnyChildren;
    std::vector<RuleArgument> arguments = {}; ///< by slot
};

/// Which nodes have an output.
enum class OutputAt : std::uint8_t {
    Asked, ///< those that NetOptions' Outputs says
    Root,
    Inner, ///< with children, as many as the rule says
    Every,
    Pair, ///< the root, whose children are two trees to compare; it has no state of its own
};

struct OutputRule {
    Rule rule; ///< without op: the node's own output `output`
    std::uint32_t output = 0;
    OutputAt at = OutputAt::Asked;
    bool isLabelled = false; ///< its target is the class of the node's label
};

enum class ReadFrom : std::uint8_t { Left, Right };

struct RecipeRules {
    std::optional<Rule> leaf;
    std::vector<Rule> inner; ///< of nodes without a word, numbers of children before kAnyChildren
    std::vector<Rule> head;  ///< the same of nodes with a word
    std::optional<Rule> start;
    std::optional<Rule> step; ///< then it is a recipe for sequences
    ReadFrom from = ReadFrom::Left;
    std::vector<OutputRule> outputs;
    std::vector<std::int32_t> state; ///< widths of a node's outputs

    [[nodiscard]] bool isSequence() const { return step.has_value(); }
    /// Whether each tree is two under one root.
    [[nodiscard]] bool arePairs() const;
    /// The rule for so many children, or null.
    [[nodiscard]] static const Rule* forChildren(const std::vector<Rule>& rules, std::size_t children);
    /// What `rules` cover, for messages: "2 or any number of children".
    [[nodiscard]] static std::string covered(const std::vector<Rule>& rules);
};

/// Reads `rules`. Only to be used when no fault was found. `classes`: as many as labels have.
[[nodiscard]] RecipeRules readRules(const JsonPlace& recipe, const ProgramOps& ops, const ModelSizes& sizes,
                                    ProgramFault& fault);

} // namespace batchscope
