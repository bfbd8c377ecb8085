// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/session.h"

#include "core/session/pipeline.h"
#include "views/session/worker.h"

#include <algorithm>
#include <thread>

namespace batchscope {

Session::Session(QObject* parent)
    : QObject(parent), m_snapshot(std::make_shared<const Snapshot>()), m_worker(std::make_unique<Worker>()) {
    m_config.graph.trees = {0, kFirstTrees};
    // One core is left to the window: two teams that spin for the same cores slow each other down by far more.
    m_config.threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 2U)) - 1;
}

Session::~Session() {
    m_worker.reset(); // its jobs post to this object
}

void Session::setConfig(const SessionConfig& config) {
    if (config == m_config && m_settled) {
        return;
    }
    request(config, false);
}

void Session::open(const std::vector<std::string>& files) {
    SessionConfig config = m_config;
    config.files = files;
    config.graph.trees = {0, kFirstTrees};
    request(config, true);
}

void Session::reload() {
    if (!m_config.files.empty()) {
        request(m_config, true);
    }
}

void Session::cancel() {
    m_worker->cancel();
    if (m_busy || m_benchRunning) {
        ++m_generation; // whatever the stopped job still posts is stale
        m_settled = false;
        m_benchRunning = false;
        setBusy(false);
        emit benchChanged();
        emit cancelled();
    }
}

void Session::request(const SessionConfig& config, bool reread) {
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
    if (m_benchRunning) { // the newest request wins
        m_benchRunning = false;
        emit benchChanged();
    }
    const Reread rereadFiles = reread ? Reread::Yes : Reread::No;
    m_worker->submit([this, generation, rereadFiles, wanted = m_config, before = m_snapshot,
                      sink = progressSink(generation)](std::stop_token stop) {
        const RunControl control(std::move(stop), sink);
        const SnapshotSink publish = [this, generation](std::shared_ptr<const Snapshot> snapshot) {
            QMetaObject::invokeMethod(
                this, [this, generation, snapshot = std::move(snapshot)] { accept(generation, snapshot); },
                Qt::QueuedConnection);
        };
        const Status status = runPipeline(*before, wanted, rereadFiles, control, publish);
        const std::optional<Error> error = status ? std::nullopt : std::optional<Error>(status.error());
        QMetaObject::invokeMethod(
            this, [this, generation, error] { finish(generation, error); }, Qt::QueuedConnection);
    });
    setBusy(true);
}

void Session::startBench(const BenchConfig& config) {
    if (!m_snapshot->treebank) {
        return;
    }
    const std::uint64_t generation = ++m_generation;
    m_bench.reset();
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
            const Result<BenchReport> report = runBench(*bank, config, control, publish);
            const std::optional<Error> error = report ? std::nullopt : std::optional<Error>(report.error());
            QMetaObject::invokeMethod(
                this, [this, generation, error] { finish(generation, error); }, Qt::QueuedConnection);
        });
    setBusy(true);
    emit benchChanged();
}

void Session::accept(std::uint64_t generation, std::shared_ptr<const Snapshot> snapshot) {
    if (generation != m_generation) {
        return;
    }
    const Parts parts = changedParts(*m_snapshot, *snapshot);
    m_snapshot = std::move(snapshot);
    emit snapshotChanged(parts);
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
    if (!wasBench) {
        m_settled = !error;
    }
    setBusy(false);
    if (wasBench) {
        emit benchChanged();
    }
    if (error && error->code == ErrorCode::Cancelled) {
        emit cancelled();
    } else if (error) {
        emit failed(QString::fromStdString(error->text()));
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
