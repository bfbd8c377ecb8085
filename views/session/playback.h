// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one owner of the cursor. Views show its time and focus and ask it to change them; nothing else moves anything.
// Playing never runs the engine again: it moves through the recorded snapshot. GUI thread only.
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
    double stops = 0.0; ///< how long it is
    StoryClock pace;    ///< of the other story
    double begin = 0.0; ///< where the other story is when this one ends
};

class Playback final : public QObject {
    Q_OBJECT

public:
    explicit Playback(Session& session, QObject* parent = nullptr);

    /// Present time of the storyboard, in stops; 0 without one. After the storyboard's end (overtime) all is done.
    [[nodiscard]] double time() const { return m_time; }
    /// The last moment: the end of the storyboard, or of the overtime; 0 without a storyboard.
    [[nodiscard]] double end() const;
    /// A cursor at the end stays at the end. Another schedule ends the overtime.
    void setOvertime(const Overtime& overtime);
    [[nodiscard]] const Focus& focus() const { return m_focus; }
    /// Of the present snapshot; empty without a storyboard.
    [[nodiscard]] const StoryClock& clock() const { return m_clock; }
    /// Running by itself; a glide to a stop does not count.
    [[nodiscard]] bool playing() const { return m_timer.isActive() && !m_gliding; }
    /// Time is changing, by playing or gliding.
    [[nodiscard]] bool moving() const { return m_timer.isActive(); }
    /// How many times faster than the clock's pace.
    [[nodiscard]] double speed() const { return m_speed; }
    /// The storyboard that time refers to; null before a schedule exists.
    [[nodiscard]] const Storyboard* storyboard() const;
    /// Reduced motion: steps cut instead of moving.
    void setReducedMotion(bool reduced);
    [[nodiscard]] bool reducedMotion() const { return m_reducedMotion; }
    /// While a lesson asks for a figure, picture and transport show none of those of graph and schedule.
    void setFiguresHidden(bool hidden);
    [[nodiscard]] bool figuresHidden() const { return m_figuresHidden; }
    /// Whether the reason stands below each headline.
    void setReasonsShown(bool shown);
    [[nodiscard]] bool reasonsShown() const { return m_reasonsShown; }

    /// Batches close up, or in their lanes and blocks; beside another picture always these.
    void setStepView(StepView view);
    [[nodiscard]] StepView stepView() const { return m_isRacing ? StepView::Full : m_stepView; }

    /// Jumps; stops playing.
    void seek(double time);
    /// Moves there in view, over a short time (a cut when motion is reduced).
    void glideTo(double time);
    /// To the next key moment (core/story/story_clock.h), where it waits until the reader goes on, at a pace that
    /// leaves time to read. A race plays through, at any speed.
    void play();
    void setRacing(bool racing);
    /// Another playback moves this one while it plays.
    void setLed(bool led);
    /// The story runs by itself, here or where it is led from.
    [[nodiscard]] bool inPassing() const { return playing() || m_isLed; }
    /// When each whole stop is reached while playing, on the screen, in seconds (core/session/race.h); empty: at the
    /// pace of the story and of the overtime. Another schedule ends it.
    void setRaceClock(std::vector<double> secondsAtStop);
    void pause();
    /// Plays, or pauses what plays.
    void toggle();
    void setSpeed(double times);
    void first();
    void last();
    void forward(StepUnit unit);
    void back(StepUnit unit);

    void selectNode(NodeId node);
    void selectBatch(BatchId batch);
    void selectTree(TreeId tree);
    /// Marks the node in addition to the selected one, or takes the mark back; selects it where no node is selected.
    /// What is selected next has no second node.
    void markSecond(NodeId other);
    void clearSelection();

    static constexpr double kSlowest = 0.1;
    static constexpr double kFastest = 20.0;

signals:
    /// Every frame while time moves.
    void timeChanged(double time);
    /// The stop at or before the present time, the batch that is being made or its stage changed; tables and inspectors
    /// need no more than that.
    void stepChanged();
    void selectionChanged();
    void playingChanged(bool playing);
    void speedChanged(double speed);
    /// end() changed, without another schedule.
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
    double m_target = 0.0; // where the present movement ends
    double m_rate = 1.0;   // stops a second of the present glide; negative backward
    bool m_gliding = false;
    bool m_reducedMotion = false;
    bool m_figuresHidden = false;
    bool m_reasonsShown = false;
    StepView m_stepView = StepView::CloseUp;
    Focus m_focus;
    Overtime m_overtime;
    KeptPlace m_shown;        // the graph and schedule that time and focus are of
    bool m_isBetween = false; // m_shown has gone, and nothing has come yet
};

} // namespace batchscope
