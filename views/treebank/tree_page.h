// SPDX-License-Identifier: GPL-3.0-or-later
//
// A tree in three forms: its sentence, the tree as the net takes it, and its text in the file, with the selected node
// marked in each.
#pragma once

#include "core/formats/source_span.h"
#include "core/session/snapshot.h"
#include "views/session/lanes.h"

#include <QWidget>

#include <memory>
#include <string>

class QLabel;
class QTabBar;

namespace batchscope {

// The three texts of a tree: as a sentence, as the net takes it, and as written in the file. All three are made
// together, so that a position in one maps to a position in the others. No Qt, because the texts of a large tree are
// made outside the GUI thread.

struct TreeTexts {
    TreeId id;
    Tree read;            ///< as the file has it
    Tree shown;           ///< as the graph was built from it, whose nodes are marked
    SpannedText sentence; ///< of `shown`
    SpannedText used;     ///< of `shown`, in brackets
    SpannedText source;   ///< of `read`: the file's own bytes
    std::string noSource; ///< why there are none
};

/// Needs snapshot.treebank, which has the tree.
[[nodiscard]] std::shared_ptr<const TreeTexts> makeTreeTexts(const Snapshot& snapshot, TreeId id);

/// The node of the tree as read at the same place of the file. Invalid where there is none.
[[nodiscard]] TreeNodeId readNodeOf(const TreeTexts& texts, TreeNodeId shown);

class MarkedText;

class TreePage final : public QWidget {
    Q_OBJECT

public:
    explicit TreePage(QWidget* parent = nullptr);
    ~TreePage() override;
    TreePage(const TreePage&) = delete;
    TreePage& operator=(const TreePage&) = delete;

    enum Page { Sentence, Used, Source };

    /// `marked` is a node of the tree as shown, or invalid. Large trees are read in the background.
    void showTree(std::shared_ptr<const Snapshot> snapshot, TreeId tree, TreeNodeId marked);
    /// Says what could be read here.
    void showNothing();
    void setPage(Page page);
    /// Colors anew.
    void restyle();

    /// Trees with more nodes are read in the background.
    static constexpr std::size_t kAtOnce = 5000;

private:
    enum class Shows { Nothing, Waiting, Tree };
    void takeTexts(std::shared_ptr<const TreeTexts> texts);
    void showTitle();
    void showPage();
    void showMarks();
    [[nodiscard]] const SpannedText& presentText() const;
    [[nodiscard]] QString factsOf(TreeId tree) const;

    QLabel* m_title;
    QTabBar* m_tabs;
    MarkedText* m_text;
    Shows m_shows = Shows::Nothing;
    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const TreeTexts> m_texts; // null while they are made
    TreeId m_tree;
    TreeNodeId m_marked;
    ViewLane m_lane;
};

} // namespace batchscope
