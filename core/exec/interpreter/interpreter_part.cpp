// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/interpreter.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/torch_parts.h"

#include <torch/version.h>

namespace batchscope {

const InterpreterPart kInterpreterPart = {
    .make = [](const InterpreterOptions& options) -> std::unique_ptr<Executor> {
        return std::make_unique<Interpreter>(options);
    },
    .torchVersion = [] { return std::string(TORCH_VERSION); },
    .blasName = blasInUse,
};

} // namespace batchscope
