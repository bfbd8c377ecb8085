// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/exec/machine.h"
#include "core/exec/operands_torch.h"
#include "core/exec/recorded_batches.h"
#include "core/exec/tensors_torch.h"

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <chrono>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::shared_ptr<Execution::Stores> emptyStores(const BatchPlan& plan) {
    auto stores = std::make_shared<Execution::Stores>();
    for (const StoreSpec& spec : plan.stores) {
        stores->stores.push_back(at::empty({static_cast<std::int64_t>(spec.rows), spec.width}, scalarType(spec.dtype)));
    }
    return stores;
}

class Run {
public:
    Run(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, const Parameters& parameters,
        Recording recording, Stacking stacking)
        : m_graph(graph), m_schedule(schedule), m_plan(plan), m_parameters(parameters.tensors()),
          m_recording(recording), m_execution(emptyStores(plan)), m_stores(storesOf(m_execution)),
          m_operands(graph, schedule, plan, m_stores, stacking) {
        m_execution.trace().policy = schedule.policy;
        m_execution.trace().device = "cpu";
        m_execution.trace().threads = threadCount();
        if (recording == Recording::Full) {
            m_execution.trace().events.reserve(kPhaseCount * schedule.batchCount());
        }
    }

    Status runAll(const RunControl& control) {
        m_begin = Clock::now();
        for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            m_batch = BatchId(step);
            runBatch();
            control.report("run", step + 1, m_schedule.batchCount());
        }
        readOutputs();
        return Ok{};
    }

    Execution take() { return std::move(m_execution); }

    /// Where it stood, for an error's message.
    [[nodiscard]] std::string place() const {
        return m_batch.valid() ? batchPlace(m_graph, m_schedule, m_batch, m_operandShapes) : "before the first batch";
    }

private:
    void runBatch() {
        const auto start = Clock::now();
        const BodyBatch batch = m_operands.of(m_batch);
        const auto gathered = Clock::now();
        const OpBody& body = m_graph.opOf(m_schedule.batchSignatures[m_batch]).body;
        std::vector<at::Tensor> results;
        try {
            results = runBody(body, m_parameters, batch);
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
        return std::chrono::duration<double>(to - from).count();
    }

    void readOutputs() {
        const auto start = Clock::now();
        std::vector<double> row;
        for (const Value& value : m_graph.outputs) {
            m_stores.read(m_schedule, m_plan, value, row);
            m_execution.outputs().insert(m_execution.outputs().end(), row.begin(), row.end());
        }
        m_execution.seconds().readout = secondsSince(start);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    const Parameters::Tensors& m_parameters;
    Recording m_recording;
    Execution m_execution;
    Execution::Stores& m_stores;
    Operands m_operands;
    BatchId m_batch;
    std::string m_operandShapes = "unknown";
    Clock::time_point m_begin;
};

} // namespace

Result<Execution> execute(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                          const Parameters& parameters, Recording recording, const RunControl& control,
                          Stacking stacking) {
    std::string place = "before the first batch";
    try {
        const c10::InferenceMode guard;
        const LibraryThreads threads;
        Run run(graph, schedule, plan, parameters, recording, stacking);
        try {
            const Status status = run.runAll(control);
            if (!status) {
                return status.error();
            }
            Execution execution = run.take();
            if (recording == Recording::Full) {
                recordCalls(graph, schedule, plan, stacking, execution.trace());
            }
            return execution;
        } catch (...) {
            place = run.place();
            throw;
        }
    } catch (const std::exception& failure) {
        return backendError(place, failure);
    }
}

} // namespace batchscope
