// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/json_fields.h"

#include "core/words/json_words.h"

namespace batchscope {

std::string textAt(const JsonPlace& place, ProgramFault& fault) {
    if (!place.value.is_string() || place.value.get_ref<const std::string&>().empty()) {
        fault.addFound(place, words::kJsonString);
        return {};
    }
    return place.value.get<std::string>();
}

std::string textIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        fault.add(object, words::missingKey(key, words::kJsonString));
        return {};
    }
    return textAt(*place, fault);
}

std::string optionalTextIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    return place ? textAt(*place, fault) : std::string();
}

bool flagIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        return false;
    }
    if (!place->value.is_boolean()) {
        fault.addFound(*place, words::kJsonTrueOrFalse);
        return false;
    }
    return place->value.get<bool>();
}

void forEachIn(const JsonPlace& object, std::string_view key, const std::function<void(const JsonPlace&)>& each,
               ProgramFault& fault) {
    const std::optional<JsonPlace> array = arrayIn(object, key, kLongestJsonList, fault);
    if (!array) {
        return;
    }
    for (std::size_t index = 0; index < array->value.size() && !fault.found(); ++index) {
        each(array->element(index));
    }
}

void forEachInOptional(const JsonPlace& object, std::string_view key, const std::function<void(const JsonPlace&)>& each,
                       ProgramFault& fault) {
    if (object.member(key)) {
        forEachIn(object, key, each, fault);
    }
}

} // namespace batchscope
