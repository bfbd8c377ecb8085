// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/glossary_text.h"

#include "core/session/glossary.h"
#include "views/models/words.h"

namespace batchscope {

QString glossaryTip(const words::GlossaryTerm& term) {
    return QStringLiteral("<table width=\"340\"><tr><td><b>%1</b>: %2</td></tr></table>")
        .arg(toText(term.term).toHtmlEscaped(), toText(term.text).toHtmlEscaped());
}

QString glossaryTipOf(const QString& label) {
    const words::GlossaryTerm* const term = findTerm(label.toStdString());
    return term == nullptr ? QString() : glossaryTip(*term);
}

} // namespace batchscope
