// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of a beat as HTML. **bold**; [words](QUERY) become links that light up nodes; the first place of each term
// of the glossary explains itself; code stays as it is.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

#include <QColor>
#include <QString>

#include <string>
#include <vector>

namespace batchscope {

/// Figures are filled in from the snapshot.
[[nodiscard]] QString lessonHtml(const std::vector<std::string>& paragraphs, const Snapshot& snapshot,
                                 const QColor& termColor);
/// Of a beat, with its listing.
[[nodiscard]] QString beatHtml(const LessonBeat& beat, const Snapshot& snapshot, const QColor& termColor);

// Schemes of the links: find:QUERY, term:NAME.
inline constexpr const char* kFindScheme = "find";
inline constexpr const char* kTermScheme = "term";

} // namespace batchscope
