// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tree in three forms: its sentence, the tree as the net takes it, and its text in the file; the selected node is
// marked in each.
#pragma once

#include "core/formats/source_span.h"
#include "core/session/snapshot.h"

#include <QWidget>

#include <memory>
#include <string>

class QLabel;
class QPlainTextEdit;
class QTabBar;

namespace batchscope {

// The three texts of a tree: its sentence, the form that the net takes, and its text in the file. All three are made
// together, so that a position in one maps to a position in the others.

struct TreeTexts {
    TreeId id;
    Tree read;            ///< the tree as in the file
    Tree shown;           ///< the tree that the graph was built from; its nodes are marked
    SpannedText sentence; ///< the sentence of `shown`
    SpannedText used;     ///< `shown` in brackets
    SpannedText source;   ///< the bytes of `read` in the file
    std::string noSource; ///< the reason why there is no source
};

/// Needs snapshot.treebank, which must contain the tree.
[[nodiscard]] std::shared_ptr<const TreeTexts> makeTreeTexts(const Snapshot& snapshot, TreeId id);

/// The node of `read` at the same position in the file; invalid if there is none.
[[nodiscard]] TreeNodeId readNodeOf(const TreeTexts& texts, TreeNodeId shown);

class TreePage final : public QWidget {
    Q_OBJECT

public:
    explicit TreePage(QWidget* parent = nullptr);

    enum Page { Sentence, Used, Source };

    /// `marked` is a node of the tree as shown, or invalid. A large tree has no text.
    void showTree(std::shared_ptr<const Snapshot> snapshot, TreeId tree, TreeNodeId marked);
    /// Hides the page.
    void showNothing();
    void setPage(Page page);
    /// Applies the colors of the theme again.
    void restyle();

    /// Larger trees have no text, which would take long to make and to lay out.
    static constexpr std::size_t kMostNodes = 5000;

private:
    void showTitle();
    void showPage();
    void showMarks();
    [[nodiscard]] bool hasText() const;
    [[nodiscard]] const SpannedText& presentText() const;
    [[nodiscard]] Encoding encoding() const;
    [[nodiscard]] QString factsOf(TreeId tree) const;

    QLabel* m_title;
    QTabBar* m_tabs;
    QPlainTextEdit* m_text;
    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const TreeTexts> m_texts; // null for a large tree
    TreeId m_tree;
    TreeNodeId m_marked;
};

} // namespace batchscope
