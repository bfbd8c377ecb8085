// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/session.h"

#include "core/formats/read_treebank.h"
#include "core/kernels/processor_load.h"
#include "core/nets/trainable.h"
#include "core/records/bench_document.h"
#include "core/records/model_file.h"
#include "core/session/pipeline.h"
#include "core/session/source_layout.h"
#include "core/session/suggestion.h"
#include "views/session/bookmark_list.h"
#include "views/session/breakpoint_list.h"
#include "views/session/node_finder.h"
#include "views/session/tree_finder.h"

#include <algorithm>
#include <utility>

namespace batchscope {

/// Work that takes long, in steps that are separate requests to a lane: a timing sweep goes cell by cell, training
/// epoch by epoch. A picture takes the place of the running step, which is repeated afterwards.
class Stepwise {
public:
    enum class State {
        Empty,
        Waiting, ///< for a picture, of this session or of another one
        Running,
    };

    /// Does one step on the lane's thread; returns true if it was the last. A step that was stopped is called again.
    /// Results reach the GUI thread by JobControl::deliver.
    using Step = std::function<Result<bool>(const JobControl& control)>;

    /// `changed` is called when state() or isPaused() changed, `failed` when the work ended with an error.
    Stepwise(Lane& lane, ProgressSink progress, std::function<void()> changed,
             std::function<void(const QString& message)> failed)
        : m_progress(std::move(progress)), m_changed(std::move(changed)), m_failed(std::move(failed)), m_request(lane) {
    }

    /// Replaces the present work.
    void begin(Step step) {
        m_step = std::move(step);
        m_isPaused = false;
        ask();
        m_changed();
    }
    /// Lets a picture go first.
    void giveWay() {
        if (m_request.state() == RequestState::Running) {
            m_request.drop();
            ask();
            m_changed();
        }
    }
    /// Ends the work; what it delivered stays.
    void cancel() {
        if (m_step) {
            m_request.drop();
            m_step = nullptr;
            m_isPaused = false;
            m_changed();
        }
    }
    /// Begins no step after the running one, or continues.
    void pause(bool pauses) {
        m_isPaused = pauses;
        if (!pauses && m_step && !m_request.isOpen()) {
            ask();
        }
        m_changed();
    }

    [[nodiscard]] State state() const {
        return !m_step ? State::Empty : m_request.state() == RequestState::Waiting ? State::Waiting : State::Running;
    }
    [[nodiscard]] bool isPaused() const { return m_isPaused; }

private:
    void ask() {
        m_wasLast = false;
        const auto job = [this, step = m_step](const JobControl& control) -> Status {
            control.deliver([this] { m_changed(); }); // it waits no more
            const Result<bool> wasLast = step(control);
            TRY(wasLast);
            control.deliver([this, wasLast = *wasLast] { m_wasLast = wasLast; });
            return Ok{};
        };
        m_request.ask({.prepare = [job] { return Job(job); },
                       .progress = m_progress,
                       .ended = [this](RequestState state, const std::optional<Error>& error) { end(state, error); },
                       .urgency = Urgency::Measurement});
    }

    void end(RequestState state, const std::optional<Error>& error) {
        if (state == RequestState::Done && !m_wasLast) {
            if (!m_isPaused) {
                ask();
            }
            m_changed();
            return;
        }
        m_step = nullptr;
        m_isPaused = false;
        m_changed();
        if (state == RequestState::Failed) {
            m_failed(QString::fromStdString(error->text()));
        }
    }

    ProgressSink m_progress;
    std::function<void()> m_changed;
    std::function<void(const QString&)> m_failed;
    Step m_step; // empty: no work
    bool m_wasLast = false;
    bool m_isPaused = false;
    Newest m_request;
};

Session::Session(Lanes& lanes, QObject* parent)
    : QObject(parent), m_lanes(lanes), m_snapshot(std::make_shared<const Snapshot>()),
      m_finder(std::make_unique<TreeFinder>()), m_nodeFinder(std::make_unique<NodeFinder>()),
      m_breakpoints(std::make_unique<BreakpointList>()), m_bookmarks(std::make_unique<BookmarkList>()),
      m_sweep(std::make_unique<Stepwise>(
          lanes.compute(), progressSink(), [this] { followSweeps(); },
          [this](const QString& message) { emit failed(message); })),
      m_training(std::make_unique<Stepwise>(
          lanes.compute(), progressSink(), [this] { emit trainingChanged(); },
          [this](const QString& message) {
              emit trainingFailed(message);
              emit failed(message);
          })),
      m_picture(lanes.compute()), m_rest(lanes.read()) {
    m_config.graph.trees = {0, kFirstTrees};
    connect(this, &Session::snapshotChanged, m_finder.get(), [this](Parts parts) {
        if (parts.has(Part::Treebank)) {
            m_finder->setTreebank(m_snapshot->treebank);
        }
    });
    connect(this, &Session::snapshotChanged, m_nodeFinder.get(), [this](Parts parts) {
        if (parts.has(Part::Graph) || parts.has(Part::Schedule) || parts.has(Part::Trace) || parts.has(Part::Report)) {
            m_nodeFinder->setSnapshot(m_snapshot);
        }
    });
    connect(this, &Session::snapshotChanged, m_breakpoints.get(), [this](Parts parts) {
        if (parts.has(Part::Graph) || parts.has(Part::Schedule) || parts.has(Part::Trace) || parts.has(Part::Report)) {
            m_breakpoints->setSnapshot(m_snapshot);
        }
    });
    connect(this, &Session::snapshotChanged, m_bookmarks.get(), [this](Parts parts) {
        if (parts.has(Part::Graph) || parts.has(Part::Schedule)) {
            m_bookmarks->setSnapshot(m_snapshot);
        }
    });
    // One core is left to the window: two teams that spin on the same cores slow each other down much more.
    m_config.threads = std::max(ourProcessors(), 2) - 1;
}

Session::~Session() = default;

void Session::setConfig(const SessionConfig& config) {
    if (config == m_config && (m_settled || busy())) {
        return;
    }
    const std::shared_ptr<const Treebank>& bank = m_snapshot->treebank;
    const bool choosesNet =
        bank && config.files == m_snapshot->config.files && config.graph.model != m_config.graph.model;
    if (!choosesNet) {
        if (config.graph.binarization != m_config.graph.binarization) {
            m_ownBinarization.reset(); // the user chose another binarization
        }
        request(config);
        return;
    }
    GraphOptions asked = config.graph;
    if (m_ownBinarization && asked.binarization == m_config.graph.binarization) {
        asked.binarization = *m_ownBinarization; // the binarization for the previous net was not the user's choice
    }
    SessionConfig fitting = config;
    fitting.graph = optionsForNet(*bank, asked);
    noteOwnBinarization(asked, fitting.graph);
    request(fitting);
    if (fitting.graph != asked) {
        emit noticed(QString::fromStdString(suggestionText(*bank, asked, fitting.graph, NetNames::Titles)), asked);
    }
}

void Session::noteOwnBinarization(const GraphOptions& asked, const GraphOptions& shown) {
    const bool isDecided = asked.binarization != shown.binarization;
    m_ownBinarization = isDecided ? std::optional(asked.binarization) : std::nullopt;
}

void Session::open(const std::vector<std::string>& files) {
    SessionConfig config = m_config;
    config.files = files;
    config.graph.trees = {0, kFirstTrees};
    config.graph.picked.clear();
    m_rereadFiles = true;
    request(config);
}

void Session::follow(const Session& other, const SessionConfig& config) {
    dropRest();
    // If the graph must be built again, take that of the other session: two pictures of one graph can be compared node
    // by node.
    if (m_snapshot->treebank != other.m_snapshot->treebank ||
        firstDirtyStage(m_snapshot->config, config) <= Stage::Graph) {
        if (busy()) { // the picture is of other trees, and its end will not be reported
            m_picture.drop();
            m_settled = false;
            emit busyChanged(false);
        }
        const Parts parts = changedParts(*m_snapshot, *other.m_snapshot);
        m_snapshot = other.m_snapshot;
        m_config = m_snapshot->config;
        emit snapshotChanged(parts);
    }
    setConfig(config);
}

void Session::reload() {
    if (!m_config.files.empty()) {
        m_rereadFiles = true;
        request(m_config);
    }
}

void Session::reloadModule() {
    request(m_config);
}

void Session::cancel() {
    const bool wasBusy = busy();
    const bool wasSweeping = benchRunning();
    m_picture.drop();
    m_rest.stop(); // trees read so far are kept
    m_settled = m_settled && !wasBusy;
    if (wasBusy) {
        emit busyChanged(false);
    }
    m_sweep->cancel();
    if (wasBusy || wasSweeping) {
        emit cancelled();
    }
}

void Session::request(const SessionConfig& config) {
    askForPicture(config);
    if (!config.files.empty()) {
        m_sweep->giveWay();
        m_training->giveWay();
    }
}

/// Does not interrupt a sweep: the picture waits until the current cell is measured.
void Session::askForPicture(const SessionConfig& config) {
    const bool changed = !(config == m_config);
    m_config = config;
    m_settled = false;
    if (changed) {
        emit configChanged();
    }
    if (m_config.files.empty()) {
        return;
    }
    const std::shared_ptr<const Snapshot> before = m_wholeBank ? m_wholeBank : m_snapshot;
    const bool reads = m_rereadFiles || firstDirtyStage(before->config, m_config) == Stage::Treebank;
    const Reread reread = reads ? Reread::Beginning : Reread::No;
    if (reads) {
        dropRest();
    }
    const bool wasBusy = busy();
    const auto job = [this, reread, wanted = m_config, before, room = m_room](const JobControl& control) {
        const SnapshotSink publish = [this, &control, room](const std::shared_ptr<const Snapshot>& snapshot) {
            Fitting fitting{snapshot->config.graph, std::nullopt};
            if (snapshot->treebank && !snapshot->graph) {
                fitting.options = suggestedOptions(*snapshot->treebank, snapshot->config.graph);
                if (room) {
                    Snapshot shown = *snapshot;
                    shown.config.graph = fitting.options;
                    fitting.trees = treesWithRoom(shown, *room, control.run());
                }
            }
            control.deliver([this, snapshot, fitting] { accept(snapshot, fitting); });
        };
        return runPipeline(*before, wanted, reread, control.run(), publish);
    };
    m_picture.ask(
        {.prepare = [job] { return Job(job); },
         .progress = progressSink(),
         .ended = [this](RequestState state, const std::optional<Error>& error) { endPicture(state, error); }});
    if (!wasBusy) {
        emit busyChanged(true);
    }
}

void Session::accept(std::shared_ptr<const Snapshot> snapshot, const Fitting& fitting) {
    const std::optional<RequestId> asked = m_picture.id();
    const Parts parts = changedParts(*m_snapshot, *snapshot);
    const bool isOtherFile = !m_snapshot->treebank || m_snapshot->config.files != snapshot->config.files;
    m_rereadFiles = m_rereadFiles && !parts.has(Part::Treebank);
    m_snapshot = std::move(snapshot);
    if (m_config.graph.model == m_snapshot->config.graph.model) {
        m_config.graph.user = m_snapshot->config.graph.user; // the content of the file when it was read
    }
    if (m_wholeBank && m_wholeBank->treebank == m_snapshot->treebank) {
        m_wholeBank.reset();
    }
    if (parts.has(Part::Treebank) && m_snapshot->treebank && !m_snapshot->treebank->complete && !m_restStopped) {
        readRest();
    }
    const bool trainsNoMore =
        m_snapshot->graph && m_snapshot->config.run.work != m_config.run.work && m_config.run.work == Work::Training;
    if (trainsNoMore) {
        m_config.run.work = Work::Inference;
        emit configChanged();
        const Status trainable = checkTrainable(*m_snapshot->treebank, m_snapshot->config.graph, *m_snapshot->graph);
        emit trainingEnded(
            tr("Training is off: %1.").arg(QString::fromStdString(trainable ? "" : trainable.error().message)));
    }
    followGiven();
    emit snapshotChanged(parts);
    const bool isStillWanted = m_picture.id() == asked; // a receiver may have requested another picture
    if (isStillWanted && parts.has(Part::Treebank)) {
        fit(fitting, isOtherFile);
    }
}

void Session::fit(const Fitting& fitting, bool isOtherFile) {
    GraphOptions options = isOtherFile ? fitting.options : m_config.graph;
    const bool showsFirst = options.trees == TreeRange{0, kFirstTrees} && options.picked.empty();
    if (fitting.trees && m_room && showsFirst) {
        options.trees.end = std::min(options.trees.end, *fitting.trees);
        m_room.reset();
    }
    if (options != m_config.graph) {
        replaceOptions(options);
    }
}

/// Drops the schedule that was opened if it does not fit the graph.
void Session::followGiven() {
    if (m_snapshot->schedule && m_config.given && !m_snapshot->config.given) {
        m_config.given.reset();
        emit configChanged();
        emit givenEnded(tr("The schedule that was opened is for other trees or options. The schedule of the "
                           "policy is shown."));
    }
}

/// Adapts the choices to the opened files.
void Session::replaceOptions(const GraphOptions& fitting) {
    const GraphOptions asked = m_config.graph;
    GraphOptions ofTheseTrees = asked;
    ofTheseTrees.trees = fitting.trees;
    SessionConfig config = m_config;
    config.graph = fitting;
    noteOwnBinarization(asked, fitting);
    request(config);
    if (fitting != ofTheseTrees) {
        emit noticed(
            QString::fromStdString(suggestionText(*m_snapshot->treebank, ofTheseTrees, fitting, NetNames::Titles)),
            ofTheseTrees);
    }
}

void Session::endPicture(RequestState state, const std::optional<Error>& error) {
    const bool isDone = state == RequestState::Done;
    m_settled = isDone;
    emit busyChanged(false);
    if (!isDone) {
        giveUpConfig();
    }
    tellEnd(state, error);
}

void Session::tellEnd(RequestState state, const std::optional<Error>& error) {
    if (state == RequestState::Cancelled) {
        emit cancelled();
    } else if (state == RequestState::Failed) {
        emit failed(QString::fromStdString(error->text()));
    }
}

/// Returns to the shown config: a missing file, for example, would make every later request fail, too.
void Session::giveUpConfig() {
    m_rereadFiles = false;
    m_refused = m_config;
    SessionConfig shown = m_snapshot->config;
    if (!m_snapshot->treebank) { // nothing was ever read: only the files can be at fault
        shown = m_config;
        shown.files.clear();
    }
    if (!(m_config == shown)) {
        m_config = shown;
        emit configChanged();
    }
    const auto& bank = m_snapshot->treebank;
    if (bank && !bank->complete && !indexing() && !m_restStopped) { // it was dropped in favor of the files that failed
        readRest();
    }
}

void Session::startBench(const BenchConfig& config) {
    if (!m_snapshot->treebank) {
        return;
    }
    struct Sweep {
        std::shared_ptr<const Treebank> bank;
        BenchDocument document;
        std::unique_ptr<BenchRun> run; // null before the first cell
    };
    const auto sweep = std::make_shared<Sweep>(Sweep{m_snapshot->treebank, {}, nullptr});
    sweep->document.config = config;
    m_sweep->begin([this, sweep](const JobControl& control) -> Result<bool> {
        if (!sweep->run) {
            sweep->document = begunBench(*sweep->bank, sweep->document.config);
            Result<std::unique_ptr<BenchRun>> run =
                BenchRun::begin(*sweep->bank, sweep->document.config, control.run());
            TRY(run);
            sweep->run = std::move(*run);
        }
        // A cell whose end was not delivered, because a picture came, is measured already.
        const Status measured = sweep->run->isDone() ? Status(Ok{}) : sweep->run->measureNext(control.run());
        const bool isOver = sweep->run->isDone() || (!measured && measured.error().code != ErrorCode::Cancelled);
        sweep->document.report = sweep->run->report();
        if (isOver) {
            endBench(sweep->document,
                     measured ? Result<BenchReport>(sweep->run->report()) : Result<BenchReport>(measured.error()));
        }
        if (!sweep->document.report.results.empty()) {
            control.deliver([this, shared = std::make_shared<const BenchDocument>(sweep->document)] {
                m_bench = shared;
                emit benchChanged();
            });
        }
        TRY(measured);
        return isOver;
    });
}

void Session::startTraining(RaceSetup setup) {
    if (!m_snapshot->treebank) {
        return;
    }
    setup.bank = m_snapshot->treebank;
    const auto race = std::make_shared<std::unique_ptr<TrainingRace>>();
    const auto description = describeModel(m_config, *setup.bank);
    m_training->begin([this, race, setup = std::move(setup), description](const JobControl& control) -> Result<bool> {
        if (!*race) {
            Result<std::unique_ptr<TrainingRace>> begun = TrainingRace::begin(setup, control.run());
            TRY(begun);
            *race = std::move(*begun);
        }
        TRY((*race)->next(control.run()));
        Result<Parameters> weights = (*race)->parameters().copy();
        TRY(weights);
        const auto trained =
            std::make_shared<const TrainedNet>(TrainedNet{(*race)->progress(), setup.bank, description, (*race)->ops(),
                                                          std::make_shared<const Parameters>(std::move(*weights))});
        control.deliver([this, trained] {
            m_trained = trained;
            emit trainingChanged();
        });
        return (*race)->isOver();
    });
}

void Session::stopTraining() {
    m_training->cancel();
}

void Session::pauseTraining(bool pauses) {
    m_training->pause(pauses);
}

bool Session::isTraining() const {
    return m_training->state() != Stepwise::State::Empty;
}

bool Session::isTrainingPaused() const {
    return m_training->isPaused();
}

bool Session::benchRunning() const {
    return m_sweep->state() != Stepwise::State::Empty;
}

bool Session::benchWaiting() const {
    return m_sweep->state() == Stepwise::State::Waiting;
}

std::shared_ptr<const BenchReport> Session::bench() const {
    return m_bench ? std::shared_ptr<const BenchReport>(m_bench, &m_bench->report) : nullptr;
}

const std::shared_ptr<const BenchDocument>& Session::benchDocument() const {
    return m_bench;
}

void Session::followSweeps() {
    emit benchChanged();
    if (benchRunning() != m_wasSweeping) {
        m_wasSweeping = !m_wasSweeping;
        emit sweepingChanged();
    }
}

void Session::readRest() {
    const auto rest = std::make_shared<Rest>(); // filled by the job; read after it ended
    const auto job = [rest, files = m_snapshot->config.files,
                      read = m_snapshot->config.read](const JobControl& control) -> Status {
        const ReadRequest request{.options = read, .whenStopped = ReadRequest::WhenStopped::Keep};
        Result<Treebank> bank = readTreebank(files, control.run(), request);
        TRY(bank);
        rest->statistics = std::make_shared<const TreeStatistics>(statisticsOf(*bank));
        rest->bank = std::make_shared<const Treebank>(std::move(*bank));
        return Ok{};
    };
    m_rest.ask({.prepare = [job] { return Job(job); },
                .progress = [this](std::string_view /*stage*/, std::size_t done,
                                   std::size_t total) { emit indexProgressChanged(done, total); },
                .ended = [this, rest](RequestState state,
                                      const std::optional<Error>& error) { endRest(state, error, *rest); }});
    emit indexingChanged();
}

/// Discards the rest of the file.
void Session::dropRest() {
    m_wholeBank.reset();
    m_restStopped = false;
    if (indexing()) {
        m_rest.drop();
        emit indexingChanged();
    }
}

void Session::endRest(RequestState state, const std::optional<Error>& error, const Rest& rest) {
    emit indexingChanged();
    m_restStopped = state == RequestState::Cancelled;
    if (state == RequestState::Failed) {
        emit failed(QString::fromStdString(error->text()));
    }
    if (!rest.bank || rest.bank->trees.size() < m_snapshot->treebank->trees.size()) {
        return;
    }
    m_wholeBank = std::make_shared<const Snapshot>(withTreebank(*m_snapshot, rest.bank, rest.statistics));
    askForPicture(m_config);
}

ProgressSink Session::progressSink() {
    return [this](std::string_view stage, std::size_t done, std::size_t total) {
        emit progressChanged(QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size())), done, total);
    };
}

} // namespace batchscope
