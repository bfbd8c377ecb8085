// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/exec/engine/engine.h"
#include "core/exec/interpreter/interpreter.h"

namespace batchscope {

std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options) {
    if (const EngineOptions* const engine = engineOf(options)) {
        return std::make_unique<Engine>(ops, *engine);
    }
    return std::make_unique<Interpreter>(std::get<InterpreterOptions>(options));
}

} // namespace batchscope
