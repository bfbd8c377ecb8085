// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work that takes long, in steps, each a request of its own to a lane: a timing sweep goes cell by cell, training epoch
// by epoch. So a picture never waits for more than a step, and if it is wanted at once, it takes the place of the step
// that runs, which begins again afterwards: nothing is lost to a click. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN
#include "core/jobs/lane.h"
#endif

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace batchscope {

class Stepwise final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Empty,
        Waiting, ///< for a picture, of this session or of another one
        Running, ///< a step
    };

    /// Does one step on the lane's thread; true if it was the last. A step that was stopped is asked for again, and
    /// begins where it began before. What it shares with the GUI thread goes through JobControl::deliver.
    using Step = std::function<Result<bool>(const JobControl& control)>;

    /// The lane outlives this. `progress` hears of the steps.
    Stepwise(Lane& lane, ProgressSink progress) : m_progress(std::move(progress)), m_request(lane) {}

    /// Takes the place of the present work.
    void begin(Step step);
    /// Lets a picture go first: the step that runs begins again after it.
    void giveWay();
    /// Ends the work; what it delivered stays.
    void cancel();
    /// Begins no step after the one that runs.
    void pause() { m_isPaused = true; }
    void goOn();

    [[nodiscard]] State state() const;
    /// Also while its last step runs.
    [[nodiscard]] bool isPaused() const { return m_isPaused; }

signals:
    /// state() or what was delivered.
    void changed();
    /// The work ended with an error, one line or more.
    void failed(const QString& message);

private:
    void ask();
    void end(RequestState state, const std::optional<Error>& error);

    ProgressSink m_progress;
    Step m_step; // empty: no work
    bool m_wasLast = false;
    bool m_isPaused = false;
    Newest m_request;
};

} // namespace batchscope
