// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that trees can be written in. A format is one TreeWriter and an entry in kWriterList below: `convert
// --to`, its help and its errors derive from the list.
#pragma once

#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <array>
#include <span>
#include <string>

namespace batchscope {

/// One tree of a bank, in the shape that is to be written.
struct WrittenTree {
    const Tree& tree;
    TreeId id; ///< the id of the original tree in the bank
    const Treebank& bank;
};

struct TreeWriter {
    const char* name; ///< the argument of `convert --to`
    /// Appends the tree with a line end. Config error for a tree that the format cannot represent.
    Status (*append)(std::string& to, const WrittenTree& written);
    /// The text before the first tree, with a line end; null if there is none.
    std::string (*header)(const Treebank& bank) = nullptr;
};

/// All writers, in the order in which they are listed.
[[nodiscard]] std::span<const TreeWriter* const> treeWriters();

// The writers; outside of this folder, use treeWriters().

extern const TreeWriter kPtbWriter;
extern const TreeWriter kJsonWriter;
extern const TreeWriter kDotWriter;
extern const TreeWriter kCsvWriter;

/// The order in which writers are listed.
inline constexpr std::array kWriterList = {&kPtbWriter, &kJsonWriter, &kDotWriter, &kCsvWriter};

} // namespace batchscope
