// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small input of each kind that the program reads, made so that every option which the kind can honor shows: words
// that differ in case and escapes only, labels with function tags, traces, equal leaves, trees of several heights.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace batchscope::testing {

struct InputKind {
    std::string name = {};
    std::vector<std::string> files = {};   ///< as they are named on the command line; "-" is standard input
    std::vector<std::string> damaged = {}; ///< the same with a tree that cannot be read as UTF-8; empty: no such damage
    std::string folder = {};               ///< the files alone in a folder, for a command that takes one file
    std::string damagedFolder = {};
    std::string input = {}; ///< of "-"
    std::string damagedInput = {};
    std::string net = {};      ///< that takes it; empty: a program
    std::string otherNet = {}; ///< another one
    std::string parameter =
        {};                 ///< a number of a parameter that every value depends on, as NAME:ROW:COLUMN; empty: none
    std::string nodes = {}; ///< of explain
    bool hasTargets = true; ///< can be trained on
};

/// Writes the files of all kinds below `folder`.
[[nodiscard]] std::vector<InputKind> makeInputKinds(const std::filesystem::path& folder);

} // namespace batchscope::testing
