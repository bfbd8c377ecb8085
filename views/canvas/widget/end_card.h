// SPDX-License-Identifier: GPL-3.0-or-later
//
// How every story ends: the measured times as bars on one axis, to scale, and below them how the speed-up grows with
// the number of trees, measured for each number that the slider is put to. It covers the picture while the story stands
// at its end; a button puts it aside and brings it back.
#pragma once

#include "core/session/time_bars.h"
#include "views/session/playback.h"
#include "views/session/session.h"

#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <vector>

class QSlider;
class QToolButton;

namespace batchscope {

class EndCard final : public QWidget {
    Q_OBJECT

public:
    /// `canvas`: what it covers, its parent.
    EndCard(Session& session, Playback& playback, QWidget* canvas);

    /// Puts the card aside, or brings it back. Nothing where it is not.
    void toggle();
    /// Not beside another picture, where the race has its own end.
    void setComparing(bool comparing);

    [[nodiscard]] const TimeBars& bars() const { return m_bars; }
    /// Of bar `index`, pixels of this widget, without its whisker.
    [[nodiscard]] QRectF barBox(std::size_t index) const;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// A speed-up that was measured for so many trees.
    struct CurvePoint {
        SpeedRatio factor;
        bool isSteady = true;
    };
    /// What all points of the curve have in common.
    struct CurveOf {
        std::shared_ptr<const Treebank> treebank;
        SessionConfig config; ///< without the number of trees
        bool operator==(const CurveOf&) const = default;
    };

    void adoptSnapshot();
    void refresh();
    void place();
    void followTrees();
    void askTrees();
    [[nodiscard]] bool isThere() const;
    [[nodiscard]] bool hasCurve() const;
    [[nodiscard]] QRectF whyArea() const;
    [[nodiscard]] QRectF barsArea() const;
    [[nodiscard]] QRectF curveArea() const;
    void paintBars(QPainter& painter) const;
    void paintBar(QPainter& painter, std::size_t index) const;
    void paintKey(QPainter& painter) const;
    void paintCurve(QPainter& painter) const;

    Session& m_session;
    Playback& m_playback;
    TimeBars m_bars; // of the last measurement; kept while the next one is made
    std::optional<CurveOf> m_curveOf;
    std::map<std::size_t, CurvePoint> m_curve; // by number of trees
    std::vector<std::size_t> m_counts;         // of trees, that the slider has
    QSlider* m_trees = nullptr;
    QToolButton* m_toggle = nullptr;
    QTimer m_asking;  // the slider has been at rest for a moment
    QTimer m_waiting; // the folded graph is looked at first
    bool m_isPutAside = false;
    bool m_isComparing = false;
};

} // namespace batchscope
