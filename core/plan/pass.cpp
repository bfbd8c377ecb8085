// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass.h"

#include "core/base/choice.h"
#include "core/base/registry.h"

#include <algorithm>
#include <vector>

namespace batchscope {

constinit const PassEntry kFusePass = {
    .pass = Pass::Fuse,
    .name = "fuse",
    .title = "Fused blocks",
    .description = "runs all elementwise work between two products in one pass over cached blocks"};
constinit const PassEntry kPushPass = {
    .pass = Pass::Push,
    .name = "push",
    .title = "Push form",
    .description =
        "applies a linear map to a row once, where the row is computed, instead of in every batch that reads it"};
constinit const PassEntry kOrderPass = {
    .pass = Pass::Order,
    .name = "order",
    .title = "Row order",
    .description = "stores rows that enter the same products together, so that products read them in place"};
constinit const PassEntry kPackPass = {
    .pass = Pass::Pack,
    .name = "pack",
    .title = "Packed weights",
    .description = "stores weights applied to the same operand side by side, so that one product computes them all"};
constinit const PassEntry kDedupPass = {.pass = Pass::Dedup,
                                        .name = "dedup",
                                        .title = "Equal leaves",
                                        .description = "lets equal look-ups and leaves share one row and its products"};
constinit const PassEntry kTablePass = {
    .pass = Pass::Table,
    .name = "table",
    .title = "Product table",
    .description = "inference only: keeps the products of words and reuses them in later runs"};

std::span<const PassEntry> passEntries() {
    static const std::vector<PassEntry> kEntries = rowsOf(kPassList);
    return kEntries;
}

Result<PassSet> parsePassSet(std::string_view text) {
    if (text == "all") {
        return PassSet::all();
    }
    if (text == "none") {
        return PassSet();
    }
    std::vector<std::string_view> names;
    for (const PassEntry& entry : passEntries()) {
        names.emplace_back(entry.name);
    }
    PassSet set = text.starts_with('-') ? PassSet::all() : PassSet();
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        const bool off = word.starts_with('-');
        const Result<std::size_t> index = indexOfName(word.substr(off ? 1 : 0), names, "pass (or all, none)");
        if (!index) {
            return index.error();
        }
        const Pass pass = passEntries()[*index].pass;
        set = off ? set.without(pass) : set.with(pass);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return set;
}

std::string passSetText(PassSet set) {
    if (set == PassSet::all()) {
        return "all";
    }
    std::string text;
    for (const PassEntry& entry : passEntries()) {
        if (set.has(entry.pass)) {
            text += text.empty() ? "" : ",";
            text += entry.name;
        }
    }
    return text.empty() ? "none" : text;
}

} // namespace batchscope
