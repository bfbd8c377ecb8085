// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two ways to run the same trees, side by side on one clock that follows the measured times: regular and folded, two
// policies, or cells and primitives. The right canvas has its own session, which starts with what the left session has
// read. It is created on first use and runs when the left session has finished.
#pragma once

#include "views/canvas/widget/canvas_view.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QSplitter;

namespace batchscope {

class EndCard;

class SplitView final : public QWidget {
    Q_OBJECT

public:
    SplitView(Session& session, Playback& playback, QWidget* parent = nullptr);
    ~SplitView() override;

    /// The left canvas, which always exists.
    [[nodiscard]] CanvasView& canvas() const { return *m_canvas; }
    [[nodiscard]] EndCard& endCard() const { return *m_endCard; }
    /// The right canvas; null if there is none.
    [[nodiscard]] CanvasView* otherCanvas() const;

    /// The names that compareWith() takes: "none", every policy's name, "cell" and "primitive".
    [[nodiscard]] static QStringList rivals();
    /// Compares with a rival. Config error if the name is not one of rivals().
    [[nodiscard]] Status compareWith(const QString& rival);
    [[nodiscard]] const QString& rival() const { return m_rival; }
    /// The text below both pictures; empty without a right side, or before both sides have finished.
    [[nodiscard]] QString result() const;
    /// The canvas that keys and menus refer to: the right one while it has the focus, otherwise the left one.
    [[nodiscard]] CanvasView& canvasInUse() const;
    /// True while a side of a comparison is still being computed.
    [[nodiscard]] bool busy() const;

signals:
    void rivalChanged();
    /// Emitted if the right side cannot be computed; the message has one line or more.
    void failed(const QString& message);
    /// Like CanvasView::menuAsked, from either side. A hit on the right side is passed on as its counterpart on the
    /// left, which is selected by then: the same node if both graphs are the same, otherwise its tree. A batch has no
    /// counterpart, so its hit is empty.
    void menuAsked(const batchscope::Hit& on, const QPoint& globalPlace);

private:
    struct Other;
    /// The widgets around one picture: above it the title of the side with its controls and its facts, below it its
    /// progress and stopwatch. `whole` owns all of them.
    struct Frame {
        QWidget* whole = nullptr;
        QWidget* header = nullptr;
        QHBoxLayout* controls = nullptr;
        QLabel* title = nullptr;
        QLabel* facts = nullptr;
        QWidget* footer = nullptr;
        QProgressBar* progress = nullptr;
        QLabel* told = nullptr; ///< the progress in words
    };
    [[nodiscard]] Frame framed(QWidget* picture);
    void openOther();
    void closeOther();
    void requestOther();
    void addControls();
    void followTime();
    void followEnd();
    void followSelection();
    [[nodiscard]] Hit onBothSides(const Focus& focus) const;
    void adoptOtherSelection();
    void askOtherMenu(const Hit& on, const QPoint& globalPlace);
    void markDifferences();
    void writeHeaders();
    void showRace();

    Session& m_session;
    Playback& m_playback;
    QString m_rival = QStringLiteral("none");
    QSplitter* m_splitter;
    CanvasView* m_canvas;
    EndCard* m_endCard = nullptr;
    Frame m_own;
    Frame m_otherFrame; // empty while there is no right side
    QLabel* m_result = nullptr;
    QComboBox* m_rivalBox = nullptr;
    std::unique_ptr<Other> m_other;                  // destroyed before the splitter, which contains its canvas
    std::shared_ptr<const Schedule> m_otherSchedule; // the schedule that the right side has adopted
    bool m_following = false;                        // true while a selection is being passed on
};

} // namespace batchscope
