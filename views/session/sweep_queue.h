// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timing sweeps of a session, one after the other. A sweep is measured cell by cell (core/bench/bench.h), each
// cell a request of its own to the lane for computations. So a picture never waits for more than a cell, and if it is
// wanted at once, it takes the place of the cell that is being measured, which is measured again afterwards: a sweep is
// never lost to a click. GUI thread only.
//
//     Waiting ── its turn ──▶ Measuring ── pause() ──▶ Paused ── resume() ──▶ Waiting
#pragma once

#ifndef Q_MOC_RUN
#include "core/bench/bench.h"
#include "core/jobs/lane.h"
#include "core/records/bench_document.h"
#endif

#include <QObject>
#include <QString>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace batchscope {

class SweepQueue final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Empty,
        Waiting,   ///< for a picture, of this session or of another one
        Measuring, ///< a cell
        Paused,
    };

    /// Both outlive this. `progress` is told of the steps of the sweep that is measured.
    SweepQueue(Lane& lane, ProgressSink progress);

    /// Behind those that wait. It measures these trees, whatever is opened later.
    void add(std::shared_ptr<const Treebank> bank, const BenchConfig& config);
    /// Lets a picture go first: the cell that is being measured begins again after it.
    void giveWay();
    /// Stops after the current step; what is measured of a cell is measured again by resume().
    void pause();
    void resume();
    /// Takes back the sweep at this place of those that wait, from 0.
    void remove(std::size_t place);
    /// Ends the present one, which keeps what was measured, and takes back all others.
    void cancel();

    [[nodiscard]] State state() const;
    /// Those behind the present one, in their order.
    [[nodiscard]] const std::deque<BenchConfig>& waiting() const { return m_configs; }
    /// The last document with a result, of the present sweep or of an earlier one; null before the first.
    [[nodiscard]] const std::shared_ptr<const BenchDocument>& document() const { return m_document; }

signals:
    /// state(), waiting() or document().
    void changed();
    /// A sweep ended with an error, one line or more. The next one goes on.
    void failed(const QString& message);

private:
    struct Sweep;

    void beginNext();
    void askForCell();
    [[nodiscard]] static Status measureCell(Sweep& sweep, const JobControl& control,
                                            const std::function<void()>& publish);
    void take(std::shared_ptr<const BenchDocument> document);
    void endCell(RequestState state, const std::optional<Error>& error);

    ProgressSink m_progress;
    std::shared_ptr<Sweep> m_sweep; // the present one; its parts belong to the lane's thread while a cell is open
    bool m_isComplete = false;      // it has measured its last cell
    bool m_isPaused = false;
    std::deque<BenchConfig> m_configs;
    std::deque<std::shared_ptr<const Treebank>> m_banks; // of m_configs
    std::shared_ptr<const BenchDocument> m_document;
    Newest m_cell;
};

} // namespace batchscope
