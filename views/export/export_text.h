// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of the export where no widget translates it.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace batchscope {

/// In the language of the user.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::Export", text);
}

} // namespace batchscope
