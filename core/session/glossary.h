// SPDX-License-Identifier: GPL-3.0-or-later
//
// The terms of the program, each explained in one or two plain sentences, and a search for them in text, so that a
// front end can explain them in place.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

struct GlossaryTerm {
    std::string_view term; ///< as the glossary lists it
    std::string_view text;
    /// The forms in which the term occurs in sentences, in lower case. Other words do not match, since "run" and "view"
    /// are also verbs.
    std::array<std::string_view, 5> forms = {};
};

/// In alphabetical order.
[[nodiscard]] std::span<const GlossaryTerm> glossaryTerms();

struct FoundTerm {
    std::size_t begin = 0; ///< in bytes
    std::size_t length = 0;
    const GlossaryTerm* term = nullptr; ///< lives as long as the program
};

/// Finds whole words only, in any letter case, in order and without overlaps. If two forms begin at the same place, the
/// longer one is taken. O(text × forms).
[[nodiscard]] std::vector<FoundTerm> termsIn(std::string_view text);

/// The term that has this name or form; null if there is none.
[[nodiscard]] const GlossaryTerm* findTerm(std::string_view form);

} // namespace batchscope
