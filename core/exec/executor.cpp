// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/exec/engine/engine.h"
#include "core/exec/interpreter/interpreter.h"

namespace batchscope {

ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options) {
    return ops.hasCalls() && engineOf(options) != nullptr ? ExecutorOptions(InterpreterOptions()) : options;
}

std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& asked) {
    const ExecutorOptions options = executorFor(ops, asked);
    if (const EngineOptions* const engine = engineOf(options)) {
        return std::make_unique<Engine>(ops, *engine);
    }
    return std::make_unique<Interpreter>(std::get<InterpreterOptions>(options));
}

} // namespace batchscope
