// SPDX-License-Identifier: GPL-3.0-or-later
//
// Owns what the window shows: it holds the current Snapshot, requests the next one from the lanes, and notifies views
// of the parts that changed. It has at most three open requests: the picture, a cell of a timing sweep, and the rest of
// a large file. GUI thread only.
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
    /// Sessions that are shown side by side share their lanes, which must outlive them.
    explicit Session(Lanes& lanes, QObject* parent = nullptr);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] Lanes& lanes() const { return m_lanes; }

    /// Never null; empty before anything was opened.
    [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return m_snapshot; }
    /// The config requested last; snapshot()->config lags behind while the session is busy.
    [[nodiscard]] const SessionConfig& config() const { return m_config; }

    /// The last config that failed, for offering alternatives.
    [[nodiscard]] const SessionConfig& refused() const { return m_refused; }

    /// Requests this config. If other files do not suit the chosen net, another net may be shown; see noticed(). Does
    /// nothing if the config equals the last one, unless that failed or was canceled. A config that fails is dropped:
    /// config() returns to the one that is shown.
    void setConfig(const SessionConfig& config);
    /// Opens files with the current choices; the range of trees starts at the first trees again.
    void open(const std::vector<std::string>& files);
    /// Limits the next file to as many of its first trees as fit into `room`, unless other trees than the first
    /// kFirstTrees were requested. Nullopt: all kFirstTrees.
    void fitFirstTrees(std::optional<PictureRoom> room) { m_room = room; }
    /// Shows what another session shows, and requests `config` for the same trees; no file is read again.
    void follow(const Session& other, const SessionConfig& config);
    /// Reads the files again.
    void reload();
    /// Shows the current content of the module's file if it changed; the trees are not read again.
    void reloadModule();
    /// Stops all requests except training; published results stay.
    void cancel();
    /// True while the picture requested last is incomplete.
    [[nodiscard]] bool busy() const { return m_picture.isOpen(); }
    /// True while the rest of a large file is read in the background. cancel() ends that; trees read so far are kept.
    [[nodiscard]] bool indexing() const { return m_rest.isOpen(); }

    /// Starts a timing sweep over the open treebank, replacing any sweep that is running; benchChanged announces its
    /// results. Pictures have priority. Does nothing before a treebank is open.
    void startBench(const BenchConfig& config);
    /// True while a sweep is measured or waits for a picture.
    [[nodiscard]] bool benchRunning() const;
    /// True while the sweep waits for a picture, of this session or of another one.
    [[nodiscard]] bool benchWaiting() const;
    /// The last sweep, complete or not; kept until the next one has its first result. Null before the first.
    [[nodiscard]] std::shared_ptr<const BenchReport> bench() const;
    /// bench() with everything needed to repeat it (core/records/bench_document.h); null if bench() is null.
    [[nodiscard]] const std::shared_ptr<const BenchDocument>& benchDocument() const;

    /// Trains on all trees of the open treebank instead of the present training; trainingChanged reports progress.
    /// Pictures go first. Does nothing before a treebank is open.
    void startTraining(RaceSetup setup);
    void stopTraining();
    /// Stops after the present epoch, or continues.
    void pauseTraining(bool pauses);
    [[nodiscard]] bool isTraining() const;
    [[nodiscard]] bool isTrainingPaused() const;
    /// The last training, complete or not. Null before its first epoch.
    [[nodiscard]] const std::shared_ptr<const TrainedNet>& trained() const { return m_trained; }

    /// The list of trees of the snapshot's treebank: filter and order.
    [[nodiscard]] TreeFinder& finder() const { return *m_finder; }
    /// The search for nodes of the snapshot's graph.
    [[nodiscard]] NodeFinder& nodeFinder() const { return *m_nodeFinder; }
    /// The places where the run stops.
    [[nodiscard]] BreakpointList& breakpoints() const { return *m_breakpoints; }
    /// The places that the user bookmarked.
    [[nodiscard]] BookmarkList& bookmarks() const { return *m_bookmarks; }

    /// The number of trees of a new treebank that are shown initially.
    static constexpr std::size_t kFirstTrees = 8;

signals:
    void snapshotChanged(batchscope::Parts parts);
    /// The requested config changed (also before its snapshot exists); for controls that show it.
    void configChanged();
    void busyChanged(bool busy);
    void indexingChanged();
    /// Bytes of the files, at most every 30 ms. total is 0 when unknown.
    void indexProgressChanged(qulonglong done, qulonglong total);
    /// Progress of the picture, at most every 30 ms. total is 0 when unknown.
    void progressChanged(const QString& stage, qulonglong done, qulonglong total);
    /// A user-visible error, one line or more: `file:line:column: error: message`.
    void failed(const QString& message);
    /// Something was decided for the user, in one sentence: opened trees are shown with another net than the chosen
    /// one, or binarized for the chosen one. `asked` holds the user's choice.
    void noticed(const QString& message, const batchscope::GraphOptions& asked);
    /// The schedule that was opened is for another graph than the one shown, so config() no longer contains it.
    /// `message` is one sentence.
    void givenEnded(const QString& message);
    /// Training was requested, but these trees cannot be trained on: config() is already back to inference. `message`
    /// is one sentence.
    void trainingEnded(const QString& message);
    /// The request was stopped by cancel(); not an error.
    void cancelled();
    void benchChanged();
    /// benchRunning() changed; after benchChanged().
    void sweepingChanged();
    /// isTraining(), isTrainingPaused() or trained() changed.
    void trainingChanged();
    /// Like failed(), which is emitted as well, for an error of the training only.
    void trainingFailed(const QString& message);

private:
    /// The result of the job that reads the rest of a file; null if it was stopped before it began.
    struct Rest {
        std::shared_ptr<const Treebank> bank;
        std::shared_ptr<const TreeStatistics> statistics;
    };

    void request(const SessionConfig& config);
    void askForPicture(const SessionConfig& config);
    /// The options that suit trees that were just read.
    struct Fitting {
        GraphOptions options;
        std::optional<std::size_t> trees; ///< the number of trees that fit into the room, if limited
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
    std::optional<Binarization> m_ownBinarization; // the user's choice, while the net needs another binarization
    std::optional<PictureRoom> m_room;             // room for the first trees of the next file
    bool m_settled = true;                         // the last picture was completed: neither error nor cancel
    bool m_rereadFiles = false;                    // requested, but not yet published
    bool m_restStopped = false;                    // stopped by the user: no more trees will be read
    std::shared_ptr<const Snapshot> m_wholeBank;   // the start of requests once all trees are known, until it is shown
    std::unique_ptr<TreeFinder> m_finder;
    std::unique_ptr<NodeFinder> m_nodeFinder;
    std::unique_ptr<BreakpointList> m_breakpoints;
    std::unique_ptr<BookmarkList> m_bookmarks;
    std::unique_ptr<Stepwise> m_sweep;
    std::shared_ptr<const BenchDocument> m_bench;
    std::unique_ptr<Stepwise> m_training;
    std::shared_ptr<const TrainedNet> m_trained;
    bool m_wasSweeping = false; // benchRunning() at the last sweepingChanged
    Newest m_picture;
    Newest m_rest; // reads the rest of a large file
};

} // namespace batchscope
