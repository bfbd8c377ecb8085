// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commands/command_palette.h"

#include "views/commands/command_registry.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

CommandPalette::CommandPalette(CommandRegistry& commands, QWidget* parent)
    : QDialog(parent), m_commands(commands), m_filter(new QLineEdit(this)), m_list(new QTreeWidget(this)) {
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("command-palette-dialog"));
    m_filter->setPlaceholderText(tr("Type part of a command…"));
    m_filter->setAccessibleName(tr("Filter commands"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_list->setAccessibleName(tr("Matching commands"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_list);
    resize(520, 380);
    connect(m_filter, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_filter, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QTreeWidget::itemActivated, this, &CommandPalette::runCurrent);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::popUp() {
    fill();
    m_filter->clear();
    filter({});
    if (const QWidget* window = parentWidget(); window != nullptr) {
        move(window->mapToGlobal(QPoint((window->width() - width()) / 2, window->height() / 8)));
    }
    show();
    raise();
    activateWindow();
    m_filter->setFocus();
}

void CommandPalette::fill() {
    m_list->clear();
    for (const QString& id : m_commands.ids()) {
        const QAction* action = m_commands.action(id);
        if (m_commands.spec(id).needsArguments || !action->isEnabled() || !action->isVisible()) {
            continue;
        }
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        // The spec's text is self-contained ("Policy: depth"), while a menu may show less. It is empty only for
        // commands whose text changes.
        const QString& text = m_commands.spec(id).text;
        auto* item =
            new QTreeWidgetItem({QString(text.isEmpty() ? action->text() : text).remove(u'&').remove(u'…'), key});
        item->setData(0, Qt::UserRole, id);
        item->setToolTip(0, action->toolTip());
        item->setIcon(0, action->icon());
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        m_list->addTopLevelItem(item);
    }
}

void CommandPalette::filter(const QString& text) {
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = m_list->topLevelItem(row);
        const QString name = item->text(0) % u' ' % item->data(0, Qt::UserRole).toString();
        const bool matches = std::all_of(words.begin(), words.end(), [&name](const QString& word) {
            return name.contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!matches);
        if (matches && first == nullptr) {
            first = item;
        }
    }
    m_list->setCurrentItem(first);
}

void CommandPalette::runCurrent() {
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    const QString id = item->data(0, Qt::UserRole).toString();
    hide(); // first: the command may open a window
    m_commands.action(id)->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key(); // the event type guarantees the cast
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace batchscope
