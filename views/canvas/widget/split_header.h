// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line above one side of a comparison: its name, its figures, and a button to close it. The figures are never
// clipped: on a narrow side they get their own line, and if even that is too short they end in an ellipsis, with a
// tooltip. Both sides have to agree on the number of lines and the height, so that their pictures are aligned.
#pragma once

#include <QString>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace batchscope {

// The line below one side of a comparison: a bar and words that say how far the side is, with its stopwatch.

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

class SplitHeader final : public QWidget {
    Q_OBJECT

public:
    enum class Lines { One, Two };

    explicit SplitHeader(QWidget* parent);

    /// The name of the side, in bold, at its left.
    void setTitle(const QString& title);
    /// A control after the title.
    void addControl(QWidget* control);
    /// A control at the right end.
    void setCorner(QWidget* control);
    void setFacts(const QString& facts);
    [[nodiscard]] QString facts() const;

    /// Pixels that title, controls and the whole of the figures take in one line.
    [[nodiscard]] int widthOfOneLine() const;
    void setLines(Lines lines);

private:
    QGridLayout* m_grid;
    QWidget* m_lead;
    QLabel* m_title;
    QLabel* m_facts;
};

} // namespace batchscope
