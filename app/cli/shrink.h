// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a run went wrong, if it did: what `run` exits with, and what `run --shrink` looks for, the smallest trees whose
// run still fails in the same way, as a treebank.
#pragma once

#include "app/cli/prepare.h"
#include "core/exec/runner.h"

#include <string>

namespace batchscope {

struct Failure {
    enum class Kind {
        None,
        Differs,   ///< folded and regular are not equal
        NotFinite, ///< a value, a gradient or the loss is NaN or infinite
    };
    Kind kind = Kind::None;
    std::string op; ///< of the first value where it shows; empty where no value is known
    bool operator==(const Failure&) const = default;
    [[nodiscard]] bool any() const { return kind != Kind::None; }
};

/// By what the report says of both runs, and of numbers that are not finite.
[[nodiscard]] Failure failureOf(const OpGraph& graph, const CheckedRun& run);

/// Where --shrink asks for it and the run failed: runs fewer and smaller trees until none can be left out and no node
/// replaced by a child, and writes what is left to CliOptions::shrunkFile, in the format that its ending names (.json,
/// or brackets). Says on stderr what was found. Config error: not trees; a format that cannot take them. Io error.
[[nodiscard]] Status shrinkFailing(const CliOptions& options, const PreparedRun& prepared, Failure failure,
                                   const Policy& policy, const RunControl& control);

} // namespace batchscope
