// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the manual, in the order of its contents.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace batchscope {

struct ManualPage {
    QString name; ///< of its file, without ending; links name it as NAME.html
    QString title;
    QStringList panels; ///< ids of the panels that it is about
};

[[nodiscard]] const std::vector<ManualPage>& manualPages();
/// The HTML of a page; empty where there is no such page.
[[nodiscard]] QString manualText(const QString& name);
/// The page about a panel; the first page where there is none.
[[nodiscard]] QString manualPageOf(const QString& panel);
/// Names of the pages that contain all words of the search, in any letter case; all pages without a word.
[[nodiscard]] QStringList manualHits(const QString& search);

} // namespace batchscope
