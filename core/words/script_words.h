// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages that several files of core/scripts share: why a module cannot be opened, and why a method runs as it does.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] inline std::string moduleTooLarge(std::string_view needed, std::string_view advice) {
    return fmt::format("the module takes {}; {}", needed, advice);
}
[[nodiscard]] inline std::string cannotLoad(std::string_view reason) {
    return fmt::format("LibTorch cannot read this module: {}", reason);
}
[[nodiscard]] inline std::string cannotTry(std::string_view reason) {
    return fmt::format("the module cannot be tried in a process of its own: {}", reason);
}
[[nodiscard]] inline std::string methodWrong(std::string_view method, std::string_view found,
                                             std::string_view expected) {
    return fmt::format("the method {} does not fit. Found: {}. Expected: {}", method, found, expected);
}
[[nodiscard]] inline std::string atPlace(std::string_view what, std::string_view place) {
    return place.empty() ? std::string(what) : fmt::format("{} ({})", what, place);
}

inline constexpr const char* kIsFunction = "a function of its arguments, which leaves the module as it is";
inline constexpr const char* kUsedInTwoWays = "a weight is used in two ways";
inline constexpr const char* kDropoutOn = "dropout in training mode is random; call eval() before saving";

} // namespace batchscope::words
