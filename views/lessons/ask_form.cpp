// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/ask_form.h"

#include "views/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr int kLargestNumber = 1'000'000;

QLabel* wrappedLabel(const char* name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

AskForm::AskForm(QWidget* parent)
    : QWidget(parent), m_layout(new QVBoxLayout(this)), m_question(wrappedLabel("lesson-question", this)),
      m_verdict(wrappedLabel("lesson-verdict", this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    m_layout->addWidget(m_question);
    m_layout->addWidget(m_verdict);
}

void AskForm::clear() {
    for (QWidget* widget : m_own) {
        m_layout->removeWidget(widget);
        widget->hide();
        widget->deleteLater(); // later: it may be the button that was pressed
    }
    m_own.clear();
    m_slider = nullptr;
    m_number = nullptr;
    m_verdict->clear();
    m_verdict->hide();
}

void AskForm::add(QWidget* widget) {
    m_layout->insertWidget(m_layout->count() - 1, widget); // above the verdict
    m_own.push_back(widget);
}

QPushButton* AskForm::addButton(const QString& text, const QString& name) {
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setFocusPolicy(Qt::TabFocus); // clicked buttons do not take the keys from the picture: Space plays
    add(button);
    return button;
}

/// An exclusive answer button; it stays pressed once it was clicked.
QPushButton* AskForm::addAnswerButton(const QString& text, const QString& name) {
    QPushButton* const button = addButton(text, name);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    return button;
}

void AskForm::setAsk(const LessonAsk& ask, const QString& question) {
    clear();
    setQuestion(question);
    setVisible(ask.kind != AskKind::None);
    switch (ask.kind) {
    case AskKind::Number: addNumber(); break;
    case AskKind::Pair: addPair(); break;
    case AskKind::Choice:
        addChoice(ask);
        wrapButtons();
        break;
    case AskKind::Slide: addSlider(ask); break;
    case AskKind::Play:
        connect(addButton(tr("Play the scheduler"), QStringLiteral("lesson-play")), &QAbstractButton::clicked, this,
                &AskForm::playAsked);
        break;
    case AskKind::None:
    case AskKind::Select:
    case AskKind::Do: break;
    }
}

void AskForm::setQuestion(const QString& question) {
    m_question->setText(question);
    m_question->setVisible(!question.isEmpty());
}

void AskForm::setTextSize(double points) {
    m_points = points;
    m_question->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 600").arg(points, 0, 'f', 1));
}

void AskForm::takeFocus() {
    if (m_number != nullptr) {
        m_number->setFocus(Qt::OtherFocusReason);
        m_number->selectAll();
    }
}

void AskForm::addNumber() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* box = new QSpinBox(row);
    m_number = box;
    box->setRange(0, kLargestNumber);
    box->setObjectName(QStringLiteral("lesson-number"));
    box->setAccessibleName(tr("Your prediction"));
    auto* check = new QPushButton(tr("Check"), row);
    check->setObjectName(QStringLiteral("lesson-check"));
    check->setFocusPolicy(Qt::TabFocus);
    auto* line = box->findChild<QLineEdit*>();
    line->installEventFilter(this);
    box->installEventFilter(this); // the spin box calls the line's event handlers directly, past its filters
    connect(line, &QLineEdit::returnPressed, check, &QAbstractButton::click);
    layout->addWidget(box);
    layout->addWidget(check);
    layout->addStretch(1);
    connect(check, &QAbstractButton::clicked, this, [this, box] {
        LessonAnswer answer;
        answer.number = static_cast<std::size_t>(box->value());
        emit answered(answer);
    });
    add(row);
}

/// Wraps the texts of buttons, which Qt does not do; the full texts are in accessibleName().
void AskForm::wrapButtons() {
    constexpr int kFrame = 24; // left and right of a button's text
    for (QWidget* widget : m_own) {
        auto* const button = qobject_cast<QPushButton*>(widget);
        if (button == nullptr || button->accessibleName().isEmpty()) {
            continue;
        }
        QTextLayout layout(button->accessibleName(), button->font());
        layout.beginLayout();
        QStringList lines;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(width() - kFrame, kFrame));
            lines.append(layout.text().mid(line.textStart(), line.textLength()).trimmed());
        }
        layout.endLayout();
        button->setText(lines.join(u'\n'));
    }
}

void AskForm::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    wrapButtons();
}

/// A number has no spaces, periods or commas, so these keys play and step here, too.
bool AskForm::eventFilter(QObject* watched, QEvent* event) {
    constexpr std::array kPlaying = {Qt::Key_Space, Qt::Key_Period, Qt::Key_Comma};
    if (event->type() == QEvent::ShortcutOverride &&
        std::find(kPlaying.begin(), kPlaying.end(), static_cast<QKeyEvent*>(event)->key()) != kPlaying.end()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void AskForm::addPair() {
    const auto addAnswer = [this](const QString& text, const QString& name, bool yes) {
        connect(addAnswerButton(text, name), &QAbstractButton::clicked, this, [this, yes] {
            LessonAnswer answer;
            answer.yes = yes;
            emit answered(answer);
        });
    };
    addAnswer(tr("Yes, in one batch"), QStringLiteral("lesson-yes"), true);
    addAnswer(tr("No"), QStringLiteral("lesson-no"), false);
}

void AskForm::addChoice(const LessonAsk& ask) {
    for (std::size_t index = 0; index < ask.options.size(); ++index) {
        const QString text = QString::fromStdString(ask.options[index].text);
        QPushButton* button = addAnswerButton(text, QStringLiteral("lesson-option-%1").arg(index + 1));
        button->setAccessibleName(text);
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        connect(button, &QAbstractButton::clicked, this, [this, index] {
            LessonAnswer answer;
            answer.option = index;
            emit answered(answer);
        });
    }
}

void AskForm::addSlider(const LessonAsk& ask) {
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setObjectName(QStringLiteral("lesson-slider"));
    m_slider->setRange(0, static_cast<int>(ask.positions.size()) - 1);
    m_slider->setPageStep(1);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setAccessibleName(tr("Position"));
    connect(m_slider, &QSlider::valueChanged, this, &AskForm::positionChosen);
    add(m_slider);
    auto* labels = new QWidget(this);
    auto* layout = new QHBoxLayout(labels);
    layout->setContentsMargins(0, 0, 0, 0);
    for (std::size_t index = 0; index < ask.positions.size(); ++index) {
        if (index > 0) {
            layout->addStretch(1);
        }
        layout->addWidget(new QLabel(QString::fromStdString(ask.positions[index].label), labels));
    }
    add(labels);
}

void AskForm::say(const QString& text, const QColor& color) {
    m_verdict->setText(text);
    m_verdict->setStyleSheet(
        QStringLiteral("font-size: %1pt; border: 0 solid %2; border-left-width: 3px; padding: 2px 0 2px 8px")
            .arg(QString::number(m_points, 'f', 1), color.name()));
    m_verdict->show();
}

void AskForm::showVerdict(const LessonVerdict& verdict) {
    const Theme& theme = themeOf(*this);
    say(QString::fromStdString(verdict.text), verdict.isRight ? theme.accent : theme.warning);
}

void AskForm::showHint(const QString& hint) {
    say(hint, themeOf(*this).rule);
}

void AskForm::showPosition(int position, const QString& text) {
    if (m_slider != nullptr && m_slider->value() != position) {
        m_slider->setValue(position);
    }
    if (!text.isEmpty()) {
        say(text, themeOf(*this).accent);
    }
}

} // namespace batchscope
