// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/choices.h"

#include "views/models/words.h"
#include "views/session/session.h"

namespace batchscope {

namespace {

QString dimKey() {
    return QStringLiteral("dim");
}

} // namespace

QString valueTitle(const SessionChoice& choice, std::size_t place) {
    return toText(choice.titles.empty() ? choice.names[place] : choice.titles[place]);
}

SessionConfig windowDefaults() {
    SessionConfig config;
    config.graph.trees = {0, Session::kFirstTrees};
    config.run.executor = InterpreterOptions();
    return config;
}

QVariantMap remembered(const SessionConfig& config) {
    const SessionConfig first = windowDefaults();
    QVariantMap names{{dimKey(), config.graph.dim}};
    for (const SessionChoice& choice : sessionChoices()) {
        if (const std::string name = choice.present(config); name != choice.present(first)) {
            names.insert(toText(choice.id), toText(name));
        }
    }
    return names;
}

SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered) {
    if (const int dim = remembered.value(dimKey()).toInt(); dim > 0 && dim <= kLargestDim) {
        config.graph.dim = dim;
    }
    for (const SessionChoice& choice : sessionChoices()) {
        SessionConfig changed = config;
        if (choice.apply(changed, remembered.value(toText(choice.id)).toString().toStdString())) {
            config = changed;
        }
    }
    return config;
}

QStringList changedOptions(const SessionConfig& config) {
    const SessionConfig first = windowDefaults();
    QStringList changed;
    for (const SessionChoice& choice : sessionChoices()) {
        const std::string name = choice.present(config);
        const bool isEngine = choice.id == "passes" && name == "all"; // already shown in the bar
        const bool isInBar = choice.group == SessionChoice::Group::Bar || isEngine;
        if (!isInBar && name != choice.present(first)) {
            const QString brief = toText(choice.brief);
            changed.append(brief.contains(QStringLiteral("%1")) ? brief.arg(toText(name)) : brief);
        }
    }
    return changed;
}

} // namespace batchscope
