// SPDX-License-Identifier: GPL-3.0-or-later
//
// The session's choices (core/session/session_choice.h) as the window takes them: translated, for commands, menus, the
// model bar and what is remembered between starts.
#pragma once

#include "core/session/session_choice.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <functional>
#include <span>
#include <string>

namespace batchscope {

struct Choice {
    using Place = SessionChoice::Group;

    QString id;    ///< of the command that takes {"name"}; `id-NAME` are those without arguments
    QString title; ///< as menus say it
    QString tip;   ///< what it decides, in a sentence
    QString brief; ///< with %1 for the name: how the model bar says that it is not as it is at first
    Place place = Place::Graph;
    QStringList names;
    QString otherNames; ///< what else `apply` takes; empty: nothing
    QStringList tips;   ///< by name
    /// Config error for an unknown name, which lists the known ones.
    std::function<Status(SessionConfig& config, const std::string& name)> apply;
    std::function<QString(const SessionConfig& config)> present;
};

/// All of them, in the order of menus.
[[nodiscard]] std::span<const Choice> choices();

/// Every choice of a config, and its dim, as settings keep them: name by id.
[[nodiscard]] QVariantMap remembered(const SessionConfig& config);
/// The config with what was remembered; what is unknown, or was never remembered, stays as it is.
[[nodiscard]] SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered);

/// What of the options differs from how they are at first, briefly: "primitive", "merge subtrees", …
[[nodiscard]] QStringList changedOptions(const SessionConfig& config);

} // namespace batchscope
