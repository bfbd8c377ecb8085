// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the history asks SQLite. In a file of its own, since it is the syntax of another program.
#pragma once

namespace batchscope::sql {

/// "BSbh" in the file's head: SQLite's place for saying whose database it is.
inline constexpr int kApplication = 0x42536268;
/// Of the tables below; rises with them.
inline constexpr int kVersion = 1;

inline constexpr const char* kAskApplication = "PRAGMA application_id";
inline constexpr const char* kAskVersion = "PRAGMA user_version";
inline constexpr const char* kCountTables = "SELECT count(*) FROM sqlite_master";
/// One row, "ok", where the file is whole.
inline constexpr const char* kCheck = "PRAGMA quick_check(1)";

/// All that is read until the end is of one moment.
inline constexpr const char* kBeginReading = "BEGIN";
inline constexpr const char* kBegin = "BEGIN IMMEDIATE";
inline constexpr const char* kCommit = "COMMIT";
inline constexpr const char* kRollBack = "ROLLBACK";
/// Writes what stands there already: the only way to learn whether a file and its folder can be written.
inline constexpr const char* kTryWriting = "PRAGMA user_version = 1";
/// The numbers are those above; a number of an entry that was deleted is never given again.
inline constexpr const char* kCreate =
    "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, date TEXT NOT NULL, build TEXT NOT NULL, host TEXT NOT "
    "NULL, file TEXT NOT NULL, net TEXT NOT NULL, note TEXT NOT NULL, document TEXT NOT NULL);"
    "PRAGMA application_id = 1112760936;"
    "PRAGMA user_version = 1;";

inline constexpr const char* kAdd =
    "INSERT INTO runs (date, build, host, file, net, note, document) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
inline constexpr const char* kList = "SELECT id, date, build, host, file, net, note FROM runs ORDER BY id";
inline constexpr const char* kRead = "SELECT document FROM runs WHERE id = ?1";
inline constexpr const char* kNote = "UPDATE runs SET note = ?2 WHERE id = ?1";
inline constexpr const char* kDelete = "DELETE FROM runs WHERE id = ?1";

static_assert(kApplication == 1112760936 && kVersion == 1, "as kCreate has them");

} // namespace batchscope::sql
