// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/tree_page.h"

#include "views/models/words.h"

#include <QCoreApplication>

#include <vector>

namespace batchscope {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::TreePage", text);
}

QString openMark(const Theme& theme) {
    return QStringLiteral("<span style=\"background:%1;color:%2\">").arg(theme.accent.name(), theme.onAccent.name());
}

/// First node, in post-order, of the subtree below `node`.
TreeNodeId firstBelow(const Tree& tree, TreeNodeId node) {
    while (!tree.isLeaf(node)) {
        node = tree.children(node).front();
    }
    return node;
}

/// Nodes that carry words, in the order of the sentence.
std::vector<TreeNodeId> wordNodes(const Tree& tree) {
    std::vector<TreeNodeId> nodes(tree.isDependency() ? tree.size() : 0);
    for (std::size_t index = 0; index < tree.size(); ++index) {
        if (tree.isDependency()) {
            nodes[tree.tokens[index]] = TreeNodeId(index);
        } else if (tree.isLeaf(TreeNodeId(index))) {
            nodes.emplace_back(index);
        }
    }
    return nodes;
}

QString sentenceHtml(const Treebank& bank, const Tree& tree, TreeNodeId marked, const Theme& theme) {
    const TreeNodeId first = marked.valid() ? firstBelow(tree, marked) : TreeNodeId();
    QString html;
    bool open = false;
    for (const TreeNodeId node : wordNodes(tree)) {
        const bool inside = marked.valid() && first <= node && node <= marked;
        if (open && !inside) {
            html += QStringLiteral("</span>");
            open = false;
        }
        html += html.isEmpty() ? QString() : QStringLiteral(" ");
        if (inside && !open) {
            html += openMark(theme);
            open = true;
        }
        html += toText(bank.words.text(tree.words[node.index()])).toHtmlEscaped();
    }
    return open ? QString(html + QStringLiteral("</span>")) : html;
}

/// The brackets of core/tree/bracket_writer.h, with labels muted and one node marked.
class BracketHtml {
public:
    BracketHtml(const Treebank& bank, const Tree& tree, TreeNodeId marked, const Theme& theme)
        : m_bank(bank), m_tree(tree), m_marked(marked), m_theme(theme) {}

    QString run() {
        enter(m_tree.root());
        while (!m_stack.empty()) {
            Visit& top = m_stack.back();
            const auto children = m_tree.children(top.node);
            const bool atEnd = top.nextChild == children.size();
            if (top.wordDue &&
                (atEnd || m_tree.tokens[children[top.nextChild].index()] > m_tree.tokens[top.node.index()])) {
                top.wordDue = false;
                m_html += QChar(u' ') + word(top.node);
                continue;
            }
            if (atEnd) {
                const TreeNodeId left = top.node;
                m_stack.pop_back();
                m_html += QChar(u')');
                leave(left);
                continue;
            }
            m_html += QChar(u' ');
            enter(children[top.nextChild++]);
        }
        return m_html;
    }

private:
    struct Visit {
        TreeNodeId node;
        std::size_t nextChild;
        bool wordDue; ///< a head's own word, among its dependents
    };

    [[nodiscard]] QString word(TreeNodeId node) const {
        return toText(m_bank.words.text(m_tree.words[node.index()])).toHtmlEscaped();
    }

    void enter(TreeNodeId node) {
        if (node == m_marked) {
            m_html += openMark(m_theme);
            m_insideMark = true;
        }
        const QString label = toText(m_bank.labels.text(m_tree.labels[node.index()])).toHtmlEscaped();
        const QString shownLabel =
            m_insideMark ? label
                         : QStringLiteral("<span style=\"color:%1\">%2</span>").arg(m_theme.mutedText.name(), label);
        if (!m_tree.isLeaf(node)) {
            m_html += QChar(u'(') + shownLabel;
            m_stack.push_back({node, 0, m_tree.isDependency()});
            return;
        }
        m_html +=
            label.isEmpty() ? word(node) : QString(QChar(u'(') + shownLabel + QChar(u' ') + word(node) + QChar(u')'));
        leave(node);
    }

    void leave(TreeNodeId node) {
        if (node == m_marked) {
            m_html += QStringLiteral("</span>");
            m_insideMark = false;
        }
    }

    const Treebank& m_bank;
    const Tree& m_tree;
    TreeNodeId m_marked;
    const Theme& m_theme;
    std::vector<Visit> m_stack;
    QString m_html;
    bool m_insideMark = false;
};

} // namespace

QString treePage(const Snapshot& snapshot, TreeId id, TreeNodeId marked, const Theme& theme, const QString& monospace) {
    const Treebank& bank = *snapshot.treebank;
    const QString head =
        QStringLiteral("<p style=\"margin:0 0 6px 0\"><b>%1</b> <span style=\"color:%2\">%3</span></p>");
    const TreeHandle handle = bank.tree(id);
    const Tree& read = *handle;
    const QString facts =
        translated("%1 · %2 words · height %3")
            .arg(fileName(toText(bank.place(id))).toHtmlEscaped(),
                 countText(read.isDependency() ? read.size() : read.leafCount()), countText(read.height()));
    const QString title = head.arg(translated("Tree %1").arg(id.index() + 1), theme.mutedText.name(), facts);
    const QString paragraph = QStringLiteral("<p style=\"margin:0 0 8px 0\">%1</p>");
    if (read.size() > kLargestTreeText) {
        constexpr std::size_t kFirstWords = 200;
        return title + paragraph.arg(QString::fromStdString(bank.sentence(id, kFirstWords)).toHtmlEscaped());
    }
    const Tree tree = shownTree(snapshot, id);
    const TreeNodeId valid = marked.valid() && marked.index() < tree.size() ? marked : TreeNodeId();
    return title + paragraph.arg(sentenceHtml(bank, tree, valid, theme)) +
           QStringLiteral("<p style=\"margin:0;font-family:'%1'\">%2</p>")
               .arg(monospace, BracketHtml(bank, tree, valid, theme).run());
}

} // namespace batchscope
