// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/tree_page.h"

#include "views/models/words.h"
#include "views/theme/theme.h"
#include "views/treebank/marked_text.h"

#include <QFontDatabase>
#include <QLabel>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

std::shared_ptr<const std::string> shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

} // namespace

TreePage::TreePage(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_tabs(new QTabBar(this)), m_text(new MarkedText(this)),
      m_lane(*this) {
    m_title->setWordWrap(true);
    m_title->setContentsMargins(8, 6, 8, 2);
    m_title->setTextFormat(Qt::RichText);
    m_title->setAccessibleName(tr("The selected tree"));
    m_tabs->addTab(tr("Sentence"));
    m_tabs->addTab(tr("As used"));
    m_tabs->addTab(tr("Source"));
    m_tabs->setTabToolTip(Sentence, tr("The words of the sentence"));
    m_tabs->setTabToolTip(Used, tr("The tree as the net reads it, after binarization"));
    m_tabs->setTabToolTip(Source, tr("The text of the tree in the file"));
    m_tabs->setAccessibleName(tr("View of the tree"));
    m_tabs->setDrawBase(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_text->setAccessibleName(tr("Text of the selected tree"));
    m_text->setMinimumHeight(48);
    connect(m_tabs, &QTabBar::currentChanged, this, [this] { showPage(); });
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_tabs);
    column->addWidget(m_text, 1);
    showNothing();
}

TreePage::~TreePage() = default;

void TreePage::showTree(std::shared_ptr<const Snapshot> snapshot, TreeId tree, TreeNodeId marked) {
    const bool sameTexts = m_texts && m_texts->id == tree && m_snapshot && m_snapshot->treebank == snapshot->treebank &&
                           m_snapshot->config.graph == snapshot->config.graph;
    m_snapshot = std::move(snapshot);
    m_tree = tree;
    m_marked = marked;
    show();
    if (sameTexts) {
        showMarks();
        return;
    }
    m_lane.drop();
    if (m_snapshot->treebank->trees[tree].nodes <= kAtOnce) {
        takeTexts(makeTreeTexts(*m_snapshot, tree));
        return;
    }
    m_texts.reset();
    m_shows = Shows::Waiting;
    showTitle();
    m_tabs->show();
    m_text->setBytes(shared(tr("reading…").toStdString()), Encoding::Utf8);
    m_lane.ask([asked = m_snapshot, tree](const JobControl& /*control*/) { return makeTreeTexts(*asked, tree); },
               [this](const Result<std::shared_ptr<const TreeTexts>>& texts) {
                   if (texts) {
                       takeTexts(*texts);
                   } else {
                       m_text->setBytes(shared(texts.error().text()), Encoding::Utf8);
                   }
               });
}

void TreePage::takeTexts(std::shared_ptr<const TreeTexts> texts) {
    m_texts = std::move(texts);
    m_shows = Shows::Tree;
    m_tabs->show();
    showTitle();
    showPage();
}

void TreePage::showNothing() {
    m_lane.drop();
    m_shows = Shows::Nothing;
    m_texts.reset();
    m_tree = {};
    hide(); // the list has the room
}

void TreePage::setPage(Page page) {
    m_tabs->setCurrentIndex(page);
}

void TreePage::restyle() {
    showTitle();
    m_text->restyle();
}

QString TreePage::factsOf(TreeId tree) const {
    const Treebank& bank = *m_snapshot->treebank;
    const TreeEntry& entry = bank.trees[tree];
    return tr("%1 · %2 nodes · %3 words · height %4")
        .arg(fileName(toText(bank.place(tree))).toHtmlEscaped(), countText(entry.nodes), countText(entry.words),
             countText(entry.height));
}

void TreePage::showTitle() {
    const QString muted = themeOf(*this).mutedText.name();
    switch (m_shows) {
    case Shows::Nothing: break;
    case Shows::Waiting:
    case Shows::Tree:
        m_title->setText(QStringLiteral("<b>%1</b> <span style=\"color:%2\">%3</span>")
                             .arg(tr("Tree %1").arg(ordinalText(m_tree.index())), muted, factsOf(m_tree)));
        break;
    }
}

const SpannedText& TreePage::presentText() const {
    switch (m_tabs->currentIndex()) {
    case Used: return m_texts->used;
    case Source: return m_texts->source;
    default: return m_texts->sentence;
    }
}

void TreePage::showPage() {
    if (m_shows != Shows::Tree) {
        return;
    }
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    const bool isSource = m_tabs->currentIndex() == Source;
    const bool missing = isSource && !m_texts->noSource.empty();
    m_text->setFont(
        m_tabs->currentIndex() == Sentence || missing ? font() : QFontDatabase::systemFont(QFontDatabase::FixedFont));
    if (missing) {
        m_text->setBytes(std::shared_ptr<const std::string>(m_texts, &m_texts->noSource), Encoding::Utf8);
        return;
    }
    m_text->setBytes(std::shared_ptr<const std::string>(m_texts, &presentText().text),
                     isSource ? m_snapshot->treebank->options.encoding : Encoding::Utf8);
    showMarks();
}

void TreePage::showMarks() {
    const bool isSource = m_tabs->currentIndex() == Source;
    if (isSource && !m_texts->noSource.empty()) {
        return;
    }
    const Tree& tree = isSource ? m_texts->read : m_texts->shown;
    const bool valid = m_marked.valid() && m_marked.index() < m_texts->shown.size();
    const TreeNodeId node = !valid ? TreeNodeId() : isSource ? readNodeOf(*m_texts, m_marked) : m_marked;
    m_text->setMarks(node.valid() ? spansOf(presentText(), tree, node) : std::vector<TextSpan>());
}

namespace {

/// The outermost node at that place of the file.
TreeNodeId nodeOfByte(const Tree& tree, std::uint64_t byte) {
    const auto found = std::find_if(tree.positions.rbegin(), tree.positions.rend(),
                                    [byte](const SourcePosition& at) { return at.byte == byte; });
    return found == tree.positions.rend() ? TreeNodeId()
                                          : TreeNodeId(static_cast<std::size_t>(tree.positions.rend() - found - 1));
}

} // namespace

std::shared_ptr<const TreeTexts> makeTreeTexts(const Snapshot& snapshot, TreeId id) {
    const Treebank& bank = *snapshot.treebank;
    auto texts = std::make_shared<TreeTexts>();
    texts->id = id;
    texts->read = *bank.tree(id);
    texts->shown = shownTree(snapshot, id);
    texts->sentence = sentenceSpans(texts->shown, bank.words);
    texts->used = bracketSpans(texts->shown, bank.words, bank.labels);
    if (Result<std::string> record = bank.sourceText(id)) {
        texts->source = sourceSpans(std::move(*record), texts->read, bank.trees[id].recordBegin);
    } else {
        texts->noSource = record.error().message;
    }
    return texts;
}

TreeNodeId readNodeOf(const TreeTexts& texts, TreeNodeId shown) {
    return nodeOfByte(texts.read, texts.shown.positions[shown.index()].byte);
}

} // namespace batchscope
