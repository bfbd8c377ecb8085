// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/page_browser.h"

#include <QFontDatabase>
#include <QScrollBar>
#include <QTextDocument>
#include <QTextOption>
#include <QUrl>

namespace batchscope {

PageBrowser::PageBrowser(const QString& name, QWidget* parent) : QTextBrowser(parent) {
    setOpenLinks(false);
    setAccessibleName(name);
    document()->setDocumentMargin(10);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WordWrap);
}

PageWriter PageBrowser::writer() const {
    return {themeOf(*this), QFontDatabase::systemFont(QFontDatabase::FixedFont).family(), devicePixelRatioF()};
}

void PageBrowser::showPage(const Page& page, Scroll scroll) {
    const int scrolled = scroll == Scroll::Keep ? verticalScrollBar()->value() : 0;
    clear();
    for (const auto& [name, image] : page.images) {
        document()->addResource(QTextDocument::ImageResource, QUrl(name), image);
    }
    setHtml(page.html);
    verticalScrollBar()->setValue(scrolled);
}

} // namespace batchscope
