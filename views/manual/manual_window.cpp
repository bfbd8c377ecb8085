// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/manual/manual_window.h"

#include "core/session/glossary.h"
#include "views/models/words.h"
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

QString glossaryPage() {
    QString html = QStringLiteral("<h1>Glossary</h1>");
    for (const GlossaryTerm& term : glossaryTerms()) {
        html += QStringLiteral("<p><b>%1</b>: %2</p>")
                    .arg(toText(term.term).toHtmlEscaped(), toText(term.text).toHtmlEscaped());
    }
    return html;
}

bool hasAll(const QString& page, const QStringList& words) {
    QTextDocument document;
    document.setHtml(manualText(page));
    const QString text = document.toPlainText();
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
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
        page("training", "Training", "training"),
        page("export", "Pictures, films, lessons"),
        page("presenting", "Lessons and presenting", "lessons"),
        page("writing-lessons", "Writing lessons"),
        page("command-line", "Command line"),
        page("glossary", "Glossary"),
    };
    return kPages;
}

QString manualText(const QString& name) {
    if (name == u"glossary") {
        return glossaryPage();
    }
    QFile file(QStringLiteral(":/manual/%1.html").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString manualPageOf(const QString& panel) {
    const auto& pages = manualPages();
    const auto found = std::find_if(pages.begin(), pages.end(),
                                    [&panel](const ManualPage& each) { return each.panels.contains(panel); });
    return found == pages.end() ? pages.front().name : found->name;
}

namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kContentsWidth = 210;

QUrl urlOf(const QString& page) {
    return QUrl(QStringLiteral("qrc:/manual/%1.html").arg(page));
}

class Browser final : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

    QVariant loadResource(int type, const QUrl& url) override {
        return type == QTextDocument::HtmlResource ? manualText(url.fileName().section(u'.', 0, 0))
                                                   : QTextBrowser::loadResource(type, url);
    }
};

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_contents(new QListWidget(this)), m_text(new Browser(this)) {
    constexpr QSize kUsualSize = {900, 640};
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Batchscope manual"));
    resize(kUsualSize);
    build();
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        fillContents();
        markHits();
    });
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr) {
            showPage(item->data(kNameRole).toString());
        }
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        link.scheme() == u"command" ? emit commandAsked(link.path()) : m_text->setSource(link);
    });
    connect(m_text, &QTextBrowser::sourceChanged, this, [this] {
        fillContents();
        markHits();
    });
    restyle();
    showPage(manualPages().front().name);
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
    auto* bar = new QHBoxLayout;
    const auto addButton = [&](const QString& sign, const QString& name, auto go, auto available) {
        auto* button = new QToolButton(this);
        button->setText(sign);
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setEnabled(false);
        connect(button, &QToolButton::clicked, m_text, go);
        connect(m_text, available, button, &QToolButton::setEnabled);
        bar->addWidget(button);
    };
    addButton(QStringLiteral("◀"), tr("Back"), &QTextBrowser::backward, &QTextBrowser::backwardAvailable);
    addButton(QStringLiteral("▶"), tr("Forward"), &QTextBrowser::forward, &QTextBrowser::forwardAvailable);
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
    const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
    m_contents->clear();
    for (const ManualPage& each : manualPages()) {
        if (!words.isEmpty() && !hasAll(each.name, words)) {
            continue;
        }
        auto* item = new QListWidgetItem(each.title, m_contents);
        item->setData(kNameRole, each.name);
        if (each.name == page()) {
            m_contents->setCurrentItem(item);
        }
    }
}

QString ManualWindow::page() const {
    return m_text->source().fileName().section(u'.', 0, 0);
}

void ManualWindow::showPage(const QString& name) {
    if (name != page()) {
        m_text->setSource(urlOf(name));
    }
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

void ManualWindow::markHits() {
    const Theme& theme = themeOf(*this);
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

void ManualWindow::restyle() {
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 1.1);
    m_text->document()->setDefaultFont(font);
    m_text->document()->setDefaultStyleSheet(QStringLiteral("a { color: %1 }").arg(themeOf(*this).accent.name()));
    m_text->reload();
    markHits();
}

void ManualWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        restyle();
    }
    QDialog::changeEvent(event);
}

} // namespace batchscope
