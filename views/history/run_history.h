// SPDX-License-Identifier: GPL-3.0-or-later
//
// The history of benchmarks (core/records/bench_history.h) as the window has it: what is asked for happens on a thread
// of its own, one thing after the other, and the file is open only meanwhile, so that other programs may use it. What
// cannot be kept, because the file is locked, full or damaged, waits for the next time, and is tried once more when
// this object goes, which also completes the changes that are still to be made. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN
#include "core/jobs/newest.h"
#include "core/records/compare_documents.h"
#include "core/records/history_trend.h"
#endif

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

class BenchHistory;

/// Two runs, held against each other.
struct ComparedRuns {
    HistoryEntry before;
    HistoryEntry after;
    RunComparison comparison;
    std::vector<std::string> conditions; ///< that differ, a line each
};

class RunHistory final : public QObject {
    Q_OBJECT

public:
    explicit RunHistory(QObject* parent = nullptr);
    ~RunHistory() override;
    RunHistory(const RunHistory&) = delete;
    RunHistory& operator=(const RunHistory&) = delete;

    /// Tries again to keep what waits, and reads what is in the history.
    void refresh();
    /// Only reads; documents that were read before are not read again.
    void reread();
    /// Ends reading; what was read is kept for the next time.
    void stop();
    /// Adds a run, as soon as nothing else is under way. Does not read it: see outdated().
    void keep(std::shared_ptr<const BenchDocument> document);
    void setNote(std::int64_t id, const std::string& text);
    /// All or, where one of them is not there, those before it.
    void remove(const std::vector<std::int64_t>& ids);

    // What is asked for comes later, unless this object goes first.

    /// The document, and its text as it was kept.
    struct Document {
        std::shared_ptr<const BenchDocument> document;
        std::string text;
    };
    void read(std::int64_t id, std::function<void(const Result<Document>&)> take);
    void compare(std::int64_t before, std::int64_t after, std::function<void(const Result<ComparedRuns>&)> take);

    /// By date, the oldest first.
    [[nodiscard]] const std::vector<HistoryEntry>& entries() const { return m_entries; }
    /// Of all entries; null until it was computed once. It may lag behind the entries.
    [[nodiscard]] const std::shared_ptr<const HistoryTrend>& trend() const { return m_trend; }
    /// Why there are no entries; empty where there is no history yet, too.
    [[nodiscard]] const QString& fault() const { return m_fault; }
    /// Whether entries() was read at least once.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    [[nodiscard]] bool isReading() const { return m_reading.isOpen(); }
    /// Whether anything is under way.
    [[nodiscard]] bool isBusy() const { return isReading() || m_open > 0; }
    /// Runs that could not be kept, and wait; why is what failed() said.
    [[nodiscard]] std::size_t waiting() const { return m_isKeeping ? 0 : m_pending.size(); }

signals:
    /// Anything above.
    void changed();
    /// What was read is not all that there is: runs were added. Reading may wait until it disturbs nothing.
    void outdated();
    /// Documents that are read, of how many.
    void progressed(qulonglong done, qulonglong total);
    /// What was asked for failed; one line or more.
    void failed(const QString& message);

private:
    /// A run that is to be kept.
    struct Pending {
        std::shared_ptr<const BenchDocument> document;
        std::optional<Result<std::int64_t>> outcome; ///< written by the job, read when it is over

        [[nodiscard]] bool isKept() const { return outcome && outcome->hasValue(); }
    };
    /// Something that a job does.
    struct Work {
        std::function<Status()> run;
        bool isDone = false; ///< as outcome
    };
    /// What becomes of work that has not begun when this object goes.
    enum class AtEnd { Forget, Do };
    /// What was read of the file; used by jobs only, which run one at a time.
    struct Shelf {
        std::map<std::int64_t, KeptRun> runs;
    };
    /// What a job hands over.
    struct Listing {
        std::vector<HistoryEntry> entries;
        std::shared_ptr<const HistoryTrend> trend; ///< null: not computed yet
    };

    using Change = std::function<Status(BenchHistory& history)>;

    [[nodiscard]] static Status readAll(Shelf& shelf, const JobControl& control,
                                        const std::function<void(Listing)>& publish);
    static void addAll(const std::vector<std::shared_ptr<Pending>>& pending);
    void submit(std::function<Status()> run, AtEnd atEnd, std::function<void(const std::optional<Error>&)> ended);
    void startKeeping();
    void change(const Change& change, const QString& failure);
    void take(Listing listing);
    void endReading(RequestState state, const std::optional<Error>& error);
    void endKeeping();

    std::vector<HistoryEntry> m_entries;
    std::shared_ptr<const HistoryTrend> m_trend;
    QString m_fault;
    bool m_isKnown = false;
    std::size_t m_open = 0; // requests that are no reading
    std::vector<std::shared_ptr<Pending>> m_pending;
    bool m_isKeeping = false;
    std::vector<std::shared_ptr<Work>> m_mustDo;
    std::shared_ptr<Shelf> m_shelf;
    std::unique_ptr<Lane> m_lane;
    Newest m_reading;
};

} // namespace batchscope
