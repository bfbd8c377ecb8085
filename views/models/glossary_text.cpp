// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/glossary_text.h"

#include "core/session/glossary.h"
#include "views/models/term_picture.h"
#include "views/models/words.h"

#include <QApplication>

namespace batchscope {

QString glossaryTip(const words::GlossaryTerm& term) {
    const QString picture = termPictureHtml(term.term, themeOf(QApplication::palette()));
    return QStringLiteral("<table width=\"460\"><tr><td width=\"%1\">%2</td><td style=\"padding-left:10px\"><b>%3</b>: "
                          "%4</td></tr></table>")
        .arg(QString::number(kTermPictureSize.width()), picture, toText(term.term).toHtmlEscaped(),
             toText(term.text).toHtmlEscaped());
}

QString glossaryTipOf(const QString& label) {
    const words::GlossaryTerm* const term = findTerm(label.toStdString());
    return term == nullptr ? QString() : glossaryTip(*term);
}

} // namespace batchscope
