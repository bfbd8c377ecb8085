// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/run_history.h"

#include "core/jobs/job_thread.h"
#include "core/records/bench_document.h"
#include "core/records/history_place.h"
#include "core/records/run_conditions.h"
#include "core/words/history_words.h"
#include "views/session/lanes.h"

#include <QStringBuilder>

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

namespace batchscope {

namespace {

constexpr const char* kUsualPlace = ""; // of a history without a name

bool isSameEntry(const HistoryEntry& left, const HistoryEntry& right) {
    return left.date == right.date && left.host == right.host && left.commit == right.commit &&
           left.file == right.file && left.net == right.net;
}

void tellTerminal(const QString& text, const Error& error) {
    const QString line = text.arg(QString::fromStdString(error.text()));
    (void)std::fputs(qPrintable(QStringLiteral("batchscope: ") % line % u'\n'), stderr);
}

} // namespace

RunHistory::RunHistory(QObject* parent)
    : QObject(parent), m_shelf(std::make_shared<Shelf>()),
      m_lane(std::make_unique<Lane>(std::make_unique<JobThread>(), postTo(*this))), m_reading(*m_lane) {}

/// Nobody hears of what fails now, but for the terminal.
RunHistory::~RunHistory() {
    m_reading.drop();
    m_lane.reset(); // waits for what runs
    for (const auto& work : m_mustDo) {
        const Status done = work->isDone ? Status(Ok{}) : work->run();
        if (!done) {
            tellTerminal(tr("a change of the history was not made: %1"), done.error());
        }
    }
    addAll(m_pending);
    for (const auto& each : m_pending) {
        if (!each->isKept()) {
            tellTerminal(tr("a measurement was not kept in the history: %1"), each->outcome->error());
        }
    }
}

// ---- reading ------------------------------------------------------------------------------------------------------

void RunHistory::refresh() {
    if (waiting() > 0) {
        startKeeping(); // tries again
    } else {
        reread();
    }
}

void RunHistory::reread() {
    const auto job = [this, shelf = m_shelf](const JobControl& control) {
        return readAll(*shelf, control, [this, &control](Listing listing) {
            auto shared = std::make_shared<Listing>(std::move(listing));
            control.deliver([this, shared] { take(std::move(*shared)); });
        });
    };
    m_reading.ask(
        {.prepare = [job] { return Job(job); },
         .progress = [this](std::string_view /*stage*/, std::size_t done,
                            std::size_t total) { emit progressed(done, total); },
         .ended = [this](RequestState state, const std::optional<Error>& error) { endReading(state, error); }});
    emit changed();
}

Status RunHistory::readAll(Shelf& shelf, const JobControl& control, const std::function<void(Listing)>& publish) {
    if (!hasHistory(kUsualPlace)) {
        shelf.runs.clear();
        publish({{}, std::make_shared<const HistoryTrend>()});
        return Ok{};
    }
    const Result<BenchHistory> history = openKeptHistory(kUsualPlace);
    const Result<std::vector<HistoryEntry>> listed =
        history ? history->list() : Result<std::vector<HistoryEntry>>(history.error());
    if (!listed) {
        return listed.error();
    }
    const std::vector<HistoryEntry> entries = chosenEntries(*listed, {});
    publish({entries, nullptr});
    std::vector<const KeptRun*> runs;
    for (std::size_t index = 0; index < entries.size(); ++index) {
        const HistoryEntry& entry = entries[index];
        control.run().report(words::kReadingHistory, index, entries.size());
        auto known = shelf.runs.find(entry.id);
        if (known == shelf.runs.end() || !isSameEntry(known->second.entry, entry)) { // another file may be there now
            Result<std::vector<KeptRun>> read = readKeptRuns(*history, std::span(&entry, 1), control.run().quiet());
            if (!read) {
                return read.error();
            }
            if (read->empty()) {
                continue; // removed meanwhile
            }
            known = shelf.runs.insert_or_assign(entry.id, std::move(read->front())).first;
        }
        known->second.entry = entry; // its note may be another one
        runs.push_back(&known->second);
    }
    Result<HistoryTrend> trend = trendOf(std::move(runs), kUsualTolerance, control.run());
    if (!trend) {
        return trend.error();
    }
    publish({entries, std::make_shared<const HistoryTrend>(std::move(*trend))});
    return Ok{};
}

void RunHistory::take(Listing listing) {
    m_entries = std::move(listing.entries);
    m_trend = listing.trend ? std::move(listing.trend) : m_trend;
    m_isKnown = true;
    m_fault.clear();
    emit changed();
}

void RunHistory::endReading(RequestState state, const std::optional<Error>& error) {
    if (state == RequestState::Failed) {
        m_fault = QString::fromStdString(error->text());
        m_entries.clear();
        m_trend.reset();
        m_isKnown = true;
    }
    emit changed();
}

void RunHistory::stop() {
    m_reading.stop();
}

// ---- changes ------------------------------------------------------------------------------------------------------

void RunHistory::submit(std::function<Status()> run, AtEnd atEnd,
                        std::function<void(const std::optional<Error>&)> ended) {
    const auto work = std::make_shared<Work>(Work{std::move(run)});
    if (atEnd == AtEnd::Do) {
        m_mustDo.push_back(work);
    }
    ++m_open;
    const auto job = [work](const JobControl& /*control*/) -> Status {
        Status done = work->run();
        work->isDone = true;
        return done;
    };
    m_lane->submit({.prepare = [job] { return Job(job); },
                    .ended =
                        [this, work, ended = std::move(ended)](RequestState, const std::optional<Error>& error) {
                            std::erase(m_mustDo, work);
                            --m_open;
                            ended(error);
                        }});
    emit changed();
}

/// Those that are kept already stay so.
void RunHistory::addAll(const std::vector<std::shared_ptr<Pending>>& pending) {
    const bool allKept = std::all_of(pending.begin(), pending.end(), [](const auto& each) { return each->isKept(); });
    if (allKept) {
        return;
    }
    Result<BenchHistory> history = openHistory(kUsualPlace);
    for (const auto& each : pending) {
        if (!each->isKept()) {
            each->outcome = history ? history->add(*each->document) : Result<std::int64_t>(history.error());
        }
    }
}

void RunHistory::keep(std::shared_ptr<const BenchDocument> document) {
    m_pending.push_back(std::make_shared<Pending>(Pending{std::move(document), std::nullopt}));
    if (!m_isKeeping) { // else its end comes back here
        startKeeping();
    }
}

void RunHistory::startKeeping() {
    m_isKeeping = true;
    m_reading.drop(); // what comes of it would be old
    submit(
        [pending = m_pending]() -> Status {
            addAll(pending);
            return Ok{};
        },
        AtEnd::Forget, [this](const std::optional<Error>& /*error*/) { endKeeping(); });
}

void RunHistory::endKeeping() {
    m_isKeeping = false;
    std::erase_if(m_pending, [](const auto& each) { return each->isKept(); });
    const auto isNew = [](const auto& each) { return !each->outcome; };
    if (std::any_of(m_pending.begin(), m_pending.end(), isNew)) {
        startKeeping();
        return;
    }
    emit changed();
    emit outdated();
    if (!m_pending.empty()) {
        emit failed(tr("The measurement was not kept in the history: %1\nIt is still shown in Time. The next "
                       "measurement, or Refresh in the History panel, tries again.")
                        .arg(QString::fromStdString(m_pending.front()->outcome->error().text())));
    }
}

void RunHistory::change(const Change& change, const QString& failure) {
    m_reading.drop();
    submit(
        [change]() -> Status {
            Result<BenchHistory> history = openKeptHistory(kUsualPlace);
            return history ? change(*history) : Status(history.error());
        },
        AtEnd::Do,
        [this, failure](const std::optional<Error>& error) {
            reread();
            if (error) {
                emit failed(failure.arg(QString::fromStdString(error->text())));
            }
        });
}

void RunHistory::setNote(std::int64_t id, const std::string& text) {
    change([id, text](BenchHistory& history) { return history.note(id, text); }, tr("The note was not saved: %1"));
}

void RunHistory::remove(const std::vector<std::int64_t>& ids) {
    change(
        [ids](BenchHistory& history) -> Status {
            for (const std::int64_t id : ids) {
                if (Status removed = history.remove(id); !removed) {
                    return removed;
                }
            }
            return Ok{};
        },
        tr("The runs were not removed: %1"));
}

void RunHistory::read(std::int64_t id, std::function<void(const Result<Document>&)> take) {
    const auto found = std::make_shared<Document>();
    submit(
        [id, found]() -> Status {
            const Result<BenchHistory> history = openKeptHistory(kUsualPlace);
            if (!history) {
                return history.error();
            }
            const Result<BenchDocument> document = history->read(id);
            const Result<std::string> text = document ? history->readText(id) : Result<std::string>(document.error());
            if (!text) {
                return text.error();
            }
            *found = {std::make_shared<const BenchDocument>(*document), *text};
            return Ok{};
        },
        AtEnd::Forget,
        [this, found, take = std::move(take)](const std::optional<Error>& error) {
            take(error ? Result<Document>(*error) : Result<Document>(*found));
            emit changed();
        });
}

void RunHistory::compare(std::int64_t before, std::int64_t after,
                         std::function<void(const Result<ComparedRuns>&)> take) {
    const auto found = std::make_shared<ComparedRuns>();
    const auto entryOf = [this](std::int64_t id) {
        const auto entry =
            std::find_if(m_entries.begin(), m_entries.end(), [id](const HistoryEntry& each) { return each.id == id; });
        return entry == m_entries.end() ? HistoryEntry{.id = id} : *entry;
    };
    found->before = entryOf(before);
    found->after = entryOf(after);
    submit(
        [before, after, found]() -> Status {
            const Result<BenchHistory> history = openKeptHistory(kUsualPlace);
            const Result<BenchDocument> old = history ? history->read(before) : history.error();
            const Result<BenchDocument> now = old ? history->read(after) : old.error();
            if (!now) {
                return now.error();
            }
            Result<RunComparison> comparison = compareDocuments(*old, *now, kUsualTolerance);
            if (!comparison) {
                return comparison.error();
            }
            found->comparison = std::move(*comparison);
            found->conditions = differentConditions(conditionsOf(*old), conditionsOf(*now));
            return Ok{};
        },
        AtEnd::Forget,
        [this, found, take = std::move(take)](const std::optional<Error>& error) {
            take(error ? Result<ComparedRuns>(*error) : Result<ComparedRuns>(*found));
            emit changed();
        });
}

} // namespace batchscope
