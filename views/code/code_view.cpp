// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/code_view.h"

#include "core/session/execution_text.h"
#include "core/story/pseudo_code.h"
#include "views/code/op_page.h"
#include "views/code/program_model.h"
#include "views/models/op_mark.h"
#include "views/theme/theme.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

// Paints a line of the program like code in an editor: indented, in a monospaced font, with its values in gray at the
// right. The running line has a bar, a sign and a background, so that it is not marked by color alone.

class ProgramDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

constexpr int kBar = 3;
constexpr int kMarkWidth = 18; // width of the bar and the sign of the running line
constexpr int kIndentLetters = 2;
constexpr int kGap = 14; // minimum distance between code and its values
constexpr int kRight = 8;
constexpr int kPadding = 5;
constexpr float kTint = 0.14F;
QFont codeFont(const QFont& font, bool running) {
    QFont letters = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    letters.setPointSizeF(font.pointSizeF() > 0 ? font.pointSizeF() : letters.pointSizeF());
    letters.setBold(running);
    return letters;
}

void ProgramDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = themeOf(*option.widget);
    const bool running = index.data(ProgramModel::RunningRole).toBool();
    const QRect row = option.rect;
    painter->save();
    if (running || option.state.testFlag(QStyle::State_MouseOver)) {
        QColor tint = theme.accent;
        tint.setAlphaF(running ? kTint : kTint / 2);
        painter->fillRect(row, tint);
    }
    if (running) {
        painter->fillRect(QRect(row.left(), row.top(), kBar, row.height()), theme.accent);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accent);
        painter->setRenderHint(QPainter::Antialiasing);
        const QPointF center(row.left() + kBar + 7.0, row.center().y() + 0.5);
        painter->drawPolygon(QPolygonF({center + QPointF(-3, -4), center + QPointF(4, 0), center + QPointF(-3, 4)}));
    }
    const QFont code = codeFont(option.font, running);
    const QFontMetrics metrics(code);
    const int indent = index.data(ProgramModel::IndentRole).toInt() * kIndentLetters * metrics.horizontalAdvance(u' ');
    const QRect place = row.adjusted(kMarkWidth + indent, 0, -kRight, 0);
    const QString text = index.data(Qt::DisplayRole).toString();
    painter->setFont(code);
    painter->setPen(theme.text);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, place.width()));
    const int used = metrics.horizontalAdvance(text) + kGap;
    const QRect rest = place.adjusted(used, 0, 0, 0);
    const QString note = index.data(ProgramModel::NoteRole).toString();
    const QFontMetrics noteMetrics(option.font);
    const QString shown = noteMetrics.elidedText(note, Qt::ElideRight, std::max(rest.width(), 0));
    if (shown == note || rest.width() > noteMetrics.horizontalAdvance(QStringLiteral("mmmm"))) {
        painter->setFont(option.font);
        painter->setPen(running ? theme.text : theme.mutedText);
        painter->drawText(rest, Qt::AlignVCenter | Qt::AlignRight, shown);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QSize ProgramDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QFontMetrics metrics(codeFont(option.font, true));
    const int indent = index.data(ProgramModel::IndentRole).toInt() * kIndentLetters * metrics.horizontalAdvance(u' ');
    return {kMarkWidth + indent + metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + kRight,
            metrics.height() + kPadding};
}

} // namespace

CodeView::CodeView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new ProgramModel(this)), m_list(new QListView(this)),
      m_meaning(new QLabel(this)), m_page(new OpPage(this)), m_tabs(new QTabBar(this)),
      m_splitter(new QSplitter(Qt::Vertical, this)) {
    m_splitter->addWidget(makeProgram());
    m_splitter->addWidget(m_page);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 0); // the picture grows; the program already shows all lines
    m_splitter->setStretchFactor(1, 1);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_ownShares = true; });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_splitter, 1);
    m_tabs->addTab(tr("Program"));
    m_tabs->addTab(tr("Op body"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Code pages"));
    connect(m_tabs, &QTabBar::currentChanged, this, &CodeView::arrange);
    connect(&playback, &Playback::timeChanged, this, &CodeView::followTime);
    setFocusProxy(m_list);
}

QWidget* CodeView::makeProgram() {
    auto* page = new QWidget(this);
    m_list->setObjectName(QStringLiteral("program"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ProgramDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setTabKeyNavigation(false);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Program"));
    m_list->setToolTip(tr("Click a line, or press Enter on it, to jump to the next time it runs."));
    m_meaning->setWordWrap(true);
    m_meaning->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_meaning->setContentsMargins(10, 4, 10, 6);
    m_meaning->setAccessibleName(tr("What the running line does"));
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    column->addWidget(m_meaning);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &CodeView::goTo);
    return page;
}

QSize CodeView::minimumSizeHint() const {
    constexpr QSize kLeast = {210, 160};
    return kLeast;
}

void CodeView::catchUp(const Changes& changes) {
    if (changes.look) {
        constexpr int kMeaningLines = 3;
        constexpr int kMeaningMargins = 10;
        m_meaning->setMinimumHeight(kMeaningLines * m_meaning->fontMetrics().lineSpacing() + kMeaningMargins);
        m_page->refreshLook();
        m_list->viewport()->update();
    }
    if (changes.parts.has(Part::Schedule) || changes.parts.has(Part::Graph)) {
        m_page->setGraph(snapshot().graph);
        m_page->setModule(snapshot().graph ? snapshot().config.graph.user.net : nullptr);
        showProgram();
    }
    if (changes.step || changes.selection || changes.parts.any()) {
        showOp();
    }
    if (changes.step || changes.parts.any()) {
        showNotes();
    }
}

void CodeView::showProgram() {
    if (m_shown == snapshot().schedule && m_shown) {
        followTime();
        return;
    }
    m_shown = snapshot().schedule;
    m_model->setProgram(m_shown ? pseudoCode(*m_shown) : PseudoCode());
    arrange();
    followTime();
}

void CodeView::followTime() {
    if (!isVisible() || !m_shown || m_shown != snapshot().schedule) { // catchUp will follow
        return;
    }
    const int before = m_model->runningRow();
    m_model->setRunning(codePartAt(*m_shown, *viewsOf(snapshot()), *snapshot().storyboard, playback().time()));
    const int row = m_model->runningRow();
    if (row != before && row >= 0) {
        const QModelIndex line = m_model->index(row, 0);
        m_list->scrollTo(line);
        m_meaning->setText(QString::fromStdString(m_model->program().lines[static_cast<std::size_t>(row)].tip));
    }
}

void CodeView::showNotes() {
    if (m_shown) {
        m_model->setNotes(
            codeNotes(m_model->program(), *snapshot().graph, *m_shown, *viewsOf(snapshot()), presentBatch()));
    }
}

void CodeView::showOp() {
    const OpId op = opInFocus(snapshot(), playback().focus(), presentBatch());
    const BatchId batch = playback().focus().batch.valid() ? playback().focus().batch : presentBatch();
    const bool isOf = m_shown && batch.valid() && snapshot().schedule->batchSignatures.contains(batch) &&
                      snapshot().graph->signatures[snapshot().schedule->batchSignatures[batch]].op == op;
    m_page->showOp(op, isOf ? snapshot().schedule->batchSize(batch) : 0);
}

void CodeView::goTo(const QModelIndex& line) {
    if (!line.isValid() || !m_shown || m_shown != snapshot().schedule) {
        return;
    }
    const CodePart part = m_model->program().lines[static_cast<std::size_t>(line.row())].goesTo;
    const auto time = nextTimeOf(part, *m_shown, *viewsOf(snapshot()), *snapshot().storyboard, playback().time());
    if (time) {
        playback().glideTo(*time);
    }
}

/// Enter does the same as a click. Qt's own signal for Enter is also emitted by a double click, after the clicks.
bool CodeView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            goTo(m_list->currentIndex());
            return true;
        }
    }
    return LiveView::eventFilter(watched, event);
}

void CodeView::arrange() {
    constexpr QSize kBeside = {620, 240};
    constexpr int kBelow = 680; // fits all lines of the program, and a picture with readable text
    const bool beside = width() >= kBeside.width();
    const bool both = beside || height() >= kBelow;
    m_tabs->setVisible(!both);
    m_splitter->widget(0)->setVisible(both || m_tabs->currentIndex() == 0);
    m_splitter->widget(1)->setVisible(both || m_tabs->currentIndex() == 1);
    const Qt::Orientation orientation = beside ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != orientation) {
        m_splitter->setOrientation(orientation);
        m_splitter->setSizes({1, 1});
        m_ownShares = false;
    }
    if (both && !beside) {
        shareHeight();
    }
}

/// Gives the program the height of its lines.
void CodeView::shareHeight() {
    if (!m_ownShares) {
        constexpr int kFrame = 12;
        const int program =
            m_model->rowCount() * std::max(m_list->sizeHintForRow(0), 0) + kFrame + m_meaning->minimumHeight();
        m_splitter->setSizes({program, std::max(height() - program, 1)});
    }
}

void CodeView::resizeEvent(QResizeEvent* event) {
    LiveView::resizeEvent(event);
    arrange();
}

} // namespace batchscope
