// SPDX-License-Identifier: GPL-3.0-or-later
//
// The terms of the program, each in one or two plain sentences: what the glossary lists, and what a term in the caption
// or in a label of the inspector says of itself.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace batchscope::words {

struct GlossaryTerm {
    std::string_view term; ///< as the glossary lists it
    std::string_view text;
    /// How it occurs in sentences, in lower case; what is not here is not taken for the term, since "run" and "view"
    /// are verbs, too.
    std::array<std::string_view, 5> forms = {};
};

/// In alphabetical order.
[[nodiscard]] std::span<const GlossaryTerm> glossaryTerms();

} // namespace batchscope::words
