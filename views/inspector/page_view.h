// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of panels that show a page. Links to nodes, batches and trees go there, and the scroll position is kept when
// the page is updated.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/inspector/page_writer.h"
#endif
#include "views/models/live_view.h"

#include <QTextBrowser>

#include <cstdint>

namespace batchscope {

class PageView : public LiveView {
    Q_OBJECT

protected:
    /// `name` is the accessible name of the page, which is the last child of the layout.
    PageView(Session& session, Playback& playback, const QString& name, QWidget* parent);

    /// A writer for a page to be shown in this panel.
    [[nodiscard]] PageWriter writer() const;
    enum class Scroll : std::uint8_t { ToTop, Keep };
    void showPage(const Page& page, Scroll scroll);

    /// Handles a click on a link `scheme:index` that does not lead to a node, a batch or a tree.
    virtual void follow(const QString& scheme, std::size_t index) = 0;

private:
    void followLink(const QUrl& link);

    QTextBrowser* m_text;
};

} // namespace batchscope
