// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/bilstm_tagger.h"

#include "core/nets/tagger_parts.h"

namespace batchscope {

namespace {

constexpr OpId kLookup(std::size_t{0});
constexpr OpId kFirstOfTagger(std::size_t{1});

} // namespace

OpSet bilstmTaggerOps(const NetOptions& options) {
    OpSet set{.name = "bilstm-tagger", .dtype = options.dtype, .params = {}, .ops = {}};
    const ParamId embedding = addTable(set, "E", RowMeaning::Words, options.vocabulary, options.dim);
    set.ops.push_back(lookupOp(set, "lookup", embedding));
    addTagger(set, options.dim, options);
    return set;
}

Status recordBilstmTagger(const TreeInput& input, Fold& fold) {
    const std::vector<TreeNodeId> order = wordsInOrder(input.shape);
    const std::vector<Value> words = lookUpWords(input, order, kLookup, fold);
    recordTagger(input, kFirstOfTagger, order, words, fold);
    return Ok{};
}

} // namespace batchscope
