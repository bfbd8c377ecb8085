// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that are read, and how the format of a text is detected. A format is one reader file and one row in
// format_list.h. The content decides which reader is used, never the file's name.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/record_reader.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What the leaves of a format's trees carry.
enum class Leaves {
    Words,   ///< a text format
    Vectors, ///< rows of Treebank::vectors, from a binary format
    Program, ///< nothing: the file is a program and stands alone
};

/// What the trees of a format can have; a choice about anything else has no effect on any file of it.
struct FormatTraits {
    bool words = true;         ///< of a text, in some encoding
    bool labels = true;        ///< written in the file as text
    bool constituents = false; ///< with a label each: traces (-NONE-)
    bool innerNodes = true;    ///< trees of different heights, with any number of children
    bool onlyChildren = true;  ///< nodes with one child
};

struct Format {
    const char* name;        ///< as in `batchscope-cli list formats`
    const char* description; ///< one line
    /// Whether text with this beginning (at least its first 4 KiB, without BOM) may be of this format.
    bool (*accepts)(std::string_view beginning);
    /// A reader that takes records one after the other from `start` on; null for formats that are read whole.
    std::unique_ptr<RecordReader> (*records)(SourcePosition start) = nullptr;
    /// Appends the trees of `text` (which may begin with a byte order mark) to `bank`, diagnostics for the rest. `file`
    /// indexes bank.files. Fails when cancelled; a binary format also when the file is damaged. Null for formats that
    /// are read by records.
    Status (*whole)(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) = nullptr;
    Leaves leaves = Leaves::Words;
    /// For formats that are read whole: whether this text needs the trees or words of other files and so is read after
    /// all of them. Null: never.
    bool (*readLast)(std::string_view text) = nullptr;
    /// Any text would pass: a file that is merely in a named folder is not read as this format.
    bool onlyNamed = false;
    FormatTraits traits = {};
    bool isJson = false; ///< what it accepts begins with '{' or '['
    /// What such files are usually called, as patterns between spaces: for dialogs, never to tell a format by.
    const char* files = "";
};

/// All formats, in the order in which they are asked (the binary ones first).
[[nodiscard]] std::span<const Format> formats();

/// Format::files of all formats, each pattern once.
[[nodiscard]] std::vector<std::string> filePatterns();

/// What some tree of the bank can have, by the formats of its files.
[[nodiscard]] FormatTraits traitsOf(const Treebank& bank);

/// 3 when the text begins with UTF-8's byte order mark, else 0.
[[nodiscard]] std::size_t byteOrderMarkLength(std::string_view text);

/// The format of a text, or a Parse error that names what was found instead.
[[nodiscard]] Result<const Format*> detectFormat(std::string_view text, const std::string& file);

} // namespace batchscope
