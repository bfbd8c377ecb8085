// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the bars of a beat: the starts and rows that the text mentions, to scale on one axis. A bar of a few calls
// shows each call; a bar of many calls shows all starts, then all rows.
#pragma once

#include "core/lessons/lesson.h"
#include "core/session/snapshot.h"

#include <QImage>
#include <QWidget>

#include <vector>

class QPainter;

namespace batchscope {

struct Theme;

/// One bar with its figures filled in.
struct LessonBar {
    QString label;
    std::size_t calls = 0;
    std::size_t rows = 0;
};

class LessonBarsView final : public QWidget {
    Q_OBJECT

public:
    explicit LessonBarsView(QWidget* parent);

    /// Shows nothing for a beat without bars, and while its figures are unknown.
    void setBars(const LessonBeat& beat, const Snapshot& snapshot);
    [[nodiscard]] const std::vector<LessonBar>& bars() const { return m_filled; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    LessonBars m_bars;
    std::vector<LessonBar> m_filled;
};

/// The bars as an image for paper; null for a beat without bars.
[[nodiscard]] QImage lessonBarsImage(const LessonBeat& beat, const Snapshot& snapshot, const QFont& font, int width);

} // namespace batchscope
