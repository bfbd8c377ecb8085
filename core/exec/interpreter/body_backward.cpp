// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/body_interpreter_torch.h"

#include "core/exec/interpreter/elementwise_torch.h"
#include "core/exec/interpreter/row_functions_torch.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/add.h>
#include <ATen/ops/div.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/leaky_relu_backward.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

namespace batchscope {

namespace {

class Backward {
public:
    Backward(const OpBody& body, const ParameterTensors& parameters, const BodyBatch& batch,
             IdVector<ParamId, at::Tensor>& parameterGradients)
        : m_body(body), m_parameters(parameters), m_batch(batch), m_parameterGradients(parameterGradients),
          m_values(bodyValues(body, parameters, batch)), m_gradients(body.values.size()) {}

    std::vector<at::Tensor> run(const std::vector<at::Tensor>& outputGradients) {
        for (std::size_t output = 0; output < outputGradients.size(); ++output) {
            accumulate(m_body.outputs[output], outputGradients[output]);
        }
        std::vector<at::Tensor> arguments(m_batch.arguments.size());
        for (std::size_t index = m_body.values.size(); index-- > 0;) {
            const BodyId id(index);
            if (!m_gradients[id].defined()) {
                continue; // no output depends on this value
            }
            const BodyValue& value = m_body.values[id];
            if (value.primitive == Primitive::Argument) {
                at::Tensor& slot = arguments[static_cast<std::size_t>(value.argument)];
                slot = slot.defined() ? at::add(slot, m_gradients[id]) : m_gradients[id];
            } else {
                propagate(value, m_values[id], m_gradients[id]);
            }
        }
        return arguments;
    }

private:
    /// Adds to the gradient of a value. The gradient of a shared row is summed over the batch.
    void accumulate(BodyId id, const at::Tensor& gradient) {
        const bool broadcast = gradient.size(0) != m_values[id].size(0);
        const at::Tensor fitting = broadcast ? at::sum(gradient, at::IntArrayRef{0}, true) : gradient;
        at::Tensor& sum = m_gradients[id];
        sum = sum.defined() ? at::add(sum, fitting) : fitting;
    }

    void propagate(const BodyValue& value, const at::Tensor& result, const at::Tensor& gradient) {
        switch (value.primitive) {
        case Primitive::Argument:
        case Primitive::Fill: break;
        case Primitive::Lookup:
            m_parameterGradients[value.weight].index_add_(
                0, m_batch.arguments[static_cast<std::size_t>(value.argument)], gradient);
            break;
        case Primitive::Linear: linear(value, gradient); break;
        case Primitive::Add:
            accumulate(value.left, gradient);
            accumulate(value.right, gradient);
            break;
        case Primitive::Subtract:
            accumulate(value.left, gradient);
            accumulate(value.right, at::neg(gradient));
            break;
        case Primitive::Multiply:
            accumulate(value.left, at::mul(gradient, m_values[value.right]));
            accumulate(value.right, at::mul(gradient, m_values[value.left]));
            break;
        case Primitive::Divide:
            accumulate(value.left, at::div(gradient, m_values[value.right]));
            accumulate(value.right, at::neg(at::div(at::mul(gradient, result), m_values[value.right])));
            break;
        case Primitive::Minimum:
        case Primitive::Maximum: extreme(value, gradient); break;
        case Primitive::Step: break;
        case Primitive::Mask:
            accumulate(value.left, at::mul(gradient, at::gt(m_values[value.right], 0).to(gradient.scalar_type())));
            break;
        case Primitive::Scale: accumulate(value.left, at::mul(gradient, value.number)); break;
        case Primitive::Shift: accumulate(value.left, gradient); break;
        case Primitive::Power: {
            const at::Tensor lower = at::pow(m_values[value.left], value.number - 1.0);
            accumulate(value.left,
                       at::mul(gradient, value.number == 0.0 ? at::zeros_like(lower) : at::mul(lower, value.number)));
            break;
        }
        case Primitive::LeakyRelu:
            accumulate(value.left, at::leaky_relu_backward(gradient, m_values[value.left], value.number, false));
            break;
        case Primitive::Concat: {
            const std::int64_t width = m_body.values[value.left].width;
            accumulate(value.left, gradient.narrow(1, 0, width));
            accumulate(value.right, gradient.narrow(1, width, value.width - width));
            break;
        }
        case Primitive::Slice: slice(value, gradient); break;
        case Primitive::SegmentSum: accumulate(value.left, at::index_select(gradient, 0, m_batch.itemNodes)); break;
        case Primitive::Spread: {
            at::Tensor rows = at::zeros({m_batch.size, value.width}, m_batch.dtype);
            accumulate(value.left, rows.index_add_(0, m_batch.itemNodes, gradient));
            break;
        }
        default:
            if (readsRows(value.primitive)) {
                const RowGradients parts = rowFunctionGradients(value, m_values, m_batch, result, gradient);
                accumulate(value.left, parts.left);
                if (parts.right.defined()) {
                    accumulate(value.right, parts.right);
                }
                break;
            }
            accumulate(value.left, tensorFunction(value.primitive).gradient(gradient, m_values[value.left], result));
        }
    }

    /// The operand that was taken gets the gradient; at a tie, each operand gets half.
    void extreme(const BodyValue& value, const at::Tensor& gradient) {
        const bool isMaximum = value.primitive == Primitive::Maximum;
        const at::Tensor leftAbove = stepOf(m_values[value.left], m_values[value.right]);
        const at::Tensor rightAbove = stepOf(m_values[value.right], m_values[value.left]);
        accumulate(value.left, at::mul(gradient, isMaximum ? leftAbove : rightAbove));
        accumulate(value.right, at::mul(gradient, isMaximum ? rightAbove : leftAbove));
    }

    void linear(const BodyValue& value, const at::Tensor& gradient) {
        m_parameterGradients[value.weight].addmm_(gradient.t(), m_values[value.left]);
        if (value.bias.valid()) {
            m_parameterGradients[value.bias].add_(at::sum(gradient, at::IntArrayRef{0}, true));
        }
        accumulate(value.left, at::mm(gradient, m_parameters.values[value.weight]));
    }

    /// Slices of one value are common (gates), so their gradients are added to one matrix instead of one matrix each.
    void slice(const BodyValue& value, const at::Tensor& gradient) {
        at::Tensor& whole = m_gradients[value.left];
        if (!whole.defined()) {
            whole = at::zeros({gradient.size(0), m_body.values[value.left].width}, m_batch.dtype);
            m_owned[value.left.index()] = 1;
        } else if (m_owned[value.left.index()] == 0) {
            whole = whole.clone(); // it may be the caller's tensor
            m_owned[value.left.index()] = 1;
        }
        whole.narrow(1, value.begin, value.width).add_(gradient);
    }

    const OpBody& m_body;
    const ParameterTensors& m_parameters;
    const BodyBatch& m_batch;
    IdVector<ParamId, at::Tensor>& m_parameterGradients;
    BodyValues m_values;
    IdVector<BodyId, at::Tensor> m_gradients;
    std::vector<std::uint8_t> m_owned = std::vector<std::uint8_t>(m_body.values.size(), 0); // 1: created here
};

} // namespace

std::vector<at::Tensor> runBodyBackward(const OpBody& body, const ParameterTensors& parameters, const BodyBatch& batch,
                                        const std::vector<at::Tensor>& outputGradients,
                                        IdVector<ParamId, at::Tensor>& parameterGradients) {
    return Backward(body, parameters, batch, parameterGradients).run(outputGradients);
}

} // namespace batchscope
