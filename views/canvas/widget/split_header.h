// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line above one side of a comparison: what it is, its figures, and a button to close it. The figures are never
// clipped: they get a line of their own where the side is narrow, and end in an ellipsis, with a tool tip, where even
// that is too short. Both sides have to agree on lines and height, so that their pictures stand side by side.
#pragma once

#include <QString>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace batchscope {

class SplitHeader final : public QWidget {
    Q_OBJECT

public:
    enum class Lines { One, Two };

    explicit SplitHeader(QWidget* parent);

    /// The name of the side, in bold, at its left.
    void setTitle(const QString& title);
    /// A control behind the title.
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
