// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/bench_history.h"

#include "core/records/history_sql.h"
#include "core/words/history_words.h"

#include <sqlite3.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace batchscope {

namespace {

/// One question to the database. Texts that are bound must outlive it.
class Statement {
public:
    Statement(sqlite3* database, const char* text) {
        sqlite3_prepare_v2(database, text, -1, &m_statement, nullptr); // a failure shows in the first step
    }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    [[nodiscard]] bool takes(int place) const { return sqlite3_bind_parameter_count(m_statement) >= place; }
    void bind(int place, std::int64_t number) { sqlite3_bind_int64(m_statement, place, number); }
    void bind(int place, std::string_view text) {
        const char* const begin = text.empty() ? "" : text.data(); // null would be no text at all
        sqlite3_bind_text64(m_statement, place, begin, text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }

    /// To the next row; false behind the last, and where it failed.
    bool next() {
        m_code = m_statement == nullptr ? SQLITE_ERROR : sqlite3_step(m_statement);
        return m_code == SQLITE_ROW;
    }
    /// To the end.
    bool run() {
        while (next()) {
        }
        return !hasFailed();
    }
    [[nodiscard]] bool hasFailed() const { return m_code != SQLITE_ROW && m_code != SQLITE_DONE; }

    [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(m_statement, column); }
    [[nodiscard]] std::string text(int column) const {
        const auto* const begin = static_cast<const char*>(sqlite3_column_blob(m_statement, column));
        const int bytes = sqlite3_column_bytes(m_statement, column);
        return begin == nullptr ? std::string() : std::string(begin, static_cast<std::size_t>(bytes));
    }

private:
    sqlite3_stmt* m_statement = nullptr;
    int m_code = SQLITE_OK;
};

/// The number in the first row; none where that failed.
std::optional<std::int64_t> numberOf(sqlite3* database, const char* question) {
    Statement statement(database, question);
    return statement.next() ? std::optional(statement.number(0)) : std::nullopt;
}

HistoryEntry historyRow(const Statement& row) {
    return {.id = row.number(0),
            .date = row.text(1),
            .commit = row.text(2),
            .host = row.text(3),
            .file = row.text(4),
            .net = row.text(5),
            .note = row.text(6)};
}

} // namespace

void BenchHistory::Close::operator()(sqlite3* database) const {
    sqlite3_close(database);
}

Error BenchHistory::failure() const {
    const std::string reason = sqlite3_errmsg(m_database.get());
    switch (sqlite3_errcode(m_database.get())) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return {ErrorCode::Io, std::string(words::kHistoryLocked), m_file};
    case SQLITE_FULL: return {ErrorCode::Io, std::string(words::kHistoryFull), m_file};
    case SQLITE_READONLY: return {ErrorCode::Io, std::string(words::kHistoryReadOnly), m_file};
    case SQLITE_NOTADB: return {ErrorCode::Parse, std::string(words::kNoDatabase), m_file};
    case SQLITE_CORRUPT: return {ErrorCode::Parse, words::historyDamaged(reason), m_file};
    default: return {ErrorCode::Io, words::historyFailed(reason), m_file};
    }
}

Result<BenchHistory> BenchHistory::open(const std::string& file) {
    constexpr int kPatienceMs = 2000;
    std::error_code unknown;
    const auto kind = std::filesystem::status(file, unknown).type();
    if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found) {
        return Error{ErrorCode::Parse, std::string(words::kNoDatabase), file}; // a pipe would be waited for
    }
    sqlite3* opened = nullptr;
    const std::string path = std::filesystem::absolute(file, unknown).string(); // ":memory:" is a file, too
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    BenchHistory history(Database(opened), file);
    if (code != SQLITE_OK) {
        return history.failure();
    }
    sqlite3_busy_timeout(opened, kPatienceMs);
    if (const Status ready = history.prepare(); !ready) {
        return ready.error();
    }
    return history;
}

/// Makes sure that the file is ours and whole before anything is written to it.
Status BenchHistory::prepare() {
    sqlite3* const database = m_database.get();
    const auto run = [database](const char* text) { sqlite3_exec(database, text, nullptr, nullptr, nullptr); };
    run(sql::kBeginReading); // another program may make the history meanwhile: these three belong together
    const std::optional<std::int64_t> tables = numberOf(database, sql::kCountTables);
    const std::optional<std::int64_t> application = tables ? numberOf(database, sql::kAskApplication) : std::nullopt;
    const std::optional<std::int64_t> version = application ? numberOf(database, sql::kAskVersion) : std::nullopt;
    if (!version) {
        const Error error = failure();
        run(sql::kRollBack);
        return error;
    }
    run(sql::kCommit);
    if (*tables == 0 && *application == 0 && *version == 0) {
        return create();
    }
    if (*application != sql::kApplication) {
        return Error{ErrorCode::Parse, std::string(words::kForeignDatabase), m_file};
    }
    if (*version != sql::kVersion) {
        return Error{ErrorCode::Parse, words::newerHistory(*version, sql::kVersion), m_file};
    }
    Statement check(database, sql::kCheck);
    if (!check.next()) {
        return failure();
    }
    const std::string found = check.text(0);
    const std::string reason = found.substr(found.rfind('\n') + 1); // behind the name of the database
    return found == "ok" ? Status(Ok{}) : Error{ErrorCode::Parse, words::historyDamaged(reason), m_file};
}

Status BenchHistory::create() {
    sqlite3* const database = m_database.get();
    const auto run = [&](const char* text) {
        return sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK;
    };
    if (!run(sql::kBegin)) {
        return failure();
    }
    // Another program may have made it since we looked.
    const std::optional<std::int64_t> tables = numberOf(database, sql::kCountTables);
    const bool isDone = tables && (*tables > 0 || run(sql::kCreate)) && run(sql::kCommit);
    if (isDone) {
        return *tables > 0 ? prepare() : Status(Ok{});
    }
    const Error error = failure();
    run(sql::kRollBack);
    return error;
}

Status BenchHistory::checkWritable() {
    sqlite3* const database = m_database.get();
    const auto run = [database](const char* text) {
        return sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK;
    };
    if (!run(sql::kBegin)) {
        return failure();
    }
    Status tried = run(sql::kTryWriting) ? Status(Ok{}) : Status(failure());
    run(sql::kRollBack);
    return tried;
}

Result<std::int64_t> BenchHistory::add(const BenchDocument& document, std::string_view note) {
    const std::vector<BenchResult>& results = document.report.results;
    const std::string text = benchDocumentText(document);
    const std::string file = document.files.empty() ? std::string() : document.files.front();
    const std::string net = results.empty() ? std::string() : results.front().model;
    Statement statement(m_database.get(), sql::kAdd);
    int place = 0;
    for (const std::string_view value :
         {std::string_view(document.date), std::string_view(document.build.commit), std::string_view(document.host),
          std::string_view(file), std::string_view(net), note, std::string_view(text)}) {
        statement.bind(++place, value);
    }
    return statement.run() ? Result<std::int64_t>(sqlite3_last_insert_rowid(m_database.get()))
                           : Result<std::int64_t>(failure());
}

Result<std::vector<HistoryEntry>> BenchHistory::list() const {
    Statement statement(m_database.get(), sql::kList);
    std::vector<HistoryEntry> entries;
    while (statement.next()) {
        entries.push_back(historyRow(statement));
    }
    return statement.hasFailed() ? Result<std::vector<HistoryEntry>>(failure()) : entries;
}

Result<std::string> BenchHistory::readText(std::int64_t id) const {
    Statement statement(m_database.get(), sql::kRead);
    statement.bind(1, id);
    if (statement.next()) {
        return statement.text(0);
    }
    return statement.hasFailed() ? failure() : Error{ErrorCode::Config, words::noHistoryEntry(id), m_file};
}

Result<BenchDocument> BenchHistory::read(std::int64_t id) const {
    const Result<std::string> text = readText(id);
    return text ? parseBenchDocument(*text, words::historyEntry(m_file, id)) : Result<BenchDocument>(text.error());
}

/// A statement that changes the entry, and takes `text` where it has a place for it.
Status BenchHistory::changeOne(const char* statement, std::int64_t id, std::string_view text) {
    Statement change(m_database.get(), statement);
    change.bind(1, id);
    if (change.takes(2)) {
        change.bind(2, text);
    }
    if (!change.run()) {
        return failure();
    }
    return sqlite3_changes(m_database.get()) > 0 ? Status(Ok{})
                                                 : Error{ErrorCode::Config, words::noHistoryEntry(id), m_file};
}

Status BenchHistory::note(std::int64_t id, std::string_view text) {
    return changeOne(sql::kNote, id, text);
}

Status BenchHistory::remove(std::int64_t id) {
    return changeOne(sql::kDelete, id, {});
}

} // namespace batchscope
