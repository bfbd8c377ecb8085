// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_json.h"

#include "core/base/text.h"
#include "core/nets/json_path.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace batchscope {

namespace {

/// `'a', 'b' or 'c'`; an ellipsis at the end where there are more.
std::string quotedNames(std::span<const std::string> names, bool areMore) {
    if (names.empty()) {
        return "none";
    }
    std::string text;
    for (std::size_t index = 0; index < names.size(); ++index) {
        const bool isLast = !areMore && index + 1 == names.size();
        text += fmt::format("{}'{}'", index == 0 ? "" : isLast ? " or " : ", ", names[index]);
    }
    return areMore ? text + ", …" : text;
}

constexpr std::size_t kShownCodePoints = 40;

/// The parser's text without its own name and place, and without what it read last where that is no text.
std::string reasonOf(std::string_view what) {
    if (const std::size_t name = what.find("] "); name != std::string_view::npos) {
        what.remove_prefix(name + 2);
    }
    if (const std::size_t place = what.find(": "); what.starts_with("parse error") && place != std::string_view::npos) {
        what.remove_prefix(place + 2);
    }
    if (findInvalidUtf8(what) != std::string_view::npos) {
        what = what.substr(0, what.find("; last read"));
    }
    constexpr std::size_t kLongestReason = 200;
    return findInvalidUtf8(what) == std::string_view::npos ? elided(what, kLongestReason)
                                                           : std::string("unreadable text");
}

/// Length of the token at the end of what the parser says it read; that begins with the token only where it is a string
/// or a number.
std::size_t lastTokenLength(std::string_view read) {
    if (read.ends_with('"')) {
        return read.size();
    }
    const auto inWord = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '+' || letter == '.';
    };
    const auto word = std::find_if_not(read.rbegin(), read.rend(), inWord) - read.rbegin();
    return std::min(read.size(), std::max<std::size_t>(1, static_cast<std::size_t>(word)));
}

/// Builds the value as nlohmann's own reader does, and stops where that one would go on in silence (a key twice) or
/// too deep.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(const JsonPart& part) : m_part(part) {}
    [[nodiscard]] Json take() { return std::move(m_root); }
    [[nodiscard]] const Error& error() const { return m_error; }

    bool null() override { return add(Json()); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& /*value*/) override { return false; } // never in text
    bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (m_open.back()->contains(name)) {
            return fail(words::duplicateKey(shownJsonString(name)));
        }
        m_keys.back() = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string& last, const Json::exception& fault) override {
        const std::string reason = reasonOf(fault.what());
        m_error.message = words::notJson(reason);
        // `position` bytes were read. A token that is wrong here is shown from its beginning, one that is broken where
        // it broke.
        const std::size_t read = std::min(position, m_part.text.size());
        const bool whole = reason.find("invalid") == std::string::npos && m_part.text.substr(0, read).ends_with(last);
        const std::size_t byte = read - (whole ? lastTokenLength(last) : std::min<std::size_t>(read, 1));
        m_error.position =
            positionAt(m_part.whole, static_cast<std::size_t>(m_part.text.data() - m_part.whole.data()) + byte);
        return false;
    }

private:
    /// Where the value is now.
    Json* put(Json&& value) {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        return &(parent[m_keys.back()] = std::move(value));
    }
    bool add(Json value) {
        put(std::move(value));
        return true;
    }
    bool open(Json container) {
        if (m_open.size() >= kDeepestJson) {
            return fail(fmt::format("found values nested more than {} levels deep; a program needs fewer than ten "
                                    "levels; is this the right file?",
                                    kDeepestJson));
        }
        m_open.push_back(put(std::move(container)));
        m_keys.emplace_back();
        return true;
    }
    bool close() {
        m_open.pop_back();
        m_keys.pop_back();
        return true;
    }
    /// A fault of the innermost open value.
    bool fail(std::string_view message) {
        std::string pointer(m_part.path);
        for (std::size_t depth = 0; depth + 1 < m_open.size(); ++depth) {
            const Json& parent = *m_open[depth];
            pointer += parent.is_array() ? fmt::format("/{}", parent.size() - 1) : pathStep(m_keys[depth]);
        }
        m_error.message = fmt::format("{}: {}", pathText(pointer), message);
        m_error.position = positionOfJson(m_part.whole, pointer);
        return false;
    }

    JsonPart m_part;
    Json m_root;
    std::vector<Json*> m_open;       // the innermost last; none moves while it is open
    std::vector<std::string> m_keys; // by open value: the key read last
    Error m_error{ErrorCode::Parse, {}};
};

} // namespace

std::string shownJsonString(std::string_view text) {
    return Json(elided(text, kShownCodePoints)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parseJson(std::string_view text, const std::string& file) {
    return parseJson(JsonPart{text, text, {}}, file);
}

Result<Json> parseJson(const JsonPart& part, const std::string& file) {
    Builder builder(part);
    if (!Json::sax_parse(part.text, &builder)) {
        Error error = builder.error();
        error.file = file;
        return error;
    }
    return builder.take();
}

std::optional<JsonPlace> JsonPlace::member(std::string_view name) const {
    const auto found = value.find(name);
    return found == value.end() ? std::nullopt : std::optional<JsonPlace>({*found, this, name});
}

std::string JsonPlace::pointer() const {
    std::vector<std::string> steps;
    for (const JsonPlace* place = this; place->parent != nullptr; place = place->parent) {
        steps.push_back(place->key.empty() ? fmt::format("/{}", place->index) : pathStep(place->key));
    }
    std::string pointer;
    for (std::size_t step = steps.size(); step-- > 0;) {
        pointer += steps[step];
    }
    return pointer;
}

void ProgramFault::add(const JsonPlace& place, std::string_view message) {
    if (!m_fault) {
        m_fault = {place.pointer(), std::string(message)};
    }
}

void ProgramFault::addFound(const JsonPlace& place, std::string_view expected) {
    if (!m_fault) {
        add(place, words::foundInJson(describeJson(place.value), expected));
    }
}

Error ProgramFault::error(std::string_view text, const std::string& file) const {
    BATCHSCOPE_CHECK(found());
    return {ErrorCode::Parse, fmt::format("{}: {}", pathText(m_fault->pointer), m_fault->message), file,
            positionOfJson(text, m_fault->pointer)};
}

std::string describeJson(const Json& value) {
    switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::boolean: return value.get<bool>() ? "true" : "false";
    case Json::value_t::string:
        return fmt::format("the string {}", shownJsonString(value.get_ref<const std::string&>()));
    case Json::value_t::array: return fmt::format("an array of {}", value.size());
    case Json::value_t::object: return std::string(words::kJsonObject);
    default: return fmt::format("the number {}", value.dump());
    }
}

bool checkObject(const JsonPlace& place, std::span<const std::string_view> keys, std::string_view what,
                 ProgramFault& fault) {
    if (!place.value.is_object()) {
        fault.addFound(place, words::objectWith(what, namesText(keys)));
        return false;
    }
    for (const auto& [key, value] : place.value.items()) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            fault.add(place, words::unknownKey(shownJsonString(key), what, namesText(keys)));
            return false;
        }
    }
    return true;
}

std::optional<JsonPlace> arrayIn(const JsonPlace& object, std::string_view key, std::size_t most, ProgramFault& fault) {
    std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        fault.add(object, words::missingKey(key, words::kJsonArray));
        return std::nullopt;
    }
    if (!place->value.is_array()) {
        fault.addFound(*place, words::kJsonArray);
        return std::nullopt;
    }
    if (place->value.size() > most) {
        fault.addFound(*place, words::atMost(most));
        return std::nullopt;
    }
    return place;
}

std::string_view nameIn(const JsonPlace& object, std::string_view key, ProgramFault& fault) {
    const std::string expected = words::nameOfBytes(kLongestName);
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        fault.add(object, words::missingKey(key, expected));
        return {};
    }
    std::string_view name;
    if (place->value.is_string()) {
        name = place->value.get_ref<const std::string&>();
    }
    const bool fits =
        !name.empty() && name.size() <= kLongestName && std::none_of(name.begin(), name.end(), [](char letter) {
            return letter == '.' || static_cast<unsigned char>(letter) < ' ';
        });
    if (!fits) {
        fault.addFound(*place, expected);
        return {};
    }
    return name;
}

std::int64_t integerAt(const JsonPlace& place, IntegerRange range, ProgramFault& fault) {
    if (place.value.is_number_integer()) {
        // A number above the signed range is kept unsigned; read as signed it would wrap.
        const bool tooLarge = place.value.is_number_unsigned() &&
                              place.value.get<std::uint64_t>() > static_cast<std::uint64_t>(range.high);
        const auto number = tooLarge ? range.high : place.value.get<std::int64_t>();
        if (!tooLarge && number >= range.low && number <= range.high) {
            return number;
        }
    }
    fault.addFound(place, words::integerBetween(range.low, range.high));
    return range.low;
}

std::int64_t integerIn(const JsonPlace& object, std::string_view key, IntegerRange range, ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (!place) {
        fault.add(object, words::missingKey(key, words::integerBetween(range.low, range.high)));
        return range.low;
    }
    return integerAt(*place, range, fault);
}

double numberAt(const JsonPlace& place, ProgramFault& fault) {
    if (!place.value.is_number()) {
        fault.addFound(place, words::kJsonNumber);
        return 0.0;
    }
    return place.value.get<double>();
}

std::string namesText(std::span<const std::string_view> names) {
    constexpr std::size_t kShown = 10;
    std::vector<std::string> shown;
    shown.reserve(std::min(names.size(), kShown));
    for (const std::string_view name : names.first(std::min(names.size(), kShown))) {
        shown.push_back(elided(name, kShownCodePoints));
    }
    return quotedNames(shown, names.size() > kShown);
}

} // namespace batchscope
