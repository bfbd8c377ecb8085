// SPDX-License-Identifier: GPL-3.0-or-later
//
// The question of a beat: widgets for its kind, and the verdict below them. The form knows the question and the answer,
// but not which answer is right.
#pragma once

#include "core/lessons/lesson_check.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;
class QVBoxLayout;

namespace batchscope {

class AskForm final : public QWidget {
    Q_OBJECT

public:
    explicit AskForm(QWidget* parent);

    /// Replaces the widgets; `question` is the question's text with its figures. AskKind::None has no widgets.
    void setAsk(const LessonAsk& ask, const QString& question);
    void setQuestion(const QString& question);
    /// Sets the text size of question and verdict, in points.
    void setTextSize(double points);
    /// Moves the focus to the field for a number, if the question has one.
    void takeFocus();
    void showVerdict(const LessonVerdict& verdict);
    /// Shows what to do first, in place of a verdict.
    void showHint(const QString& hint);
    /// Sets the position of the slider and shows its text.
    void showPosition(int position, const QString& text);

signals:
    void answered(const batchscope::LessonAnswer& answer);
    void playAsked();
    void positionChosen(int position);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void clear();
    void add(QWidget* widget);
    void wrapButtons();
    void addNumber();
    void addPair();
    void addChoice(const LessonAsk& ask);
    void addSlider(const LessonAsk& ask);
    void say(const QString& text, const QColor& color);
    QPushButton* addButton(const QString& text, const QString& name);
    QPushButton* addAnswerButton(const QString& text, const QString& name);

    QVBoxLayout* m_layout;
    QLabel* m_question;
    QLabel* m_verdict;
    double m_points = 10.0; // text size
    QSlider* m_slider = nullptr;
    QSpinBox* m_number = nullptr;
    std::vector<QWidget*> m_own;
};

} // namespace batchscope
