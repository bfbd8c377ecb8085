// SPDX-License-Identifier: GPL-3.0-or-later
//
// The question of a beat: widgets for its kind, and the verdict under them. It knows what was asked and what was
// answered; what is right, it is told.
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

    /// Other widgets; `question` is the question's text with its figures. Nothing for AskKind::None.
    void setAsk(const LessonAsk& ask, const QString& question);
    void setQuestion(const QString& question);
    /// Of question and verdict, in points.
    void setTextSize(double points);
    /// To the field for a number, where the question has one.
    void takeFocus();
    void showVerdict(const LessonVerdict& verdict);
    /// Instead of a verdict: what to do first.
    void showHint(const QString& hint);
    /// Of a slider: where it is, and what is said there.
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
    double m_points = 10.0; // of text
    QSlider* m_slider = nullptr;
    QSpinBox* m_number = nullptr;
    std::vector<QWidget*> m_own;
};

} // namespace batchscope
