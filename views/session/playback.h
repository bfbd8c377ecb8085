// SPDX-License-Identifier: GPL-3.0-or-later
//
// Owns the cursor. Views show its time and focus and call it to change them. Playing never runs the engine again: it
// moves through the recorded snapshot. GUI thread only.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/kept_place.h"
#endif
#include "views/session/session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace batchscope {

/// Time after the end of the story, while another picture next to it continues.
struct Overtime {
    double stops = 0.0; ///< its length
    StoryClock pace;    ///< the clock of the other story
    double begin = 0.0; ///< the time of the other story when this one ends
};

class Playback final : public QObject {
    Q_OBJECT

public:
    explicit Playback(Session& session, QObject* parent = nullptr);

    /// The current time of the storyboard, in stops; 0 without a storyboard. All is done during the overtime.
    [[nodiscard]] double time() const { return m_time; }
    /// The last moment: the end of the storyboard, or of the overtime; 0 without a storyboard.
    [[nodiscard]] double end() const;
    /// Sets the overtime. A cursor at the end stays at the end. A new schedule ends the overtime.
    void setOvertime(const Overtime& overtime);
    [[nodiscard]] const Focus& focus() const { return m_focus; }
    /// The clock of the current snapshot; empty without a storyboard.
    [[nodiscard]] const StoryClock& clock() const { return m_clock; }
    /// True while playing; a glide to a stop does not count.
    [[nodiscard]] bool playing() const { return m_timer.isActive() && !m_gliding; }
    /// True while the time changes, by playing or gliding.
    [[nodiscard]] bool moving() const { return m_timer.isActive(); }
    /// The playback speed as a multiple of the clock's pace.
    [[nodiscard]] double speed() const { return m_speed; }
    /// The storyboard that time refers to; null before a schedule exists.
    [[nodiscard]] const Storyboard* storyboard() const;
    /// Sets reduced motion: the picture jumps to a step instead of moving to it.
    void setReducedMotion(bool reduced);
    [[nodiscard]] bool reducedMotion() const { return m_reducedMotion; }
    /// While a lesson asks for a figure, the picture and the transport hide all figures of the graph and the schedule.
    void setFiguresHidden(bool hidden);
    [[nodiscard]] bool figuresHidden() const { return m_figuresHidden; }
    /// Sets whether the reason is shown below each headline.
    void setReasonsShown(bool shown);
    [[nodiscard]] bool reasonsShown() const { return m_reasonsShown; }

    /// Sets whether steps show batches close up or in their lanes and blocks; in a race, stepView() is always Full.
    void setStepView(StepView view);
    [[nodiscard]] StepView stepView() const { return m_isRacing ? StepView::Full : m_stepView; }

    /// Jumps to `time` and stops playing.
    void seek(double time);
    /// Moves visibly to `time` within a short period; jumps if motion is reduced.
    void glideTo(double time);
    /// Plays to the next key moment (core/story/story_clock.h), at a pace that leaves time to read, and waits there
    /// until the reader continues. A race plays to the end without waiting, at a constant speed.
    void play();
    void setRacing(bool racing);
    /// Sets whether another playback moves this one while it plays.
    void setLed(bool led);
    /// True if the story plays, here or in the playback that leads this one.
    [[nodiscard]] bool inPassing() const { return playing() || m_isLed; }
    /// Sets the time on screen, in seconds, at which each whole stop is reached while playing (core/session/race.h). If
    /// empty, the pace is that of the story and of the overtime. A new schedule resets it.
    void setRaceClock(std::vector<double> secondsAtStop);
    void pause();
    /// Pauses if playing, else plays.
    void toggle();
    void setSpeed(double times);
    void first();
    void last();
    void forward(StepUnit unit);
    void back(StepUnit unit);

    void selectNode(NodeId node);
    void selectBatch(BatchId batch);
    void selectTree(TreeId tree);
    /// Marks the node in addition to the selected one, or removes that mark; selects it if no node is selected. A new
    /// selection has no second node.
    void markSecond(NodeId other);
    void clearSelection();

    static constexpr double kSlowest = 0.1;
    static constexpr double kFastest = 20.0;

signals:
    /// Emitted for every frame while the time changes.
    void timeChanged(double time);
    /// The stop at or before the current time, the current batch or its stage changed; tables and inspectors need no
    /// other updates.
    void stepChanged();
    void selectionChanged();
    void playingChanged(bool playing);
    void speedChanged(double speed);
    /// end() changed without a new schedule.
    void endChanged();
    void figuresHiddenChanged();
    void reasonsShownChanged();
    void stepViewChanged();

private:
    void tick();
    void setTime(double time);
    void setFocus(const Focus& focus);
    void adoptSnapshot(Parts parts);
    void goToRow(Place place);
    void leavePlace();
    void returnToPlace();
    [[nodiscard]] double storyEnd() const;
    [[nodiscard]] double secondsAt(double time) const;
    [[nodiscard]] double timeAt(double seconds) const;
    [[nodiscard]] double presentSpeed() const;
    void startMoving(double target, double rate);
    void adoptClock();
    [[nodiscard]] double moved(double elapsed);
    void stopMoving();
    [[nodiscard]] double restingTime() const;

    Session& m_session;
    QTimer m_timer;
    QElapsedTimer m_stopwatch;
    StoryClock m_clock;
    double m_seconds = 0.0; // on the clock, while playing
    bool m_isLed = false;
    bool m_isRacing = false;
    std::vector<double> m_raceClock;
    double m_time = 0.0;
    double m_speed = 1.0;
    double m_target = 0.0; // the end of the current movement
    double m_rate = 1.0;   // stops per second of the current glide; negative backward
    bool m_gliding = false;
    bool m_reducedMotion = false;
    bool m_figuresHidden = false;
    bool m_reasonsShown = false;
    StepView m_stepView = StepView::CloseUp;
    Focus m_focus;
    Overtime m_overtime;
    KeptPlace m_shown;        // the graph and schedule that the time and the focus belong to
    bool m_isBetween = false; // m_shown is gone, and there is no new snapshot yet
};

} // namespace batchscope
