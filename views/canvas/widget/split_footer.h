// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line below one side of a comparison: a bar and words that say how far the side is, with its stopwatch.
#pragma once

#include <QString>
#include <QWidget>

namespace batchscope {

struct SideProgress;

class SplitFooter final : public QWidget {
    Q_OBJECT

public:
    explicit SplitFooter(QWidget* parent);

    /// `length`: of the whole bar, as a share of the widget; bars of both sides are in proportion to their times.
    void setProgress(const SideProgress& progress, double length);
    /// Nothing is known of the side yet.
    void clear();
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    double m_share = 0.0;
    double m_length = 1.0;
    bool m_isDone = false;
};

} // namespace batchscope
