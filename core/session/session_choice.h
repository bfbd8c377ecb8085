// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every choice of a session that is one of a few named values, as a table. A row is all there is to say about a choice:
// the command line's option, the window's commands, menus and box, what is remembered between starts, firstDirtyStage
// and the rule that no option is ignored all derive from it. A new choice is one row in session_choice.cpp.
#pragma once

#include "core/base/interface.h"
#include "core/base/result.h"
#include "core/formats/format_registry.h"
#include "core/nets/net.h"
#include "core/session/session_config.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What the input must have for a choice to have any effect on it.
struct ChoiceNeeds {
    bool FormatTraits::*format = nullptr; ///< a trait of the format; null: any will do
    std::string_view formatLacks = {};    ///< what a format without that trait has none of, in a few words
    bool Heeded::*net = nullptr;          ///< a trait of the net; null: any will do
    std::string_view netReason = {};      ///< why a net without it ignores the choice: follows the net's name
    std::string_view programReason = {};  ///< why a program instead of trees ignores it; empty: it does not
};

struct SessionChoice {
    /// Where front ends list it.
    enum class Group {
        Apart,   ///< in a control that is not a list of its values
        Bar,     ///< a list of its own
        Graph,   ///< what the graph is made of
        Trees,   ///< how trees are taken
        Read,    ///< how text becomes trees: the files are read again
        Run,     ///< how it runs
        Picture, ///< how it is drawn
    };

    std::string id = {};    ///< of commands and of what is remembered; stable
    std::string title = {}; ///< as menus say it, with & before its letter
    std::string tip = {};   ///< what it decides, in a sentence
    std::string brief = {}; ///< with %1 for the value: how a short list says that it is not the default
    Group group = Group::Graph;
    Interface from = Interface::Expert; ///< from which interface on lists of options have it
    Stage redoes = Stage::Graph;        ///< the first stage whose result depends on it
    std::string option = {};            ///< of the command line, "--order"; empty where that has a form of its own
    std::string help = {};              ///< of that option
    ChoiceNeeds needs = {};
    std::vector<std::string> tips = {};     ///< by name
    std::vector<std::string> titles = {};   ///< by name, for people; empty: the names
    std::vector<std::string> names = {};    ///< every value that lists offer
    std::vector<Interface> valuesFrom = {}; ///< by name: from which interface on lists offer it; empty: Learn
    std::vector<std::string> heads = {};    ///< by name: the head of its part of a list; empty: the list has no parts
    std::string otherNames = {};            ///< what else `apply` takes, for people; empty: nothing
    /// Config error for an unknown name, which lists the known ones.
    std::function<Status(SessionConfig& config, std::string_view name)> apply = {};
    std::function<std::string(const SessionConfig& config)> present = {};
};

/// All of them, in the order of menus.
[[nodiscard]] std::span<const SessionChoice> sessionChoices();

/// "Policy: Agenda", of a title as menus have it.
[[nodiscard]] std::string changedChoice(std::string_view title, std::string_view value);

/// The default of a choice.
[[nodiscard]] std::string defaultOf(const SessionChoice& choice);

// What the user chose between two configs, for undoing: the window's own shape and threads are no choices.

/// Whether they differ in nothing that is chosen.
[[nodiscard]] bool sameChoices(const SessionConfig& left, const SessionConfig& right);
/// The choices of `choices`, and of `present` what is no choice.
[[nodiscard]] SessionConfig withChoicesOf(const SessionConfig& choices, const SessionConfig& present);

} // namespace batchscope
