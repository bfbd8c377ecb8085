// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commands/command_registry.h"

namespace batchscope {

namespace {

/// "Step forward (.)": the tooltip includes the key, so that users learn it.
QString toolTipOf(const CommandSpec& spec) {
    QString text = spec.tip.isEmpty() ? QString(spec.text).remove(u'&') : spec.tip;
    if (spec.shortcuts.isEmpty()) {
        return text;
    }
    return text % u" (" % spec.shortcuts.first().toString(QKeySequence::NativeText) % u')';
}

} // namespace

QAction* CommandRegistry::add(const CommandSpec& spec, Handler handler) {
    BATCHSCOPE_CHECK(!contains(spec.id));
    auto* action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setToolTip(toolTipOf(spec));
    action->setStatusTip(spec.tip);
    action->setShortcuts(spec.shortcuts);
    // Keys work anywhere in the window, even in a floating panel, but dialogs keep their own keys (Esc closes them).
    action->setShortcutContext(Qt::WindowShortcut);
    action->setMenuRole(QAction::NoRole);
    connect(action, &QAction::triggered, this, [this, id = spec.id] {
        if (const Status status = run(id, {}); !status) {
            emit failed(QString::fromStdString(status.error().text()));
        }
    });
    m_order.push_back(spec.id);
    m_entries.emplace(spec.id, Entry{spec, action, std::move(handler)});
    return action;
}

QAction* CommandRegistry::action(const QString& id) const {
    const auto found = m_entries.find(id);
    BATCHSCOPE_CHECK(found != m_entries.end());
    return found->second.action;
}

bool CommandRegistry::contains(const QString& id) const {
    return m_entries.find(id) != m_entries.end();
}

const CommandSpec& CommandRegistry::spec(const QString& id) const {
    const auto found = m_entries.find(id);
    BATCHSCOPE_CHECK(found != m_entries.end());
    return found->second.spec;
}

Status CommandRegistry::run(const QString& id, const QJsonObject& arguments) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) {
        return Error{ErrorCode::Config, "there is no command \"" + id.toStdString() + '"'};
    }
    if (!found->second.action->isEnabled()) {
        return Error{ErrorCode::Config, '"' + id.toStdString() + "\" is not available now"};
    }
    const CommandSpec& spec = found->second.spec;
    if (!spec.needsArguments && spec.arguments.isEmpty() && !arguments.isEmpty()) {
        return Error{ErrorCode::Config, '"' + id.toStdString() + "\" takes no arguments, but was given \"" +
                                            arguments.keys().front().toStdString() + '"'};
    }
    // A copy: the handler may add commands, or end the program, while it runs.
    const Handler handler = found->second.handler;
    return handler(arguments);
}

std::vector<QString> CommandRegistry::ids() const {
    return m_order;
}

} // namespace batchscope
