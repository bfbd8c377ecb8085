// SPDX-License-Identifier: GPL-3.0-or-later
//
// A query language of the window and the command line, so that users need not scroll through a million trees:
//
//     size:10..20 height<8 label:NP -word:not "a good mov" OR (shape:17 words>=30)
//
// Adjacent terms must all hold; OR binds less tightly; `-` before a term or bracket negates it. Anything other than
// `key:value` is matched against the text of the sentence, ignoring case and across word borders; quotes mark text that
// looks like a key.
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

/// A condition on a tree.
struct FilterTerm {
    enum class Kind {
        Size, ///< nodes
        Words,
        Leaves,
        Height,
        Arity,   ///< most children of a node
        Line,    ///< line of the file
        Number,  ///< number of the tree, from 0
        File,    ///< its path contains the text
        Root,    ///< label of the root
        Label,   ///< label of any node
        Pos,     ///< part of speech of any word
        Lemma,   ///< lemma of any word, ignoring case
        Rel,     ///< relation of any word to its head; `nsubj` matches `nsubj:pass`, too
        Word,    ///< a whole word, ignoring case
        Text,    ///< the sentence contains it, ignoring case
        Shape,   ///< shape of tree `least`
        Op,      ///< from here on, for graph nodes (core/session/node_search.h): name of the op
        Level,   ///< level of the node, 0 without arguments
        Step,    ///< step of its batch, from 0
        Batch,   ///< batch size: nodes that run together with it
        Node,    ///< its number
        Value,   ///< its largest finite magnitude compared to `limit`; NotFinite: a result is not finite
        Time,    ///< whole microseconds of its batch in the recorded run
        Copied,  ///< bytes copied for its batch
        Sync,    ///< values are read before its batch
        Differs, ///< its values or gradients differ from regular; `text`: yes, no, values or gradients
    };
    /// The comparison of Kind::Value.
    enum class Sign { NotFinite, Below, AtMost, Above, AtLeast };
    Kind kind = Kind::Text;
    std::uint64_t least = 0;                                        ///< numbers: lower bound …
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max(); ///< … and upper bound, both inclusive
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
    std::vector<Step> steps; ///< the condition in postfix order; empty: every tree

    [[nodiscard]] bool takesAll() const { return steps.empty(); }
    bool operator==(const TreeFilter&) const = default;
};

/// Parses a query. Parse error with the position in the text (line 1) and what was expected there.
[[nodiscard]] Result<TreeFilter> parseTreeFilter(std::string_view text);

/// A key of the language, for help texts.
struct FilterKey {
    FilterTerm::Kind kind;
    const char* name;
    const char* example;
    const char* meaning; ///< one line
};
[[nodiscard]] std::span<const FilterKey> filterKeys();

/// Parses a query of the same language with other keys, for other searches.
[[nodiscard]] Result<TreeFilter> parseFilter(std::string_view text, std::span<const FilterKey> keys);

/// The text as a literal value of a query, in quotes if necessary.
[[nodiscard]] std::string filterValue(std::string_view text);

} // namespace batchscope
