// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "views/commands/command_registry.h"
#include "views/session/choice_history.h"

namespace batchscope {

void addUndoCommands(MainWindow& window) {
    auto* history = new ChoiceHistory(window.session(), &window);
    QAction* undo = addPlain(window,
                             {QStringLiteral("undo"),
                              MainWindow::tr("&Undo"),
                              MainWindow::tr("Undo the last choice: net, policy, options, trees or files."),
                              {MenuSection::EditUndo, Interface::Learn},
                              {QKeySequence(Qt::CTRL | Qt::Key_Z)}},
                             [history] { history->undo(); });
    QAction* redo = addPlain(window,
                             {QStringLiteral("redo"),
                              MainWindow::tr("&Redo"),
                              MainWindow::tr("Redo what was undone."),
                              {MenuSection::EditUndo, Interface::Learn},
                              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}},
                             [history] { history->redo(); });
    const auto follow = [history, undo, redo] {
        undo->setEnabled(history->canUndo());
        redo->setEnabled(history->canRedo());
        const auto named = [](const QString& verb, const QString& what) {
            return what.isEmpty() ? verb : verb % u' ' % what;
        };
        undo->setText(named(MainWindow::tr("&Undo"), history->undoText()));
        redo->setText(named(MainWindow::tr("&Redo"), history->redoText()));
    };
    QObject::connect(history, &ChoiceHistory::changed, undo, follow);
    follow();
}

} // namespace batchscope
