// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/welcome/welcome_view.h"

#include "views/theme/theme.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr int kPadding = 12;
constexpr int kGap = 4;
constexpr int kTextFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

} // namespace

SampleCard::SampleCard(const QString& name, const QString& description, QWidget* parent)
    : QAbstractButton(parent), m_description(description) {
    setText(name);
    setAccessibleName(name);
    setAccessibleDescription(description);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont SampleCard::nameFont() const {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize SampleCard::sizeHint() const {
    return {260, heightForWidth(260)};
}

QSize SampleCard::minimumSizeHint() const {
    return {160, heightForWidth(260)};
}

int SampleCard::heightForWidth(int width) const {
    const QRect room(0, 0, width - 2 * kPadding, 10'000);
    const int lines =
        m_description.isEmpty() ? 0 : fontMetrics().boundingRect(room, kTextFlags, m_description).height();
    return 2 * kPadding + QFontMetrics(nameFont()).height() + (lines > 0 ? kGap + lines : 0);
}

void SampleCard::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = underMouse() || hasFocus();
    painter.setPen(QPen(lit ? theme.accent : theme.rule, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(isDown() ? theme.lane : theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.0, 1.0, -1.0, -1.0), 8.0, 8.0);

    const QRect inside = rect().adjusted(kPadding, kPadding, -kPadding, -kPadding);
    painter.setFont(nameFont());
    painter.setPen(theme.text);
    const QString name = painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, inside.width());
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, name);
    const int below = painter.fontMetrics().height() + kGap;
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(inside.adjusted(0, below, 0, 0), kTextFlags, m_description);
}

namespace {

/// One vertex of a drawn tree: column in half node widths, level from the leaves, and its parent's place (or -1).
struct Dot {
    int column;
    int level;
    int parent;
    std::uint32_t tree;
};

// Three trees of different shape: ((a b) c), ((a b) (c d)) and (a b).
constexpr std::array<Dot, 15> kDots = {{{3, 2, -1, 0},
                                        {1, 1, 0, 0},
                                        {5, 0, 0, 0},
                                        {0, 0, 1, 0},
                                        {2, 0, 1, 0},
                                        {11, 2, -1, 1},
                                        {9, 1, 5, 1},
                                        {13, 1, 5, 1},
                                        {8, 0, 6, 1},
                                        {10, 0, 6, 1},
                                        {12, 0, 7, 1},
                                        {14, 0, 7, 1},
                                        {18, 1, -1, 2},
                                        {17, 0, 12, 2},
                                        {19, 0, 12, 2}}};
constexpr int kLevels = 3;
constexpr int kColumns = 19;
constexpr double kRadius = 7.0;

/// Level 0 is leaves (op 0), the others inner nodes (op 1), as in a tree net.
OpId opOf(int level) {
    return OpId(level == 0 ? 0U : 1U);
}

void drawNode(QPainter& painter, const Theme& theme, QPointF centre, int level) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.op(opOf(level)));
    const QRectF box(centre.x() - kRadius, centre.y() - kRadius, 2.0 * kRadius, 2.0 * kRadius);
    if (Theme::shape(opOf(level)) == NodeShape::Circle) {
        painter.drawEllipse(box);
    } else {
        painter.drawRoundedRect(box, 3.0, 3.0);
    }
}

void drawTrees(QPainter& painter, const Theme& theme, const QRectF& area) {
    const auto place = [&area](const Dot& dot) {
        const double x = area.left() + area.width() * dot.column / kColumns;
        const double y = area.bottom() - area.height() * dot.level / (kLevels - 1);
        return QPointF(x, y);
    };
    painter.setPen(QPen(theme.edge, 1.5));
    for (const Dot& dot : kDots) {
        if (dot.parent >= 0) {
            painter.drawLine(place(dot), place(kDots[static_cast<std::size_t>(dot.parent)]));
        }
    }
    for (const Dot& dot : kDots) {
        drawNode(painter, theme, place(dot), dot.level);
    }
}

/// One batch: a rounded block with one stripe for each row, in the color of the tree it came from, and its size.
void drawBatch(QPainter& painter, const Theme& theme, QPointF left, int level) {
    double x = left.x() + 8.0;
    int rows = 0;
    const double step = 2.0 * kRadius + 4.0;
    for (const Dot& dot : kDots) {
        rows += dot.level == level ? 1 : 0;
    }
    painter.setPen(QPen(theme.op(opOf(level)), 1.5));
    painter.setBrush(theme.lane);
    const QRectF block(left.x(), left.y() - 14.0, rows * step + 12.0, 28.0);
    painter.drawRoundedRect(block, 6.0, 6.0);
    for (const Dot& dot : kDots) {
        if (dot.level == level) {
            drawNode(painter, theme, QPointF(x + kRadius, left.y() - 2.0), level);
            painter.setBrush(theme.tree(TreeId(dot.tree)));
            painter.drawRect(QRectF(x, left.y() + 7.5, 2.0 * kRadius, 2.5));
            x += step;
        }
    }
    painter.setPen(theme.mutedText);
    const QString size = QStringLiteral("×") % QString::number(rows);
    painter.drawText(QRectF(block.right() + 10.0, left.y() - 14.0, 60.0, 28.0), Qt::AlignLeft | Qt::AlignVCenter, size);
}

void drawArrow(QPainter& painter, const Theme& theme, QPointF from, QPointF to) {
    painter.setPen(QPen(theme.accent, 2.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to);
    painter.drawLine(to, to + QPointF(-8.0, -6.0));
    painter.drawLine(to, to + QPointF(-8.0, 6.0));
}

} // namespace

IdeaPicture::IdeaPicture(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Three trees of different shapes on the left, one batch for each level on the right"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void IdeaPicture::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Drawn at its natural size and scaled as a whole into a narrower window.
    constexpr double kWidth = 620.0;
    constexpr double kHeight = 146.0;
    const double scale = std::min({width() / kWidth, height() / kHeight, 1.2});
    painter.translate((width() - kWidth * scale) / 2.0, (height() - kHeight * scale) / 2.0);
    painter.scale(scale, scale);
    drawTrees(painter, theme, QRectF(10.0, 16.0, 260.0, 88.0));
    drawArrow(painter, theme, QPointF(300.0, 60.0), QPointF(350.0, 60.0));
    for (int level = 0; level < kLevels; ++level) {
        drawBatch(painter, theme, QPointF(380.0, 104.0 - 44.0 * level), level);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(0.0, 122.0, 280.0, 22.0), Qt::AlignHCenter | Qt::AlignTop, tr("15 calls, one by one"));
    painter.drawText(QRectF(380.0, 122.0, 174.0, 22.0), Qt::AlignHCenter | Qt::AlignTop, tr("3 batched calls"));
}

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
