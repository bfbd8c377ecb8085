// SPDX-License-Identifier: GPL-3.0-or-later
//
// The terms of the program, each in one or two plain sentences, and where they occur in other sentences, so that a
// front end can explain them there.
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
    /// How it occurs in sentences, in lower case; what is not here is not taken for the term, since "run" and "view"
    /// are verbs, too.
    std::array<std::string_view, 5> forms = {};
};

/// In alphabetical order.
[[nodiscard]] std::span<const GlossaryTerm> glossaryTerms();

struct FoundTerm {
    std::size_t begin = 0; ///< bytes
    std::size_t length = 0;
    const GlossaryTerm* term = nullptr; ///< lives as long as the program
};

/// Whole words only, in any letter case, in order and without overlaps: of two forms that begin at one place, the
/// longer one. O(text × forms).
[[nodiscard]] std::vector<FoundTerm> termsIn(std::string_view text);

/// The term that has this form, or is called so; null where there is none.
[[nodiscard]] const GlossaryTerm* findTerm(std::string_view form);

} // namespace batchscope
