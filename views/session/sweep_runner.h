// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timing sweep of a session, measured cell by cell (core/bench/bench.h); each cell is a separate request to the
// compute lane. An urgent picture interrupts the cell being measured, which is repeated afterwards; any other picture
// waits for one cell at most. A picture never ends a sweep. GUI thread only.
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
        Waiting,   ///< waiting for a picture, of this session or of another one
        Measuring, ///< measuring a cell
    };

    /// `lane` must outlive the runner. `progress` receives the steps of the current sweep.
    SweepRunner(Lane& lane, ProgressSink progress);

    /// Starts a sweep, replacing the current one. It measures these trees even if others are opened later.
    void begin(std::shared_ptr<const Treebank> bank, const BenchConfig& config);
    /// Lets a picture go first: the interrupted cell starts again after it.
    void giveWay();
    /// Ends the sweep; results measured so far are kept.
    void cancel();

    [[nodiscard]] State state() const;
    /// The last document with a result, of the current sweep or of an earlier one; null before the first.
    [[nodiscard]] const std::shared_ptr<const BenchDocument>& document() const { return m_document; }

signals:
    /// state() or document() changed.
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
    std::shared_ptr<Sweep> m_sweep; // the current sweep; the lane's thread uses its parts while a cell is open
    bool m_isComplete = false;      // the last cell was measured
    std::shared_ptr<const BenchDocument> m_document;
    Newest m_cell;
};

} // namespace batchscope
