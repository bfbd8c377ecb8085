// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a lesson may ask the window to do: open its trees, make choices, move the picture, show a panel. A lesson may
// come from anywhere, so nothing that writes files, runs code or leaves the window is among it.
#pragma once

#include "core/lessons/lesson.h"
#include "core/nets/json_fields.h"

#include <string>
#include <vector>

namespace batchscope {

/// What a state opens that says nothing of it.
struct LessonOpening {
    std::string folder; ///< where files of trees must be; empty: they are not looked for
    std::string file;   ///< empty: nothing is opened
    std::string model;  ///< empty: the usual net
};

/// The keys "file" and "model" of a lesson.
[[nodiscard]] LessonOpening lessonOpeningIn(const JsonPlace& lesson, const std::string& folder, ProgramFault& fault);

/// The list at "state": before it, opening the lesson's trees, unless it opens some itself; after it, fitting the
/// picture into the window. Without such a list, the trees before anything has run.
[[nodiscard]] std::vector<LessonCommand> lessonStateIn(const JsonPlace& object, const LessonOpening& opening,
                                                       ProgramFault& fault);

} // namespace batchscope
