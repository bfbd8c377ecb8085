// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/translator_torch.h"

#include "core/plan/needed_values.h"
#include "core/scripts/batch_safety_torch.h"
#include "core/scripts/script_source_torch.h"
#include "core/scripts/translator_rules.h"
#include "core/words/script_words.h"

#include <fmt/format.h>
#include <torch/csrc/jit/ir/constants.h>

#include <unordered_map>

namespace batchscope {

namespace {

constexpr const char* kConditionOnNumbers = "a condition on computed numbers";
constexpr const char* kTooManySteps = "too many steps in a loop";
constexpr const char* kNoRow = "the result is no row for each node";

constexpr std::size_t kMostSteps = 20'000;
constexpr std::size_t kMostBody = 10'000;

/// A constant of the graph; None for constants without a number (devices, strings).
Known knownConstant(const c10::IValue& value) {
    if (value.isBool()) {
        return Known::flag(value.toBool());
    }
    if (value.isInt()) {
        return Known::integer(value.toInt());
    }
    if (value.isDouble()) {
        return Known::real(value.toDouble());
    }
    if (value.isIntList()) {
        std::vector<Known> numbers;
        for (const std::int64_t number : value.toIntVector()) {
            numbers.push_back(Known::integer(number));
        }
        return Known::list(std::move(numbers));
    }
    return Known::none();
}

class Translator {
public:
    Translator(const TranslationTask& task, OpSet& set, WeightForms& forms, const LiftedTensors& tensors)
        : m_task(task), m_body(set.params), m_in{m_body, set, forms, tensors} {}

    std::optional<OpBody> run() {
        bindInputs();
        if (!evaluate(*m_task.method.graph->block())) {
            return std::nullopt;
        }
        const Known result = valueOf(m_task.method.graph->outputs()[0]);
        const std::vector<Known> rows = result.is(Known::Kind::List) ? *result.items : std::vector<Known>(1, result);
        if (rows.size() != m_task.results) {
            m_reason = kNoRow;
            return std::nullopt;
        }
        for (const Known& row : rows) {
            if (!row.is(Known::Kind::Rows)) {
                m_reason = kNoRow;
                return std::nullopt;
            }
            m_body.output(row.row);
        }
        return withoutDeadValues(m_body.take());
    }

    [[nodiscard]] const std::string& reason() const { return m_reason; }

private:
    void bindInputs() {
        const auto inputs = m_task.method.graph->inputs();
        for (std::size_t formal = 0; formal < m_task.slots.size(); ++formal) {
            m_values[inputs[formal]] = argumentOf(m_task.slots[formal]);
        }
        for (std::size_t index = 0; index < m_task.method.lifted.size(); ++index) {
            m_values[inputs[m_task.slots.size() + index]] =
                Known{.kind = Known::Kind::Weight, .weight = m_task.method.lifted[index]};
        }
    }

    Known argumentOf(const SlotTree& tree) {
        if (tree.kind != SlotTree::Kind::Slot) {
            std::vector<Known> items;
            for (const SlotTree& item : tree.items) {
                items.push_back(argumentOf(item));
            }
            return Known::list(std::move(items));
        }
        const ArgumentType& type = m_task.arguments[tree.slot];
        if (type.kind == ArgumentClass::Integer) {
            return Known{.kind = Known::Kind::Words, .whole = static_cast<std::int64_t>(tree.slot)};
        }
        return m_in.made(m_body.argument(static_cast<std::int32_t>(tree.slot), type.width), type.width);
    }

    Known valueOf(const torch::jit::Value* value) {
        const auto found = m_values.find(value);
        if (found != m_values.end()) {
            return found->second;
        }
        const auto constant = torch::jit::toIValue(value);
        return constant ? knownConstant(*constant) : Known::none();
    }

    std::vector<Known> inputsOf(const torch::jit::Node& node) {
        std::vector<Known> inputs;
        for (const torch::jit::Value* input : node.inputs()) {
            inputs.push_back(valueOf(input));
        }
        return inputs;
    }

    bool fail(const torch::jit::Node& node, std::string reason) {
        m_reason = words::atPlace(reason, placeOf(node));
        return false;
    }

    bool evaluate(torch::jit::Block& block) {
        for (torch::jit::Node* node : block.nodes()) {
            if (++m_steps > kMostSteps || m_in.widths.size() > kMostBody) {
                return fail(*node, kTooManySteps);
            }
            if (!evaluate(*node)) {
                return false;
            }
        }
        return true;
    }

    bool evaluate(torch::jit::Node& node) {
        if (node.kind() == c10::prim::Constant) {
            return true; // read at its uses
        }
        if (node.kind() == c10::prim::If) {
            return evaluateIf(node);
        }
        if (node.kind() == c10::prim::Loop) {
            return evaluateLoop(node);
        }
        if (node.kind() == c10::prim::TupleUnpack || node.kind() == c10::prim::ListUnpack) {
            return unpack(node);
        }
        return apply(node);
    }

    bool apply(const torch::jit::Node& node) {
        const std::string operation = operationName(node);
        if (const std::string_view twin = withoutChange(operation); !twin.empty()) {
            return change(node, operation, ruleFor(twin));
        }
        const Rule rule = ruleFor(operation);
        if (rule == nullptr || node.outputs().size() != 1) {
            return unpackResults(node, operation);
        }
        std::optional<Known> made = run(rule, node);
        if (!made) {
            return refuse(node, operation);
        }
        m_values[node.output()] = std::move(*made);
        return true;
    }

    /// Translates an operation in place; from then on, its result replaces the changed value.
    bool change(const torch::jit::Node& node, const std::string& operation, Rule rule) {
        if (!mutatesOnlyOwnTensor(node)) {
            return fail(node, fmt::format("{} changes in place what may also be used elsewhere", operation));
        }
        const Known before = valueOf(node.input(0));
        std::optional<Known> made = rule == nullptr ? std::nullopt : run(rule, node);
        if (!made || !made->is(Known::Kind::Rows) || !before.is(Known::Kind::Rows) ||
            m_in.width(*made) != m_in.width(before)) {
            return refuse(node, operation);
        }
        m_values[node.input(0)] = *made;
        m_values[node.output()] = std::move(*made);
        return true;
    }

    /// Translates operations with several results, such as lstm_cell, whose rules return a list.
    bool unpackResults(const torch::jit::Node& node, const std::string& operation) {
        const Rule rule = ruleFor(operation);
        if (rule == nullptr) {
            return fail(node, fmt::format("{} has no translation", operation));
        }
        const std::optional<Known> made = run(rule, node);
        if (!made) {
            return refuse(node, operation);
        }
        for (std::size_t index = 0; index < node.outputs().size(); ++index) {
            m_values[node.outputs()[index]] =
                made->is(Known::Kind::List) && index < made->items->size() ? (*made->items)[index] : Known::none();
        }
        return true;
    }

    std::optional<Known> run(Rule rule, const torch::jit::Node& node) {
        m_in.why = nullptr;
        const std::vector<Known> inputs = inputsOf(node);
        return rule(m_in, inputs);
    }

    bool refuse(const torch::jit::Node& node, const std::string& operation) {
        return fail(node, m_in.why != nullptr
                              ? std::string(m_in.why)
                              : fmt::format("{} has no translation {}", operation, "of values of this shape"));
    }

    bool evaluateIf(torch::jit::Node& node) {
        const Known condition = valueOf(node.input());
        if (!condition.isScalar()) {
            return fail(node, kConditionOnNumbers);
        }
        torch::jit::Block* const taken = node.blocks()[condition.number != 0.0 ? 0 : 1];
        return evaluate(*taken) && takeOutputs(node, *taken, 0);
    }

    bool takeOutputs(const torch::jit::Node& node, const torch::jit::Block& block, std::size_t first) {
        for (std::size_t index = 0; index < node.outputs().size(); ++index) {
            m_values[node.outputs()[index]] = valueOf(block.outputs()[first + index]);
        }
        return true;
    }

    bool evaluateLoop(torch::jit::Node& node) {
        const std::vector<Known> inputs = inputsOf(node);
        torch::jit::Block& block = *node.blocks()[0];
        if (!inputs[0].is(Known::Kind::Int) || !inputs[1].isScalar()) {
            return fail(node, kConditionOnNumbers);
        }
        std::vector<Known> carried(inputs.begin() + 2, inputs.end());
        Known condition = inputs[1];
        for (std::int64_t turn = 0; turn < inputs[0].whole && condition.number != 0.0; ++turn) {
            if (++m_steps > kMostSteps) {
                return fail(node, kTooManySteps);
            }
            m_values[block.inputs()[0]] = Known::integer(turn);
            for (std::size_t index = 0; index < carried.size(); ++index) {
                m_values[block.inputs()[1 + index]] = carried[index];
            }
            if (!evaluate(block)) {
                return false;
            }
            condition = valueOf(block.outputs()[0]);
            if (!condition.isScalar()) {
                return fail(node, kConditionOnNumbers);
            }
            for (std::size_t index = 0; index < carried.size(); ++index) {
                carried[index] = valueOf(block.outputs()[1 + index]);
            }
        }
        for (std::size_t index = 0; index < carried.size(); ++index) {
            m_values[node.outputs()[index]] = carried[index];
        }
        return true;
    }

    bool unpack(const torch::jit::Node& node) {
        const Known tuple = valueOf(node.input());
        if (!tuple.is(Known::Kind::List) || tuple.items->size() != node.outputs().size()) {
            return refuse(node, operationName(node));
        }
        for (std::size_t index = 0; index < node.outputs().size(); ++index) {
            m_values[node.outputs()[index]] = (*tuple.items)[index];
        }
        return true;
    }

    const TranslationTask& m_task;
    BodyBuilder m_body;
    RuleContext m_in;
    std::unordered_map<const torch::jit::Value*, Known> m_values;
    std::size_t m_steps = 0;
    std::string m_reason;
};

} // namespace

Translation translate(const TranslationTask& task, OpSet& set, WeightForms& forms) {
    const std::size_t mark = forms.mark();
    Translator translator(task, set, forms, forms.tensors());
    std::optional<OpBody> body = translator.run();
    if (!body) {
        forms.dropAfter(mark);
    }
    return {std::move(body), translator.reason()};
}

} // namespace batchscope
