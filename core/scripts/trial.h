// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs foreign code once in another process, with bounds that nothing inside can lift: after a deadline, or when the
// user stops, it is killed; memory beyond the bound is refused to it; when it crashes, only it crashes. What it found
// comes back as text. What the code writes to standard output or standard error is lost.
//
// The process is a program of its own, batchscope-trial: a copy of this one (fork) would have this one's locks, taken
// by threads that it does not have. Starting it takes some tenths of a second, mostly LibTorch's.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/nets/user_net.h"

#include <cstdint>
#include <optional>
#include <string>

namespace batchscope {

struct TrialLimits {
    double seconds = 30.0;   ///< once it has started
    std::uint64_t bytes = 0; ///< of memory, in addition to what it has at its start
};

/// The module to try.
struct TrialRequest {
    std::string path;
    std::optional<std::string> text; ///< of the module, whatever is in the file; none: LibTorch reads the file
    RecursionChoice recursion = RecursionChoice::Auto;
};

/// The facts as text (module_facts.h). Parse errors: it took too long, it crashed, it ran out of memory (each says what
/// it was about to do). Backend error: it could not be started. Cancelled when stopped.
[[nodiscard]] Result<std::string> runTrial(const TrialRequest& request, const TrialLimits& limits,
                                           const RunControl& control);

} // namespace batchscope
