// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timing sweep of a session: measured cell by cell (core/bench/bench.h), each cell a request of its own to the lane
// for computations. So a picture never waits for more than a cell, and if it is wanted at once, it takes the place of
// the cell that is being measured, which is measured again afterwards: a sweep is never lost to a click. GUI thread
// only.
#pragma once

#ifndef Q_MOC_RUN
#include "core/bench/bench.h"
#include "core/jobs/lane.h"
#include "core/records/bench_document.h"
#endif

#include <QObject>
#include <QString>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace batchscope {

class SweepRunner final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Empty,
        Waiting,   ///< for a picture, of this session or of another one
        Measuring, ///< a cell
    };

    /// Both outlive this. `progress` is told of the steps of the sweep that is measured.
    SweepRunner(Lane& lane, ProgressSink progress);

    /// In place of the present one. It measures these trees, whatever is opened later.
    void begin(std::shared_ptr<const Treebank> bank, const BenchConfig& config);
    /// Lets a picture go first: the cell that is being measured begins again after it.
    void giveWay();
    /// Ends the sweep, which keeps what was measured.
    void cancel();

    [[nodiscard]] State state() const;
    /// The last document with a result, of the present sweep or of an earlier one; null before the first.
    [[nodiscard]] const std::shared_ptr<const BenchDocument>& document() const { return m_document; }

signals:
    /// state() or document().
    void changed();
    /// The sweep ended with an error, one line or more.
    void failed(const QString& message);

private:
    struct Sweep;

    void askForCell();
    [[nodiscard]] static Status measureCell(Sweep& sweep, const JobControl& control,
                                            const std::function<void()>& publish);
    void take(std::shared_ptr<const BenchDocument> document);
    void endCell(RequestState state, const std::optional<Error>& error);

    ProgressSink m_progress;
    std::shared_ptr<Sweep> m_sweep; // the present one; its parts belong to the lane's thread while a cell is open
    bool m_isComplete = false;      // it has measured its last cell
    std::shared_ptr<const BenchDocument> m_document;
    Newest m_cell;
};

} // namespace batchscope
