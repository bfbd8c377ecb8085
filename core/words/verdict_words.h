// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why two runs cannot be compared: which numbers are not finite, and where the first one is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What was compared, in the plural.
inline constexpr std::string_view kComparedValues = "values";
inline constexpr std::string_view kGradientsOfValues = "gradients of values";
inline constexpr std::string_view kGradientsOfParameters = "gradients of parameters";

/// `written` is the count as text.
[[nodiscard]] std::string numbersNotFinite(std::size_t count, std::string_view written, std::string_view what);
/// `text` is that of numbersNotFinite.
[[nodiscard]] std::string firstAtNode(std::string_view text, std::size_t node, std::string_view op);
[[nodiscard]] std::string firstOfParameter(std::string_view text, std::string_view parameter);

inline constexpr std::string_view kValueDiffers = "its value differs from that of regular";
inline constexpr std::string_view kFirstValueThatDiffers = "the first node whose value differs from that of regular";
inline constexpr std::string_view kGradientDiffers = "its gradient differs from that of regular";
inline constexpr std::string_view kFirstGradientThatDiffers =
    "the first node, in the order of the backward pass, whose gradient differs from that of regular";

/// "2 of its nodes differ from regular".
[[nodiscard]] std::string nodesOfStepDiffer(std::size_t count, std::string_view written);
/// Counts and numbers as text; `allNodes` and `allBatches` with their nouns.
struct DifferingWords {
    std::string_view nodes;
    std::string_view allNodes;
    std::string_view batches;
    std::string_view allBatches;
    std::string_view firstBatch;
    std::string_view op; ///< of that batch
    std::string_view size;
};
/// "12 of 264 nodes, in 3 of 21 batches, from batch 5 (children ×4) on".
[[nodiscard]] std::string nodesThatDiffer(const DifferingWords& differing);

[[nodiscard]] std::string lossNotFinite(std::string_view folded, std::string_view regular);

} // namespace batchscope::words
