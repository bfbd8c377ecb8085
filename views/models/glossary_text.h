// SPDX-License-Identifier: GPL-3.0-or-later
//
// Terms of the glossary (core/words/glossary_words.h) as tooltips.
#pragma once

#include "core/words/glossary_words.h"

#include <QString>

namespace batchscope {

/// The term and its meaning, as rich text that a tooltip wraps.
[[nodiscard]] QString glossaryTip(const words::GlossaryTerm& term);
/// That of the term that a label names, in any letter case, in singular or plural; empty where it is no term.
[[nodiscard]] QString glossaryTipOf(const QString& label);

} // namespace batchscope
