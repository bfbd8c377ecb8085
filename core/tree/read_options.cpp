// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/read_options.h"

#include "core/base/choice.h"

#include <array>

namespace batchscope {

namespace {

using Names = std::array<std::string_view, 2>;

constexpr Names kEncodings = {"utf-8", "latin-1"};
constexpr Names kTraces = {"keep", "remove"};
constexpr Names kLetterCases = {"as-is", "lower"};
constexpr Names kEscapes = {"keep", "decode"};
constexpr Names kLabelTexts = {"whole", "category"};

} // namespace

std::span<const std::string_view> encodingNames() {
    return kEncodings;
}

std::span<const std::string_view> tracesNames() {
    return kTraces;
}

std::span<const std::string_view> letterCaseNames() {
    return kLetterCases;
}

std::span<const std::string_view> escapesNames() {
    return kEscapes;
}

std::span<const std::string_view> labelTextNames() {
    return kLabelTexts;
}

Result<Encoding> parseEncoding(std::string_view name) {
    return parseChoice<Encoding>(name, kEncodings, "encoding");
}

Result<Traces> parseTraces(std::string_view name) {
    return parseChoice<Traces>(name, kTraces, "trace mode");
}

Result<LetterCase> parseLetterCase(std::string_view name) {
    return parseChoice<LetterCase>(name, kLetterCases, "letter case");
}

Result<Escapes> parseEscapes(std::string_view name) {
    return parseChoice<Escapes>(name, kEscapes, "escape mode");
}

Result<LabelText> parseLabelText(std::string_view name) {
    return parseChoice<LabelText>(name, kLabelTexts, "label mode");
}

} // namespace batchscope
