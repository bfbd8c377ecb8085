// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/manual/manual_window.h"

#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

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
        page("start", "What Batchscope is for"),
        page("files", "Opening files", "treebank statistics"),
        page("picture", "Reading the picture"),
        page("story", "The story"),
        page("nets", "Nets", "passes"),
        page("policies", "Policies", "changes"),
        page("inspector", "Inspector and code", "inspector code steps nodes"),
        page("debugger", "Debugging a schedule", "pair values breakpoints bookmarks"),
        page("timing", "Measuring", "time batch-sizes"),
        page("export", "Pictures, films, lessons"),
        page("presenting", "Lessons and presenting", "lessons"),
        page("writing-lessons", "Writing lessons"),
        page("command-line", "Command line"),
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

namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kContentsWidth = 210;

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_contents(new QListWidget(this)), m_text(new QTextBrowser(this)),
      m_back(new QToolButton(this)), m_forward(new QToolButton(this)) {
    constexpr QSize kUsualSize = {900, 640};
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Batchscope manual"));
    resize(kUsualSize);
    build();
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::fillContents);
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr && item->data(kNameRole).toString() != m_page) {
            showPage(item->data(kNameRole).toString());
        }
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::followLink);
    connect(m_back, &QToolButton::clicked, this, [this] {
        m_future.append(m_page);
        go(m_past.takeLast());
    });
    connect(m_forward, &QToolButton::clicked, this, [this] {
        m_past.append(m_page);
        go(m_future.takeLast());
    });
    fillContents();
    go(manualPages().front().name);
}

void ManualWindow::build() {
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setFixedWidth(kContentsWidth);
    m_text->setAccessibleName(tr("Page of the manual"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(18);
    m_back->setText(QStringLiteral("◀"));
    m_back->setToolTip(tr("Back to the page before"));
    m_back->setAccessibleName(tr("Back"));
    m_forward->setText(QStringLiteral("▶"));
    m_forward->setToolTip(tr("Forward again"));
    m_forward->setAccessibleName(tr("Forward"));
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_back);
    bar->addWidget(m_forward);
    bar->addWidget(m_search, 1);
    auto* pages = new QHBoxLayout;
    pages->addWidget(m_contents);
    pages->addWidget(m_text, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(bar);
    layout->addLayout(pages, 1);
}

void ManualWindow::fillContents() {
    const QSignalBlocker quiet(m_contents);
    const QStringList hits = manualHits(m_search->text());
    m_contents->clear();
    for (const ManualPage& page : manualPages()) {
        if (!hits.contains(page.name)) {
            continue;
        }
        auto* item = new QListWidgetItem(page.title, m_contents);
        item->setData(kNameRole, page.name);
        if (page.name == m_page) {
            m_contents->setCurrentItem(item);
        }
    }
    render();
}

void ManualWindow::search(const QString& text) {
    m_search->setText(text);
}

QStringList ManualWindow::listed() const {
    QStringList names;
    for (int row = 0; row < m_contents->count(); ++row) {
        names.append(m_contents->item(row)->data(kNameRole).toString());
    }
    return names;
}

void ManualWindow::showPage(const QString& name) {
    if (name != m_page && !manualText(name).isEmpty()) {
        m_past.append(m_page);
        m_future.clear();
        go(name);
    }
}

void ManualWindow::go(const QString& name) {
    m_page = name;
    m_back->setEnabled(!m_past.isEmpty());
    m_forward->setEnabled(!m_future.isEmpty());
    fillContents();
}

/// With the hits of the search marked.
void ManualWindow::render() {
    const Theme& theme = themeOf(*this);
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 1.1);
    m_text->document()->setDefaultFont(font);
    m_text->document()->setDefaultStyleSheet(QStringLiteral("a { color: %1 }").arg(theme.accent.name()));
    m_text->setHtml(manualText(m_page));
    QList<QTextEdit::ExtraSelection> marks;
    for (const QString& word : m_search->text().split(u' ', Qt::SkipEmptyParts)) {
        for (QTextCursor hit = m_text->document()->find(word); !hit.isNull();
             hit = m_text->document()->find(word, hit)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = hit;
            mark.format.setBackground(theme.found);
            mark.format.setForeground(Theme::onFill(theme.found));
            marks.append(mark);
        }
    }
    m_text->setExtraSelections(marks);
}

void ManualWindow::followLink(const QUrl& link) {
    if (link.scheme() == u"command") {
        emit commandAsked(link.path());
    } else {
        showPage(link.path().chopped(static_cast<qsizetype>(QStringLiteral(".html").size())));
    }
}

void ManualWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        render();
    }
    QDialog::changeEvent(event);
}

} // namespace batchscope
