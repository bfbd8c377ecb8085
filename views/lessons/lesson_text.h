// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a beat as HTML. **bold**; [words](QUERY) become links that highlight nodes; the first occurrence of each
// glossary term is a link to its explanation; code is left unchanged.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

#include <QColor>
#include <QString>

#include <string>
#include <vector>

namespace batchscope {

struct Theme;

/// The HTML of the paragraphs, with figures filled in from the snapshot.
[[nodiscard]] QString lessonHtml(const std::vector<std::string>& paragraphs, const Snapshot& snapshot,
                                 const QColor& termColor);
/// The HTML of a beat, including its bars and its code listing.
[[nodiscard]] QString beatHtml(const LessonBeat& beat, const Snapshot& snapshot, const Theme& theme);

// Schemes of the links: find:QUERY, term:NAME.
inline constexpr const char* kFindScheme = "find";
inline constexpr const char* kTermScheme = "term";

} // namespace batchscope
