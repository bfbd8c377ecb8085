// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/manual/manual_pages.h"

#include <QCoreApplication>
#include <QFile>
#include <QTextDocument>

#include <algorithm>

namespace batchscope {

namespace {

QString manualTr(const char* text) {
    return QCoreApplication::translate("manual", text);
}

ManualPage page(const char* name, const char* title, const char* panels = "") {
    return {QString::fromLatin1(name), manualTr(title), QString::fromLatin1(panels).split(u' ', Qt::SkipEmptyParts)};
}

QString plainText(const QString& name) {
    QTextDocument document;
    document.setHtml(manualText(name));
    return document.toPlainText();
}

} // namespace

const std::vector<ManualPage>& manualPages() {
    static const std::vector<ManualPage> kPages = {
        page("start", QT_TRANSLATE_NOOP("manual", "What Batchscope is for")),
        page("files", QT_TRANSLATE_NOOP("manual", "Opening files"), "treebank statistics"),
        page("picture", QT_TRANSLATE_NOOP("manual", "Reading the picture")),
        page("story", QT_TRANSLATE_NOOP("manual", "The story")),
        page("nets", QT_TRANSLATE_NOOP("manual", "Nets"), "passes"),
        page("policies", QT_TRANSLATE_NOOP("manual", "Policies"), "changes"),
        page("inspector", QT_TRANSLATE_NOOP("manual", "Inspector and code"), "inspector code steps nodes"),
        page("debugger", QT_TRANSLATE_NOOP("manual", "Debugging a schedule"), "pair values breakpoints bookmarks"),
        page("timing", QT_TRANSLATE_NOOP("manual", "Measuring"), "time batch-sizes"),
        page("export", QT_TRANSLATE_NOOP("manual", "Pictures, films, lessons")),
        page("presenting", QT_TRANSLATE_NOOP("manual", "Lessons and presenting"), "lessons"),
        page("writing-lessons", QT_TRANSLATE_NOOP("manual", "Writing lessons")),
        page("command-line", QT_TRANSLATE_NOOP("manual", "Command line")),
    };
    return kPages;
}

QString manualText(const QString& name) {
    QFile file(QStringLiteral(":/manual/%1.html").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualPageOf(const QString& panel) {
    const auto& pages = manualPages();
    const auto found = std::find_if(pages.begin(), pages.end(),
                                    [&panel](const ManualPage& each) { return each.panels.contains(panel); });
    return found == pages.end() ? pages.front().name : found->name;
}

QStringList manualHits(const QString& search) {
    const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
    QStringList hits;
    for (const ManualPage& each : manualPages()) {
        const QString text = plainText(each.name);
        if (std::all_of(words.begin(), words.end(),
                        [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); })) {
            hits.append(each.name);
        }
    }
    return hits;
}

} // namespace batchscope
