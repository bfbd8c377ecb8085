// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nets over lattices: taggers over the letters of an unsegmented sentence that also read every known word which they
// spell, so that several words may end at one letter and words overlap. Chains of unequal length depend on one another:
// in ED-Batch a learned policy gains most on lattices. Their ops stand in this order; rows in a batch B, hidden width
// d, letters of width 20, and a state of h alone or of h and c:
//
//     letter(byte)           y = C[byte]                                             [B, 20]
//     word(id)               x = E[id]                                               [B, d]
//     start                  the state before the first letter                       [B, d] each
//     step(y, state)         the state after a letter where no word ends
//     span(x, state)         w: a word that begins after the letter of `state`       [B, d]
//     tag(h)                 the scores of a word, after its last letter             [B, classes]
//     meet(y, h, w1…wn)      the state after a letter where n words end
//
// Letters are the bytes of the words, one after the other without blanks. Known are all words of the treebank that have
// 2 to 8 bytes, wherever they stand: "the cat" also spells "he", "hec" and "at" if there are such words.
//
// The option Variadic decides how letters batch where different numbers of words end: in buckets meet1, meet2, …, or
// all in one op meet with a segment sum.
#pragma once

#include "core/nets/net_parts.h"

#include <cstdint>
#include <functional>

namespace batchscope {

inline constexpr std::int32_t kLatticeLetterWidth = 20;

struct LatticeTables {
    ParamId letters; ///< C [256, 20]
    ParamId words;   ///< E [vocabulary, d]
};
[[nodiscard]] LatticeTables addLatticeTables(OpSet& set, const NetOptions& options);
/// The ops letter and word.
void addLatticeInputs(OpSet& set, const LatticeTables& tables);

/// How much of a word comes into the letter where it ends: exp(σ(y·Wlᵀ + bl + w·Ulᵀ)).
struct WordLinks {
    Affine ofLetter; ///< Wl, bl
    ParamId ofWord;  ///< Ul
};
[[nodiscard]] WordLinks addWordLinks(OpSet& set, std::int32_t dim);

/// Σ_k a_k∘w_k and Σ_k a_k over the words of a meet, each [B, d].
struct Shares {
    BodyId parts;
    BodyId whole;
};
/// In the body of meet; `words` of 0: any number, in one variadic slot.
[[nodiscard]] Shares sharesOfWords(BodyBuilder& body, const WordLinks& links, std::int32_t words, std::int32_t dim);
/// The op meet of so many words; `words` of 0: any number.
[[nodiscard]] Op meetOf(const OpSet& set, std::int32_t words, std::int32_t dim, OpBody body);
/// One for each number of words that can end at a letter, or one for any number.
void addMeets(OpSet& set, Variadic variadic, const std::function<Op(std::int32_t words)>& meet);

/// Records one sentence. `values` are those of a state: 1, or 2 where the ops take h and c.
[[nodiscard]] Status recordLattice(const TreeInput& input, std::uint32_t values, Fold& fold);

} // namespace batchscope
