// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual in a window of its own, so that it can be read beside the picture. The glossary is one of its pages.
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include <vector>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace batchscope {

/// The pages of the manual, in the order of its contents.
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

class ManualWindow final : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Of the page that is shown.
    [[nodiscard]] QString page() const;
    void showPage(const QString& name);
    /// Lists the pages that contain all words, in any letter case, and marks them; all pages without a word.
    void search(const QString& text);
    /// Names of the pages in the contents.
    [[nodiscard]] QStringList listed() const;

signals:
    /// A link to a command, by its id.
    void commandAsked(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillContents();
    void markHits();
    void restyle();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
};

} // namespace batchscope
