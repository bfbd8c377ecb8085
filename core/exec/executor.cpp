// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/base/check.h"
#include "core/exec/engine/engine.h"
#include "core/exec/torch_parts.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

/// The interpreter, whose part of the program is opened with its first run.
class LateInterpreter final : public Executor {
public:
    explicit LateInterpreter(const InterpreterOptions& options) : m_options(options) {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override {
        if (!m_interpreter) {
            const Result<const TorchParts*> parts = torchParts();
            if (!parts) {
                return parts.error();
            }
            m_interpreter = (*parts)->interpreter->make(m_options);
        }
        return m_interpreter->run(planned);
    }
    [[nodiscard]] RunFigures figures() const override {
        BATCHSCOPE_CHECK(m_interpreter != nullptr);
        return m_interpreter->figures();
    }
    [[nodiscard]] bool heedsRowOrder() const override { return true; }

private:
    InterpreterOptions m_options;
    std::unique_ptr<Executor> m_interpreter;
};

/// Stands in for the executor of a net with an opaque op that has no implementation: every run is an error.
class Refusal final : public Executor {
public:
    explicit Refusal(const Op& op)
        : m_error{
              ErrorCode::Config,
              fmt::format("the op {} is known by what it takes and returns alone, so nothing can be computed; batches, "
                          "explanations and pictures need no values. Why: {}",
                          op.name, op.call->unknown())} {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& /*planned*/) override { return m_error; }
    [[nodiscard]] RunFigures figures() const override { return {}; }
    [[nodiscard]] bool heedsRowOrder() const override { return false; }

private:
    Error m_error;
};

} // namespace

ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options) {
    return ops.hasCalls() && engineOf(options) != nullptr ? ExecutorOptions(InterpreterOptions()) : options;
}

std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options) {
    if (const Op* const unknown = ops.unknownOp()) {
        return std::make_unique<Refusal>(*unknown);
    }
    const ExecutorOptions runnable = executorFor(ops, options);
    if (const EngineOptions* const engine = engineOf(runnable)) {
        return std::make_unique<Engine>(ops, *engine);
    }
    return std::make_unique<LateInterpreter>(std::get<InterpreterOptions>(runnable));
}

} // namespace batchscope
