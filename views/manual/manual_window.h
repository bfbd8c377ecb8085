// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual in a window of its own, so that it can be read beside the picture.
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

#include <vector>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QToolButton;
class QUrl;

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
/// Names of the pages that contain all words of the search, in any letter case; all pages without a word.
[[nodiscard]] QStringList manualHits(const QString& search);

class ManualWindow final : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Of the page that is shown.
    [[nodiscard]] const QString& page() const { return m_page; }
    void showPage(const QString& name);
    void search(const QString& text);
    /// Names of the pages in the contents, all or those with hits.
    [[nodiscard]] QStringList listed() const;

signals:
    /// A link to a command, by its id.
    void commandAsked(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillContents();
    void followLink(const QUrl& link);
    void go(const QString& name);
    void render();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
    QToolButton* m_back;
    QToolButton* m_forward;
    QString m_page;
    QStringList m_past;
    QStringList m_future;
};

} // namespace batchscope
