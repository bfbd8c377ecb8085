// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that trees are written in. A format is one writer file, which ends with its row, and a line in
// writer_list.h: `convert --to`, its help and its errors derive from the list.
#pragma once

#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <array>
#include <span>
#include <string>

namespace batchscope {

/// One tree of a bank, in the shape in which it is to be written.
struct WrittenTree {
    const Tree& tree;
    TreeId id; ///< of the tree that it was in the bank
    const Treebank& bank;
};

struct TreeWriter {
    const char* name; ///< as `convert --to` takes it
    /// Appends the tree with its line end. Config error for a tree that the format cannot take.
    Status (*append)(std::string& to, const WrittenTree& written);
    /// What stands before the first tree, with line end; null: nothing.
    std::string (*header)(const Treebank& bank) = nullptr;
};

/// All of them, in the order in which they are listed.
[[nodiscard]] std::span<const TreeWriter* const> treeWriters();

// The formats that trees are written in. Each is one writer file, which defines its row; here it is declared and
// listed. Outside of this room use treeWriters().

extern const TreeWriter kPtbWriter;
extern const TreeWriter kJsonWriter;
extern const TreeWriter kDotWriter;
extern const TreeWriter kCsvWriter;

/// In the order in which they are listed.
inline constexpr std::array kWriterList = {&kPtbWriter, &kJsonWriter, &kDotWriter, &kCsvWriter};

} // namespace batchscope
