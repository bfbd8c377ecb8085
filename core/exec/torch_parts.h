// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two parts of the program that are built on LibTorch: the interpreter (core/exec/interpreter) and the reading of
// modules (core/scripts). Loading LibTorch takes half a second and most commands never need it, so the programs do not
// link these parts. They are opened on first use from a shared object, `batchscope-torch.so`, whose single entry point
// is batchscopeTorchParts(). A program that links the parts itself (a test, a user of the installed library) has that
// function and opens nothing.
#pragma once

#include "core/base/result.h"
#include "core/exec/executor_options.h"

#include <memory>
#include <string>

namespace batchscope {

class Executor;
class ProcessGroup;
struct GroupPlace;
struct ModulePart; // core/scripts/module_part.h

struct InterpreterPart {
    std::unique_ptr<Executor> (*make)(const InterpreterOptions& options);
    std::string (*torchVersion)();
    /// The library that runs the matrix products, with its kernel set if it reports one.
    std::string (*blasName)();
    Result<std::unique_ptr<ProcessGroup>> (*joinGroup)(const GroupPlace& place);
};
/// joinGroup() (process_group.h) in programs that link the interpreter.
[[nodiscard]] Result<std::unique_ptr<ProcessGroup>> joinGlooGroup(const GroupPlace& place);

extern const InterpreterPart kInterpreterPart; ///< in programs that link the interpreter, and in batchscope-torch.so

struct TorchParts {
    const char* build; ///< version and compiler of the build; another build has incompatible types
    const InterpreterPart* interpreter;
    const ModulePart* modules; ///< null if only the interpreter is linked
};

/// Returns the parts. May be called on any thread; the first call may take a second. Backend error if the file is
/// missing, cannot be opened, lacks the entry point, or belongs to another build. Later calls return the same error.
[[nodiscard]] Result<const TorchParts*> torchParts();

} // namespace batchscope

extern "C" [[gnu::visibility("default")]] const batchscope::TorchParts* batchscopeTorchParts();
