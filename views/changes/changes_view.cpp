// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/changes/changes_view.h"

#include "views/models/words.h"
#include "views/tables/table_look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <string>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

using Compared = std::shared_ptr<const ComparedRun>;

/// The data of an entry: a policy by its name, a file by this and its path; with this alone, a file is asked for.
constexpr QChar kFile(u'=');

QString dataOf(const OtherChoice& choice) {
    return choice.kind == OtherChoice::Kind::Policy ? toText(choice.value) : QString(kFile + toText(choice.value));
}

OtherChoice choiceIn(const QString& data) {
    return data.startsWith(kFile) ? OtherChoice{OtherChoice::Kind::File, data.mid(1).toStdString()}
                                  : OtherChoice{OtherChoice::Kind::Policy, data.toStdString()};
}

/// With the place, where it is one in a file.
std::string errorText(const Error& error) {
    return error.file.empty() ? error.message : error.text();
}

} // namespace

ChangesView::ChangesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_other(new QComboBox(this)), m_summary(new QLabel(this)),
      m_model(new ChangesModel(this)), m_table(new QTableView(this)), m_lane(*this) {
    build();
    connect(m_other, &QComboBox::activated, this, &ChangesView::chosen);
}

void ChangesView::build() {
    for (const Policy* policy : policies()) {
        m_other->addItem(toText(policy->title()), QString::fromUtf8(policy->name()));
        m_other->setItemData(m_other->count() - 1, toText(policy->description()), Qt::ToolTipRole);
    }
    m_other->insertSeparator(m_other->count());
    m_other->addItem(tr("A schedule from a file…"), QString(kFile));
    m_other->setItemData(m_other->count() - 1,
                         tr("A schedule of these trees that was saved by Save schedule or by batchscope-cli."),
                         Qt::ToolTipRole);
    m_other->setObjectName(QStringLiteral("changes-policy"));
    m_other->setAccessibleName(tr("What to compare with"));
    m_other->setToolTip(tr("Compare the schedule that is shown with that of this policy, or from a file."));
    m_summary->setObjectName(QStringLiteral("changes-summary"));
    m_summary->setAccessibleName(tr("What the other choice changes"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("changes-table"));
    m_table->setAccessibleName(tr("Changes"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    whenRowChosen(*m_table, [this](const QModelIndex& row) {
        if (const BatchId batch = m_model->shownBatch(row.row()); batch.valid()) { // else its nodes are not shown
            goToBatch(batch);
        }
    });

    auto* const label = new QLabel(tr("Compare with"), this);
    label->setBuddy(m_other);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(label);
    bar->addWidget(m_other);
    bar->addWidget(m_summary, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    setFocusProxy(m_table);
}

/// The place of an entry that asks for a file is never kept: the dialog may be canceled.
void ChangesView::chosen(int place) {
    if (m_other->itemData(place).toString() == kFile) {
        m_other->setCurrentIndex(m_place);
        emit fileAsked();
        return;
    }
    m_place = place;
    m_isChosen = true;
    compare();
}

void ChangesView::setOther(const OtherChoice& choice) {
    int place = m_other->findData(dataOf(choice));
    if (place < 0) {
        place = m_other->findData(QString(kFile));
        m_other->insertItem(place, toText(titleOfChoice(choice)), dataOf(choice));
        m_other->setItemData(place, toText(choice.value), Qt::ToolTipRole);
    }
    m_other->setCurrentIndex(place);
    chosen(place);
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

/// Another one than the policy that is shown, or the one in whose place a schedule is given; until the user has chosen.
void ChangesView::chooseOther() {
    if (m_isChosen) {
        return;
    }
    const bool isGiven = snapshot().config.given != nullptr;
    const std::string usual = snapshot().schedule->policy == "agenda" ? "depth" : "agenda";
    const QSignalBlocker quiet(m_other);
    m_place = m_other->findData(QString::fromStdString(isGiven ? snapshot().config.policy : usual));
    m_other->setCurrentIndex(m_place);
}

OtherChoice ChangesView::otherChoice() const {
    return choiceIn(m_other->currentData().toString());
}

void ChangesView::compare() {
    m_ask = session().busy() ? nullptr : snapshot().schedule;
    if (m_ask == nullptr || m_other->currentIndex() < 0) {
        return;
    }
    showResult(nullptr, tr("Comparing…"));
    m_lane.ask([choice = otherChoice(), config = snapshot().config, graph = snapshot().graph, shown = m_ask](
                   const JobControl& control) { return compareWith(choice, config, graph, shown, control.run()); },
               [this, choice = otherChoice()](Result<Compared> made) {
                   if (!made) {
                       showResult(nullptr, toText(errorText(made.error())));
                       return;
                   }
                   const ComparedRun& both = **made;
                   const std::string shown(policyTitle(both.shown->policy));
                   const std::string other = titleOfChoice(choice);
                   showResult(*made, toText(both.isBackward ? diffText(both.diff, other, shown)
                                                            : diffText(both.diff, shown, other)));
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
