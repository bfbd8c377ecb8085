// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detects whether and how a run failed, which determines the exit code of `run`, and implements `run --shrink`: it
// searches for the smallest trees whose run still fails in the same way and saves them as a treebank.
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
    std::string op; ///< op of the first value that shows the failure; empty if no value is known
    bool operator==(const Failure&) const = default;
    [[nodiscard]] bool any() const { return kind != Kind::None; }
};

/// The failure of a run, from the comparison of both arms and from values that are not finite.
[[nodiscard]] Failure failureOf(const OpGraph& graph, const CheckedRun& run);

/// If --shrink is given and the run failed: runs fewer and smaller trees until no tree can be left out and no node can
/// be replaced by a child. Writes the remaining trees to CliOptions::shrunkFile in the format of its ending (.json, or
/// brackets) and reports the result on stderr. Config error if the format cannot hold the trees; Io error.
[[nodiscard]] Status shrinkFailing(const CliOptions& options, const PreparedRun& prepared, Failure failure,
                                   const Policy& policy, const RunControl& control);

} // namespace batchscope
