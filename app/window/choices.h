// SPDX-License-Identifier: GPL-3.0-or-later
//
// The session's choices (core/session/session_choice.h) as the window takes them: for commands, menus, the model bar
// and what is remembered between starts.
#pragma once

#include "core/session/session_choice.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <cstddef>

namespace batchscope {

/// What people call the value at `place`.
[[nodiscard]] QString valueTitle(const SessionChoice& choice, std::size_t place);

/// What the window and its pictures begin with. Unlike `run` of the command line they run plainly on LibTorch, as the
/// idea is told: gather the rows, call the op once.
[[nodiscard]] SessionConfig windowDefaults();

/// The choices of a config that are not the defaults, and its dim, as stored in settings: name by id.
[[nodiscard]] QVariantMap remembered(const SessionConfig& config);
/// The config with the remembered choices; unknown names and choices that were never stored change nothing.
[[nodiscard]] SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered);

/// The options that differ from their defaults, briefly: "primitive", "merge subtrees", …
[[nodiscard]] QStringList changedOptions(const SessionConfig& config);

} // namespace batchscope
