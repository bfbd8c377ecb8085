// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the values of a description, with the first fault kept as for programs (core/nets/program_json.h). For this
// room only.
#pragma once

#include "core/nets/program_json.h"
#include "core/words/experiment_words.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// No list of a description is longer.
constexpr std::size_t kLongestList = 1000;

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
/// Strings that are not empty; none where there is no such key.
[[nodiscard]] std::vector<std::string> optionalTextsIn(const JsonPlace& object, std::string_view key,
                                                       ProgramFault& fault);

/// Sets `target` to what `parse` makes of the string at `key`; its error becomes the fault. A missing key leaves
/// `target` as it is.
template <typename T, typename Parse>
void parseIn(const JsonPlace& object, std::string_view key, T& target, Parse parse, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    const std::string text = place ? textAt(*place, fault) : std::string();
    if (text.empty()) {
        return;
    }
    auto value = parse(text);
    if (!value) {
        fault.add(*place, value.error().message);
        return;
    }
    target = *std::move(value);
}

/// A fault where an earlier element has the id of the last one. `place` is that of the last one.
template <typename T>
void checkNewId(const JsonPlace& place, const std::vector<T>& all, ProgramFault& fault) {
    const auto isSame = [&](const T& each) { return each.id == all.back().id; };
    if (!fault.found() && std::any_of(all.begin(), std::prev(all.end()), isSame)) {
        fault.add(place, words::idTwice(all.back().id));
    }
}

} // namespace batchscope
