// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/gradients.h"

#include "core/exec/loss_torch.h"
#include "core/exec/operands_torch.h"

#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/InferenceMode.h>

#include <chrono>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

class Reverse {
public:
    Reverse(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
            const Parameters::Tensors& parameters, Recording recording, Execution& execution, Stacking stacking)
        : m_graph(graph), m_schedule(schedule), m_plan(plan), m_parameters(parameters), m_recording(recording),
          m_execution(execution), m_operands(graph, schedule, plan, execution.stores(), stacking),
          m_gradients(std::make_unique<Gradients::Tensors>()), m_gradientRows(schedule, plan, m_gradients->state) {
        for (const at::Tensor& store : execution.stores().stores) {
            m_gradients->state.stores.push_back(at::zeros_like(store));
        }
        for (const at::Tensor& parameter : parameters.values) {
            m_gradients->parameters.push_back(at::zeros_like(parameter));
        }
    }

    Result<Gradients> run(const RunControl& control) {
        m_begin = Clock::now();
        const double loss = addLossGradients(m_graph, m_schedule, m_plan, m_execution, m_gradients->state);
        const std::size_t batches = m_schedule.batchCount();
        for (std::size_t step = batches; step-- > 0;) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            m_batch = BatchId(step);
            runBatch();
            control.report("backward", batches - step, batches);
        }
        m_execution.seconds().backward = std::chrono::duration<double>(Clock::now() - m_begin).count();
        return Gradients(std::move(m_gradients), loss);
    }

    [[nodiscard]] std::string place() const {
        return m_batch.valid() ? "backward " + batchPlace(m_graph, m_schedule, m_batch, m_operandShapes) : "the loss";
    }

private:
    void runBatch() {
        const auto start = Clock::now();
        const BodyBatch batch = m_operands.of(m_batch);
        m_operandShapes = shapesText(batch.arguments);
        std::vector<at::Tensor> outputs;
        for (const Block& block : m_plan.outputsOf(m_batch)) {
            outputs.push_back(rowsOf(m_gradients->state, block, batch.size));
        }
        const auto gathered = Clock::now();
        const std::vector<at::Tensor> arguments =
            runBodyBackward(m_graph.opOf(m_schedule.batchSignatures[m_batch]).body, m_parameters, batch, outputs,
                            m_gradients->parameters);
        const auto computed = Clock::now();
        for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
            if (arguments[slot].defined()) {
                addBack(slot, arguments[slot]);
            }
        }
        note(Phase::Gather, start, gathered);
        note(Phase::Compute, gathered, computed);
        note(Phase::Scatter, computed, Clock::now());
    }

    void addBack(std::size_t slot, const at::Tensor& gradient) {
        const Operand& operand = m_plan.operandsOf(m_batch)[slot];
        if (operand.kind == OperandKind::Integers || operand.kind == OperandKind::Constants) {
            return;
        }
        const at::Tensor& store = m_gradients->state.stores[operand.block.store];
        // A sum hands its gradient on as it is: rows of the very store that is written now.
        const at::Tensor own = gradient.is_alias_of(store) ? gradient.clone() : gradient;
        const auto stackedRows = m_operands.stackedRows(m_batch, slot);
        if (!stackedRows.empty()) { // as autograd takes a concatenation of rows apart
            for (std::size_t row = 0; row < stackedRows.size(); ++row) {
                m_gradientRows.row(stackedRows[row]).add_(own.narrow(0, static_cast<std::int64_t>(row), 1));
            }
        } else if (operand.kind == OperandKind::Gather) {
            store.index_add_(0, m_operands.indices(operand.offset, operand.rows), own);
        } else {
            rowsOf(m_gradients->state, operand.block, operand.rows).add_(own);
        }
    }

    void note(Phase phase, Clock::time_point from, Clock::time_point to) {
        if (m_recording == Recording::Full) {
            m_execution.trace().backward.push_back({m_batch, phase, from - m_begin, to - from});
        }
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    const Parameters::Tensors& m_parameters;
    Recording m_recording;
    Execution& m_execution;
    Operands m_operands;
    std::unique_ptr<Gradients::Tensors> m_gradients;
    RowChunks m_gradientRows;
    BatchId m_batch;
    std::string m_operandShapes = "unknown";
    Clock::time_point m_begin;
};

} // namespace

Gradients::Gradients(std::unique_ptr<Tensors> tensors, double loss) : m_tensors(std::move(tensors)), m_loss(loss) {}
Gradients::Gradients(Gradients&&) noexcept = default;
Gradients& Gradients::operator=(Gradients&&) noexcept = default;
Gradients::~Gradients() = default;

std::vector<double> Gradients::parameter(ParamId id) const {
    const at::Tensor& gradient = m_tensors->parameters[id];
    return widened(gradient, 0, static_cast<std::size_t>(gradient.size(0)));
}

std::vector<double> Gradients::row(Block place) const {
    return widened(m_tensors->state.stores[place.store], place.firstRow, 1);
}

Result<Gradients> backward(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                           const Parameters& parameters, Recording recording, const RunControl& control,
                           Execution& execution, Stacking stacking) {
    std::string place = "the beginning of the backward pass";
    try {
        const c10::InferenceMode guard;
        Reverse reverse(graph, schedule, plan, parameters.tensors(), recording, execution, stacking);
        try {
            return reverse.run(control);
        } catch (...) {
            place = reverse.place();
            throw;
        }
    } catch (const std::exception& failure) {
        return backendError(place, failure);
    }
}

} // namespace batchscope
