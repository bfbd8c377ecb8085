// SPDX-License-Identifier: GPL-3.0-or-later
//
// Maps each label of a treebank to a class of a classifier. The classes are derived from the whole treebank, so that a
// tree has the same weights and targets in every selection. Nothing is clamped or wrapped:
//
//     labels 0, 1, 3, 4 (SST)   a whole number is its own class; the largest number determines how many classes there
//                               are, even if a number in between does not occur in this file
//     labels NP, VP, NN, …      numbered in order of first appearance in the file
//
// Whole numbers are their own classes when the largest is below 10, or when all from 0 to the largest occur; numbers
// with gaps (7, 300, 90000) are numbered like names.
//
// Where a trained model came with its classes (Treebank::classLabels), those hold, and a label that is not among them
// is none.
#pragma once

#include "core/graph/op_graph.h"
#include "core/treebank/treebank.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

/// The nodes at which a net reads labels; a tagger, for example, has no classes for the labels of phrases.
enum class LabelsAt {
    Nodes, ///< any node
    Words, ///< nodes that have a word
    Roots, ///< roots
};

/// One row of labelTable().
struct LabelClass {
    std::int32_t number = 0; ///< the class, from 0
    std::string label;
    std::uint64_t count = 0; ///< nodes of the whole treebank with this label; 0 for a number that does not occur
};

class LabelClasses {
public:
    /// No classes.
    LabelClasses() = default;
    /// The classes of a treebank. O(labels).
    LabelClasses(const Treebank& bank, LabelsAt at);

    /// The number of classes; 0 if no such node has a label.
    [[nodiscard]] std::int32_t size() const { return m_size; }
    /// The class of a label, for which contains() must be true; kNoTarget for the invalid id of an unlabeled node, and
    /// for a label that a trained model does not know.
    [[nodiscard]] std::int32_t classOf(SymbolId label) const;
    /// True if the label occurs at one of the nodes that LabelsAt selects; always true with the classes of a model.
    [[nodiscard]] bool contains(SymbolId label) const;
    /// True if the labels are whole numbers that are their own classes.
    [[nodiscard]] bool areNumbers() const { return m_areNumbers; }

private:
    std::vector<std::int32_t> m_classes; // by label id; kNoTarget if the label does not occur
    std::int32_t m_size = 0;
    bool m_areNumbers = false;
    bool m_areOfModel = false;
};

/// All classes with their labels, by class.
[[nodiscard]] std::vector<LabelClass> labelTable(const Treebank& bank, LabelsAt at);

} // namespace batchscope
