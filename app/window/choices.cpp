// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/choices.h"

#include "views/session/session.h"

#include <QCoreApplication>

#include <vector>

namespace batchscope {

namespace {

QString dimKey() {
    return QStringLiteral("dim");
}

QString tr(const std::string& text) {
    return QCoreApplication::translate("batchscope::choices", text.c_str());
}

Choice translatedChoice(const SessionChoice& row) {
    Choice choice;
    choice.id = QString::fromStdString(row.id);
    choice.title = tr(row.title);
    choice.tip = tr(row.tip);
    choice.brief = tr(row.brief);
    choice.place = row.group;
    choice.from = row.from;
    choice.valuesFrom = row.valuesFrom;
    for (const std::string& head : row.heads) {
        choice.heads.append(tr(head));
    }
    for (const std::string& name : row.names) {
        choice.names.append(QString::fromStdString(name));
    }
    choice.otherNames = QString::fromStdString(row.otherNames);
    for (const std::string& tip : row.tips) {
        choice.tips.append(tr(tip));
    }
    for (const std::string& title : row.titles) {
        choice.titles.append(tr(title));
    }
    if (row.titles.empty()) {
        choice.titles = choice.names;
    }
    choice.apply = row.apply;
    choice.present = [present = row.present](const SessionConfig& config) {
        return QString::fromStdString(present(config));
    };
    return choice;
}

} // namespace

std::span<const Choice> choices() {
    static const std::vector<Choice> kChoices = [] {
        std::vector<Choice> list;
        for (const SessionChoice& row : sessionChoices()) {
            list.push_back(translatedChoice(row));
        }
        return list;
    }();
    return kChoices;
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
    for (const Choice& choice : choices()) {
        if (const QString name = choice.present(config); name != choice.present(first)) {
            names.insert(choice.id, name);
        }
    }
    return names;
}

SessionConfig withRemembered(SessionConfig config, const QVariantMap& remembered) {
    if (const int dim = remembered.value(dimKey()).toInt(); dim > 0 && dim <= kLargestDim) {
        config.graph.dim = dim;
    }
    for (const Choice& choice : choices()) {
        SessionConfig changed = config;
        if (choice.apply(changed, remembered.value(choice.id).toString().toStdString())) {
            config = changed;
        }
    }
    return config;
}

QStringList changedOptions(const SessionConfig& config) {
    const SessionConfig first = windowDefaults();
    QStringList changed;
    for (const Choice& choice : choices()) {
        const QString name = choice.present(config);
        const bool isEngine = choice.id == u"passes" && name == u"all"; // the bar says that, too
        const bool isInBar = choice.place == Choice::Place::Bar || isEngine;
        if (!isInBar && name != choice.present(first)) {
            changed.append(choice.brief.contains(QStringLiteral("%1")) ? choice.brief.arg(name) : choice.brief);
        }
    }
    return changed;
}

} // namespace batchscope
