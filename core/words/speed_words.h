// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of speed-ups: how they multiply, and why there is no figure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

/// All as factors: "6.3×".
[[nodiscard]] std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both);

// A speed-up as steps of time.
inline constexpr std::string_view kRegularOnLibTorch = "regular on LibTorch";
inline constexpr std::string_view kRegularOnEngine = "regular on the engine";
inline constexpr std::string_view kFoldedOnLibTorch = "folded on LibTorch";
inline constexpr std::string_view kFoldedOnEngine = "folded on the engine";
inline constexpr std::string_view kEngineFirst = "engine first";

} // namespace batchscope::words
