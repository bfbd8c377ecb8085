// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the terms of the glossary in sentences, so that a front end can explain them where they are.
#pragma once

#include "core/words/glossary_words.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace batchscope {

struct FoundTerm {
    std::size_t begin = 0; ///< bytes
    std::size_t length = 0;
    const words::GlossaryTerm* term = nullptr; ///< lives as long as the program
};

/// Whole words only, in any letter case, in order and without overlaps: of two forms that begin at one place, the
/// longer one. O(text × forms).
[[nodiscard]] std::vector<FoundTerm> termsIn(std::string_view text);

/// The term that has this form, or is called so; null where there is none.
[[nodiscard]] const words::GlossaryTerm* findTerm(std::string_view form);

} // namespace batchscope
