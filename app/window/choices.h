// SPDX-License-Identifier: GPL-3.0-or-later
//
// The session's choices (core/session/session_choice.h) as the window uses them: for commands, menus, the model bar,
// and what is remembered between starts.
#pragma once

#include "core/session/session_choice.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <cstddef>

namespace batchscope {

/// The display name of the value at index `place`.
[[nodiscard]] QString valueTitle(const SessionChoice& choice, std::size_t place);

/// The defaults of the window and its pictures. Unlike `run` on the command line, they run plainly on LibTorch, as the
/// idea is explained: gather the rows, call the op once.
[[nodiscard]] SessionConfig windowDefaults();

/// The dim of a config and its choices that differ from the defaults, as stored in settings: name by id.
[[nodiscard]] QVariantMap remembered(const SessionConfig& config);
/// The config with the remembered choices. Unknown names and missing choices change nothing.
[[nodiscard]] SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered);

/// The options that differ from their defaults, briefly: "primitive", "merge subtrees", …
[[nodiscard]] QStringList changedOptions(const SessionConfig& config);

} // namespace batchscope
