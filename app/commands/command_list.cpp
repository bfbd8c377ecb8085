// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_list.h"

#include "views/commands/command_registry.h"

namespace batchscope {

QString commandList(const CommandRegistry& commands) {
    constexpr int kColumn = 28;
    QString text;
    for (const QString& id : commands.ids()) {
        const CommandSpec& spec = commands.spec(id);
        text += id.leftJustified(kColumn) % u' ' % spec.tip % u'\n';
        if (!spec.arguments.isEmpty()) {
            text += QString(kColumn + 1, u' ') % spec.arguments % u'\n';
        }
    }
    return text;
}

} // namespace batchscope
