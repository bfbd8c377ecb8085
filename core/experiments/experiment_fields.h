// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the values of a description that only this room knows, with the first fault kept (core/nets/json_fields.h).
#pragma once

#include "core/nets/json_fields.h"
#include "core/words/experiment_words.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

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
