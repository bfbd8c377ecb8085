// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recipe: a net of the user's own as a JSON file. It has the parameters and ops of a program (program.h) and, instead
// of calls, a rule for each kind of node, so that it runs over any treebank.
//
//     {"batchscope_program": 1,
//      "params": [{"name": "E", "rows": "vocabulary", "columns": "dim"}, …],
//      "ops": [{"name": "leaf", "arguments": [{"name": "word", "class": "integer"}], "body": […], "outputs": ["h"]},
//      …], "rules": {"leaf":    {"op": "leaf", "args": ["word"]},
//                "inner":   {"op": "compose", "args": ["child0", "child1"]},
//                "outputs": {"op": "logits", "args": ["node"], "target": "label"}}}
//
// Rows, columns, widths and `begin` may be sizes (model_sizes.h): "dim", "classes", "vocabulary", "5*dim".
//
// Rules for trees. Each makes a node's state: the outputs of its op, the same number and widths in all of them.
//     leaf      a node without children
//     inner     a node with children and without a word; one rule, or an array of rules for different numbers of
//               children
//     head      the same for a node with children and a word: those of dependency trees
// A rule names children ("child0" …, exactly as many as the highest says) or all of them ("children", for variadic
// arguments, any number); "children": 3 or "any" says it where that is not enough. {"children": 1, "same": "child0"}
// calls no op: the node takes its child's state. The rule for the number of children wins over one for any number.
//
// Rules for sequences: `start`, the state before the first word, and `step` with "word" and "state". "from": "right"
// reads the words from the last to the first.
//
// Arguments: "word" (an integer); "child0.1", "children.1", "state.1": output 1 of that state (".0" may be left out
// where there is one output); {"integer": 3}; {"constant": [1, 2]}.
//
// Outputs, one or an array: an op on the node's state, {"op": "logits", "args": ["node.0"], "target": "label"}, or the
// state itself, {"value": "node.0"}. "target": "label" trains towards the class of the node's label. "at": "asked" (the
// default: the root, or every node, as --outputs says), "root", "every", or "inner", whose arguments may name children.
// "pair" is for trees that are two under one root (core/shapes/pair.h): the other rules hold in each of the two, and at
// the root is nothing but this output, whose arguments name the two as "child0" and "child1".
// Of a sequence the root is the last word read, and has the label of the root.
#pragma once

#include "core/nets/net.h"
#include "core/nets/recipe_rules.h"

#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// A recipe whose sizes are known.
struct BoundRecipe {
    std::string file; ///< for messages
    OpSet ops;
    RecipeRules rules;
};

/// The text of a recipe, taken apart once.
class Recipe {
public:
    /// Parse errors: not JSON, or not the keys of a recipe. What is in ops and rules is checked by bind.
    [[nodiscard]] static Result<Recipe> parse(std::string_view text, const std::string& file);

    /// Parse errors with line and column: as ParsedProgram::parse, and rules that do not fit the ops.
    [[nodiscard]] Result<BoundRecipe> bind(const ModelSizes& sizes, DType dtype) const;
    /// Whether a width depends on "dim" or "classes".
    [[nodiscard]] bool uses(std::string_view size) const { return usesSize(m_document, size); }
    [[nodiscard]] bool isSequence() const;
    /// Where labels are targets: at the roots alone where only pairs have one.
    [[nodiscard]] LabelsAt labelsAt() const;
    /// Whether Outputs decides anything.
    [[nodiscard]] bool heedsOutputs() const;

private:
    Recipe(std::string_view text, std::string file, Json document)
        : m_text(text), m_file(std::move(file)), m_document(std::move(document)) {}

    std::string m_text;
    std::string m_file;
    Json m_document;
};

/// The recipe of that file with these sizes; null where the bank has no such recipe. Config error: `classes` asked for
/// where no size depends on it; Parse errors of the recipe.
[[nodiscard]] Result<std::shared_ptr<const BoundRecipe>> boundRecipe(const Treebank& bank, std::string_view name,
                                                                     const ModelSizes& sizes, DType dtype);

/// Records the calls of one tree by the rules of `input.options.recipe`. Config errors at nodes that no rule covers.
[[nodiscard]] Status recordByRules(const TreeInput& input, Fold& fold);

} // namespace batchscope
