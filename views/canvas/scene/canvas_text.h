// SPDX-License-Identifier: GPL-3.0-or-later
//
// Translates canvas text that does not belong to a widget.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace batchscope {

/// The text in the language of the user.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::CanvasView", text);
}

} // namespace batchscope
