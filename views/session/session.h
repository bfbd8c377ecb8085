// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the one owner of what the window shows. It holds the present Snapshot, hands work to the worker thread, and
// tells views which parts changed. The newest request wins: a running one is stopped, a waiting one replaced. GUI
// thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/bench/bench.h"
#include "core/session/snapshot.h"
#endif

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>

namespace batchscope {

class NodeFinder;
class TreeFinder;
class Worker;

class Session final : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Never null; empty before anything was opened.
    [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return m_snapshot; }
    /// What was asked for last; snapshot()->config lags behind while the worker is busy.
    [[nodiscard]] const SessionConfig& config() const { return m_config; }

    /// What failed last, when it was a config that was asked for; for ways out of it.
    [[nodiscard]] const SessionConfig& refused() const { return m_refused; }

    /// Asks for this config. Other files may be shown with another net, see noticed(). Does nothing when it equals the
    /// last one, unless that failed or was cancelled. A config that fails is given up: config() goes back to what is
    /// shown.
    void setConfig(const SessionConfig& config);
    /// Opens files with the present choices; trees A–B start at the first ones again.
    void open(const std::vector<std::string>& files);
    /// Shows what another session shows, and asks for `config` of the same trees: nothing is read again.
    void follow(const Session& other, const SessionConfig& config);
    /// Reads the files again.
    void reload();
    /// Stops the running request; what was published stays.
    void cancel();
    [[nodiscard]] bool busy() const { return m_busy; }
    /// Whether the rest of a large file is being read, beside everything else. cancel() ends it and keeps what was
    /// read.
    [[nodiscard]] bool indexing() const { return m_indexing; }

    /// Starts a timing sweep over the open treebank, after the present request when one is running; results arrive by
    /// benchChanged. A later request ends it.
    void startBench(const BenchConfig& config);
    [[nodiscard]] bool benchRunning() const { return m_benchRunning; }
    /// The last sweep, complete or not; it stays until the next one has its first result. Null before the first.
    [[nodiscard]] const std::shared_ptr<const BenchReport>& bench() const { return m_bench; }

    /// Shows the source trees of this graph at other places, as SourceLayout::Dot asks for; nothing happens when
    /// another graph, or another layout, is shown by now.
    void showForest(const std::shared_ptr<const OpGraph>& graph, std::shared_ptr<const ForestLayout> forest);

    /// Which trees of the snapshot's treebank are listed: filter and order.
    [[nodiscard]] TreeFinder& finder() const { return *m_finder; }
    /// Which nodes of the snapshot's graph are searched for.
    [[nodiscard]] NodeFinder& nodeFinder() const { return *m_nodeFinder; }

    /// How many trees of a fresh treebank are shown at first.
    static constexpr std::size_t kFirstTrees = 8;

signals:
    void snapshotChanged(batchscope::Parts parts);
    /// The asked config changed (also before its snapshot exists), for controls that show it.
    void configChanged();
    void busyChanged(bool busy);
    void indexingChanged();
    /// Bytes of the files, at most every 30 ms. total is 0 when unknown.
    void indexProgressChanged(qulonglong done, qulonglong total);
    /// At most every 30 ms. total is 0 when unknown.
    void progressChanged(const QString& stage, qulonglong done, qulonglong total);
    /// A user-visible error, one line or more: `file:line:column: error: message`.
    void failed(const QString& message);
    /// Something was decided for the user, in one sentence: opened trees are shown with another net than the chosen
    /// one.
    void noticed(const QString& message);
    /// Training was asked for, and these trees cannot be trained on: config() is of inference by now. One sentence.
    void trainingEnded(const QString& message);
    /// The request was stopped by cancel(); not an error.
    void cancelled();
    void benchChanged();

private:
    /// What the job that reads the rest of a file ends with.
    struct Indexed {
        std::shared_ptr<const Treebank> bank;
        std::shared_ptr<const TreeStatistics> statistics;
        std::optional<Error> error;
    };

    /// What showForest was given, with the storyboard that was made of it last.
    struct Placed {
        std::shared_ptr<const OpGraph> graph;
        std::shared_ptr<const ForestLayout> forest;
        std::shared_ptr<const Schedule> schedule;
        std::shared_ptr<const LaneLayout> lanes;
        std::shared_ptr<const Storyboard> story;
    };

    [[nodiscard]] std::shared_ptr<const Snapshot> asPlaced(std::shared_ptr<const Snapshot> snapshot);
    void request(const SessionConfig& config);
    void indexRest();
    void stopIndexing();
    void setIndexing(bool indexing);
    void acceptIndexed(std::uint64_t generation, const Indexed& indexed);
    void submitBench(const BenchConfig& config);
    void giveUpConfig();
    void accept(std::uint64_t generation, std::shared_ptr<const Snapshot> snapshot, const GraphOptions& fitting);
    void replaceOptions(const GraphOptions& fitting);
    void acceptBench(std::uint64_t generation, std::shared_ptr<const BenchReport> report);
    void finish(std::uint64_t generation, const std::optional<Error>& error);
    void setBusy(bool busy);
    [[nodiscard]] ProgressSink progressSink(std::uint64_t generation);

    std::shared_ptr<const Snapshot> m_snapshot;
    SessionConfig m_config;
    SessionConfig m_refused;
    Placed m_placed;
    std::shared_ptr<const BenchReport> m_bench;
    std::uint64_t m_generation = 0;
    bool m_busy = false;
    bool m_benchRunning = false;
    bool m_settled = true;      // the last request ended without error or cancel
    bool m_rereadFiles = false; // asked for, and not yet published
    std::optional<BenchConfig> m_waitingBench;
    std::shared_ptr<const Snapshot> m_wholeBank; // what requests start from when all trees are known, until it is shown
    std::uint64_t m_indexGeneration = 0;
    std::stop_source m_indexStop; // the job must run to its end to give what it has, even if it has not begun
    bool m_indexing = false;
    bool m_indexStopped = false;       // by the user: the trees that were read are all there will be
    std::unique_ptr<Worker> m_indexer; // reads the rest of large files; never runs LibTorch
    std::unique_ptr<TreeFinder> m_finder;
    std::unique_ptr<NodeFinder> m_nodeFinder;
    std::unique_ptr<Worker> m_worker;
};

} // namespace batchscope
