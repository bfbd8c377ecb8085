// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/pass.h"

#include "core/base/choice.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<PassEntry, kPassCount> kEntries = {{
    {Pass::Cse, "cse", "Common subexpressions", "computes each repeated expression of a body only once"},
    {Pass::Fuse, "fuse", "Fused blocks", "runs all elementwise work between two products in one pass over the cache"},
    {Pass::Push, "push", "Push form",
     "applies a linear map to a row once, where the row is computed, instead of in every batch that reads it"},
    {Pass::Order, "order", "Row order",
     "stores rows that enter the same products together, so that products read them in place"},
    {Pass::Pack, "pack", "Packed weights",
     "stores weights applied to the same operand side by side, so that one product computes them all"},
    {Pass::Dedup, "dedup", "Equal leaves", "lets equal look-ups and leaves share one row and its products"},
    {Pass::Table, "table", "Product table",
     "inference only: keeps the products of words and reuses them in later runs"},
}};

constexpr std::array<std::string_view, kPassCount> namesOf() {
    std::array<std::string_view, kPassCount> names;
    for (std::size_t index = 0; index < kPassCount; ++index) {
        names[index] = kEntries[index].name;
    }
    return names;
}
constexpr auto kNames = namesOf();

} // namespace

std::span<const PassEntry> passEntries() {
    return kEntries;
}

Result<PassSet> parsePassSet(std::string_view text) {
    if (text == "all") {
        return PassSet::all();
    }
    if (text == "none") {
        return PassSet();
    }
    PassSet set = text.starts_with('-') ? PassSet::all() : PassSet();
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        const bool off = word.starts_with('-');
        const Result<std::size_t> index = indexOfName(word.substr(off ? 1 : 0), kNames, "pass (or all, none)");
        if (!index) {
            return index.error();
        }
        const Pass pass = kEntries[*index].pass;
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
    for (const PassEntry& entry : kEntries) {
        if (set.has(entry.pass)) {
            text += text.empty() ? "" : ",";
            text += entry.name;
        }
    }
    return text.empty() ? "none" : text;
}

} // namespace batchscope
