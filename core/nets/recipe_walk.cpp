// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net_parts.h"
#include "core/nets/recipe.h"
#include "core/words/recipe_words.h"

#include <algorithm>

namespace batchscope {

namespace {

/// What the arguments of a rule are taken from.
struct RuleContext {
    SymbolId word;
    Value own;
    std::span<const TreeNodeId> children;
};

class RuleWalk {
public:
    RuleWalk(const TreeInput& input, Fold& fold)
        : m_input(input), m_recipe(*input.options.recipe), m_fold(fold), m_states(input.shape.size()) {}

    Status trees() {
        const Tree& shape = m_input.shape;
        const bool isPair = m_recipe.rules.arePairs();
        if (Status pair = isPair ? checkPair(m_input, m_recipe.file.c_str()) : Status(Ok{}); !pair) {
            return pair;
        }
        for (std::size_t index = 0; index < shape.size() - (isPair ? 1 : 0); ++index) {
            const TreeNodeId node(index);
            const RuleContext context{shape.words[index], {}, shape.children(node)};
            const Rule* const rule = ruleOf(context);
            if (rule == nullptr) {
                return notCovered(node, context);
            }
            m_fold.setOrigin(m_input.tree, node);
            m_states[index] = rule->op.valid() ? call(*rule, context) : m_states[context.children[rule->same].index()];
            request(node, {context.word, m_states[index], context.children}, node == shape.root());
        }
        if (isPair) {
            compareHalves();
        }
        return Ok{};
    }

    Status sequence() {
        std::vector<TreeNodeId> order = wordsInOrder(m_input.shape);
        if (m_recipe.rules.from == ReadFrom::Right) {
            std::reverse(order.begin(), order.end());
        }
        m_fold.setOrigin(m_input.tree, order.front());
        Value state = call(*m_recipe.rules.start, {});
        for (const TreeNodeId node : order) {
            const SymbolId word = m_input.shape.words[node.index()];
            m_fold.setOrigin(m_input.tree, node);
            state = call(*m_recipe.rules.step, {word, state, {}});
            const bool isLast = node == order.back();
            const TreeNodeId place = isLast && m_input.outputs == Outputs::Root ? m_input.shape.root() : node;
            m_fold.setOrigin(m_input.tree, place);
            request(place, {word, state, {}}, isLast);
        }
        return Ok{};
    }

private:
    const Rule* ruleOf(const RuleContext& context) {
        const RecipeRules& rules = m_recipe.rules;
        if (context.children.empty()) {
            return &*rules.leaf;
        }
        return RecipeRules::forChildren(context.word.valid() ? rules.head : rules.inner, context.children.size());
    }

    Error notCovered(TreeNodeId node, const RuleContext& context) {
        const std::vector<Rule>& rules = context.word.valid() ? m_recipe.rules.head : m_recipe.rules.inner;
        return m_input.error(node, words::noRuleForNode(m_recipe.file, context.children.size(), context.word.valid(),
                                                        RecipeRules::covered(rules)));
    }

    Value call(const Rule& rule, const RuleContext& context) {
        m_arguments.clear();
        for (const RuleArgument& argument : rule.arguments) {
            switch (argument.source) {
            case RuleSource::Word: m_arguments.push_back(Argument::integer(context.word.value)); break;
            case RuleSource::Child: addState(m_states[context.children[argument.child].index()], argument); break;
            case RuleSource::Children:
                for (const TreeNodeId child : context.children) {
                    addState(m_states[child.index()], argument);
                }
                break;
            case RuleSource::Own: addState(context.own, argument); break;
            case RuleSource::Integer: m_arguments.push_back(Argument::integer(argument.integer)); break;
            case RuleSource::Constant: m_arguments.push_back(m_fold.constant(argument.constant)); break;
            }
        }
        return m_fold.add(rule.op, m_arguments);
    }

    void compareHalves() {
        const TreeNodeId root = m_input.shape.root();
        m_fold.setOrigin(m_input.tree, root);
        for (const OutputRule& output : m_recipe.rules.outputs) {
            if (output.at == OutputAt::Pair) {
                ask(output, root, {{}, {}, m_input.shape.children(root)});
            }
        }
    }

    void addState(Value state, const RuleArgument& argument) {
        m_arguments.emplace_back(m_fold.output(state, argument.output));
    }

    void request(TreeNodeId node, const RuleContext& context, bool isRoot) {
        const std::size_t children = context.children.size();
        for (const OutputRule& output : m_recipe.rules.outputs) {
            const bool isWanted =
                output.at == OutputAt::Every || (output.at == OutputAt::Root && isRoot) ||
                (output.at == OutputAt::Asked && (isRoot || m_input.outputs == Outputs::All)) ||
                (output.at == OutputAt::Inner && children > 0 &&
                 (output.rule.children == kAnyChildren || output.rule.children == static_cast<std::int64_t>(children)));
            if (isWanted) {
                ask(output, node, context);
            }
        }
    }

    void ask(const OutputRule& output, TreeNodeId node, const RuleContext& context) {
        const Value value = output.rule.op.valid() ? m_fold.output(call(output.rule, context), 0)
                                                   : m_fold.output(context.own, output.output);
        m_fold.request(value, output.isLabelled ? m_input.target(node) : kNoTarget);
    }

    const TreeInput& m_input;
    const BoundRecipe& m_recipe;
    Fold& m_fold;
    std::vector<Value> m_states;
    std::vector<Argument> m_arguments;
};

} // namespace

Status recordByRules(const TreeInput& input, Fold& fold) {
    RuleWalk walk(input, fold);
    return input.options.recipe->rules.isSequence() ? walk.sequence() : walk.trees();
}

} // namespace batchscope
