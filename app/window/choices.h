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
#include <vector>

namespace batchscope {

struct Choice {
    using Place = SessionChoice::Group;

    QString id;    ///< of the command that takes {"name"}; `id-NAME` are those without arguments
    QString title; ///< its label in menus
    QString tip;   ///< what it decides, in one sentence
    QString brief; ///< for the list of changed options in the model bar; %1 is the name
    Place place = Place::Graph;
    Interface from = Interface::Expert; ///< from which interface on the options have it
    QStringList names;
    QString otherNames;                ///< what else `apply` takes; empty: nothing
    QStringList tips;                  ///< by name
    QStringList titles;                ///< by name, for people
    std::vector<Interface> valuesFrom; ///< by name; empty: Learn
    QStringList heads;                 ///< by name, of its part of a list; empty: no parts
    /// Config error for an unknown name, which lists the known ones.
    std::function<Status(SessionConfig& config, const std::string& name)> apply;
    std::function<QString(const SessionConfig& config)> present;
};

/// All choices, in the order of the menus.
[[nodiscard]] std::span<const Choice> choices();

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
