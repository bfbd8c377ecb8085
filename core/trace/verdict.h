// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a comparison of two runs comes to, and the sentence that says why it came to nothing: the window and the command
// line show the same.
#pragma once

#include "core/trace/run_report.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope {

enum class Verdict {
    Equal,         ///< all numbers within tolerance
    Different,     ///< some are not
    NotComparable, ///< NaN or infinite numbers in either run: neither equal nor different in a way that says anything
};

[[nodiscard]] Verdict verdictOf(const EqualityReport& equality);
[[nodiscard]] Verdict verdictOf(const GradientReport& gradients);
/// Of everything that was compared: not comparable before different before equal. Equal when nothing was.
[[nodiscard]] Verdict verdictOf(const RunReport& report);

/// "30,740 values are not finite, first at node 3 (leaf)"; `what` is the plural. Empty when comparable.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const EqualityReport& equality,
                                              std::string_view what);
/// Of the loss, then of gradients of values, then of parameters.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const GradientReport& gradients);
/// Of values, then of the gradients.
[[nodiscard]] std::string notComparableReason(const OpGraph& graph, const RunReport& report);

/// A loss, or another number that may not be finite: "0.693147", "nan" whatever its sign, "-inf".
[[nodiscard]] std::string numberText(double number, int digits = 9);

} // namespace batchscope
