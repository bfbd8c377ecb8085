// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/tree_page.h"

#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStringDecoder>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

namespace {

/// The first bytes of the text; those that are invalid in the encoding are shown as U+FFFD.
QString decoded(std::string_view text, Encoding encoding) {
    constexpr std::size_t kMost = 100'000; // more would take long to lay out
    QStringDecoder decoder(encoding == Encoding::Latin1 ? QStringDecoder::Latin1 : QStringDecoder::Utf8);
    QString shown = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(std::min(text.size(), kMost))));
    return shown.replace(u'\r', u' '); // Qt would make a separate line break of it
}

} // namespace

TreePage::TreePage(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_tabs(new QTabBar(this)), m_text(new QPlainTextEdit(this)) {
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
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTabChangesFocus(true);
    m_text->document()->setDocumentMargin(8);
    m_text->setUndoRedoEnabled(false);
    connect(m_tabs, &QTabBar::currentChanged, this, [this] { showPage(); });
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_tabs);
    column->addWidget(m_text, 1);
    showNothing();
}

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
    const bool isLarge = m_snapshot->treebank->trees[tree].nodes > kMostNodes;
    m_texts = isLarge ? nullptr : makeTreeTexts(*m_snapshot, tree);
    m_tabs->setVisible(!isLarge);
    showTitle();
    showPage();
}

void TreePage::showNothing() {
    m_texts.reset();
    m_tree = {};
    hide(); // leaves the room to the list
}

void TreePage::setPage(Page page) {
    m_tabs->setCurrentIndex(page);
}

void TreePage::restyle() {
    if (m_tree.valid()) {
        showTitle();
        showMarks();
    }
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
    m_title->setText(QStringLiteral("<b>%1</b> <span style=\"color:%2\">%3</span>")
                         .arg(tr("Tree %1").arg(ordinalText(m_tree.index())), muted, factsOf(m_tree)));
}

const SpannedText& TreePage::presentText() const {
    switch (m_tabs->currentIndex()) {
    case Used: return m_texts->used;
    case Source: return m_texts->source;
    default: return m_texts->sentence;
    }
}

bool TreePage::hasText() const {
    return m_texts && (m_tabs->currentIndex() != Source || m_texts->noSource.empty());
}

Encoding TreePage::encoding() const {
    return m_tabs->currentIndex() == Source ? m_snapshot->treebank->options.encoding : Encoding::Utf8;
}

void TreePage::showPage() {
    if (!m_tree.valid()) {
        return;
    }
    m_text->setFont(m_tabs->currentIndex() == Sentence || !hasText()
                        ? font()
                        : QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlainText(hasText() ? decoded(presentText().text, encoding())
                         : m_texts ? toText(m_texts->noSource)
                                   : tr("The tree is too large to be shown as text."));
    showMarks();
}

void TreePage::showMarks() {
    const Theme& theme = themeOf(*this);
    QList<QTextEdit::ExtraSelection> selections;
    if (hasText() && m_marked.valid() && m_marked.index() < m_texts->shown.size()) {
        const bool isSource = m_tabs->currentIndex() == Source;
        const TreeNodeId node = isSource ? readNodeOf(*m_texts, m_marked) : m_marked;
        const std::string_view text = presentText().text;
        const auto positionOf = [&](std::size_t byte) {
            return static_cast<int>(decoded(text.substr(0, byte), encoding()).size());
        };
        for (const TextSpan& span : node.valid()
                                        ? spansOf(presentText(), isSource ? m_texts->read : m_texts->shown, node)
                                        : std::vector<TextSpan>()) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = m_text->textCursor();
            mark.cursor.setPosition(positionOf(span.begin));
            mark.cursor.setPosition(positionOf(span.end), QTextCursor::KeepAnchor);
            mark.format.setBackground(theme.accent);
            mark.format.setForeground(theme.onAccent);
            selections.append(mark);
        }
    }
    m_text->setExtraSelections(selections);
    if (!selections.isEmpty()) {
        QTextCursor first = m_text->textCursor();
        first.setPosition(selections.front().cursor.selectionStart());
        m_text->setTextCursor(first); // scrolls there
    }
}

namespace {

/// The outermost node at that position of the file.
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
