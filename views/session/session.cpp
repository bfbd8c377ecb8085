// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/session.h"

#include "core/kernels/processor_load.h"
#include "core/nets/trainable.h"
#include "core/session/pipeline.h"
#include "core/session/source_layout.h"
#include "core/session/suggestion.h"
#include "views/session/node_finder.h"
#include "views/session/tree_finder.h"
#include "views/session/worker.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace batchscope {

namespace {

/// Runs a job of the worker. Core throws nothing of its own, but memory may run out, and an exception that leaves the
/// worker's thread would end the program.
template <typename Job>
std::optional<Error> errorOf(const Job& job) {
    try {
        const auto result = job();
        return result ? std::nullopt : std::optional<Error>(result.error());
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Backend, std::string("cannot continue: ") + failure.what()};
    }
}

} // namespace

Session::Session(QObject* parent)
    : QObject(parent), m_snapshot(std::make_shared<const Snapshot>()), m_indexer(std::make_unique<Worker>()),
      m_finder(std::make_unique<TreeFinder>()), m_nodeFinder(std::make_unique<NodeFinder>()),
      m_worker(std::make_unique<Worker>()) {
    m_config.graph.trees = {0, kFirstTrees};
    connect(this, &Session::snapshotChanged, m_finder.get(), [this](Parts parts) {
        if (parts.has(Part::Treebank)) {
            m_finder->setTreebank(m_snapshot->treebank);
        }
    });
    connect(this, &Session::snapshotChanged, m_nodeFinder.get(), [this](Parts parts) {
        if (parts.has(Part::Graph) || parts.has(Part::Schedule)) {
            m_nodeFinder->setSnapshot(m_snapshot);
        }
    });
    // One core is left to the window: two teams that spin for the same cores slow each other down by far more.
    m_config.threads = std::max(ourProcessors(), 2) - 1;
}

Session::~Session() {
    m_indexStop.request_stop();
    m_worker.reset(); // their jobs post to this object
    m_indexer.reset();
}

void Session::setConfig(const SessionConfig& config) {
    if (config == m_config && (m_settled || m_busy)) {
        return;
    }
    request(config);
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
    stopIndexing();
    // Where the graph must be built again, that of the other session is taken: of one and the same graph two pictures
    // can be compared node by node.
    if (m_snapshot->treebank != other.m_snapshot->treebank ||
        firstDirtyStage(m_snapshot->config, config) <= Stage::Graph) {
        if (m_busy) { // what runs is of other trees, and nobody will hear of its end
            m_worker->cancel();
            ++m_generation;
            m_settled = false;
            setBusy(false);
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

void Session::cancel() {
    m_worker->cancel();
    m_indexStop.request_stop();
    m_waitingBench.reset();
    if (m_busy) {
        ++m_generation; // whatever the stopped job still posts is stale
        m_settled = m_benchRunning && m_settled;
        m_benchRunning = false;
        setBusy(false);
        emit benchChanged();
        emit cancelled();
    }
}

void Session::request(const SessionConfig& config) {
    const bool changed = !(config == m_config);
    m_config = config;
    m_settled = false;
    if (changed) {
        emit configChanged();
    }
    if (m_config.files.empty()) {
        return;
    }
    const std::uint64_t generation = ++m_generation;
    m_waitingBench.reset();
    if (m_benchRunning) { // the newest request wins
        m_benchRunning = false;
        emit benchChanged();
    }
    const std::shared_ptr<const Snapshot> before = m_wholeBank ? m_wholeBank : m_snapshot;
    const bool reads = m_rereadFiles || firstDirtyStage(before->config, m_config) == Stage::Treebank;
    const Reread reread = reads ? Reread::Beginning : Reread::No;
    if (reads) {
        stopIndexing();
    }
    m_worker->submit(
        [this, generation, reread, wanted = m_config, before, sink = progressSink(generation)](std::stop_token stop) {
            const RunControl control(std::move(stop), sink);
            const SnapshotSink publish = [this, generation](const std::shared_ptr<const Snapshot>& snapshot) {
                const bool isFresh = snapshot->treebank && !snapshot->graph;
                QMetaObject::invokeMethod(
                    this,
                    [this, generation, snapshot,
                     fitting = isFresh ? suggestedOptions(*snapshot->treebank, snapshot->config.graph)
                                       : snapshot->config.graph] { accept(generation, snapshot, fitting); },
                    Qt::QueuedConnection);
            };
            const auto error = errorOf([&] { return runPipeline(*before, wanted, reread, control, publish); });
            QMetaObject::invokeMethod(
                this, [this, generation, error] { finish(generation, error); }, Qt::QueuedConnection);
        });
    setBusy(true);
}

void Session::startBench(const BenchConfig& config) {
    if (!m_snapshot->treebank) {
        return;
    }
    if (m_busy && !m_benchRunning) {
        m_waitingBench = config; // finish() starts it: a sweep must not cost the picture its figures
        return;
    }
    submitBench(config);
}

void Session::submitBench(const BenchConfig& config) {
    const std::uint64_t generation = ++m_generation;
    m_benchRunning = true;
    m_worker->submit(
        [this, generation, config, bank = m_snapshot->treebank, sink = progressSink(generation)](std::stop_token stop) {
            const RunControl control(std::move(stop), sink);
            const BenchSink publish = [this, generation](const BenchReport& report) {
                auto shared = std::make_shared<const BenchReport>(report);
                QMetaObject::invokeMethod(
                    this, [this, generation, shared = std::move(shared)] { acceptBench(generation, shared); },
                    Qt::QueuedConnection);
            };
            const auto error = errorOf([&] { return runBench(*bank, config, control, publish); });
            QMetaObject::invokeMethod(
                this, [this, generation, error] { finish(generation, error); }, Qt::QueuedConnection);
        });
    setBusy(true);
    emit benchChanged();
}

void Session::accept(std::uint64_t generation, std::shared_ptr<const Snapshot> snapshot, const GraphOptions& fitting) {
    if (generation != m_generation) {
        return;
    }
    snapshot = asPlaced(std::move(snapshot));
    const Parts parts = changedParts(*m_snapshot, *snapshot);
    const bool isOtherFile = !m_snapshot->treebank || m_snapshot->config.files != snapshot->config.files;
    m_rereadFiles = m_rereadFiles && !parts.has(Part::Treebank);
    m_snapshot = std::move(snapshot);
    if (m_wholeBank && m_wholeBank->treebank == m_snapshot->treebank) {
        m_wholeBank.reset();
    }
    if (parts.has(Part::Treebank) && m_snapshot->treebank && !m_snapshot->treebank->complete && !m_indexStopped) {
        indexRest();
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
    emit snapshotChanged(parts);
    if (isOtherFile && generation == m_generation && fitting != m_config.graph) {
        replaceOptions(fitting);
    }
}

void Session::showForest(const std::shared_ptr<const OpGraph>& graph, std::shared_ptr<const ForestLayout> forest) {
    m_placed = {graph, std::move(forest), nullptr, nullptr, nullptr};
    std::shared_ptr<const Snapshot> next = asPlaced(m_snapshot);
    if (next != m_snapshot) {
        const Parts parts = changedParts(*m_snapshot, *next);
        m_snapshot = std::move(next);
        emit snapshotChanged(parts);
    }
}

/// The worker began before the places were known: it publishes its own ones, of the same graph.
std::shared_ptr<const Snapshot> Session::asPlaced(std::shared_ptr<const Snapshot> snapshot) {
    const bool isOther = !m_placed.forest || snapshot->graph != m_placed.graph || snapshot->forest == m_placed.forest ||
                         snapshot->config.layout != SourceLayout::Dot;
    if (isOther) {
        return snapshot;
    }
    Snapshot placed = *snapshot;
    if (snapshot->schedule && snapshot->schedule == m_placed.schedule) {
        placed.forest = m_placed.forest;
        placed.forestBy = SourceLayout::Dot;
        placed.lanes = m_placed.lanes;
        placed.storyboard = m_placed.story;
    } else {
        placed = withForest(std::move(placed), m_placed.forest, SourceLayout::Dot);
        m_placed.schedule = placed.schedule;
        m_placed.lanes = placed.lanes;
        m_placed.story = placed.storyboard;
    }
    return std::make_shared<const Snapshot>(std::move(placed));
}

/// Files were opened that the present choices are not for.
void Session::replaceOptions(const GraphOptions& fitting) {
    const std::string text = suggestionText(*m_snapshot->treebank, m_config.graph, fitting);
    SessionConfig config = m_config;
    config.graph = fitting;
    request(config);
    emit noticed(QString::fromStdString(text));
}

void Session::indexRest() {
    const std::uint64_t generation = ++m_indexGeneration;
    const ProgressSink sink = [this, generation](std::string_view /*stage*/, std::size_t done, std::size_t total) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, done, total] {
                if (generation == m_indexGeneration && m_indexing) {
                    emit indexProgressChanged(done, total);
                }
            },
            Qt::QueuedConnection);
    };
    m_indexStop = std::stop_source();
    m_indexer->submit([this, generation, control = RunControl(m_indexStop.get_token(), sink),
                       files = m_snapshot->config.files,
                       read = m_snapshot->config.read](const std::stop_token& /*ofWorker*/) {
        Indexed indexed;
        indexed.error = errorOf([&]() -> Status {
            const ReadRequest request{.options = read, .whenStopped = ReadRequest::WhenStopped::Keep};
            Result<Treebank> bank = readTreebank(files, control, request);
            if (!bank) {
                return bank.error();
            }
            indexed.statistics = std::make_shared<const TreeStatistics>(statisticsOf(*bank));
            indexed.bank = std::make_shared<const Treebank>(std::move(*bank));
            return Ok{};
        });
        QMetaObject::invokeMethod(
            this, [this, generation, indexed] { acceptIndexed(generation, indexed); }, Qt::QueuedConnection);
    });
    setIndexing(true);
}

/// What it has read is of no use any more.
void Session::stopIndexing() {
    ++m_indexGeneration;
    m_indexStop.request_stop();
    m_wholeBank.reset();
    m_indexStopped = false;
    setIndexing(false);
}

void Session::setIndexing(bool indexing) {
    if (m_indexing != indexing) {
        m_indexing = indexing;
        emit indexingChanged();
    }
}

void Session::acceptIndexed(std::uint64_t generation, const Indexed& indexed) {
    if (generation != m_indexGeneration) {
        return;
    }
    setIndexing(false);
    if (indexed.error && indexed.error->code != ErrorCode::Cancelled) {
        emit failed(QString::fromStdString(indexed.error->text()));
    }
    const bool isMore = indexed.bank && indexed.bank->trees.size() >= m_snapshot->treebank->trees.size();
    if (!isMore) {
        return;
    }
    m_indexStopped = !indexed.bank->complete;
    m_wholeBank = std::make_shared<const Snapshot>(withTreebank(*m_snapshot, indexed.bank, indexed.statistics));
    if (!m_benchRunning) { // a sweep is not worth less than the other trees: finish() shows them
        const std::optional<BenchConfig> waiting = m_waitingBench;
        request(m_config);
        m_waitingBench = waiting;
    }
}

void Session::acceptBench(std::uint64_t generation, std::shared_ptr<const BenchReport> report) {
    if (generation != m_generation) {
        return;
    }
    m_bench = std::move(report);
    emit benchChanged();
}

void Session::finish(std::uint64_t generation, const std::optional<Error>& error) {
    if (generation != m_generation) {
        return;
    }
    const bool wasBench = m_benchRunning;
    m_benchRunning = false;
    m_settled = wasBench ? m_settled : !error;
    setBusy(false);
    if (wasBench) {
        emit benchChanged();
    }
    if (error && !wasBench) {
        giveUpConfig();
    }
    if (error && error->code == ErrorCode::Cancelled) {
        emit cancelled();
    } else if (error) {
        emit failed(QString::fromStdString(error->text()));
    }
    if (m_waitingBench) {
        submitBench(*std::exchange(m_waitingBench, std::nullopt));
    } else if (wasBench && m_wholeBank) {
        request(m_config);
    }
}

/// What failed must not come back with the next choice: a missing file would fail every later request, too.
void Session::giveUpConfig() {
    m_rereadFiles = false;
    m_refused = m_config;
    SessionConfig shown = m_snapshot->config;
    if (!m_snapshot->treebank) { // nothing was ever read: only the files are at fault
        shown = m_config;
        shown.files.clear();
    }
    if (!(m_config == shown)) {
        m_config = shown;
        emit configChanged();
    }
    const auto& bank = m_snapshot->treebank;
    if (bank && !bank->complete && !m_indexing && !m_indexStopped) { // it gave way to the files that failed
        indexRest();
    }
}

void Session::setBusy(bool busy) {
    if (m_busy != busy) {
        m_busy = busy;
        emit busyChanged(busy);
    }
}

ProgressSink Session::progressSink(std::uint64_t generation) {
    return [this, generation](std::string_view stage, std::size_t done, std::size_t total) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, name = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size())), done,
             total] {
                if (generation == m_generation) {
                    emit progressChanged(name, done, total);
                }
            },
            Qt::QueuedConnection);
    };
}

} // namespace batchscope
