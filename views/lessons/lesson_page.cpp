// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lessons/lesson_page.h"

#include "core/lessons/lesson_figures.h"
#include "core/session/glossary.h"
#include "views/lessons/ask_form.h"
#include "views/lessons/lesson_text.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QClipboard>
#include <QCursor>
#include <QFontInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTextBrowser>
#include <QToolTip>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kTextScale = 1.25;
constexpr double kTitleScale = 1.5;
constexpr double kAskScale = 1.1;

QString targetOf(const QUrl& link) {
    return QUrl::fromPercentEncoding(link.toEncoded(QUrl::RemoveScheme));
}

} // namespace

LessonPage::LessonPage(QWidget* parent)
    : QWidget(parent), m_place(new QLabel(this)), m_title(new QLabel(this)), m_text(new QTextBrowser(this)),
      m_copy(new QPushButton(tr("Copy"), this)), m_read(new QWidget), m_form(new AskForm(this)),
      m_back(new QPushButton(tr("Back"), this)), m_next(new QPushButton(tr("Next"), this)) {
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_place->setObjectName(QStringLiteral("lesson-place"));
    m_title->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("lesson-title"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setAccessibleName(tr("Text of the lesson"));
    m_text->document()->setDocumentMargin(0);
    m_text->viewport()->setAutoFillBackground(false);
    m_back->setObjectName(QStringLiteral("lesson-back"));
    m_next->setObjectName(QStringLiteral("lesson-next"));
    connect(m_text, &QTextBrowser::highlighted, this, &LessonPage::followLink);
    m_copy->setObjectName(QStringLiteral("lesson-copy"));
    connect(m_copy, &QAbstractButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_code); });
    connect(m_back, &QAbstractButton::clicked, this, &LessonPage::backAsked);
    connect(m_next, &QAbstractButton::clicked, this, &LessonPage::nextAsked);
    buildBars();
    for (QPushButton* button : findChildren<QPushButton*>()) {
        button->setFocusPolicy(Qt::TabFocus); // clicked buttons do not take the keys from the picture: Space plays
    }
    enlarge();
}

void LessonPage::buildBars() {
    auto* leave = new QPushButton(tr("All lessons"), this);
    leave->setFlat(true);
    leave->setObjectName(QStringLiteral("lesson-leave"));
    connect(leave, &QAbstractButton::clicked, this, &LessonPage::leaveAsked);
    auto* top = new QHBoxLayout;
    top->addWidget(m_place, 1);
    top->addWidget(leave);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_back);
    bottom->addStretch(1);
    bottom->addWidget(m_next);
    auto* readLayout = new QVBoxLayout(m_read); // text and question scroll together, one directly below the other
    readLayout->setContentsMargins(0, 0, 0, 0);
    readLayout->setSpacing(10);
    readLayout->addWidget(m_title);
    readLayout->addWidget(m_text);
    readLayout->addWidget(m_copy, 0, Qt::AlignLeft);
    readLayout->addWidget(m_form);
    readLayout->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // everything wraps
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_read);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 10, 16, 12);
    layout->setSpacing(10);
    layout->addLayout(top);
    layout->addWidget(scroll, 1);
    layout->addLayout(bottom);
}

/// Makes the text area as high as its text, so that it never scrolls.
void LessonPage::fitText() {
    m_text->document()->setTextWidth(m_text->viewport()->width());
    m_text->setFixedHeight(static_cast<int>(std::ceil(m_text->document()->size().height())));
}

void LessonPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitText();
}

void LessonPage::setTextPixels(int pixels) {
    m_textPixels = pixels;
    enlarge();
    m_text->setHtml(m_html); // in the new size
    fitText();
}

void LessonPage::enlarge() {
    constexpr double kPointsPerInch = 72.0;
    const double least = m_textPixels * kPointsPerInch / logicalDpiY() / kAskScale; // kAskScale is the smallest scale
    const double size = std::max(QFontInfo(font()).pointSizeF(), least);
    QFont answers = font();
    answers.setPointSizeF(size);
    m_form->setFont(answers);
    for (QPushButton* button : findChildren<QPushButton*>()) {
        button->setFont(answers);
    }
    m_place->setFont(answers);
    const auto points = [size](double scale) { return QString::number(size * scale, 'f', 1); };
    m_title->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 600").arg(points(kTitleScale)));
    QFont text = font();
    text.setPointSizeF(size * kTextScale);
    m_text->document()->setDefaultFont(text);
    m_form->setTextSize(size * kAskScale);
}

void LessonPage::setBeat(const Lesson& lesson, std::size_t beat, const Snapshot& snapshot) {
    m_isLast = beat + 1 == lesson.beats.size();
    m_place->setText(
        tr("%1: %2 of %3").arg(QString::fromStdString(lesson.title)).arg(beat + 1).arg(lesson.beats.size()));
    m_title->setText(QString::fromStdString(lesson.beats[beat].title));
    m_back->setEnabled(beat > 0);
    m_form->setAsk(lesson.beats[beat].ask, QString::fromStdString(filledIn(lesson.beats[beat].ask.question, snapshot)));
    fill(lesson.beats[beat], snapshot);
    setAnswered(lesson.beats[beat].ask.kind == AskKind::None);
}

void LessonPage::fill(const LessonBeat& beat, const Snapshot& snapshot) {
    m_form->setQuestion(QString::fromStdString(filledIn(beat.ask.question, snapshot)));
    m_code = QString::fromStdString(beat.code);
    m_copy->setVisible(!m_code.isEmpty());
    const QString html = beatHtml(beat, snapshot, themeOf(*this));
    if (html != m_html) { // unchanged text does not jump while it is read
        m_html = html;
        m_text->setHtml(m_html);
        fitText();
    }
}

void LessonPage::setReached(bool reached) {
    m_read->setVisible(reached);
    if (reached) {
        fitText(); // its width was unknown before
        m_form->takeFocus();
    }
}

void LessonPage::setAnswered(bool answered) {
    m_isAnswered = answered;
    m_next->setText(answered ? (m_isLast ? m_lastText : tr("Next")) : tr("Skip"));
    m_next->setDefault(answered);
}

void LessonPage::setLastText(const QString& text) {
    m_lastText = text;
    setAnswered(m_isAnswered);
}

QString LessonPage::plainText() const {
    return m_text->toPlainText();
}

void LessonPage::followLink(const QUrl& link) {
    const bool isTerm = link.scheme() == QString::fromLatin1(kTermScheme);
    emit nodesPointedAt(link.scheme() == QString::fromLatin1(kFindScheme) ? targetOf(link) : QString());
    const GlossaryTerm* const term = isTerm ? findTerm(targetOf(link).toStdString()) : nullptr;
    if (term == nullptr) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(QCursor::pos(), glossaryTip(*term), m_text);
    }
}

} // namespace batchscope
