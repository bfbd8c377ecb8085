// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads strings, flags and lists of objects, with the first fault kept as for programs (program_json.h): for files that
// people write, such as lessons.
#pragma once

#include "core/nets/program_json.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace batchscope {

/// No list is longer.
constexpr std::size_t kLongestJsonList = 1000;

/// A string that is not empty; else empty, and a fault.
[[nodiscard]] std::string textAt(const JsonPlace& place, ProgramFault& fault);
[[nodiscard]] std::string textIn(const JsonPlace& object, std::string_view key, ProgramFault& fault);
/// Empty where there is no such key.
[[nodiscard]] std::string optionalTextIn(const JsonPlace& object, std::string_view key, ProgramFault& fault);
/// False where there is no such key.
[[nodiscard]] bool flagIn(const JsonPlace& object, std::string_view key, ProgramFault& fault);

/// Calls `each` for the elements of the array at `key`, until a fault. A missing key is a fault.
void forEachIn(const JsonPlace& object, std::string_view key, const std::function<void(const JsonPlace&)>& each,
               ProgramFault& fault);
/// The same where the key may be missing.
void forEachInOptional(const JsonPlace& object, std::string_view key, const std::function<void(const JsonPlace&)>& each,
                       ProgramFault& fault);

} // namespace batchscope
