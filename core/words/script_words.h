// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a user's module: why a file cannot be opened, which methods were found, why one runs as it does, and
// the templates that are printed for each recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::words {

// ---- the treebank and the module

// ---- files that are no modules

[[nodiscard]] std::string moduleTooLarge(std::string_view needed, std::string_view advice);
[[nodiscard]] std::string cannotLoad(std::string_view reason);
[[nodiscard]] std::string refusedOperation(std::string_view operation, std::string_view place, std::string_view why);

// ---- the first call

[[nodiscard]] std::string cannotTry(std::string_view reason);

// ---- methods

[[nodiscard]] std::string methodWrong(std::string_view method, std::string_view found, std::string_view expected);
[[nodiscard]] std::string expectedStart(std::size_t values);
[[nodiscard]] std::string expectedCompose(std::size_t values);
[[nodiscard]] std::string expectedStep(std::size_t values);
[[nodiscard]] std::string expectedNode(std::size_t values);
[[nodiscard]] std::string expectedCompare(std::size_t values);
inline constexpr const char* kIsFunction = "a function of its arguments, which leaves the module as it is";
/// A module to begin with, as Python source.
extern const char* const kBinaryTemplate;
extern const char* const kNaryTemplate;
extern const char* const kSequenceTemplate;

// ---- why an operation is not translated

[[nodiscard]] std::string atPlace(std::string_view what, std::string_view place);
inline constexpr const char* kUsedInTwoWays = "a weight is used in two ways";
inline constexpr const char* kDropoutOn = "dropout in training mode is random; call eval() before saving";

// ---- batch safety

[[nodiscard]] std::string hazardAt(std::string_view hazard, std::string_view operation, std::string_view place);

// ---- reports

[[nodiscard]] std::string methodTranslated(std::string_view method, std::string_view place);
[[nodiscard]] std::string methodOpaque(std::string_view method, std::string_view place, std::string_view reason);
[[nodiscard]] std::string methodAlone(std::string_view method, std::string_view place, std::string_view hazard);
[[nodiscard]] std::string methodTrusted(std::string_view method, std::string_view place, std::string_view hazard);

} // namespace batchscope::words
