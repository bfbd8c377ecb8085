// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/changes/changes_view.h"

#include "core/schedule/scheduler.h"
#include "views/models/words.h"
#include "views/tables/table_look.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace batchscope {

namespace {

using Compared = std::shared_ptr<const PolicyComparison>;

Result<Compared> comparedWith(const Policy& policy, const std::shared_ptr<const OpGraph>& graph,
                              const std::shared_ptr<const Schedule>& shown, const RunControl& control) {
    Result<Schedule> other = makeSchedule(*graph, policy, control);
    if (!other) {
        return other.error();
    }
    ScheduleDiff diff = diffSchedules(*graph, *shown, *other);
    return Compared(
        std::make_shared<const PolicyComparison>(PolicyComparison{graph, shown, std::move(*other), std::move(diff)}));
}

} // namespace

ChangesView::ChangesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_other(new QComboBox(this)),
      m_same(new QCheckBox(tr("Also unchanged batches"), this)), m_summary(new QLabel(this)),
      m_model(new ChangesModel(this)), m_table(new QTableView(this)), m_lane(*this) {
    build();
    connect(m_other, &QComboBox::activated, this, [this] {
        m_isChosen = true;
        compare();
    });
    connect(m_same, &QCheckBox::toggled, this, [this](bool isOn) {
        m_model->setShowsSame(isOn);
        showSelection();
    });
}

void ChangesView::build() {
    for (const Policy* policy : policies()) {
        m_other->addItem(toText(policy->title()), QString::fromUtf8(policy->name()));
        m_other->setItemData(m_other->count() - 1, toText(policy->description()), Qt::ToolTipRole);
    }
    m_other->setObjectName(QStringLiteral("changes-policy"));
    m_other->setAccessibleName(tr("Policy to compare with"));
    m_other->setToolTip(tr("Compare the schedule that is shown with that of this policy."));
    m_same->setObjectName(QStringLiteral("changes-same"));
    m_same->setToolTip(tr("Also list batches that hold the same nodes in both schedules."));
    m_summary->setObjectName(QStringLiteral("changes-summary"));
    m_summary->setAccessibleName(tr("What the other policy changes"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("changes-table"));
    m_table->setAccessibleName(tr("Changes"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    whenRowChosen(*m_table, [this](const QModelIndex& row) { goToBatch(m_model->shownBatch(row.row())); });

    auto* const label = new QLabel(tr("Compare with"), this);
    label->setBuddy(m_other);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(label);
    bar->addWidget(m_other);
    bar->addWidget(m_same);
    bar->addWidget(m_summary, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    setFocusProxy(m_table);
}

void ChangesView::catchUp(const Changes& changes) {
    if (changes.look) {
        m_model->setTheme(themeOf(*this));
    }
    if (changes.parts.any() || changes.bench) {
        const std::shared_ptr<const Schedule>& shown = snapshot().schedule;
        if (session().busy() || shown == nullptr) {
            m_ask.reset();
            m_lane.drop();
            showResult(nullptr, snapshot().graph || session().busy() ? tr("Waiting for the run…")
                                                                     : tr("Open a treebank first."));
        } else if (m_ask != shown) {
            chooseOther();
            compare();
        }
    }
    if (changes.selection) {
        showSelection();
    }
}

/// Another one than the policy that is shown, or the one whose schedule was edited; until the user has chosen.
void ChangesView::chooseOther() {
    if (m_isChosen) {
        return;
    }
    const bool isEdited = snapshot().config.given != nullptr;
    const std::string usual = snapshot().schedule->policy == "agenda" ? "depth" : "agenda";
    const QSignalBlocker quiet(m_other);
    m_other->setCurrentIndex(m_other->findData(QString::fromStdString(isEdited ? snapshot().config.policy : usual)));
}

std::string ChangesView::otherPolicy() const {
    return m_other->currentData().toString().toStdString();
}

void ChangesView::compare() {
    m_ask = session().busy() ? nullptr : snapshot().schedule;
    const Result<const Policy*> policy = findPolicy(otherPolicy());
    if (m_ask == nullptr || !policy) {
        return;
    }
    showResult(nullptr, tr("Comparing…"));
    m_lane.ask([policy = *policy, graph = snapshot().graph, shown = m_ask](
                   const JobControl& control) { return comparedWith(*policy, graph, shown, control.run()); },
               [this](Result<Compared> made) {
                   if (!made) {
                       showResult(nullptr, toText(made.error().message));
                       return;
                   }
                   const PolicyComparison& both = **made;
                   showResult(*made, toText(diffText(both.diff, policyTitle(both.shown->policy),
                                                     policyTitle(both.other.policy))));
               });
}

void ChangesView::showResult(Compared compared, const QString& said) {
    m_compared = std::move(compared);
    m_summary->setText(said);
    m_model->setCompared(m_compared);
    if (m_compared != nullptr) {
        fitColumns(*m_table);
        showSelection();
    }
}

void ChangesView::showSelection() {
    showRow(*m_table, m_model->index(m_model->rowOf(playback().focus().batch), 0));
}

} // namespace batchscope
