// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/welcome/welcome_view.h"

#include "views/theme/theme.h"
#include "views/welcome/idea_picture.h"
#include "views/welcome/sample_card.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace batchscope {

namespace {

constexpr int kWidth = 900;
constexpr qsizetype kMostRecent = 5;
constexpr int kMostBackWidth = 240;

/// Text in a muted color that follows the theme by itself.
QLabel* mutedLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* headingLabel(const QString& text, double scale, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

/// Last part of a path, and the folder that contains it; '/' on every system, as Qt gives paths.
QString fileNameOf(const QString& path) {
    return path.section(u'/', -1);
}
QString folderOf(const QString& path) {
    return path.section(u'/', 0, -2);
}

} // namespace

WelcomeView::WelcomeView(const std::vector<WelcomeSample>& samples, QWidget* parent) : QWidget(parent) {
    auto* page = new QWidget;
    auto* column = new QWidget(page);
    column->setMaximumWidth(kWidth);
    auto* columnLayout = new QVBoxLayout(column);
    columnLayout->setSpacing(18);
    columnLayout->addWidget(makeHeading());
    columnLayout->addWidget(new IdeaPicture(column));
    auto* learn = new SampleCard(tr("New here? Learn dynamic batching"),
                                 tr("Short lessons, in which you predict, play the scheduler and measure."), column);
    learn->setObjectName(QStringLiteral("learn"));
    connect(learn, &QAbstractButton::clicked, this, &WelcomeView::lessonRequested);
    columnLayout->addWidget(learn);
    auto* both = new QHBoxLayout;
    both->setSpacing(24);
    both->addWidget(makeSamples(samples), 3, Qt::AlignTop);
    both->addWidget(makeOpening(), 2, Qt::AlignTop);
    columnLayout->addLayout(both);

    auto* pageLayout = new QHBoxLayout(page);
    pageLayout->setContentsMargins(24, 24, 24, 24);
    pageLayout->addStretch(1);
    pageLayout->addWidget(column, 100, Qt::AlignVCenter);
    pageLayout->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

QWidget* WelcomeView::makeHeading() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(headingLabel(tr("Batchscope"), 2.2, box));
    layout->addWidget(
        mutedLabel(tr("Trees of different shapes cannot run as one batch, but their equal operations can. Open a "
                      "treebank, watch its computation graph fold into batches, and see what batching buys."),
                   box));
    return box;
}

QWidget* WelcomeView::makeSamples(const std::vector<WelcomeSample>& samples) {
    auto* box = new QWidget(this);
    auto* layout = new QGridLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(headingLabel(tr("Samples"), 1.15, box), 0, 0, 1, 2);
    int place = 0;
    for (const WelcomeSample& sample : samples) {
        auto* card = new SampleCard(sample.name, sample.description, box);
        card->setToolTip(sample.path);
        connect(card, &QAbstractButton::clicked, this, [this, path = sample.path] { emit openRequested({path}); });
        layout->addWidget(card, 1 + place / 2, place % 2);
        ++place;
    }
    if (samples.empty()) {
        layout->addWidget(mutedLabel(tr("The samples are not installed."), box), 1, 0, 1, 2);
    }
    return box;
}

QWidget* WelcomeView::makeOpening() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_back = new QPushButton(box);
    m_back->setMinimumHeight(36);
    m_back->setAccessibleName(tr("Back to the open trees"));
    m_back->hide();
    connect(m_back, &QPushButton::clicked, this, &WelcomeView::backRequested);
    layout->addWidget(m_back);
    layout->addWidget(headingLabel(tr("Your files"), 1.15, box));
    auto* open = new QPushButton(tr("Open a treebank…"), box);
    open->setAccessibleName(tr("Open a treebank"));
    open->setMinimumHeight(36);
    connect(open, &QPushButton::clicked, this, [this] { emit openRequested({}); });
    layout->addWidget(open);
    layout->addWidget(mutedLabel(tr("or drop files anywhere in this window: bracketed trees (PTB, SST), CoNLL-U, SNLI, "
                                    "plain sentences, idx images or programs, uncompressed or as .gz or .zst."),
                                 box));
    auto* recent = new QWidget(box);
    m_recent = new QVBoxLayout(recent);
    m_recent->setContentsMargins(0, 6, 0, 0);
    m_recent->setSpacing(6);
    layout->addWidget(recent);
    return box;
}

void WelcomeView::setBack(const QString& name) {
    m_back->setText(tr("Back to %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, kMostBackWidth)));
    m_back->setAccessibleName(tr("Back to %1").arg(name));
    m_back->setVisible(!name.isEmpty());
    setFocusProxy(m_back);
}

void WelcomeView::setRecentFiles(const QStringList& paths) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        // Later: a click on one of these cards may be what brought us here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    if (paths.isEmpty()) {
        return;
    }
    m_recent->addWidget(headingLabel(tr("Recent"), 1.15, this));
    for (const QString& path : paths.mid(0, kMostRecent)) {
        auto* card = new SampleCard(fileNameOf(path), folderOf(path), this);
        card->setToolTip(path);
        connect(card, &QAbstractButton::clicked, this, [this, path] { emit openRequested({path}); });
        m_recent->addWidget(card);
    }
}

} // namespace batchscope
