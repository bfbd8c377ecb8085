// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved sessions: what is wrong with a file that is read, and what has changed since it was written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kSessionIsNoJson = "this is not JSON; expected a session that Batchscope saved";
inline constexpr std::string_view kJsonIsNoSession = "this JSON is not a session; expected one that Batchscope saved";
[[nodiscard]] std::string sessionOfOtherVersion(std::uint64_t version, std::uint64_t known);
[[nodiscard]] std::string sessionChoiceUnknown(std::string_view choice, std::string_view why);
inline constexpr std::string_view kNothingToSave = "nothing is open, so there is no session to save";
[[nodiscard]] std::string cannotSaveSession(std::string_view why);

// What was expected of a value.
inline constexpr std::string_view kListOfFiles = "a list of files, each with path and hash";
inline constexpr std::string_view kChoicesByName = "an object of choices by name";
inline constexpr std::string_view kWidthExpected = "a width of at least 1";
inline constexpr std::string_view kMomentExpected = "a number that is not negative";
inline constexpr std::string_view kListOfTrees = "a list of tree numbers";
inline constexpr std::string_view kListOfBreakpoints = "a list of breakpoints, each with query and on";
inline constexpr std::string_view kListOfBookmarks = "a list of bookmarks, each with of (node or step) and op";
inline constexpr std::string_view kTextOfSchedule = "the text of a schedule";
inline constexpr std::string_view kNameExpected = "a name";

/// `files` is a list.
[[nodiscard]] std::string filesChanged(std::string_view files);

} // namespace batchscope::words
