// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's session as a file: the treebanks by path, every choice, the moment, the selection, the breakpoints and the
// bookmarks. Removing a key or changing its meaning raises kSessionVersion, and files of other versions are refused; a
// missing key has its default value.
#pragma once

#include "core/base/result.h"
#include "core/session/kept_place.h"
#include "core/session/node_search.h"
#include "core/session/session_config.h"
#include "core/story/cursor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

inline constexpr std::uint64_t kSessionVersion = 2;
inline constexpr const char* kSessionSuffix = ".batchscope";

struct SavedSession {
    SessionConfig config;
    double moment = 0.0; ///< in stops
    Focus focus;
    std::vector<Breakpoint> breakpoints;
    std::vector<Bookmark> bookmarks;
    std::string schedule;    ///< replaces the policy's schedule, in the format of schedule_json.h; empty: none
    std::string arrangement; ///< its name in scripts; empty: that of the window
};

/// The session as text. Files inside `folder` are named relative to it, so that both can be moved together.
[[nodiscard]] std::string sessionText(const SavedSession& session, const std::string& folder);
/// Parse errors: not JSON, or a value that is missing or wrong. Config errors: another document, another version, a
/// choice that this version does not know. Relative file names become absolute paths.
[[nodiscard]] Result<SavedSession> parseSession(std::string_view text, const std::string& file);

/// Replaces the session in one step, so that a crash leaves the old or the new one. Io error.
[[nodiscard]] Status saveSession(const SavedSession& session, const std::string& file);
[[nodiscard]] Result<SavedSession> readSession(const std::string& file);

/// The files of the session that are missing, or were changed after the session was saved to `file`.
[[nodiscard]] std::vector<std::string> changedFiles(const SavedSession& session, const std::string& file);

} // namespace batchscope
