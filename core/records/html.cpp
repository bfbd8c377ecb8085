// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/html.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

std::string_view escapedCharacter(const char& character) {
    switch (character) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\0': return kReplacementCharacter;
    default: return {&character, 1};
    }
}

/// The value of an attribute of a tag, as it is written; empty where it has none.
std::string_view attributeOf(std::string_view tag, std::string_view name) {
    const std::string begin = fmt::format("{}=\"", name);
    std::size_t at = tag.find(begin);
    while (at != std::string_view::npos && at > 0 && tag[at - 1] != ' ' && tag[at - 1] != '\n') {
        at = tag.find(begin, at + 1); // the end of a longer name
    }
    if (at == std::string_view::npos) {
        return {};
    }
    tag.remove_prefix(at + begin.size());
    return tag.substr(0, tag.find('"'));
}

/// How many characters there are until an id begins here; 0 where none does.
std::size_t beforeId(std::string_view tag, char previous) {
    constexpr std::array<std::string_view, 2> kReferences = {"url(#", "href=\"#"};
    constexpr std::string_view kName = "id";
    constexpr std::string_view kValue = "=\"";
    for (const std::string_view reference : kReferences) {
        if (tag.starts_with(reference)) {
            return reference.size();
        }
    }
    const bool isName =
        (previous == ' ' || previous == '\n') && tag.starts_with(kName) && tag.substr(kName.size()).starts_with(kValue);
    return isName ? kName.size() + kValue.size() : 0;
}

/// A tag with the prefix in front of each id that it has or refers to.
std::string withPrefixedIds(std::string_view tag, std::string_view prefix) {
    std::string out;
    while (!tag.empty()) {
        const std::size_t before = beforeId(tag, out.empty() ? '<' : out.back());
        const std::size_t taken = std::max<std::size_t>(before, 1);
        out += tag.substr(0, taken);
        out += before > 0 ? prefix : std::string_view();
        tag.remove_prefix(taken);
    }
    return out;
}

} // namespace

std::string htmlText(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t valid = std::min(findInvalidUtf8(text), text.size());
        for (const char& character : text.substr(0, valid)) {
            out += escapedCharacter(character);
        }
        text.remove_prefix(valid);
        if (!text.empty()) {
            out += kReplacementCharacter;
            text.remove_prefix(1);
        }
    }
    return out;
}

std::string htmlElement(std::string_view name, std::string_view content) {
    return htmlElement(name, {}, content);
}

std::string htmlElement(std::string_view name, std::initializer_list<HtmlAttribute> attributes,
                        std::string_view content) {
    std::string out = fmt::format("<{}", name);
    for (const HtmlAttribute& attribute : attributes) {
        out += fmt::format(" {}=\"{}\"", attribute.name, htmlText(attribute.value));
    }
    return out + fmt::format(">{}</{}>", content, name);
}

std::string inlineSvg(std::string_view file, std::string_view prefix, std::string_view label) {
    const std::size_t root = file.find("<svg");
    const std::size_t begun = file.find('>', root);
    const std::size_t end = file.rfind("</svg>");
    if (root == std::string_view::npos || begun == std::string_view::npos || end == std::string_view::npos ||
        begun > end) {
        return {};
    }
    const std::string_view box = attributeOf(file.substr(root, begun - root), "viewBox");
    std::string content;
    for (std::string_view rest = file.substr(begun + 1, end - begun - 1); !rest.empty();) {
        const bool isTag = rest.front() == '<';
        const std::size_t next = isTag ? rest.find('>') : rest.find('<');
        const std::size_t size = next == std::string_view::npos ? rest.size() : next + (isTag ? 1 : 0);
        const std::string_view piece = rest.substr(0, size);
        content += isTag ? withPrefixedIds(piece, prefix) : std::string(piece);
        rest.remove_prefix(size);
    }
    return htmlElement("svg", {{"viewBox", box}, {"role", "img"}, {"aria-label", label}}, content);
}

} // namespace batchscope
