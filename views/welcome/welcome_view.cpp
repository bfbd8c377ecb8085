// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/welcome/welcome_view.h"

#include "views/theme/theme.h"

#include <QCommandLinkButton>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSvgRenderer>
#include <QVBoxLayout>

#include <utility>

namespace batchscope {

namespace {

constexpr int kWidth = 900;
constexpr qsizetype kMostRecent = 5;
constexpr int kMostBackWidth = 240;

/// A button for one thing that can be opened.
QCommandLinkButton* card(const QString& name, const QString& description, QWidget* parent) {
    auto* button = new QCommandLinkButton(name, description, parent);
    button->setIcon(QIcon());
    button->setAccessibleDescription(description);
    return button;
}

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

} // namespace

WelcomeView::WelcomeView(const std::vector<WelcomeSample>& samples, QWidget* parent)
    : QWidget(parent), m_idea(new QLabel(this)) {
    m_idea->setObjectName(QStringLiteral("idea"));
    m_idea->setAccessibleName(tr("Three trees of different shapes on the left, one batch for each level on the right"));
    paintIdea();
    auto* page = new QWidget;
    auto* column = new QWidget(page);
    column->setMaximumWidth(kWidth);
    auto* columnLayout = new QVBoxLayout(column);
    columnLayout->setSpacing(18);
    columnLayout->addWidget(makeHeading());
    columnLayout->addWidget(m_idea, 0, Qt::AlignHCenter);
    auto* learn = card(tr("New here? Learn dynamic batching"),
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
        auto* button = card(sample.name, sample.description, box);
        button->setToolTip(sample.path);
        connect(button, &QAbstractButton::clicked, this, [this, path = sample.path] { emit openRequested({path}); });
        layout->addWidget(button, 1 + place / 2, place % 2);
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
        const QString folder = fontMetrics().elidedText(QFileInfo(path).path(), Qt::ElideMiddle, kMostBackWidth);
        auto* button = card(QFileInfo(path).fileName(), folder, this);
        button->setToolTip(path);
        connect(button, &QAbstractButton::clicked, this, [this, path] { emit openRequested({path}); });
        m_recent->addWidget(button);
    }
}

void WelcomeView::paintIdea() {
    QFile file(QStringLiteral(":/idea.svg"));
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    QByteArray svg = file.readAll();
    const Theme& theme = themeOf(*this);
    for (const auto& [drawn, color] : {std::pair("#c0662b", theme.op(OpId(0U))),
                                       std::pair("#2f6fb5", theme.op(OpId(1U))), std::pair("#5a5a66", theme.mutedText),
                                       std::pair("#9a9aa6", theme.edge), std::pair("#5b4bc4", theme.accent)}) {
        svg.replace(drawn, color.name().toLatin1());
    }
    QSvgRenderer renderer(svg);
    QPixmap pixmap(renderer.defaultSize() * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(QPointF(), renderer.defaultSize()));
    m_idea->setPixmap(pixmap);
}

void WelcomeView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintIdea();
    }
    QWidget::changeEvent(event);
}

} // namespace batchscope
