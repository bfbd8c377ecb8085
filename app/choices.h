// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: every setting of the session that is one of a few named values, as data: commands, menus, the model bar and what
// is remembered between starts are all made from this one table.
#pragma once

#include "core/base/result.h"
#include "core/session/session_config.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <functional>
#include <span>
#include <string>

namespace batchscope {

struct Choice {
    /// Where the model bar has it.
    enum class Place {
        Bar,     ///< a list of its own
        Graph,   ///< among the options: what the graph is made of
        Trees,   ///< … how trees are taken
        Read,    ///< … how text becomes trees: the files are read again
        Run,     ///< … how it runs
        Picture, ///< … how it is drawn
    };

    QString id;    ///< of the command that takes {"name"}; `id-NAME` are those without arguments
    QString title; ///< as menus say it
    QString tip;   ///< what it decides, in a sentence
    QString brief; ///< with %1 for the name: how the model bar says that it is not as it is at first
    Place place = Place::Graph;
    QStringList names;
    QStringList tips; ///< by name
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
