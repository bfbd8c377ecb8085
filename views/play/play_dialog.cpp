// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/play/play_dialog.h"

#include "core/schedule/hand_schedule.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QString>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kMargin = 14.0;      // pixels
constexpr double kLargestScale = 34;  // pixels per unit
constexpr double kNodeShare = 0.62;   // share of a unit
constexpr double kLeastWordSize = 7;  // pixels; smaller words are left out
constexpr double kLeastTarget = 16.0; // pixels

} // namespace

PlayPicture::PlayPicture(std::shared_ptr<const Snapshot> snapshot, const HandSchedule& hand, QWidget* parent)
    : QWidget(parent), m_snapshot(std::move(snapshot)), m_hand(hand) {
    setMouseTracking(true);
    setMinimumSize(320, 240);
    setAccessibleName(tr("Trees; the buttons beside them do the same"));
}

double PlayPicture::scale() const {
    const Box& bounds = m_snapshot->forest->bounds;
    const double across = (width() - 2 * kMargin) / std::max(bounds.width, 1.0F);
    const double down = (height() - 2 * kMargin) / std::max(bounds.height, 1.0F);
    return std::clamp(std::min(across, down), 0.5, kLargestScale);
}

QPointF PlayPicture::placeOf(NodeId node) const {
    const Box& bounds = m_snapshot->forest->bounds;
    const Point place = m_snapshot->forest->nodes[node.index()];
    const double unit = scale();
    const double left = (width() - bounds.width * unit) / 2;
    const double top = (height() - bounds.height * unit) / 2;
    return {left + (place.x - bounds.x) * unit, top + (place.y - bounds.y) * unit};
}

std::optional<NodeId> PlayPicture::nodeAt(QPointF place) const {
    double nearest = std::max(scale() * kNodeShare, kLeastTarget) / 2;
    std::optional<NodeId> found;
    for (std::size_t index = 0; index < m_snapshot->graph->size(); ++index) {
        const QPointF away = placeOf(NodeId(index)) - place;
        const double distance = std::max(std::abs(away.x()), std::abs(away.y()));
        if (distance <= nearest) {
            nearest = distance;
            found = NodeId(index);
        }
    }
    return found;
}

void PlayPicture::light(SignatureId signature) {
    if (m_lit != signature) {
        m_lit = signature;
        update();
    }
}

void PlayPicture::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeOf(*this).canvas);
    paintTrees(painter);
    paintEdges(painter);
    paintNodes(painter);
    paintWords(painter);
}

void PlayPicture::paintTrees(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const Box& bounds = m_snapshot->forest->bounds;
    const double unit = scale();
    const double left = (width() - bounds.width * unit) / 2;
    const double top = (height() - bounds.height * unit) / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.lane);
    for (const Box& tree : m_snapshot->forest->trees) {
        painter.drawRoundedRect(QRectF(left + (tree.x - bounds.x) * unit, top + (tree.y - bounds.y) * unit,
                                       tree.width * unit, tree.height * unit),
                                4, 4);
    }
}

void PlayPicture::paintEdges(QPainter& painter) const {
    const OpGraph& graph = *m_snapshot->graph;
    painter.setPen(QPen(themeOf(*this).edge, 1.0));
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                painter.drawLine(placeOf(argument.node()), placeOf(NodeId(index)));
            }
        }
    }
}

void PlayPicture::paintNodes(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const OpGraph& graph = *m_snapshot->graph;
    const double side = std::max(scale() * kNodeShare, 3.0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const QPointF place = placeOf(node);
        const QRectF bounds(place.x() - side / 2, place.y() - side / 2, side, side);
        const OpId op = graph.nodeOps[node];
        const bool hasRun = m_hand.batchOf(node).has_value();
        const bool isReady = !hasRun && m_hand.isReady(node);
        const bool isLit = isReady && graph.nodeSignatures[node] == m_lit;
        if (isLit) {
            const double halo = side * 0.35;
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.accent);
            painter.drawEllipse(bounds.adjusted(-halo, -halo, halo, halo));
        }
        QColor fill = hasRun || isReady ? theme.op(op) : theme.canvas;
        const QPainterPath shape = nodeShapePath(Theme::shape(op), place, side / 2);
        if (hasRun) {
            painter.fillPath(shape, theme.canvas); // hides the edges below a pale node
            fill.setAlphaF(0.35F);
        }
        painter.setBrush(fill);
        painter.setPen(QPen(isReady ? theme.text : theme.op(op), isReady ? 2.0 : 1.0));
        painter.drawPath(shape);
    }
}

void PlayPicture::paintWords(QPainter& painter) const {
    const double size = std::min(scale() * 0.42, 13.0);
    if (size < kLeastWordSize) {
        return;
    }
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(size));
    painter.setFont(font);
    painter.setPen(themeOf(*this).text);
    const double unit = scale();
    for (std::size_t index = 0; index < m_snapshot->graph->size(); ++index) {
        const std::string_view word = captionOf(*m_snapshot, NodeId(index));
        if (!word.empty()) {
            const QPointF place = placeOf(NodeId(index)) + QPointF(0, unit * 0.62);
            painter.drawText(QRectF(place.x() - 100, place.y() - size, 200, 2 * size), Qt::AlignCenter, toText(word));
        }
    }
}

void PlayPicture::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<NodeId> node = nodeAt(event->position());
    const bool isReady = node && m_hand.isReady(*node);
    light(isReady ? m_snapshot->graph->nodeSignatures[*node] : SignatureId());
    setCursor(isReady ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PlayPicture::mousePressEvent(QMouseEvent* event) {
    const std::optional<NodeId> node = nodeAt(event->position());
    if (event->button() == Qt::LeftButton && node && m_hand.isReady(*node)) {
        emit chosen(m_snapshot->graph->nodeSignatures[*node].value);
    }
}

void PlayPicture::leaveEvent(QEvent* event) {
    light(SignatureId());
    QWidget::leaveEvent(event);
}

void PlayPicture::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        update();
    }
    QWidget::changeEvent(event);
}

namespace {

// The texts of the game.

QString playTr(const char* text) {
    return QCoreApplication::translate("play", text);
}

QString batchesText(std::size_t count) {
    return count == 1 ? playTr("1 batch") : playTr("%1 batches").arg(countText(count));
}

bool isOnlySignature(const OpGraph& graph, SignatureId signature) {
    std::size_t same = 0;
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        same += graph.signatures[SignatureId(index)].op == graph.signatures[signature].op ? 1 : 0;
    }
    return same == 1;
}

/// For example "children"; with the argument shapes if the op has several signatures.
QString signatureName(const OpGraph& graph, SignatureId signature) {
    return isOnlySignature(graph, signature) ? toText(graph.opOf(signature).name)
                                             : toText(signatureText(graph.signatures[signature], graph.ops));
}

/// "3 batches so far; 12 of 66 nodes have run. No policy can use fewer than 9 batches."
QString progressText(const HandSchedule& hand, std::size_t ran, std::size_t bound) {
    return playTr("%1 so far; %2 of %3 nodes have run. No policy can use fewer than %4.")
        .arg(batchesText(hand.batchCount()), countText(ran), countText(hand.graph().size()), batchesText(bound));
}

/// The number of batches of a finished game, compared with the bound and the policies.
QString outcomeText(std::size_t batches, std::size_t bound, const std::vector<PolicyScore>& scores) {
    const std::size_t best = scores.empty() ? batches : scores.front().batches;
    QString verdict;
    if (batches == bound) {
        verdict = playTr("That is the lower bound: nobody can do better.");
    } else if (batches < best) {
        verdict = playTr("That is fewer than any of the policies needs.");
    } else if (batches == best) {
        verdict = playTr("That is as good as the best of the policies.");
    } else {
        verdict =
            playTr("The best of the policies needs %1. To see where a choice cost batches, undo some and ask for a "
                   "hint.")
                .arg(batchesText(best));
    }
    return playTr("Done in %1. %2").arg(batchesText(batches), verdict);
}

QString hintText(const OpGraph& graph, const HandSchedule::Hint& hint) {
    return playTr("Run “%1” next. If the policy “%2” chooses after that, it comes to %3 in all.")
        .arg(signatureName(graph, hint.signature), toText(policyTitle(hint.policy)), batchesText(hint.batches));
}

constexpr int kSideWidth = 310;

QLabel* sideLabel(const char* name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

PlayDialog::PlayDialog(std::shared_ptr<const Snapshot> snapshot, QWidget* parent)
    : QDialog(parent), m_snapshot(std::move(snapshot)), m_hand(*m_snapshot->graph),
      m_bound(lowerBound(*m_snapshot->graph).batches), m_scores(policyScores(*m_snapshot->graph)) {
    constexpr QSize kUsualSize = {1080, 680};
    setObjectName(QStringLiteral("play-dialog"));
    setWindowTitle(tr("Play the scheduler"));
    resize(kUsualSize);
    m_picture = new PlayPicture(m_snapshot, m_hand, this);
    connect(m_picture, &PlayPicture::chosen, this, &PlayDialog::run);
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_picture, 1);
    layout->addWidget(makeSide());
    refresh(tr(
        "Nodes with a dark outline are ready. Choose which of them run next: all that have the same signature run as "
        "one batch."));
}

QWidget* PlayDialog::makeSide() {
    auto* side = new QWidget(this);
    side->setFixedWidth(kSideWidth);
    m_progress = sideLabel("play-progress", side);
    m_remark = sideLabel("play-remark", side);
    m_remark->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_listTitle = sideLabel("play-list-title", side);
    m_list = new QListWidget(side);
    m_list->setObjectName(QStringLiteral("play-list"));
    m_list->setAccessibleName(tr("Batches so far"));
    m_undo = new QPushButton(tr("Undo"), side);
    m_undo->setObjectName(QStringLiteral("play-undo"));
    m_undo->setShortcut(QKeySequence::Undo);
    m_hint = new QPushButton(tr("Hint"), side);
    m_hint->setObjectName(QStringLiteral("play-hint"));
    auto* again = new QPushButton(tr("Start again"), side);
    again->setObjectName(QStringLiteral("play-again"));
    auto* save = new QPushButton(tr("Save picture…"), side);
    save->setObjectName(QStringLiteral("play-save"));
    auto* close = new QPushButton(tr("Close"), side);
    close->setObjectName(QStringLiteral("play-close"));
    connect(m_undo, &QAbstractButton::clicked, this, &PlayDialog::undo);
    connect(m_hint, &QAbstractButton::clicked, this, &PlayDialog::hint);
    connect(again, &QAbstractButton::clicked, this, &PlayDialog::restart);
    connect(save, &QAbstractButton::clicked, this, &PlayDialog::savePicture);
    connect(close, &QAbstractButton::clicked, this, &QDialog::accept);
    for (QPushButton* button : {m_undo, m_hint, again, save, close}) {
        button->setAutoDefault(false); // Return chooses a signature
    }
    auto* ready = new QWidget(side);
    m_ready = new QVBoxLayout(ready);
    m_ready->setContentsMargins(0, 0, 0, 0);
    m_ready->setSpacing(6);
    auto* buttons = new QGridLayout;
    buttons->addWidget(m_undo, 0, 0);
    buttons->addWidget(m_hint, 0, 1);
    buttons->addWidget(again, 1, 0);
    buttons->addWidget(save, 1, 1);
    buttons->addWidget(close, 2, 1);
    auto* column = new QVBoxLayout(side);
    column->setSpacing(10);
    column->addWidget(m_progress);
    column->addWidget(ready); // above what comes and goes, so that the buttons stay under the mouse
    column->addWidget(m_remark);
    column->addWidget(m_listTitle);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    return side;
}

QString PlayDialog::told() const {
    return m_remark->text();
}

void PlayDialog::refresh(const QString& remark) {
    std::size_t ran = 0;
    for (std::size_t batch = 0; batch < m_hand.batchCount(); ++batch) {
        ran += m_hand.batch(BatchId(batch)).size();
    }
    m_progress->setText(progressText(m_hand, ran, m_bound));
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
    m_undo->setEnabled(m_hand.batchCount() > 0);
    m_hint->setEnabled(!m_hand.isDone());
    showReady();
    m_hand.isDone() ? showScores() : showBatches();
    m_picture->light(SignatureId());
    m_picture->update();
}

void PlayDialog::showReady() {
    while (QLayoutItem* item = m_ready->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // later, since it may be the button that was pressed
        delete item;
    }
    const Theme& theme = themeOf(*this);
    bool isFirst = true;
    for (const Candidate& candidate : m_hand.ready()) {
        const QString name = signatureName(*m_snapshot->graph, candidate.signature);
        auto* button = new QPushButton(tr("%1 ×%2").arg(name, countText(candidate.ready)), m_ready->parentWidget());
        button->setObjectName(QStringLiteral("play-run-%1").arg(candidate.signature.value));
        button->setIcon(opIcon(theme, m_snapshot->graph->signatures[candidate.signature].op));
        button->setProperty("signature", candidate.signature.value);
        button->installEventFilter(this);
        connect(button, &QAbstractButton::clicked, this, [this, candidate] { run(candidate.signature.value); });
        m_ready->addWidget(button);
        if (isFirst) {
            button->setFocus();
            isFirst = false;
        }
    }
}

void PlayDialog::showBatches() {
    m_listTitle->setText(tr("Batches so far"));
    m_list->clear();
    for (std::size_t batch = 0; batch < m_hand.batchCount(); ++batch) {
        const QString name = signatureName(*m_snapshot->graph, m_hand.signatureOf(BatchId(batch)));
        m_list->addItem(
            tr("batch %1: %2 ×%3").arg(ordinalText(batch), name, countText(m_hand.batch(BatchId(batch)).size())));
    }
    m_list->scrollToBottom();
}

void PlayDialog::showScores() {
    m_listTitle->setText(tr("Batches that each policy needs"));
    m_list->clear();
    bool isListed = false;
    const auto addOwn = [this] {
        auto* item = new QListWidgetItem(tr("%1 — you").arg(m_hand.batchCount()), m_list);
        QFont bold = item->font();
        bold.setBold(true);
        item->setFont(bold);
    };
    m_list->addItem(tr("%1 — lower bound").arg(m_bound));
    for (const PolicyScore& score : m_scores) {
        if (!isListed && score.batches >= m_hand.batchCount()) {
            addOwn();
            isListed = true;
        }
        auto* item =
            new QListWidgetItem(tr("%1 — %2").arg(score.batches).arg(QString::fromUtf8(score.policy->title())), m_list);
        item->setToolTip(QString::fromUtf8(score.policy->description()));
    }
    if (!isListed) {
        addOwn();
    }
}

void PlayDialog::run(quint32 signature) {
    if (!m_hand.run(SignatureId(signature))) {
        return; // it has run in the meantime
    }
    if (!m_hand.isDone()) {
        refresh({});
        return;
    }
    refresh(outcomeText(m_hand.batchCount(), m_bound, m_scores));
    emit gameOver(m_hand.batchCount());
}

void PlayDialog::undo() {
    m_hand.undo();
    refresh({});
}

void PlayDialog::restart() {
    m_hand.restart();
    refresh({});
}

void PlayDialog::hint() {
    if (const std::optional<HandSchedule::Hint> hint = m_hand.hint()) {
        refresh(hintText(*m_snapshot->graph, *hint));
        m_picture->light(hint->signature);
    }
}

/// Saves the whole dialog as it is shown.
void PlayDialog::savePicture() {
    auto* dialog = new QFileDialog(this, tr("Save the picture of this game"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("PNG (*.png)"));
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (!grab().save(path, "PNG")) {
            m_remark->setText(tr("%1 could not be written.").arg(path));
            m_remark->show();
        }
    });
    dialog->open();
}

/// Highlights what a button would run.
bool PlayDialog::eventFilter(QObject* watched, QEvent* event) {
    const QVariant signature = watched->property("signature");
    if (signature.isValid() && (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)) {
        m_picture->light(SignatureId(signature.toUInt()));
    }
    if (signature.isValid() && event->type() == QEvent::Leave) {
        m_picture->light(SignatureId());
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace batchscope
