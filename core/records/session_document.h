// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the user is doing, as a file: the treebanks by name and hash, every choice, the moment, the selection, the
// breakpoints and the bookmarks. A key that changes its meaning or goes away raises kSessionVersion, and files of other
// versions are refused; a key that is missing has its usual value.
#pragma once

#include "core/base/result.h"
#include "core/session/breakpoints.h"
#include "core/session/kept_place.h"
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
    double moment = 0.0; ///< stops
    Focus focus;
    std::vector<Breakpoint> breakpoints;
    std::vector<Bookmark> bookmarks;
    std::string schedule;    ///< that is shown in place of the policy's, as schedule_json.h writes it; empty: none
    std::string arrangement; ///< as scripts spell it; empty: that of the window
};

/// `folder`: files inside it are named relative to it, so that a session can be moved together with its files.
[[nodiscard]] std::string sessionText(const SavedSession& session, const std::string& folder);
/// Parse error: no JSON. Config errors: another document, another version, a value that is wrong, a choice that this
/// version does not know. Files come as absolute paths.
[[nodiscard]] Result<SavedSession> parseSession(std::string_view text, const std::string& file);

/// Replaces the session in one step, so that a crash leaves the old or the new one. Io error.
[[nodiscard]] Status saveSession(const SavedSession& session, const std::string& file);
[[nodiscard]] Result<SavedSession> readSession(const std::string& file);

/// The files of the session that were written after `file`, in which it was saved, or are gone.
[[nodiscard]] std::vector<std::string> changedFiles(const SavedSession& session, const std::string& file);

} // namespace batchscope
