// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pieces of HTML as text. Whatever comes from a file or a machine goes through htmlText(), so that it is shown and
// never read as markup.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace batchscope {

/// The text as content or as the value of an attribute. What is not UTF-8, and bytes of 0, become U+FFFD.
[[nodiscard]] std::string htmlText(std::string_view text);

struct HtmlAttribute {
    std::string_view name;
    std::string_view value; ///< plain text
};

/// `<name attributes>content</name>`; the content is HTML.
[[nodiscard]] std::string htmlElement(std::string_view name, std::string_view content);
[[nodiscard]] std::string htmlElement(std::string_view name, std::initializer_list<HtmlAttribute> attributes,
                                      std::string_view content);

/// The root element of an SVG file, to stand in HTML beside others: as wide as its place, named `label` for those who
/// do not see it, and all its ids, with what refers to them, begin with `prefix`. Empty where there is no such element.
/// The file is taken as trusted.
[[nodiscard]] std::string inlineSvg(std::string_view file, std::string_view prefix, std::string_view label);

} // namespace batchscope
