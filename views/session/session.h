// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one owner of what the window shows. It holds the current Snapshot, asks the lanes for the next one, and tells
// views which parts changed. It has at most three requests: the picture, a cell of a timing sweep, and the rest of a
// large file. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/bench/bench.h"
#include "core/session/snapshot.h"
#include "core/session/source_layout.h"
#include "views/session/lanes.h"
#endif

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace batchscope {

struct BenchDocument;
class BookmarkList;
class BreakpointList;
class NodeFinder;
class Stepwise;
struct RaceSetup;
struct TrainedNet;
class TreeFinder;

class Session final : public QObject {
    Q_OBJECT

public:
    /// Sessions that are shown side by side share their lanes, which outlive them.
    explicit Session(Lanes& lanes, QObject* parent = nullptr);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] Lanes& lanes() const { return m_lanes; }

    /// Never null; empty before anything was opened.
    [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return m_snapshot; }
    /// What was asked for last; snapshot()->config lags behind while the session is busy.
    [[nodiscard]] const SessionConfig& config() const { return m_config; }

    /// What failed last, when it was a config that was asked for; for ways out of it.
    [[nodiscard]] const SessionConfig& refused() const { return m_refused; }

    /// Asks for this config. Other files may be shown with another net, see noticed(). Does nothing when it equals the
    /// last one, unless that failed or was canceled. A config that fails is given up: config() goes back to what is
    /// shown.
    void setConfig(const SessionConfig& config);
    /// Opens files with the present choices; trees A–B start at the first ones again.
    void open(const std::vector<std::string>& files);
    /// Of the trees of the next file that is read, only as many of the first ones are shown as this room takes, unless
    /// other trees than the first kFirstTrees are asked for. Nothing: all of these.
    void fitFirstTrees(std::optional<PictureRoom> room) { m_room = room; }
    /// Shows what another session shows, and asks for `config` of the same trees: nothing is read again.
    void follow(const Session& other, const SessionConfig& config);
    /// Reads the files again.
    void reload();
    /// Shows what the module's file holds now, if it changed; the trees are not read again.
    void reloadModule();
    /// Stops whatever was asked for; what was published stays.
    void cancel();
    /// Whether the picture that was asked for last is not complete yet.
    [[nodiscard]] bool busy() const { return m_picture.isOpen(); }
    /// Whether the rest of a large file is being read in the background. cancel() ends it and keeps what was
    /// read.
    [[nodiscard]] bool indexing() const { return m_rest.isOpen(); }

    /// Asks for a timing sweep over the open treebank, in place of the one that is measured; its results arrive by
    /// benchChanged. Pictures go first. Does nothing before a treebank is open.
    void startBench(const BenchConfig& config);
    /// Whether a sweep is measured, or waits for a picture.
    [[nodiscard]] bool benchRunning() const;
    /// Whether it waits for a picture, of this session or of another one.
    [[nodiscard]] bool benchWaiting() const;
    /// The last sweep, complete or not; it stays until the next one has its first result. Null before the first.
    [[nodiscard]] std::shared_ptr<const BenchReport> bench() const;
    /// The same with all it takes to measure it again (core/records/bench_document.h); null where bench() is.
    [[nodiscard]] const std::shared_ptr<const BenchDocument>& benchDocument() const;

    /// Trains on all trees of the open treebank, in place of what is trained; progress arrives by trainingChanged.
    /// Pictures go first. Does nothing before a treebank is open.
    void startTraining(RaceSetup setup);
    void stopTraining();
    /// Trains no further after the present epoch, or goes on.
    void pauseTraining(bool pauses);
    [[nodiscard]] bool isTraining() const;
    [[nodiscard]] bool isTrainingPaused() const;
    /// The last training, complete or not. Null before its first epoch.
    [[nodiscard]] const std::shared_ptr<const TrainedNet>& trained() const { return m_trained; }

    /// Which trees of the snapshot's treebank are listed: filter and order.
    [[nodiscard]] TreeFinder& finder() const { return *m_finder; }
    /// Which nodes of the snapshot's graph are searched for.
    [[nodiscard]] NodeFinder& nodeFinder() const { return *m_nodeFinder; }
    /// Where the run is to be stopped at.
    [[nodiscard]] BreakpointList& breakpoints() const { return *m_breakpoints; }
    /// Places to come back to.
    [[nodiscard]] BookmarkList& bookmarks() const { return *m_bookmarks; }

    /// The number of trees of a new treebank that are shown initially.
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
    /// one, or binarized for the chosen one.
    /// `asked` is what was chosen.
    void noticed(const QString& message, const batchscope::GraphOptions& asked);
    /// The schedule that was opened is for another graph than the one that is shown: config() is without it.
    /// One sentence.
    void givenEnded(const QString& message);
    /// Training was requested, but these trees cannot be trained on: config() is already back to inference. One
    /// sentence.
    void trainingEnded(const QString& message);
    /// The request was stopped by cancel(); not an error.
    void cancelled();
    void benchChanged();
    /// benchRunning() changed; after benchChanged().
    void sweepingChanged();
    /// isTraining() or trained().
    void trainingChanged();

private:
    /// What the job that reads the rest of a file ends with; null where it was stopped before it began.
    struct Rest {
        std::shared_ptr<const Treebank> bank;
        std::shared_ptr<const TreeStatistics> statistics;
    };

    void request(const SessionConfig& config);
    void askForPicture(const SessionConfig& config);
    /// What fits trees that were just read.
    struct Fitting {
        GraphOptions options;
        std::optional<std::size_t> trees; ///< how many there is room for, where that was asked
    };

    void accept(std::shared_ptr<const Snapshot> snapshot, const Fitting& fitting);
    void fit(const Fitting& fitting, bool isOtherFile);
    void followGiven();
    void replaceOptions(const GraphOptions& fitting);
    void noteOwnBinarization(const GraphOptions& asked, const GraphOptions& shown);
    void endPicture(RequestState state, const std::optional<Error>& error);
    void tellEnd(RequestState state, const std::optional<Error>& error);
    void giveUpConfig();
    void followSweeps();
    void readRest();
    void dropRest();
    void endRest(RequestState state, const std::optional<Error>& error, const Rest& rest);
    [[nodiscard]] ProgressSink progressSink();

    Lanes& m_lanes;
    std::shared_ptr<const Snapshot> m_snapshot;
    SessionConfig m_config;
    SessionConfig m_refused;
    std::optional<Binarization> m_ownBinarization; // while another one is shown because the net needs it
    std::optional<PictureRoom> m_room;             // for the first trees of a file that is not read yet
    bool m_settled = true;                         // the last picture was completed: neither error nor cancel
    bool m_rereadFiles = false;                    // asked for, and not yet published
    bool m_restStopped = false;                    // by the user: the trees that were read are all there will be
    std::shared_ptr<const Snapshot> m_wholeBank; // what requests start from when all trees are known, until it is shown
    std::unique_ptr<TreeFinder> m_finder;
    std::unique_ptr<NodeFinder> m_nodeFinder;
    std::unique_ptr<BreakpointList> m_breakpoints;
    std::unique_ptr<BookmarkList> m_bookmarks;
    std::unique_ptr<Stepwise> m_sweep;
    std::shared_ptr<const BenchDocument> m_bench;
    std::unique_ptr<Stepwise> m_training;
    std::shared_ptr<const TrainedNet> m_trained;
    bool m_wasSweeping = false; // as the last sweepingChanged said
    Newest m_picture;
    Newest m_rest; // of a large file
};

} // namespace batchscope
