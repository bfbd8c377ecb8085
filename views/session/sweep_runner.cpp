// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/sweep_runner.h"

#include "core/bench/bench.h"

#include <utility>

namespace batchscope {

/// What the jobs of a sweep hand on from cell to cell.
struct SweepRunner::Sweep {
    std::shared_ptr<const Treebank> bank;
    BenchDocument document = {};
    std::unique_ptr<BenchRun> run = nullptr; // of bank; null until the first job
};

SweepRunner::SweepRunner(Lane& lane, ProgressSink progress) : m_progress(std::move(progress)), m_cell(lane) {}

void SweepRunner::begin(std::shared_ptr<const Treebank> bank, const BenchConfig& config) {
    m_isComplete = false;
    m_sweep = std::make_shared<Sweep>(Sweep{.bank = std::move(bank)});
    m_sweep->document.config = config;
    askForCell();
    emit changed();
}

void SweepRunner::askForCell() {
    const auto job = [this, sweep = m_sweep](const JobControl& control) -> Status {
        control.deliver([this] { emit changed(); }); // it waits no more
        const auto publish = [this, &control, &sweep] {
            auto shared = std::make_shared<const BenchDocument>(sweep->document);
            const bool isComplete = sweep->run != nullptr && sweep->run->isDone();
            control.deliver([this, shared = std::move(shared), isComplete] {
                m_isComplete = isComplete;
                take(shared);
            });
        };
        return measureCell(*sweep, control, publish);
    };
    m_cell.ask({.prepare = [job] { return Job(job); },
                .progress = m_progress,
                .ended = [this](RequestState state, const std::optional<Error>& error) { endCell(state, error); },
                .urgency = Urgency::Measurement});
}

/// On the lane's thread. A cell whose end nobody heard of, because a picture came, is measured already.
Status SweepRunner::measureCell(Sweep& sweep, const JobControl& control, const std::function<void()>& publish) {
    if (!sweep.run) {
        sweep.document = begunBench(*sweep.bank, sweep.document.config);
        Result<std::unique_ptr<BenchRun>> run = BenchRun::begin(*sweep.bank, sweep.document.config, control.run());
        TRY(run);
        sweep.run = std::move(*run);
    }
    Status measured = sweep.run->isDone() ? Status(Ok{}) : sweep.run->measureNext(control.run());
    const bool isOver = sweep.run->isDone() || (!measured && measured.error().code != ErrorCode::Cancelled);
    sweep.document.report = sweep.run->report();
    if (isOver) {
        endBench(sweep.document,
                 measured ? Result<BenchReport>(sweep.run->report()) : Result<BenchReport>(measured.error()));
    }
    if (!sweep.document.report.results.empty()) {
        publish();
    }
    return measured;
}

void SweepRunner::take(std::shared_ptr<const BenchDocument> document) {
    m_document = std::move(document);
    emit changed();
}

void SweepRunner::endCell(RequestState state, const std::optional<Error>& error) {
    if (state == RequestState::Done && !m_isComplete) {
        askForCell();
        return;
    }
    m_sweep.reset();
    emit changed();
    if (state == RequestState::Failed) {
        emit failed(QString::fromStdString(error->text()));
    }
}

void SweepRunner::giveWay() {
    if (m_cell.state() == RequestState::Running) {
        m_cell.drop();
        askForCell();
        emit changed();
    }
}

void SweepRunner::cancel() {
    if (m_sweep) {
        m_cell.drop();
        m_sweep.reset();
        emit changed();
    }
}

SweepRunner::State SweepRunner::state() const {
    if (!m_sweep) {
        return State::Empty;
    }
    return m_cell.state() == RequestState::Waiting ? State::Waiting : State::Measuring;
}

} // namespace batchscope
