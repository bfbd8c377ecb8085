// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/exec/interpreter/wired_run_torch.h"

#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/interpreter/op_torch.h"
#include "core/exec/interpreter/operands_torch.h"
#include "core/exec/machine.h"
#include "core/exec/recorded_batches.h"

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>

namespace batchscope {

namespace {

constexpr const char* kBeforeFirstBatch = "before the first batch";

std::shared_ptr<Execution::Stores> emptyStores(const std::shared_ptr<const StoreLayout>& layout) {
    auto stores = std::make_shared<Execution::Stores>();
    stores->layout = layout;
    for (const StoreSpec& spec : layout->plan.stores) {
        stores->stores.push_back(at::empty({static_cast<std::int64_t>(spec.rows), spec.width}, scalarType(spec.dtype)));
    }
    return stores;
}

class ForwardPass {
public:
    explicit ForwardPass(const WiredRun& run)
        : m_graph(run.planned.graph), m_schedule(run.planned.schedule), m_plan(run.plan()),
          m_parameters(run.planned.parameters), m_recording(run.planned.recording),
          m_execution(emptyStores(run.layout)), m_stores(storesOf(m_execution)),
          m_operands(m_graph, m_schedule, m_plan, m_stores, run.stacking, run.planned.draw) {
        m_execution.trace().policy = m_schedule.policy;
        m_execution.trace().device = "cpu";
        m_execution.trace().threads = threadCount();
        if (m_recording == Recording::Full) {
            m_execution.trace().events.reserve(kPhaseCount * m_schedule.batchCount());
        }
    }

    Status runAll(const RunControl& control) {
        m_begin = Clock::now();
        writeConstants();
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            m_batch = BatchId(step);
            runBatch(control);
            control.report("run", step + 1, m_schedule.batchCount());
        }
        readOutputs();
        return Ok{};
    }

    Execution take() { return std::move(m_execution); }

    [[nodiscard]] std::string place() const {
        return m_batch.valid() ? batchPlace(m_graph, m_schedule, m_batch, m_operandShapes) : kBeforeFirstBatch;
    }

private:
    void writeConstants() {
        for (const ConstantRow& row : m_plan.constants) {
            const auto id = static_cast<std::int64_t>(row.numbers.value);
            rowsOf(m_stores, row.place, 1).copy_(constantRows(m_graph, std::span(&id, 1)));
        }
    }

    void runBatch(const RunControl& control) {
        const auto start = Clock::now();
        BodyBatch batch = m_operands.of(m_batch);
        batch.control = &control;
        const auto gathered = Clock::now();
        const Op& op = m_graph.opOf(m_schedule.batchSignatures[m_batch]);
        std::vector<at::Tensor> results;
        try {
            results = runOp(op, m_parameters, batch);
        } catch (...) {
            m_operandShapes = shapesText(batch.arguments);
            throw;
        }
        const auto computed = Clock::now();
        scatter(results, batch.size);
        const auto scattered = Clock::now();
        PhaseSeconds& seconds = m_execution.seconds();
        seconds.gather += note(Phase::Gather, start, gathered);
        seconds.compute += note(Phase::Compute, gathered, computed);
        seconds.scatter += note(Phase::Scatter, computed, scattered);
    }

    void scatter(const std::vector<at::Tensor>& results, std::int64_t size) {
        const auto blocks = m_plan.outputsOf(m_batch);
        for (std::size_t output = 0; output < results.size(); ++output) {
            rowsOf(m_stores, blocks[output], size).copy_(results[output]);
        }
    }

    double note(Phase phase, Clock::time_point from, Clock::time_point to) {
        if (m_recording == Recording::Full) {
            m_execution.trace().events.push_back({m_batch, phase, from - m_begin, to - from});
        }
        return secondsBetween(from, to);
    }

    void readOutputs() {
        const auto start = Clock::now();
        std::vector<double> row;
        for (const Value& value : m_graph.outputs) {
            m_stores.read(value, row);
            m_execution.outputs().insert(m_execution.outputs().end(), row.begin(), row.end());
        }
        m_execution.seconds().readout = secondsSince(start);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    ParameterTensors m_parameters;
    Recording m_recording;
    Execution m_execution;
    Execution::Stores& m_stores;
    Operands m_operands;
    BatchId m_batch;
    std::string m_operandShapes = "unknown";
    Clock::time_point m_begin;
};

} // namespace

Result<Execution> runForward(const WiredRun& run) {
    std::string place = kBeforeFirstBatch;
    try {
        const c10::InferenceMode guard;
        const LibraryThreads threads;
        ForwardPass pass(run);
        try {
            TRY(pass.runAll(run.planned.control));
            Execution execution = pass.take();
            if (run.planned.recording == Recording::Full) {
                execution.trace().views =
                    viewsOfCalls(run.planned.graph, run.planned.schedule, run.plan(), run.stacking);
            }
            return execution;
        } catch (...) {
            place = pass.place();
            throw;
        }
    } catch (const std::exception& failure) { // a call that was stopped ends this way
        return run.planned.control.stopRequested() ? cancelledError() : backendError(place, failure);
    }
}

} // namespace batchscope
