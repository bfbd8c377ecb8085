// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the bars of a beat: what a text says of starts and rows, to scale on one axis. A bar of a few calls shows each
// of them; one of many shows all starts, then all rows.
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

    /// Nothing is shown for a beat without bars, and before its figures can be told.
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

/// The same as a picture for paper; null for a beat without bars.
[[nodiscard]] QImage lessonBarsImage(const LessonBeat& beat, const Snapshot& snapshot, const QFont& font, int width);

} // namespace batchscope
