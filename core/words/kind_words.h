// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors for unknown names, and what each kind of name is called.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEncodingKind = "encoding";
inline constexpr std::string_view kTraceModeKind = "trace mode";
inline constexpr std::string_view kLetterCaseKind = "letter case";
inline constexpr std::string_view kEscapeModeKind = "escape mode";
inline constexpr std::string_view kLabelModeKind = "label mode";
inline constexpr std::string_view kBinarizationKind = "binarization";
inline constexpr std::string_view kUnaryModeKind = "unary mode";
inline constexpr std::string_view kTreeShapeKind = "tree shape";
inline constexpr std::string_view kWordDistributionKind = "word distribution";
inline constexpr std::string_view kColumnKind = "column";
inline constexpr std::string_view kMergeModeKind = "merge mode";
inline constexpr std::string_view kPruneModeKind = "prune mode";
inline constexpr std::string_view kGranularityKind = "granularity";
inline constexpr std::string_view kInstructionSetKind = "instruction set";

/// "; did you mean 'depth'?" with the known name that a slip of the finger turned into `name`; empty where none is
/// near.
[[nodiscard]] std::string didYouMean(std::string_view name, std::span<const std::string_view> known);

[[nodiscard]] std::string unknownName(std::string_view kind, std::string_view name,
                                      std::span<const std::string_view> known);

} // namespace batchscope::words
