// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a run went wrong, if it did: what `run` exits with, and what `run --shrink` looks for.
#pragma once

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

} // namespace batchscope
