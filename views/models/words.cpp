// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/words.h"

#include "core/base/counted.h"
#include "core/session/glossary.h"
#include "core/session/snapshot.h"
#include "core/session/suggestion.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::words", text);
}

} // namespace

bool needsBinarisation(const Snapshot& snapshot) {
    return snapshot.treebank && !snapshot.graph && binarizationHelps(*snapshot.treebank, snapshot.config.graph);
}

std::vector<NamedPhase> phasesOf(const PhaseSeconds& seconds) {
    std::vector<NamedPhase> phases;
    for (const PhaseEntry& entry : phaseEntries()) {
        if (entry.seconds != &PhaseSeconds::backward || seconds.backward > 0.0) {
            phases.push_back({translated(entry.name), entry.seconds});
        }
    }
    return phases;
}

QString toText(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString fileName(const QString& path) {
    return path.mid(path.lastIndexOf(QChar(u'/')) + 1);
}

QString countText(std::uint64_t value) {
    return QString::fromStdString(withThousands(value));
}

QString secondsText(double seconds) {
    return QString::fromStdString(formatSeconds(seconds));
}

QString bytesText(std::uint64_t bytes) {
    return QString::fromStdString(formatBytes(bytes));
}

QString meanText(double value) {
    constexpr double kNoDecimals = 100.0;
    return value < kNoDecimals ? QString::number(value, 'f', 1)
                               : countText(static_cast<std::uint64_t>(std::llround(value)));
}

QString timesText(double ratio) {
    constexpr double kThreeDigits = 10.0;
    if (!(ratio > 0.0)) {
        return QStringLiteral("–");
    }
    return QString::number(ratio, 'f', ratio < kThreeDigits ? 2 : 1) + QChar(u'×');
}

QString passesText(PassSet passes) {
    constexpr qsizetype kFew = 2;
    QStringList on;
    QStringList off;
    for (const PassEntry& entry : passEntries()) {
        (passes.has(entry.pass) ? on : off) << translated(entry.title);
    }
    const QString separator = QStringLiteral(", ");
    if (off.isEmpty() || on.isEmpty()) {
        return off.isEmpty() ? translated("all passes") : translated("no passes");
    }
    return off.size() <= kFew  ? translated("without %1").arg(off.join(separator))
           : on.size() <= kFew ? translated("only %1").arg(on.join(separator))
                               : translated("%1 of %2 passes").arg(on.size()).arg(kPassCount);
}

QString ordinalText(std::size_t index) {
    return QString::fromStdString(ordinal(index));
}

QString glossaryTip(const GlossaryTerm& term) {
    return QStringLiteral("<p><b>%1</b>: %2</p>")
        .arg(toText(term.term).toHtmlEscaped(), toText(term.text).toHtmlEscaped());
}

QString glossaryTipOf(const QString& label) {
    const GlossaryTerm* const term = findTerm(label.toStdString());
    return term == nullptr ? QString() : glossaryTip(*term);
}

} // namespace batchscope
