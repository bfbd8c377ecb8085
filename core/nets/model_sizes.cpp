// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/model_sizes.h"

#include "core/words/recipe_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace batchscope {

namespace {

constexpr std::int64_t kLargestSize = std::int64_t{1} << 40U;
constexpr auto kSizeKeys = std::to_array<std::string_view>({"rows", "columns", "width", "begin", "number"});

bool isWordLetter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// The text in order, each piece once.
class SizeText {
public:
    SizeText(std::string_view text, const ModelSizes& sizes) : m_rest(text), m_sizes(sizes) {}

    /// Nothing where the text is no size, or the size is too large to matter.
    std::optional<std::int64_t> sum() {
        std::optional<std::int64_t> total = product();
        while (total) {
            const bool plus = take('+');
            if (!plus && !take('-')) {
                break;
            }
            const std::optional<std::int64_t> next = product();
            total = next ? std::optional(*total + (plus ? *next : -*next)) : std::nullopt;
        }
        skipBlank();
        return m_rest.empty() ? total : std::nullopt;
    }

private:
    std::optional<std::int64_t> product() {
        std::optional<std::int64_t> result = factor();
        while (result && take('*')) {
            const std::optional<std::int64_t> next = factor();
            const bool fits = next && (*next == 0 || *result <= kLargestSize / *next);
            result = fits ? std::optional(*result * *next) : std::nullopt;
        }
        return result;
    }

    std::optional<std::int64_t> factor() {
        skipBlank();
        const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), isWordLetter);
        const std::string_view word = m_rest.substr(0, static_cast<std::size_t>(end - m_rest.begin()));
        m_rest.remove_prefix(word.size());
        if (word == "dim") {
            return m_sizes.dim;
        }
        if (word == "classes") {
            return m_sizes.classes;
        }
        if (word == "vocabulary") {
            return m_sizes.vocabulary;
        }
        std::int64_t number = 0;
        const auto [stop, code] = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool isNumber = code == std::errc() && stop == word.data() + word.size() && number <= kLargestSize;
        return isNumber && !word.empty() ? std::optional(number) : std::nullopt;
    }

    bool take(char wanted) {
        skipBlank();
        const bool isThere = m_rest.starts_with(wanted);
        m_rest.remove_prefix(isThere ? 1 : 0);
        return isThere;
    }

    void skipBlank() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(' '), m_rest.size())); }

    std::string_view m_rest;
    const ModelSizes& m_sizes;
};

bool hasWord(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordLetter(text[at - 1])) && (end == text.size() || !isWordLetter(text[end]))) {
            return true;
        }
    }
    return false;
}

} // namespace

std::int64_t sizeIn(const JsonPlace& object, std::string_view key, IntegerRange range, const ModelSizes* sizes,
                    ProgramFault& fault) {
    const std::optional<JsonPlace> place = object.member(key);
    if (sizes == nullptr || !place || !place->value.is_string()) {
        return integerIn(object, key, range, fault);
    }
    const std::optional<std::int64_t> size = SizeText(place->value.get_ref<const std::string&>(), *sizes).sum();
    if (!size) {
        fault.addFound(*place, words::kSizeText);
    } else if (*size < range.low || *size > range.high) {
        fault.add(*place,
                  words::sizeOutOfRange(place->value.get_ref<const std::string&>(), *size, range.low, range.high));
    } else {
        return *size;
    }
    return range.low;
}

bool usesSize(const Json& document, std::string_view name) {
    if (!document.is_structured()) {
        return false;
    }
    for (const auto& [key, value] : document.items()) {
        const bool isSize = value.is_string() && std::find(kSizeKeys.begin(), kSizeKeys.end(), key) != kSizeKeys.end();
        if ((isSize && hasWord(value.get_ref<const std::string&>(), name)) || usesSize(value, name)) {
            return true;
        }
    }
    return false;
}

} // namespace batchscope
