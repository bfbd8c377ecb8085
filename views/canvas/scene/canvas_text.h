// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text on the canvas where no widget translates it.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace batchscope {

/// In the language of the user.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::CanvasView", text);
}

} // namespace batchscope
