// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benchmarks: what each arm is, what a sweep refuses, and the notes beside its figures.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What is counted and listed.
inline constexpr std::string_view kUnitTree = "tree";
/// The count in digits, as it is shown, and as a number.
[[nodiscard]] std::string countOf(std::string_view shown, std::size_t count, std::string_view unit);

// Progress. A duration is rounded, since it is a guess.
inline constexpr std::string_view kMeasuring = "measuring";
[[nodiscard]] std::string measuringFor(double remainingSeconds);

inline constexpr const char* kBuiltWithAssertions = "with assertions: timings are unreliable";

} // namespace batchscope::words
