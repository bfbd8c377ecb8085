// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of every story: the measured times as bars on one axis, to scale, and below them the speed-up by number of
// trees, measured for each number chosen with the slider. The card covers the picture while the story is at its end; a
// button hides it and brings it back.
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
    /// `canvas`: the widget that the card covers, which becomes its parent.
    EndCard(Session& session, Playback& playback, QWidget* canvas);

    /// Hides the card, or shows it again. Does nothing if the card is not available.
    void toggle();
    /// Disables the card beside another picture, where the race has its own ending.
    void setComparing(bool comparing);

    [[nodiscard]] const TimeBars& bars() const { return m_bars; }
    /// The box of bar `index` without its whisker, in pixels of this widget.
    [[nodiscard]] QRectF barBox(std::size_t index) const;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// A speed-up that was measured for some number of trees.
    struct CurvePoint {
        SpeedRatio factor;
        bool isSteady = true;
    };
    /// The settings that all points of the curve share.
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
    TimeBars m_bars; // from the last measurement; kept during the next one
    std::optional<CurveOf> m_curveOf;
    std::map<std::size_t, CurvePoint> m_curve; // by number of trees
    std::vector<std::size_t> m_counts;         // the numbers of trees on the slider
    QSlider* m_trees = nullptr;
    QToolButton* m_toggle = nullptr;
    QTimer m_asking;  // fires after the slider has been at rest for a moment
    QTimer m_waiting; // runs while only the folded graph is shown, before the card appears
    bool m_isPutAside = false;
    bool m_isComparing = false;
};

} // namespace batchscope
