// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/passes_view.h"

#include "core/session/execution_text.h"
#include "views/code/passes_model.h"
#include "views/models/words.h"
#include "views/tables/table_look.h"
#include "views/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>

namespace batchscope {

PassesView::PassesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_model(new PassesModel(this)), m_table(new QTableView(this)),
      m_headline(new QLabel(this)) {
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

void PassesView::arrange() {
    m_headline->setWordWrap(true);
    m_headline->setAccessibleName(tr("Summary of the passes"));
    m_headline->setContentsMargins(10, 6, 10, 0);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_headline);
    column->addWidget(m_table, 1);
}

QSize PassesView::minimumSizeHint() const {
    constexpr QSize kLeast = {240, 130};
    return kLeast;
}

void PassesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
    }
    if (changes.parts.any() || changes.bench || changes.look) {
        showPasses();
        fitColumns(*m_table);
    }
}

void PassesView::showPasses() {
    const EngineOptions* const engine = engineInUse(snapshot(), session().config());
    m_model->setState(snapshot().passes, engine == nullptr ? std::nullopt : std::optional(engine->passes));
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
    const QString rest = report->rows.size() == 1 ? tr("switch a pass on to see what it removes") : QString();
    inShort(tr("Engine: %1, %2").arg(set, launches), rest);
}

void PassesView::toggleCurrent() {
    const QModelIndex title = m_table->currentIndex().siblingAtColumn(PassesModel::Title);
    if (title.flags().testFlag(Qt::ItemIsEnabled) && title.flags().testFlag(Qt::ItemIsUserCheckable)) {
        const bool isOn = title.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(title, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
}

/// Space is a shortcut of the whole window, but toggles the check box of the current row here.
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

} // namespace batchscope
