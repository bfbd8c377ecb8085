// SPDX-License-Identifier: GPL-3.0-or-later
//
// A query language that selects trees, so that nobody has to scroll through a million of them. The window and the
// command line use it:
//
//     size:10..20 height<8 label:NP -word:not "a good mov" OR (shape:same words>=30)
//
// Terms side by side must all hold; OR binds less tightly; `-` before a term or bracket negates it. Anything that is
// not `key:value` is text of the sentence, ignoring case, also across word borders; quotes keep it apart from keys.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// One condition on a tree.
struct FilterTerm {
    enum class Kind {
        Size, ///< nodes
        Words,
        Leaves,
        Height,
        Arity,  ///< most children of a node
        Line,   ///< of the file
        Number, ///< of the tree, from 0
        File,   ///< its path contains the text
        Root,   ///< label of the root
        Label,  ///< label of any node
        Pos,    ///< part of speech of any word
        Lemma,  ///< of any word, ignoring case
        Rel,    ///< relation of any word to its head; `nsubj` is `nsubj:pass`, too
        Word,   ///< a whole word, ignoring case
        Text,   ///< the sentence contains it, ignoring case
        Shape,
        Op,      ///< from here on of a node of the graph, see core/session/node_search.h: name of its op
        Level,   ///< 0 without arguments
        Step,    ///< from 0
        Batch,   ///< nodes that run together with it
        Node,    ///< its number
        Value,   ///< some number of its results: the largest magnitude is `sign` `limit`, or is not finite
        Time,    ///< whole microseconds of its batch in the recorded run
        Copied,  ///< bytes copied for its batch
        Sync,    ///< values are read before its batch
        Differs, ///< its values or gradients are not those of regular; `text`: yes, no, values or gradients
    };
    /// Of Value.
    enum class Sign { NotFinite, Below, AtMost, Above, AtLeast };
    enum class Shape {
        Selected, ///< that of the selected tree
        OfTree,   ///< that of tree `least`
    };
    Kind kind = Kind::Text;
    std::uint64_t least = 0;                                        ///< numbers: from here …
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max(); ///< … to here
    Shape shape = Shape::Selected;
    Sign sign = Sign::NotFinite;
    double limit = 0.0;
    bool isYes = true; ///< Sync
    std::string text;  ///< UTF-8

    bool operator==(const FilterTerm&) const = default;
};

struct TreeFilter {
    enum class Action : std::uint8_t { Term, Not, And, Or };
    struct Step {
        Action action = Action::Term;
        std::size_t term = 0; ///< of Term: index into `terms`
        bool operator==(const Step&) const = default;
    };
    std::vector<FilterTerm> terms;
    std::vector<Step> steps; ///< what holds, in postfix order; empty: every tree

    [[nodiscard]] bool takesAll() const { return steps.empty(); }
    bool operator==(const TreeFilter&) const = default;
};

/// Parse error with the place in the text (line 1) and what was expected there.
[[nodiscard]] Result<TreeFilter> parseTreeFilter(std::string_view text);

/// A key of the language, for help texts.
struct FilterKey {
    FilterTerm::Kind kind;
    const char* name;
    const char* example;
    const char* meaning; ///< one line
};
[[nodiscard]] std::span<const FilterKey> filterKeys();

/// The same language with other keys, for what else is searched.
[[nodiscard]] Result<TreeFilter> parseFilter(std::string_view text, std::span<const FilterKey> keys);

/// The text as a value that stands for itself: in quotes where it must be.
[[nodiscard]] std::string filterValue(std::string_view text);

} // namespace batchscope
