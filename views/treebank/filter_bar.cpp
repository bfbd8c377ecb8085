// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/filter_bar.h"

#include "views/models/words.h"
#include "views/session/tree_finder.h"
#include "views/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace batchscope {

FilterBar::FilterBar(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback), m_edit(new QLineEdit(this)),
      m_help(new QToolButton(this)), m_state(new QLabel(this)), m_stop(new QToolButton(this)) {
    m_edit->setPlaceholderText(tr("Words, or size>40 label:NP …"));
    m_edit->setAccessibleName(tr("Filter trees"));
    m_edit->setAccessibleDescription(tr("Type words of the sentence and conditions such as size>40 or label:NP."));
    m_edit->setClearButtonEnabled(true);
    m_edit->installEventFilter(this);
    m_state->setWordWrap(true);
    m_state->setAccessibleName(tr("Trees found"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop the search (Esc)"));
    m_stop->setAccessibleName(tr("Stop the search"));
    m_stop->setAutoRaise(true);
    m_stop->hide();
    m_state->hide();
    buildHelp();
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(kDebounceMs);
    connect(m_edit, &QLineEdit::textChanged, &m_debounce, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::returnPressed, this, &FilterBar::search);
    connect(&m_debounce, &QTimer::timeout, this, &FilterBar::search);
    connect(m_stop, &QToolButton::clicked, &session.finder(), &TreeFinder::cancel);
    connect(&session.finder(), &TreeFinder::stateChanged, this, &FilterBar::refresh);

    QHBoxLayout* typing = new QHBoxLayout;
    typing->addWidget(m_edit, 1);
    typing->addWidget(m_stop); // not below: the list must not jump when a search ends
    typing->addWidget(m_help);
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(typing);
    column->addWidget(m_state);
    setFocusProxy(m_edit);
}

void FilterBar::buildHelp() {
    m_help->setText(QStringLiteral("?"));
    m_help->setToolTip(tr("Filter syntax"));
    m_help->setAccessibleName(tr("Filter syntax"));
    m_help->setPopupMode(QToolButton::InstantPopup);
    m_help->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    auto* menu = new QMenu(m_help);
    for (const FilterKey& key : filterKeys()) {
        const QString example = QString::fromUtf8(key.example);
        menu->addAction(example % u'\t' % tr(key.meaning), this, [this, example] { insertExample(example); });
    }
    menu->addSeparator();
    for (const char* example : {"size>9 (good OR bad)", "-word:not"}) {
        const QString text = QString::fromUtf8(example);
        menu->addAction(text, this, [this, text] { insertExample(text); });
    }
    m_help->setMenu(menu);
}

void FilterBar::insertExample(const QString& example) {
    const QString before = m_edit->text().trimmed();
    m_edit->setText(before.isEmpty() ? example : QString(before % u' ' % example));
    m_edit->setFocus(Qt::OtherFocusReason);
    search();
}

void FilterBar::search() {
    m_debounce.stop();
    m_refusal.clear();
    m_session.finder().setText(m_edit->text(), m_playback.focus().tree);
}

void FilterBar::showRefusal(const QString& text) {
    m_refusal = text;
    refresh();
}

void FilterBar::refresh() {
    const TreeFinder& finder = m_session.finder();
    if (!m_debounce.isActive() && m_edit->text() != finder.text()) {
        const QSignalBlocker quiet(m_edit); // somebody else filtered
        m_edit->setText(finder.text());
    }
    const bool wrong = finder.fault().has_value() || !m_refusal.isEmpty();
    QPalette colours = palette();
    const Theme& theme = themeOf(*this);
    colours.setColor(QPalette::WindowText, wrong ? theme.warning : theme.mutedText);
    m_state->setPalette(colours);
    const QString text = stateText();
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty());
    m_stop->setVisible(finder.running());
}

QString FilterBar::stateText() const {
    const TreeFinder& finder = m_session.finder();
    if (finder.fault()) {
        const QString message = QString::fromStdString(finder.fault()->message);
        return message.left(1).toUpper() + message.mid(1);
    }
    if (!m_refusal.isEmpty()) {
        return m_refusal;
    }
    const QString count = countText(finder.rows().size());
    if (finder.running()) {
        constexpr double kPercent = 100.0;
        const QString percent = QString::number(static_cast<int>(finder.progress() * kPercent));
        return finder.filters() ? tr("Searching, %1%").arg(percent) : tr("Sorting…");
    }
    if (finder.stopped()) {
        return tr("Stopped. Press Enter to search again.");
    }
    const bool known = finder.filters() && m_session.snapshot()->treebank;
    if (!known) {
        return {};
    }
    const QString all = countText(m_session.snapshot()->treebank->trees.size());
    return finder.rows().empty() ? tr("None of %1 trees").arg(all) : tr("%1 of %2 trees").arg(count, all);
}

/// Esc stops the search, or else clears the filter, before it clears the selection.
bool FilterBar::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const bool isEscape = isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    const bool runs = m_session.finder().running();
    if (!isEscape || (!runs && m_edit->text().isEmpty())) {
        return QWidget::eventFilter(watched, event);
    }
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        if (runs) {
            m_session.finder().cancel();
        } else {
            m_edit->clear();
            search();
        }
    }
    return true;
}

} // namespace batchscope
