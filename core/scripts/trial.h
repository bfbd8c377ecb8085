// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs foreign code once in a child process, with bounds that nothing inside can lift: after a deadline, or when the
// user stops, the child is killed; memory beyond the bound is refused to it; when it crashes, only it crashes. What it
// found comes back as text through a pipe. What is written to standard output or standard error there is lost.
//
// The child is a copy of this process (fork) with one thread. A lock that another thread held at that moment stays
// locked in it, so a child can hang through no fault of the code that it tries; the deadline ends that, too.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>

namespace batchscope {

struct TrialLimits {
    double seconds = 30.0;
    std::uint64_t bytes = 0; ///< in addition to what this process has
};

/// What a trial does; the text is what it found. It may say what it is about to do, for the message when it is stopped.
using TriedWork = std::function<std::string(const std::function<void(const std::string&)>& about)>;

/// Backend errors: it took too long, it crashed, it ran out of memory (each says what it was about to do); no child
/// could be made. Cancelled when stopped.
[[nodiscard]] Result<std::string> runTrial(const TriedWork& trial, const TrialLimits& limits,
                                           const RunControl& control);

} // namespace batchscope
