// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/passes_view.h"

#include "core/session/execution_text.h"
#include "views/code/passes_model.h"
#include "views/models/op_mark.h"
#include "views/models/words.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>

namespace batchscope {

PassesView::PassesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new PassesModel(this)), m_table(new QTableView(this)),
      m_headline(new QLabel(this)), m_op(new QComboBox(this)), m_asWritten(new QCheckBox(tr("As written"), this)),
      m_code(new QPlainTextEdit(this)), m_splitter(new QSplitter(Qt::Horizontal, this)) {
    buildTable();
    arrange();
    connect(m_model, &PassesModel::toggleAsked, this, &PassesView::toggleAsked);
    connect(&session, &Session::configChanged, this, &PassesView::showPasses);
    showPasses();
    setFocusProxy(m_table);
}

void PassesView::buildTable() {
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Passes"));
    dressTable(*m_table);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->setMinimumSize(200, 70);
    m_table->installEventFilter(this);
}

QWidget* PassesView::makeCode() {
    QWidget* page = new QWidget(this);
    m_op->setAccessibleName(tr("Op whose code is shown"));
    m_op->setToolTip(tr("Follows the selected node or batch."));
    m_op->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_asWritten->setAccessibleName(tr("Show the op body as written"));
    m_asWritten->setToolTip(tr("Show the body as the net defines it, before any pass."));
    m_code->setReadOnly(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setTabChangesFocus(true);
    m_code->setAccessibleName(tr("Code of the op"));
    m_code->setFrameShape(QFrame::NoFrame);
    m_code->setMinimumSize(160, 60);
    connect(m_op, &QComboBox::currentIndexChanged, this, &PassesView::showCode);
    connect(m_asWritten, &QCheckBox::toggled, this, &PassesView::showCode);
    QLabel* label = new QLabel(tr("&Op"), page);
    label->setBuddy(m_op);
    QHBoxLayout* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 0, 8, 0);
    bar->setSpacing(6);
    bar->addWidget(label);
    bar->addWidget(m_op);
    bar->addSpacing(8);
    bar->addWidget(m_asWritten);
    bar->addStretch();
    QVBoxLayout* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_code, 1);
    return page;
}

void PassesView::arrange() {
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("Summary of the passes"));
    m_headline->setContentsMargins(10, 6, 10, 0);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(makeCode());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_headline);
    column->addWidget(m_splitter, 1);
}

QSize PassesView::minimumSizeHint() const {
    constexpr QSize kLeast = {240, 130};
    return kLeast;
}

void PassesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
        m_code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    }
    if (m_opsShown != snapshot().graph || changes.look) {
        m_opsShown = snapshot().graph;
        listOps(*m_op, m_opsShown.get(), themeOf(*this));
    }
    if (changes.parts.any() || changes.bench || changes.look) {
        showPasses();
        fitColumns(*m_table);
    }
    if (changes.selection || changes.step || changes.parts.has(Part::Graph)) {
        followSelection();
    }
    if (changes.parts.any() || changes.look) {
        showCode();
    }
}

void PassesView::showPasses() {
    const EngineOptions* const engine = engineInUse(snapshot(), session().config());
    m_model->setState(snapshot().passes, engine == nullptr ? std::nullopt : std::optional(engine->passes),
                      session().busy() ? PassesModel::Counting::Running : PassesModel::Counting::Ended);
    showHeadline();
}

void PassesView::showHeadline() {
    const EngineOptions* const engine = engineInUse(snapshot(), session().config());
    const auto inShort = [this](const QString& strong, const QString& rest) {
        m_headline->setText(QStringLiteral("<b>%1</b> &nbsp; <span style=\"color:%2\">%3</span>")
                                .arg(strong, themeOf(*this).mutedText.name(), rest));
    };
    if (const std::string why = whyNoEngine(snapshot().config.graph); !why.empty()) {
        inShort(tr("LibTorch"), toText(why).toHtmlEscaped());
        return;
    }
    if (engine == nullptr) {
        inShort(tr("LibTorch"),
                tr("one call per operation of a batch; passes are of the engine, which the toolbar chooses"));
        return;
    }
    const QString set = passesText(engine->passes);
    const PassReport* report = snapshot().passes.get();
    if (report == nullptr) {
        inShort(tr("Engine: %1").arg(set), tr("the savings of each pass appear here once there is a schedule"));
        return;
    }
    const PlanFigures& first = report->rows.front().figures;
    const PlanFigures& last = report->rows.back().figures;
    if (report->passes != engine->passes) {
        inShort(tr("Engine: %1").arg(set), tr("counting…"));
        return;
    }
    const QString launches = tr("%1 → %2 engine launches").arg(countText(first.launches()), countText(last.launches()));
    QStringList changes;
    const auto add = [&changes](const QString& what, double before, double after) {
        if (const QString change = changeText(before, after); !change.isEmpty()) {
            changes << what.arg(change);
        }
    };
    add(tr("products %1"), first.productFlops, last.productFlops);
    add(tr("copied %1"), static_cast<double>(first.bytesCopied), static_cast<double>(last.bytesCopied));
    add(tr("elementwise %1"), static_cast<double>(first.bytesElementwise), static_cast<double>(last.bytesElementwise));
    add(tr("memory %1"), static_cast<double>(first.bytesMemory), static_cast<double>(last.bytesMemory));
    const QString rest = report->rows.size() == 1 ? tr("switch a pass on to see what it removes")
                         : changes.isEmpty()      ? tr("there was nothing to remove")
                                                  : changes.join(QStringLiteral(" · "));
    inShort(tr("Engine: %1, %2").arg(set, launches), rest);
}

void PassesView::followSelection() {
    if (const OpId op = opInFocus(snapshot(), playback().focus(), presentBatch()); op.valid()) {
        m_op->setCurrentIndex(static_cast<int>(op.index()));
    }
}

void PassesView::showCode() {
    const OpGraph* graph = snapshot().graph.get();
    const int place = m_op->currentIndex();
    if (graph == nullptr || place < 0 || static_cast<std::size_t>(place) >= graph->ops.ops.size()) {
        m_code->setPlainText(QString());
        return;
    }
    const OpId op(static_cast<std::size_t>(place));
    const PassReport* report = snapshot().passes.get();
    m_asWritten->setEnabled(report != nullptr);
    const bool asWritten = report == nullptr || m_asWritten->isChecked();
    const QString text =
        QString::fromStdString(asWritten ? graph->ops.ops[op].body.text(graph->ops.params) : report->code[op]);
    if (m_code->toPlainText() != text) { // else it stays scrolled as it is
        m_code->setPlainText(text);
    }
}

void PassesView::toggleCurrent() {
    const QModelIndex title = m_table->currentIndex().siblingAtColumn(PassesModel::Title);
    if (title.flags().testFlag(Qt::ItemIsEnabled) && title.flags().testFlag(Qt::ItemIsUserCheckable)) {
        const bool isOn = title.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(title, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
}

/// Space is a key of the whole window, but on a row it works its check box.
bool PassesView::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched == m_table && isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        event->accept();
        if (event->type() == QEvent::KeyPress) {
            toggleCurrent();
        }
        return true;
    }
    return LiveView::eventFilter(watched, event);
}

void PassesView::resizeEvent(QResizeEvent* event) {
    LiveView::resizeEvent(event);
    constexpr int kNarrow = 620;
    const Qt::Orientation orientation = width() < kNarrow ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() != orientation || event->oldSize().isEmpty()) {
        m_splitter->setOrientation(orientation);
    }
}

} // namespace batchscope
