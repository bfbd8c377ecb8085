// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/script_call_torch.h"

#include "core/scripts/opened_module_torch.h"

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <stdexcept>

namespace batchscope {

namespace {

c10::IValue packed(const SlotTree& tree, const std::vector<at::Tensor>& arguments) {
    if (tree.kind == SlotTree::Kind::Slot) {
        return arguments[tree.slot];
    }
    if (tree.kind == SlotTree::Kind::Tuple) {
        std::vector<c10::IValue> items;
        for (const SlotTree& item : tree.items) {
            items.push_back(packed(item, arguments));
        }
        return c10::ivalue::Tuple::create(std::move(items));
    }
    if (tree.rows == 0) {
        c10::List<at::Tensor> tensors;
        for (const SlotTree& item : tree.items) {
            tensors.push_back(arguments[item.slot]);
        }
        return tensors;
    }
    const std::vector<c10::TypePtr> types(tree.rows, c10::TensorType::get());
    c10::impl::GenericList tuples(c10::TupleType::create(types));
    for (const SlotTree& item : tree.items) {
        tuples.push_back(packed(item, arguments));
    }
    return tuples;
}

at::Tensor restored(const at::Tensor& parameter, WeightForm form, const at::Tensor& original) {
    return form == WeightForm::Transposed ? parameter.t() : parameter.reshape(original.sizes());
}

} // namespace

std::vector<c10::IValue> packedArguments(const std::vector<SlotTree>& slots, const std::vector<at::Tensor>& arguments) {
    std::vector<c10::IValue> values;
    for (const SlotTree& tree : slots) {
        values.push_back(packed(tree, arguments));
    }
    return values;
}

std::vector<at::Tensor> tensorsOf(const c10::IValue& result) {
    if (result.isTensor()) {
        return {result.toTensor()};
    }
    std::vector<at::Tensor> tensors;
    for (const c10::IValue& element : result.toTupleRef().elements()) {
        tensors.push_back(element.toTensor());
    }
    return tensors;
}

ScriptCall::ScriptCall(const LiftedMethod& method, const LiftedTensors& tensors, std::vector<SlotTree> slots,
                       std::vector<CallWeight> weights, std::string title, std::string hazard)
    : m_code(method.graph, method.name), m_slots(std::move(slots)), m_writes(method.writes), m_title(std::move(title)),
      m_hazard(std::move(hazard)) {
    for (std::size_t index = 0; index < weights.size(); ++index) {
        Weight weight{kNone, weights[index].form, tensors[method.lifted[index]].tensor.detach()};
        if (weights[index].param.valid()) {
            weight.place = m_parameters.size();
            m_parameters.push_back(weights[index].param);
        }
        m_weights.push_back(std::move(weight));
    }
}

std::vector<at::Tensor> ScriptCall::run(const std::vector<at::Tensor>& arguments,
                                        const std::vector<at::Tensor>& parameters, const CallContext& context) const {
    const SeededDraws draws(context.seed);
    std::vector<at::Tensor> own = arguments;
    if (m_writes) { // the method must not write to the recorded rows
        for (at::Tensor& argument : own) {
            argument = argument.clone();
        }
    }
    torch::jit::Stack stack = packedArguments(m_slots, own);
    for (const Weight& weight : m_weights) {
        at::Tensor tensor = weight.original;
        if (weight.place != kNone) {
            tensor = restored(parameters[weight.place], weight.form, weight.original);
        } else if (tensor.is_floating_point() && !parameters.empty()) {
            tensor = tensor.to(parameters.front().scalar_type());
        }
        stack.emplace_back(m_writes ? tensor.clone() : tensor);
    }
    try {
        torch::jit::InterpreterState(m_code).run(stack);
    } catch (const std::exception& failure) {
        throw std::runtime_error(reasonOf(failure)); // LibTorch's first line does not name the reason
    }
    return tensorsOf(stack.back());
}

} // namespace batchscope
