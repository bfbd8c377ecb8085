// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/exec/body_interpreter_torch.h"
#include "core/exec/machine.h"
#include "core/exec/summaries_torch.h"

#include <ATen/Functions.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <chrono>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class Run {
public:
    Run(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, const Parameters& parameters,
        Recording recording)
        : m_graph(graph), m_schedule(schedule), m_plan(plan), m_parameters(parameters.tensors()),
          m_recording(recording), m_dtype(scalarType(graph.ops.dtype)),
          m_execution(std::make_unique<Execution::Stores>()) {
        auto& stores = m_execution.stores().stores;
        for (const StoreSpec& spec : plan.stores) {
            stores.push_back(at::empty({static_cast<std::int64_t>(spec.rows), spec.width}, scalarType(spec.dtype)));
        }
        // LibTorch has no tensor over const memory; nothing below writes through this one.
        m_indices = at::from_blob(const_cast<std::int64_t*>(plan.indices.data()),
                                  {static_cast<std::int64_t>(plan.indices.size())}, at::kLong);
        m_execution.trace().policy = schedule.policy;
        m_execution.trace().device = "cpu";
        m_execution.trace().threads = threadCount();
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
        if (m_recording == Recording::Full) {
            return recordSummaries(m_graph, m_schedule, m_plan, m_execution, control);
        }
        return Ok{};
    }

    Execution take() { return std::move(m_execution); }

    /// Where it stood, for an error's message.
    [[nodiscard]] std::string place() const {
        if (!m_batch.valid()) {
            return "before the first batch";
        }
        std::string shapes;
        for (const at::Tensor& argument : m_arguments) {
            shapes += shapes.empty() ? "" : ", ";
            shapes += argument.dim() == 2 ? fmt::format("[{}, {}]", argument.size(0), argument.size(1))
                                          : fmt::format("[{}]", argument.numel());
        }
        return fmt::format("batch {}, op '{}' ×{}, operands {}", m_batch.value,
                           m_graph.opOf(m_schedule.batchSignatures[m_batch]).name, m_schedule.batchSize(m_batch),
                           shapes.empty() ? "none" : shapes);
    }

private:
    void runBatch() {
        const auto start = Clock::now();
        gather();
        const auto gathered = Clock::now();
        const OpBody& body = m_graph.opOf(m_schedule.batchSignatures[m_batch]).body;
        const auto size = static_cast<std::int64_t>(m_schedule.batchSize(m_batch));
        const std::vector<at::Tensor> results = runBody(body, m_parameters, m_arguments, size, m_dtype);
        const auto computed = Clock::now();
        scatter(results, size);
        const auto scattered = Clock::now();
        PhaseSeconds& seconds = m_execution.seconds();
        seconds.gather += note(Phase::Gather, start, gathered);
        seconds.compute += note(Phase::Compute, gathered, computed);
        seconds.scatter += note(Phase::Scatter, computed, scattered);
    }

    void gather() {
        const auto size = static_cast<std::int64_t>(m_schedule.batchSize(m_batch));
        m_arguments.clear();
        for (const Operand& operand : m_plan.operandsOf(m_batch)) {
            switch (operand.kind) {
            case OperandKind::View: m_arguments.push_back(rows(operand.block, size)); break;
            case OperandKind::Gather:
                m_arguments.push_back(at::index_select(m_execution.stores().stores[operand.block.store], 0,
                                                       m_indices.narrow(0, operand.offset, size)));
                break;
            case OperandKind::Integers: m_arguments.push_back(m_indices.narrow(0, operand.offset, size)); break;
            }
        }
    }

    void scatter(const std::vector<at::Tensor>& results, std::int64_t size) {
        const auto blocks = m_plan.outputsOf(m_batch);
        for (std::size_t output = 0; output < results.size(); ++output) {
            rows(blocks[output], size).copy_(results[output]);
        }
    }

    at::Tensor rows(Block block, std::int64_t size) {
        return m_execution.stores().stores[block.store].narrow(0, block.firstRow, size);
    }

    double note(Phase phase, Clock::time_point from, Clock::time_point to) {
        if (m_recording == Recording::Full) {
            m_execution.trace().events.push_back({m_batch, phase, from - m_begin, to - from});
        }
        return std::chrono::duration<double>(to - from).count();
    }

    void readOutputs() {
        const auto start = Clock::now();
        for (const Value& value : m_graph.outputs) {
            const std::vector<double> row = m_execution.row(rowOf(m_schedule, m_plan, value));
            m_execution.outputs().insert(m_execution.outputs().end(), row.begin(), row.end());
        }
        m_execution.seconds().readout = secondsSince(start);
    }

    const OpGraph& m_graph;
    const Schedule& m_schedule;
    const BatchPlan& m_plan;
    const Parameters::Tensors& m_parameters;
    Recording m_recording;
    at::ScalarType m_dtype;
    Execution m_execution;
    at::Tensor m_indices;
    BatchId m_batch;
    std::vector<at::Tensor> m_arguments;
    Clock::time_point m_begin;
};

} // namespace

Result<Execution> execute(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                          const Parameters& parameters, Recording recording, const RunControl& control) {
    std::string place = "before the first batch";
    try {
        const c10::InferenceMode guard;
        Run run(graph, schedule, plan, parameters, recording);
        try {
            const Status status = run.runAll(control);
            if (!status) {
                return status.error();
            }
            return run.take();
        } catch (...) {
            place = run.place();
            throw;
        }
    } catch (const std::exception& failure) {
        const std::string what = failure.what();
        return Error{ErrorCode::Backend,
                     fmt::format("LibTorch failed at {}: {}", place, what.substr(0, what.find('\n')))};
    }
}

} // namespace batchscope
