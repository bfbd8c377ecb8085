// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of the inspector's pages.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace batchscope {

/// In the language of the user.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::Inspector", text);
}

} // namespace batchscope
