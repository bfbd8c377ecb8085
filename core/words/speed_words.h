// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of speed-ups: how they multiply, and why there is no figure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEngineKernels = "the engine";
inline constexpr std::string_view kLibTorchKernels = "LibTorch";

/// The samples of an arm do not agree; `percent` is of their median.
[[nodiscard]] std::string middleHalfVaries(std::size_t runs, double percent);
[[nodiscard]] std::string medianVaries(std::size_t runs, double percent);

/// `how` is one of the two below.
[[nodiscard]] std::string machineIsBusy(std::string_view how);
[[nodiscard]] std::string processorsUsedByOthers(double used, int processors);
[[nodiscard]] std::string waitedForProcessor(double percent);
/// No process is seen that would explain it; `percent` is of its best speed in the same run.
[[nodiscard]] std::string machineIsSlow(double percent);

[[nodiscard]] std::string runTakesTooLong(std::string_view duration);

/// All as factors: "6.3×".
[[nodiscard]] std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both);

} // namespace batchscope::words
