// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/page_view.h"

#include <QFontDatabase>
#include <QScrollBar>
#include <QTextDocument>
#include <QTextOption>
#include <QUrl>
#include <QVBoxLayout>

namespace batchscope {

PageView::PageView(Session& session, Playback& playback, const QString& name, QWidget* parent)
    : LiveView(session, playback, parent), m_text(new QTextBrowser(this)) {
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(name);
    m_text->document()->setDocumentMargin(10);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setWordWrapMode(QTextOption::WordWrap);
    connect(m_text, &QTextBrowser::anchorClicked, this, &PageView::followLink);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_text, 1);
    setFocusProxy(m_text);
}

PageWriter PageView::writer() const {
    return {themeOf(*this), QFontDatabase::systemFont(QFontDatabase::FixedFont).family(), devicePixelRatioF()};
}

void PageView::showPage(const Page& page, Scroll scroll) {
    const int scrolled = scroll == Scroll::Keep ? m_text->verticalScrollBar()->value() : 0;
    m_text->clear();
    for (const auto& [name, image] : page.images) {
        m_text->document()->addResource(QTextDocument::ImageResource, QUrl(name), image);
    }
    m_text->setHtml(page.html);
    m_text->verticalScrollBar()->setValue(scrolled);
}

void PageView::followLink(const QUrl& link) {
    bool isNumber = false;
    const std::size_t index = link.path().toUInt(&isNumber);
    if (!isNumber) {
        return;
    }
    if (link.scheme() == QStringLiteral("node")) {
        playback().selectNode(NodeId(index));
    } else if (link.scheme() == QStringLiteral("batch")) {
        goToBatch(BatchId(index));
    } else if (link.scheme() == QStringLiteral("tree")) {
        playback().selectTree(TreeId(index));
    } else {
        follow(link.scheme(), index);
    }
}

} // namespace batchscope
