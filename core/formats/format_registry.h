// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats that can be read, and the detection of a text's format. A format is one reader file and one row in
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

/// The content of the leaves in a format's trees.
enum class Leaves {
    Words,   ///< a text format
    Vectors, ///< rows of Treebank::vectors, from a binary format
    Program, ///< nothing: the file is a program and must be opened alone
};

/// The features that trees of a format can have; options about other features have no effect on its files.
struct FormatTraits {
    bool words = true;         ///< words of a text, which has an encoding
    bool labels = true;        ///< labels that the file has as text
    bool constituents = false; ///< labeled constituents, which may be traces (-NONE-)
    bool innerNodes = true;    ///< trees of different heights, with any number of children
    bool onlyChildren = true;  ///< nodes with one child
};

struct Format {
    const char* name;        ///< as printed by `batchscope-cli list formats`
    const char* description; ///< one line
    /// True if a text with this beginning (at least its first 4 KiB, without BOM) may be of this format.
    bool (*accepts)(std::string_view beginning);
    /// Makes a reader that takes records one after the other from `start`; null for formats that are read as a whole.
    std::unique_ptr<RecordReader> (*records)(SourcePosition start) = nullptr;
    /// Appends the trees of `text` (which may begin with a byte order mark) to `bank`, and diagnostics for the rest.
    /// `file` is an index into bank.files. Fails if cancelled; a binary format also fails if the file is damaged. Null
    /// for formats that are read by records.
    Status (*whole)(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) = nullptr;
    Leaves leaves = Leaves::Words;
    /// For formats that are read as a whole: true if this text needs the trees or words of other files and so must be
    /// read after them. Null: never.
    bool (*readLast)(std::string_view text) = nullptr;
    /// Any text would be accepted, so a file in a folder is not read as this format unless the user names the file.
    bool onlyNamed = false;
    FormatTraits traits = {};
    bool isJson = false; ///< files of this format begin with '{' or '['
    /// Usual file names, as patterns separated by spaces: for dialogs, never for detecting the format.
    const char* files = "";
};

/// All formats, in the order of kFormatList.
[[nodiscard]] std::span<const Format> formats();

/// The patterns in Format::files of all formats, without duplicates.
[[nodiscard]] std::vector<std::string> filePatterns();

/// The features that any tree of the bank can have, by the formats of its files.
[[nodiscard]] FormatTraits traitsOf(const Treebank& bank);

/// 3 if the text begins with the byte order mark of UTF-8, else 0.
[[nodiscard]] std::size_t byteOrderMarkLength(std::string_view text);

/// The format of a text, or a Parse error that names what was found instead.
[[nodiscard]] Result<const Format*> detectFormat(std::string_view text, const std::string& file);

} // namespace batchscope
