// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/exec/interpreter/wired_run_torch.h"

#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/interpreter/op_torch.h"
#include "core/exec/interpreter/operands_torch.h"
#include "core/exec/loss.h"

#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

template <typename T>
void addNumbers(at::Tensor& store, std::uint32_t row, std::span<const double> numbers) {
    T* const to = store.data_ptr<T>() + row * numbers.size();
    for (std::size_t column = 0; column < numbers.size(); ++column) {
        to[column] += static_cast<T>(numbers[column]);
    }
}

/// By parameter: the rows that calls look up, each once; nullopt for parameters that ops also read in another way.
IdVector<ParamId, std::optional<std::vector<std::uint32_t>>> lookedUpRows(const OpGraph& graph) {
    struct LookUp {
        std::size_t slot = 0;
        ParamId table;
    };
    IdVector<ParamId, std::optional<std::vector<std::uint32_t>>> rows(graph.ops.params.size(),
                                                                      std::vector<std::uint32_t>());
    std::vector<std::vector<LookUp>> lookUps; // by op
    for (const Op& op : graph.ops.ops) {
        lookUps.emplace_back();
        for (const BodyValue& value : op.body.values) {
            if (value.primitive == Primitive::Lookup) {
                lookUps.back().push_back({static_cast<std::size_t>(value.argument), value.weight});
            } else if (value.primitive == Primitive::Linear) {
                rows[value.weight].reset();
                if (value.bias.valid()) {
                    rows[value.bias].reset();
                }
            }
        }
        for (const ParamId param : op.call ? op.call->parameters() : std::vector<ParamId>()) {
            rows[param].reset();
        }
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        for (const LookUp& lookUp : lookUps[graph.nodeOps[node].index()]) {
            if (auto& of = rows[lookUp.table]) {
                of->push_back(graph.slotOf(node, lookUp.slot).front().payload);
            }
        }
    }
    for (std::size_t index = 0; index < rows.size(); ++index) {
        if (auto& of = rows[ParamId(index)]) {
            std::sort(of->begin(), of->end());
            of->erase(std::unique(of->begin(), of->end()), of->end());
        }
    }
    return rows;
}

class BackwardPass {
public:
    BackwardPass(const WiredRun& run, Execution& execution)
        : m_graph(run.planned.graph), m_schedule(run.planned.schedule), m_plan(run.plan()),
          m_parameters(run.planned.parameters), m_recording(run.planned.recording), m_execution(execution),
          m_operands(m_graph, m_schedule, m_plan, storesOf(execution), run.stacking, run.planned.draw),
          m_gradients(std::make_unique<Gradients::Tensors>()), m_gradientRows(m_schedule, m_plan, m_gradients->state) {
        m_gradients->state.layout = run.layout;
        for (const at::Tensor& store : storesOf(execution).stores) {
            m_gradients->state.stores.push_back(at::zeros_like(store));
        }
        for (const at::Tensor& parameter : m_parameters.values) {
            m_gradients->parameters.push_back(at::zeros_like(parameter));
        }
        if (m_recording == Recording::Full) {
            execution.trace().backward.reserve(kPhaseCount * m_schedule.batchCount());
        }
    }

    Result<Gradients> run(const RunControl& control) {
        m_begin = Clock::now();
        const double loss =
            lossOf(m_graph, m_execution.outputs(),
                   [this](Value value, std::span<const double> gradient) { addToRow(value, gradient); });
        const std::size_t batches = m_schedule.batchCount();
        for (std::size_t step = batches; step-- > 0;) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            m_batch = BatchId(step);
            runBatch(control);
            control.report("backward", batches - step, batches);
        }
        m_execution.seconds().backward = secondsSince(m_begin);
        m_gradients->lookedUp = lookedUpRows(m_graph); // not timed: only an optimizer needs it
        return Gradients(std::move(m_gradients), loss);
    }

    [[nodiscard]] std::string place() const {
        return m_batch.valid() ? fmt::format("during the backward pass, {}",
                                             batchPlace(m_graph, m_schedule, m_batch, m_operandShapes))
                               : "in the loss";
    }

private:
    void addToRow(Value value, std::span<const double> gradient) {
        const Block place = m_gradients->state.layout->rowOf(value);
        at::Tensor& store = m_gradients->state.stores[place.store];
        if (m_graph.ops.dtype == DType::Float32) {
            addNumbers<float>(store, place.firstRow, gradient);
        } else {
            addNumbers<double>(store, place.firstRow, gradient);
        }
    }

    void runBatch(const RunControl& control) {
        const auto start = Clock::now();
        BodyBatch batch = m_operands.of(m_batch);
        batch.control = &control;
        m_operandShapes = shapesText(batch.arguments);
        std::vector<at::Tensor> outputs;
        for (const Block& block : m_plan.outputsOf(m_batch)) {
            outputs.push_back(rowsOf(m_gradients->state, block, batch.size));
        }
        const auto gathered = Clock::now();
        const std::vector<at::Tensor> arguments = runOpBackward(m_graph.opOf(m_schedule.batchSignatures[m_batch]),
                                                                m_parameters, batch, outputs, m_gradients->parameters);
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
        // An addition passes its gradient on unchanged, so it may be a view of the store that is written here.
        const at::Tensor own = gradient.is_alias_of(store) ? gradient.clone() : gradient;
        const auto stackedRows = m_operands.stackedRows(m_batch, slot);
        if (!stackedRows.empty()) { // autograd, too, splits the gradient of a concatenation
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
    ParameterTensors m_parameters;
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

Result<Gradients> runBackward(const WiredRun& run, Execution& execution) {
    std::string place = "at the start of the backward pass";
    try {
        const c10::InferenceMode guard;
        const LibraryThreads threads;
        BackwardPass pass(run, execution);
        try {
            return pass.run(run.planned.control);
        } catch (...) {
            place = pass.place();
            throw;
        }
    } catch (const std::exception& failure) {
        return run.planned.control.stopRequested() ? cancelledError() : backendError(place, failure);
    }
}

} // namespace batchscope
