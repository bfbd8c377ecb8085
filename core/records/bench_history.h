// SPDX-License-Identifier: GPL-3.0-or-later
//
// Benchmarks that were run, kept in one file, so that today's figures can be held against those of last month: a table
// of documents (bench_document.h) with what one looks for them by. The file is an SQLite database that says it is ours.
//
// Nothing that was added is ever lost by an error: each change happens whole or not at all, also when the process is
// killed; a file that is not ours, damaged or of a newer version is not written to. Several programs may use one
// history; who finds it locked waits two seconds.
#pragma once

#include "core/records/bench_document.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace batchscope {

struct HistoryEntry {
    std::int64_t id = 0;     ///< from 1, in order of adding; never given twice
    std::string date = {};   ///< when the run began, as in the document
    std::string commit = {}; ///< of the program
    std::string host = {};
    std::string file = {}; ///< the first input file
    std::string net = {};  ///< of the first result; empty where there is none
    std::string note = {}; ///< of the user
};

/// One thread at a time.
class BenchHistory {
public:
    /// Opens the history, or makes an empty one where there is no file, or an empty one. Errors: Io where the file
    /// cannot be opened, or is locked; Parse where it is not a history, is damaged, or of a newer version. Where the
    /// file is nobody's yet, its folder must exist; see history_place.h.
    [[nodiscard]] static Result<BenchHistory> open(const std::string& file);

    // Errors of all: Io where the file is locked or the disk full, or it cannot be written; Parse where it is damaged;
    // Config where there is no such entry.

    /// Whether something could be added now: a locked, read-only or full history is better found before minutes of
    /// measuring. Changes nothing.
    [[nodiscard]] Status checkWritable();
    /// The number of the new entry.
    [[nodiscard]] Result<std::int64_t> add(const BenchDocument& document, std::string_view note = {});
    /// In order of adding.
    [[nodiscard]] Result<std::vector<HistoryEntry>> list() const;
    /// Errors as parseBenchDocument(), too.
    [[nodiscard]] Result<BenchDocument> read(std::int64_t id) const;
    /// The document's text as it was added.
    [[nodiscard]] Result<std::string> readText(std::int64_t id) const;
    /// Replaces the note.
    [[nodiscard]] Status note(std::int64_t id, std::string_view text);
    [[nodiscard]] Status remove(std::int64_t id);

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };
    using Database = std::unique_ptr<sqlite3, Close>;

    BenchHistory(Database database, std::string file) : m_database(std::move(database)), m_file(std::move(file)) {}

    [[nodiscard]] Status prepare();
    [[nodiscard]] Status create();
    [[nodiscard]] Status changeOne(const char* statement, std::int64_t id, std::string_view text);
    /// What SQLite says of its last call.
    [[nodiscard]] Error failure() const;

    Database m_database;
    std::string m_file;
};

} // namespace batchscope
