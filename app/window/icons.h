// SPDX-License-Identifier: GPL-3.0-or-later
//
// One set of line icons for all themes: drawn in black in resources/icons, painted in the text color of the theme.
#pragma once

#include "views/theme/theme.h"

#include <QIcon>
#include <QString>

namespace batchscope {

class CommandRegistry;

/// The icon at a resource path such as ":/icons/open.svg"; a null icon for an empty path.
[[nodiscard]] QIcon themedIcon(const QString& path, const Theme& theme);

/// Sets the icons of all commands. Call it again after each change of theme.
void paintCommandIcons(const CommandRegistry& commands, const Theme& theme);

/// The program's icon.
[[nodiscard]] QIcon applicationIcon();

} // namespace batchscope
