// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/playback.h"

#include "core/story/story_clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

namespace batchscope {

namespace {

constexpr std::chrono::milliseconds kFrame(16);
constexpr double kGlideRate = 1.4;     // stops a second for a single step at speed 1
constexpr double kShortestGlide = 0.4; // seconds
constexpr double kTouch = 1e-5;        // stops; a stage that has just ended counts

} // namespace

Playback::Playback(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    m_timer.setInterval(kFrame);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Playback::tick);
    connect(&session, &Session::snapshotChanged, this, &Playback::adoptSnapshot);
}

const Storyboard* Playback::storyboard() const {
    return m_session.snapshot()->storyboard.get();
}

void Playback::setReducedMotion(bool reduced) {
    m_reducedMotion = reduced;
}

void Playback::setFiguresHidden(bool hidden) {
    if (hidden != m_figuresHidden) {
        m_figuresHidden = hidden;
        emit figuresHiddenChanged();
    }
}

void Playback::setReasonsShown(bool shown) {
    if (shown != m_reasonsShown) {
        m_reasonsShown = shown;
        emit reasonsShownChanged();
    }
}

void Playback::setStepView(StepView view) {
    if (view != m_stepView) {
        m_stepView = view;
        emit stepViewChanged();
    }
}

void Playback::setRacing(bool racing) {
    if (racing != m_isRacing) {
        stopMoving(); // at a pace, and to a moment, that are no longer right
        m_isRacing = racing;
        emit stepViewChanged();
    }
}

void Playback::setLed(bool led) {
    if (led != m_isLed) {
        m_isLed = led;
        emit playingChanged(playing());
    }
}

void Playback::seek(double time) {
    stopMoving();
    setTime(time);
}

void Playback::glideTo(double time) {
    const Storyboard* story = storyboard();
    if (story == nullptr) {
        return;
    }
    const double target = std::clamp(time, 0.0, end());
    if (m_reducedMotion || target == m_time) {
        seek(target);
        return;
    }
    // Far jumps cut to the neighbor of the target: everything in between would only flicker.
    constexpr double kFar = 1.5;
    if (std::abs(target - m_time) > kFar) {
        setTime(target - std::copysign(1.0, target - m_time));
    }
    const bool wasPlaying = playing();
    const double way = std::abs(target - m_time);
    const double seconds = std::max(way / kGlideRate, kShortestGlide) / std::max(m_speed, 1.0);
    m_gliding = true;
    startMoving(target, std::copysign(way / seconds, target - m_time));
    if (wasPlaying) {
        emit playingChanged(false);
    }
}

void Playback::play() {
    if (storyboard() == nullptr) {
        return;
    }
    const bool wasPlaying = playing();
    if (m_time >= end()) {
        setTime(0.0);
    }
    m_gliding = false;
    m_seconds = secondsAt(m_time);
    startMoving(m_isRacing ? end() : std::min(nextMoment(*storyboard(), m_time), end()), 0.0);
    if (!wasPlaying) {
        emit playingChanged(true);
    }
}

double Playback::presentSpeed() const {
    const Storyboard* const story = storyboard();
    return !m_isRacing && story != nullptr ? playingSpeed(*story, m_clock, m_time, m_speed) : m_speed;
}

void Playback::pause() {
    stopMoving();
}

void Playback::toggle() {
    if (playing()) {
        pause();
    } else {
        play();
    }
}

void Playback::setSpeed(double times) {
    m_speed = std::clamp(times, kSlowest, kFastest);
    emit speedChanged(m_speed);
}

void Playback::first() {
    seek(0.0);
}

void Playback::last() {
    if (storyboard() != nullptr) {
        seek(end());
    }
}

double Playback::storyEnd() const {
    const Storyboard* story = storyboard();
    return story != nullptr ? story->end() : 0.0;
}

double Playback::end() const {
    return storyboard() != nullptr ? storyEnd() + m_overtime.stops : 0.0;
}

void Playback::setOvertime(const Overtime& overtime) {
    const bool isSame = overtime.stops == m_overtime.stops;
    const bool wasAtEnd = storyboard() != nullptr && m_time >= storyEnd() && m_time >= end();
    m_overtime = overtime;
    m_seconds = secondsAt(m_time);
    if (isSame) {
        return;
    }
    if (wasAtEnd || m_time > end()) {
        setTime(end());
    }
    if (playing()) {
        m_target = end();
    }
    emit endChanged();
}

void Playback::setRaceClock(std::vector<double> secondsAtStop) {
    m_raceClock = std::move(secondsAtStop);
    m_seconds = secondsAt(m_time);
}

/// On the clock of playing: the story's own seconds, and those of the other story after them.
double Playback::secondsAt(double time) const {
    if (m_raceClock.size() > 1) {
        const auto stop = std::min(static_cast<std::size_t>(std::max(time, 0.0)), m_raceClock.size() - 2);
        return m_raceClock[stop] + (time - static_cast<double>(stop)) * (m_raceClock[stop + 1] - m_raceClock[stop]);
    }
    const double over = time - storyEnd();
    if (over <= 0.0 || m_overtime.stops <= 0.0) {
        return m_clock.secondsAt(time);
    }
    return m_clock.seconds() + m_overtime.pace.secondsAt(m_overtime.begin + over) -
           m_overtime.pace.secondsAt(m_overtime.begin);
}

double Playback::timeAt(double seconds) const {
    if (m_raceClock.size() > 1) {
        const auto after = std::upper_bound(m_raceClock.begin() + 1, m_raceClock.end() - 1, seconds);
        const double from = *std::prev(after);
        const double share = (seconds - from) / std::max(*after - from, 1e-9);
        return std::clamp(static_cast<double>(after - m_raceClock.begin() - 1) + share, 0.0, end());
    }
    const double over = seconds - m_clock.seconds();
    if (over <= 0.0 || m_overtime.stops <= 0.0) {
        return m_clock.timeAt(seconds);
    }
    const double other = m_overtime.pace.timeAt(m_overtime.pace.secondsAt(m_overtime.begin) + over);
    return std::min(storyEnd() + std::max(other - m_overtime.begin, 0.0), end());
}

void Playback::forward(StepUnit unit) {
    const Storyboard* story = storyboard();
    if (story == nullptr) {
        return;
    }
    const Snapshot& snapshot = *m_session.snapshot();
    const double from = restingTime();
    if (from >= story->end() - kTouch) { // all units are stops of the picture beside this one
        glideTo(std::floor(from + kTouch) + 1.0);
        return;
    }
    switch (unit) {
    case StepUnit::Stage: glideTo(nextStageEnd(*story, from)); break;
    case StepUnit::Batch: glideTo(nextStop(*story, from)); break;
    case StepUnit::Level: glideTo(nextLevelStop(*snapshot.graph, *snapshot.schedule, *story, from)); break;
    case StepUnit::Node: goToRow(nextRow(*snapshot.schedule, *story, from)); break;
    }
}

void Playback::back(StepUnit unit) {
    const Storyboard* story = storyboard();
    if (story == nullptr) {
        return;
    }
    const Snapshot& snapshot = *m_session.snapshot();
    const double from = restingTime();
    if (from > story->end() + kTouch) {
        glideTo(std::max(std::ceil(from - kTouch) - 1.0, story->end()));
        return;
    }
    switch (unit) {
    case StepUnit::Stage: glideTo(previousStageEnd(*story, from)); break;
    case StepUnit::Batch: glideTo(previousStop(*story, from)); break;
    case StepUnit::Level: glideTo(previousLevelStop(*snapshot.graph, *snapshot.schedule, *story, from)); break;
    case StepUnit::Node: goToRow(previousRow(*snapshot.schedule, *story, from)); break;
    }
}

/// One node is one cut: a batch of hundreds is stepped through at the speed of a key.
void Playback::goToRow(Place place) {
    if (!place.batch.valid()) {
        return;
    }
    const Snapshot& snapshot = *m_session.snapshot();
    seek(timeOfRow(*snapshot.schedule, *storyboard(), place));
    selectNode(snapshot.schedule->batch(place.batch)[place.row]);
}

void Playback::selectNode(NodeId node) {
    const Snapshot& snapshot = *m_session.snapshot();
    if (!snapshot.schedule || !node.valid() || node.index() >= snapshot.graph->size()) {
        clearSelection();
        return;
    }
    setFocus({node, snapshot.schedule->places[node].batch, snapshot.graph->origins[node].tree});
}

void Playback::selectBatch(BatchId batch) {
    const Snapshot& snapshot = *m_session.snapshot();
    const bool exists = snapshot.schedule && batch.valid() && batch.index() < snapshot.schedule->batchCount();
    setFocus(exists ? Focus{{}, batch, {}} : Focus{});
}

void Playback::selectTree(TreeId tree) {
    setFocus({{}, {}, tree});
}

void Playback::markSecond(NodeId other) {
    const Snapshot& snapshot = *m_session.snapshot();
    if (!m_focus.node.valid()) {
        selectNode(other);
    } else if (snapshot.graph && other.valid() && other.index() < snapshot.graph->size() && other != m_focus.node) {
        Focus focus = m_focus;
        focus.second = other == focus.second ? NodeId() : other;
        setFocus(focus);
    }
}

void Playback::clearSelection() {
    setFocus({});
}

/// Where the present movement is after so many seconds more.
double Playback::moved(double elapsed) {
    if (m_gliding) {
        return m_time + m_rate * elapsed;
    }
    m_seconds += presentSpeed() * elapsed;
    const double time = timeAt(m_seconds);
    if (!m_reducedMotion || time == m_target) {
        return time;
    }
    if (time > storyEnd()) {
        return std::floor(time + kTouch);
    }
    // Reduced motion: from the end of one stage to the end of the next, without anything in between.
    return previousStageEnd(*storyboard(), time + kTouch);
}

void Playback::tick() {
    const double elapsed = static_cast<double>(m_stopwatch.nsecsElapsed()) * 1e-9;
    m_stopwatch.restart();
    const double next = moved(elapsed);
    const bool forward = !m_gliding || m_rate > 0.0;
    const bool arrived = forward ? next >= m_target : next <= m_target;
    setTime(arrived ? m_target : next);
    if (arrived) {
        stopMoving();
    }
}

void Playback::setTime(double time) {
    const Storyboard* story = storyboard();
    const double clamped = std::clamp(time, 0.0, end());
    if (clamped == m_time) {
        return;
    }
    const auto present = [&] {
        return std::tuple(stopBefore(m_time), story == nullptr ? BatchId() : batchAt(*story, m_time),
                          story == nullptr ? StoryStage::Source : stageAt(*story, m_time));
    };
    const auto before = present();
    m_time = clamped;
    emit timeChanged(m_time);
    if (present() != before) {
        emit stepChanged();
    }
}

void Playback::setFocus(const Focus& focus) {
    if (!(focus == m_focus)) {
        m_focus = focus;
        emit selectionChanged();
    }
}

void Playback::adoptClock() {
    m_clock = storyboard() != nullptr ? clockOf(*m_session.snapshot()) : StoryClock();
    m_seconds = secondsAt(m_time);
}

void Playback::adoptSnapshot(Parts parts) {
    if (parts.has(Part::Schedule)) {
        stopMoving();
        leavePlace();
        returnToPlace();
    }
    if (parts.has(Part::Schedule) || parts.has(Part::Trace)) {
        adoptClock();
    }
    if (parts.has(Part::Schedule)) {
        emit selectionChanged();
        emit timeChanged(m_time);
        emit stepChanged();
    }
}

/// While a file is read again there is no story; the place is kept until there is one.
void Playback::leavePlace() {
    if (!m_isBetween) {
        m_shown.time = m_time;
        m_shown.focus = m_focus;
    }
    m_isBetween = storyboard() == nullptr;
    m_overtime = {};
    m_raceClock.clear();
    m_time = 0.0;
    m_focus = {};
}

void Playback::returnToPlace() {
    const Snapshot& snapshot = *m_session.snapshot();
    if (!snapshot.storyboard) {
        return;
    }
    const FoundPlace found = placeIn(snapshot, m_shown);
    m_time = found.time;
    m_focus = found.focus;
    m_shown = {snapshot.graph, snapshot.schedule, snapshot.config, 0.0, {}};
}

void Playback::startMoving(double target, double rate) {
    m_target = target;
    m_rate = rate;
    m_stopwatch.start();
    m_timer.start();
}

void Playback::stopMoving() {
    const bool wasPlaying = playing();
    m_timer.stop();
    m_gliding = false;
    if (wasPlaying) {
        emit playingChanged(false);
    }
}

/// Where the cursor is, or will be when the present glide ends: quick presses of a key count from there.
double Playback::restingTime() const {
    return m_timer.isActive() && m_gliding ? m_target : m_time;
}

} // namespace batchscope
